package kv

import (
	"errors"
	"fmt"
)

// BackupOptions shape Store.Backup.
type BackupOptions struct {
	// Verify reads everything that the backup consists of back from the folder
	// and checks it, what an earlier backup has copied included.
	Verify bool
	// Keep is how many backups the folder holds afterwards, the new one included;
	// 0 is the number given last, 1 at first. Older ones go when the new one is
	// complete.
	Keep int
	// Progress is told how far the backup is, by the goroutine that called Backup.
	// It must be short. nil is allowed.
	Progress func(BackupProgress)
}

// BackupPhase is what a backup or restore is doing.
type BackupPhase string

// The phases, in their order.
const (
	BackupCheckpoints BackupPhase = "checkpointing"
	BackupCopies      BackupPhase = "copying"
	BackupVerifies    BackupPhase = "verifying"
)

// BackupProgress says how far a backup or restore is. Done and Total are bytes
// to be copied and verified, over all phases; Total is 0 until it is known.
type BackupProgress struct {
	Phase       BackupPhase
	Done, Total int64
}

// BackupInfo describes a backup that is complete.
type BackupInfo struct {
	// Number counts the backups of a folder from 1.
	Number uint64
	// TS is the timestamp: the backup holds the commits up to it and no other.
	TS TS
	// Files and Bytes are the backup's size. CopiedBytes of them were written,
	// ReusedBytes were in the folder already.
	Files                           int
	Bytes, CopiedBytes, ReusedBytes int64
}

// What a backup or restore may say besides.
var (
	// ErrBackupMismatch: the folder holds backups of another store, or of another
	// history of this one.
	ErrBackupMismatch = errors.New("kv: folder holds backups of another store")
	// ErrBackupInUse: another backup is being written to the folder.
	ErrBackupInUse = errors.New("kv: another backup is being written to the folder")
	// ErrNoBackup: the folder holds no complete backup, or not the one asked for.
	ErrNoBackup = errors.New("kv: no backup in the folder")
)

// BackupError is what the file system said about a file of the backup, and not
// of the store, which is unharmed. It wraps the file system's error.
type BackupError struct {
	Path string
	Err  error
}

// Error names the file and the reason.
func (e *BackupError) Error() string { return fmt.Sprintf("backup file %s: %v", e.Path, e.Err) }

// Unwrap is the file system's error.
func (e *BackupError) Unwrap() error { return e.Err }

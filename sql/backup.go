package sql

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// backupKeepMax bounds the option keep.
const backupKeepMax = 10_000

// backupColumns are the result columns of BACKUP.
func backupColumns() []pgwire.Column {
	var cols []pgwire.Column
	for _, name := range []string{"backup", "timestamp", "files", "bytes", "bytes_copied", "bytes_reused"} {
		cols = append(cols, pgwire.Column{Name: name, Type: types.Of(types.Int8)})
	}
	return cols
}

// runBackup is BACKUP TO: a copy of the whole store, of all instances, in a
// folder of the server's machine. It answers one row about it.
func (s *Session) runBackup(ctx context.Context, n *ast.Backup) (*result, error) {
	if !s.superuser() {
		return nil, pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to do BACKUP")
	}
	if s.tx != nil && (!s.tx.implicit || s.multi) {
		return nil, pgerr.New(pgerr.ActiveSQLTransaction, "BACKUP cannot run inside a transaction block")
	}
	opts, err := readBackupOptions(n)
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(n.Folder) || strings.ContainsRune(n.Folder, 0) {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "%q is no absolute path", n.Folder).
			WithHint("Name a folder of the server's machine, such as '/srv/backup'; it is made if it is not there.")
	}
	folder := filepath.Clean(n.Folder)
	jobs := &s.engine.jobs
	job := jobs.start(sysview.Job{Kind: "backup", Object: folder, State: string(kv.BackupCheckpoints), PID: s.start.PID})
	opts.Progress = func(p kv.BackupProgress) { jobs.progress(job, string(p.Phase), p.Done, p.Total) }
	info, err := s.backUp(ctx, folder, opts)
	err = sqlError(ctx, backupError(folder, err))
	jobs.finish(job, err)
	if err != nil {
		return nil, err
	}
	row := datum.Row{}
	for _, v := range []int64{int64(info.Number), int64(info.TS), int64(info.Files), info.Bytes, info.CopiedBytes, info.ReusedBytes} {
		row = append(row, types.NewInt8(v))
	}
	return &result{columns: backupColumns(), rows: []datum.Row{row}, tag: "BACKUP"}, nil
}

// backUp writes the attribute counts first, which else follow the rows with a
// delay.
func (s *Session) backUp(ctx context.Context, folder string, opts kv.BackupOptions) (kv.BackupInfo, error) {
	if err := s.engine.catalog.Dictionary().Flush(ctx); err != nil {
		return kv.BackupInfo{}, err
	}
	return s.engine.store.Backup(ctx, folder, opts)
}

func readBackupOptions(n *ast.Backup) (kv.BackupOptions, error) {
	opts := kv.BackupOptions{Verify: true}
	for _, o := range n.Options {
		switch name := o.Name; {
		case o.Namespace == "" && name == "verify":
			if err := optionBool(o, &opts.Verify); err != nil {
				return opts, err
			}
		case o.Namespace == "" && name == "keep":
			n, err := strconv.Atoi(optionText(o))
			if err != nil || n < 1 || n > backupKeepMax {
				return opts, pgerr.New(pgerr.InvalidParameterValue, "BACKUP option %q is a number from 1 to %d", name, backupKeepMax)
			}
			opts.Keep = n
		default:
			return opts, pgerr.New(pgerr.SyntaxError, "unrecognized BACKUP option %q", name).WithHint("The options are verify and keep.")
		}
	}
	return opts, nil
}

// backupError tells errors of the folder from those of the store, which get
// their SQLSTATE in errors.go.
func backupError(folder string, err error) error {
	var file *kv.BackupError
	var corrupt *kv.CorruptError
	switch {
	case errors.As(err, &file):
		return pgerr.Wrap(err, fileErrorCode(file.Err), "could not write backup file %q: %s", file.Path, rootCause(file.Err)).
			WithDetail("The store is not affected, nor are earlier backups in the folder; the next BACKUP goes on where this one ended.")
	case errors.As(err, &corrupt) && strings.HasPrefix(corrupt.File, folder):
		return pgerr.Wrap(err, pgerr.DataCorrupted, "backup in %q is damaged", folder).WithDetail("%s", err).
			WithHint("Back up to another folder.")
	case errors.Is(err, kv.ErrBackupMismatch):
		return pgerr.Wrap(err, pgerr.ObjectNotInPrerequisiteState, "%q holds backups of another store", folder).
			WithDetail("%s.", strings.TrimPrefix(err.Error(), kv.ErrBackupMismatch.Error()+": ")).
			WithHint("Back up to a folder of its own. A store that was restored from a backup counts as another one.")
	case errors.Is(err, kv.ErrBackupInUse):
		return pgerr.Wrap(err, pgerr.ObjectInUse, "another backup is being written to %q", folder).
			WithHint("sparrow.jobs shows the backups of this server.")
	case errors.Is(err, kv.ErrInvalid):
		return pgerr.Wrap(err, pgerr.InvalidParameterValue, "cannot back up to %q", folder).
			WithDetail("%s.", strings.TrimPrefix(err.Error(), kv.ErrInvalid.Error()+": ")).
			WithHint("Name an empty folder, one that is not there yet, or one that holds earlier backups of this store.")
	}
	return err
}

// fileErrorCode is PostgreSQL's SQLSTATE for an error of the file system.
func fileErrorCode(err error) pgerr.Code {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return pgerr.DiskFull
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return pgerr.InsufficientPrivilege
	case errors.Is(err, fs.ErrNotExist):
		return pgerr.UndefinedFile
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR):
		return pgerr.WrongObjectType
	}
	return pgerr.IOError
}

// rootCause is the system's own words for an error of the file system.
func rootCause(err error) error {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno
	}
	return err
}

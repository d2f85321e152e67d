package sql

import (
	"context"
	"errors"
	"strconv"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// What ends a statement from outside: causes of its context.
var (
	errCancelled        = errors.New("sql: cancel request")
	errStatementTimeout = errors.New("sql: statement timeout")
	errShutdown         = errors.New("sql: server shuts down")
)

// sqlError turns any error into one with a SQLSTATE. It is the one place where
// the errors of kv, partition and limits get theirs. ctx is the statement's:
// its cause tells why it ended.
func sqlError(ctx context.Context, err error) error {
	var pe *pgerr.Error
	if err == nil || errors.As(err, &pe) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return cancelError(ctx, err)
	}
	var over *limits.Exceeded
	if errors.As(err, &over) {
		e := pgerr.Wrap(err, pgerr.Code(over.Limit.SQLSTATE), "%s", over.Error())
		e.Detail, e.Hint = over.Detail(), over.Hint()
		return e
	}
	var mem *limits.MemoryError
	if errors.As(err, &mem) {
		return pgerr.Wrap(err, pgerr.OutOfMemory, "out of memory").
			WithDetail("Account %s may use %d bytes and has %d; %d more were asked for.", mem.Account, mem.Limit, mem.Used, mem.Asked)
	}
	var large *kv.TooLargeError
	if errors.As(err, &large) {
		return pgerr.Wrap(err, pgerr.ProgramLimitExceeded, "transaction is too large").
			WithDetail("Its writes and locks would take %d bytes; the limit %s is %d.", large.Size, limits.TransactionBytes.Name, large.Limit).
			WithHint("Commit in smaller parts.")
	}
	if e := spillError(err); e != nil {
		return e
	}
	if e := partitionError(err); e != nil {
		return e
	}
	for _, m := range kvErrors {
		if errors.Is(err, m.is) {
			e := pgerr.Wrap(err, m.code, "%s", m.message)
			e.Hint = m.hint
			if m.detail {
				e.Detail = err.Error()
			}
			return e
		}
	}
	return pgerr.Wrap(err, pgerr.InternalError, "internal error: %s", err)
}

// cancelError says why a statement was interrupted.
func cancelError(ctx context.Context, err error) error {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errStatementTimeout):
		return pgerr.Wrap(err, pgerr.QueryCanceled, "canceling statement due to statement timeout")
	case errors.Is(cause, errShutdown):
		return pgerr.Wrap(err, pgerr.AdminShutdown, "terminating connection due to administrator command")
	}
	return pgerr.Wrap(err, pgerr.QueryCanceled, "canceling statement due to user request")
}

// spillError maps the errors of temporary files; nil if err is none.
func spillError(err error) error {
	var quota *spill.QuotaError
	switch {
	case errors.As(err, &quota):
		return pgerr.Wrap(err, pgerr.ConfigurationLimitExceeded, "temporary file size exceeds temp_file_limit (%dkB)", quota.Limit>>10)
	case errors.Is(err, spill.ErrSpaceFull):
		return pgerr.Wrap(err, pgerr.DiskFull, "no space left on the disk for temporary files").
			WithHint("Raise work_mem, or free some space.")
	}
	return nil
}

// partitionError maps the errors of package partition; nil if err is none.
func partitionError(err error) error {
	var id *partition.IDError
	if errors.As(err, &id) {
		code := pgerr.UndefinedObject
		if !errors.Is(err, partition.ErrUnknownPartition) {
			code = pgerr.ObjectNotInPrerequisiteState
		}
		return pgerr.Wrap(err, code, "%s", "partition "+strconv.FormatUint(id.ID, 10)+": "+errors.Unwrap(id).Error())
	}
	switch {
	case errors.Is(err, partition.ErrPartitionChanged):
		return pgerr.Wrap(err, pgerr.ObjectInUse, "partition was changed by another session").
			WithHint("Look at sparrow.partitions and try again if it is still needed.")
	}
	return nil
}

// kvErrors are the engine's sentinels with what clients are told.
var kvErrors = []struct {
	is      error
	code    pgerr.Code
	message string
	hint    string
	detail  bool
}{
	{is: kv.ErrConflict, code: pgerr.SerializationFailure, message: "could not serialize access due to concurrent update", hint: "The transaction might succeed if retried."},
	{is: kv.ErrDeadlock, code: pgerr.DeadlockDetected, message: "deadlock detected", hint: "The transaction might succeed if retried."},
	{is: kv.ErrLocked, code: pgerr.LockNotAvailable, message: "canceling statement due to lock timeout"},
	{is: kv.ErrTooLarge, code: pgerr.ProgramLimitExceeded, message: "transaction is too large", hint: "Commit in smaller parts.", detail: true},
	{is: kv.ErrNoMemory, code: pgerr.OutOfMemory, message: "transactions take too much memory", hint: "Try again when other transactions are over, or commit in smaller parts.", detail: true},
	{is: kv.ErrReadOnly, code: pgerr.ReadOnlySQLTransaction, message: "cannot write in a read-only transaction"},
	{is: kv.ErrSnapshotTooOld, code: pgerr.ObjectNotInPrerequisiteState, message: "snapshot too old", hint: "Run the transaction again."},
	{is: kv.ErrOutcomeUnknown, code: pgerr.StatementCompletionUnknown, message: "whether the transaction was committed is not known", hint: "Look at the data before you try again.", detail: true},
	{is: kv.ErrDiskFull, code: pgerr.DiskFull, message: "no space left on the disk", hint: "Reads go on; free some space to write again.", detail: true},
	{is: kv.ErrUnavailable, code: pgerr.IOError, message: "storage refuses writes after an I/O error", hint: "Reads go on; writes are taken again when the disk works.", detail: true},
	{is: kv.ErrCorrupt, code: pgerr.DataCorrupted, message: "stored data is damaged", hint: "Stop the server, see what is damaged with sparrow check, and restore from a backup.", detail: true},
	{is: kv.ErrClosed, code: pgerr.AdminShutdown, message: "the server is shutting down"},
	{is: kv.ErrUnsupported, code: pgerr.FeatureNotSupported, message: "not supported by this storage engine", detail: true},
}

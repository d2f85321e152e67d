package local

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/sparrowdb/sparrow/kv"
)

// logFailure is why the log takes no more frames. It lasts until Store.mend has
// undone what was applied to the deltas but did not become durable.
type logFailure struct {
	cause error
	// outcome is what the members of the group that failed are told.
	outcome error
	// suspect: what the disk holds of the segments in use can't be trusted any
	// more, so that only a checkpoint which supersedes them all mends the log.
	// Otherwise there was merely no room.
	suspect bool
}

// fullLog is the failure of a log that has no room; nothing of the group is on
// disk.
func fullLog(cause error) *logFailure {
	return &logFailure{cause: cause, outcome: writeError(cause)}
}

// suspectLog is any other failure. outcome is kv.ErrOutcomeUnknown, or nil when
// it is certain that nothing of the group will be recovered.
func suspectLog(cause, outcome error) *logFailure {
	f := &logFailure{cause: cause, outcome: writeError(cause), suspect: true}
	if outcome != nil {
		f.outcome = fmt.Errorf("%w: %v", outcome, cause)
	}
	return f
}

// refusal is the error for writes while the log is failing, or nil.
func (w *wal) refusal() error {
	f := w.failure.Load()
	switch {
	case f == nil:
		return nil
	case isDiskFull(f.cause):
		return fmt.Errorf("%w: writes are refused until there is room for the log: %v", kv.ErrDiskFull, f.cause)
	default:
		return fmt.Errorf("%w: writes are refused until the log can be written: %v", kv.ErrUnavailable, f.cause)
	}
}

func isDiskFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, kv.ErrDiskFull)
}

// writeError turns a file system error into a sentinel of kv.
func writeError(err error) error {
	if isDiskFull(err) {
		return fmt.Errorf("%w: %v", kv.ErrDiskFull, err)
	}
	return fmt.Errorf("%w: %v", kv.ErrUnavailable, err)
}

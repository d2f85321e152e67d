package conformance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// script runs a test file against one store. A file is a sequence of blocks
//
//	run
//	<command>
//	<command>
//	----
//	<one line of answer per command>
//
// Commands that begin with a transaction's or snapshot's name act on it:
//
//	begin NAME [rc|serializable] [readonly] [at=NAME]   at: the read timestamp of another
//	snapshot NAME
//	NAME put K V | unchecked K V | insert K V | delete K
//	NAME get K | latest K | batch K… | scan [FROM [TO]] [reverse] [limit=N] [keys]
//	NAME lock K… [nokey|shared|keyshared] [nowait|skip] [timeout=DURATION]
//	NAME view OTHER
//	NAME savepoint | rollbackto N | refresh | commit | rollback | close
//	split K… | merge N | deleterange FROM [TO] | partitions | checkpoint | watch [FROM [TO]] | watched
//
// merge N joins the Nth partition (from 0) with the next. A command that begins
// with & runs in the background and answers "waits" if it has not ended after a
// moment; "await NAME" then gives its answer. Errors are answered by the
// sentinel's name. "-" is the empty bound.
type script struct {
	store   kv.Store
	ctx     context.Context // ends every command that hangs
	cancel  context.CancelFunc
	mu      sync.Mutex // guards readers
	readers map[string]kv.Reader
	waiting map[string]chan string
	watched chan string
}

// Times of a whole script at most, and of background commands: how long one is
// given before it counts as waiting, and how long to await it at most.
const (
	scriptTime = 30 * time.Second
	settleTime = 40 * time.Millisecond
	awaitTime  = 10 * time.Second
)

func newScript(store kv.Store) *script {
	ctx, cancel := context.WithTimeout(context.Background(), scriptTime)
	return &script{
		store: store, ctx: ctx, cancel: cancel, readers: map[string]kv.Reader{},
		waiting: map[string]chan string{}, watched: make(chan string, 100),
	}
}

func (s *script) finish(t *testing.T) {
	require.Empty(t, s.waiting, "commands still in the background")
	for _, r := range s.readers {
		switch r := r.(type) {
		case kv.Txn:
			r.Rollback()
		case kv.Snapshot:
			r.Close()
		}
	}
	require.NoError(t, s.store.Close())
	require.NoError(t, s.store.Close(), "a second Close")
	s.cancel()
	_, err := s.store.Begin(context.Background(), kv.TxnOptions{})
	require.ErrorIs(t, err, kv.ErrClosed)
}

func (s *script) run(t *testing.T, d *datadriven.TestData) string {
	if d.Cmd != "run" {
		t.Fatalf("%s: unknown directive %s", d.Pos, d.Cmd)
	}
	var out strings.Builder
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		if len(words) > 0 {
			fmt.Fprintln(&out, s.command(words))
		}
	}
	return out.String()
}

func (s *script) command(words []string) string {
	if name, ok := strings.CutPrefix(words[0], "&"); ok {
		done := make(chan string, 1)
		words[0] = name
		go func() { done <- s.foreground(words) }()
		select {
		case answer := <-done:
			return answer
		case <-time.After(settleTime):
			s.waiting[name] = done
			return "waits"
		}
	}
	if words[0] == "await" {
		done := s.waiting[words[1]]
		delete(s.waiting, words[1])
		select {
		case answer := <-done:
			return answer
		case <-time.After(awaitTime):
			return "still waits"
		}
	}
	return s.foreground(words)
}

func (s *script) foreground(words []string) string {
	answer, err := s.answer(words)
	if err != nil {
		return errorName(err)
	}
	if answer == "" {
		return "ok"
	}
	return answer
}

func (s *script) answer(words []string) (string, error) {
	if r := s.reader(words[0]); r != nil {
		if txn, ok := r.(kv.Txn); ok {
			if answer, done, err := s.txnCommand(txn, words[1], words[2:]); done {
				return answer, err
			}
		}
		return s.readerCommand(r, words[1], words[2:])
	}
	return s.storeCommand(words[0], words[1:])
}

func (s *script) reader(name string) kv.Reader {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.readers[name]
}

func (s *script) name(name string, r kv.Reader) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.readers[name] = r
}

// errorName names the sentinel that err matches.
func errorName(err error) string {
	for name, sentinel := range map[string]error{
		"not found": kv.ErrNotFound, "exists": kv.ErrExists, "invalid": kv.ErrInvalid, "read-only": kv.ErrReadOnly,
		"over": kv.ErrTxnDone, "too large": kv.ErrTooLarge, "too old": kv.ErrSnapshotTooOld, "unsupported": kv.ErrUnsupported,
		"conflict": kv.ErrConflict, "locked": kv.ErrLocked, "deadlock": kv.ErrDeadlock, "closed": kv.ErrClosed,
	} {
		if errors.Is(err, sentinel) {
			return name
		}
	}
	return "unexpected error: " + err.Error()
}

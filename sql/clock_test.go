package sql

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// clockFixture runs statements of several sessions under a clock that stands
// still until it is told.
type clockFixture struct {
	*ddlFixture
	now      time.Time
	engine   *Engine
	sessions map[string]pgwire.Session
}

// TestClock runs the files of testdata/clock, as they are and with all rows in
// blocks before each command. testdata/stored says what checkpoints erase. Commands: run [session=NAME] runs
// statements, one a paragraph of lines that ends with ";"; clock moves the clock on or
// back by a duration or by days; flush writes all rows anew as a flush does, and
// says how many were left, were changed and have gone; stored TABLE [bytes=N] prints
// what the store holds of a table: the form of each value and its first N bytes.
func TestClock(t *testing.T) {
	t.Run("deltas", func(t *testing.T) { runClock(t, "testdata/clock", false, false) })
	t.Run("blocks", func(t *testing.T) { runClock(t, "testdata/clock", false, true) })
	t.Run("stored", func(t *testing.T) { runClock(t, "testdata/stored", true, false) })
}

// runClock runs the files of a folder. trim says that checkpoints erase what
// nobody sees any more; blocks makes one before each command.
func runClock(t *testing.T, folder string, trim, blocks bool) {
	datadriven.Walk(t, folder, func(t *testing.T, path string) {
		f := newClockFixture(t, trim)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			f.t = t
			f.out.Reset()
			if blocks {
				require.NoError(t, f.store.Checkpoint(context.Background()))
			}
			switch d.Cmd {
			case "run":
				name := "main"
				if d.HasArg("session") {
					d.ScanArgs(t, "session", &name)
				}
				f.runIn(name, d.Input)
			case "clock":
				f.move(d.CmdArgs[0].String())
			case "flush":
				f.flush()
			case "stored":
				n := 100
				d.MaybeScanArgs(t, "bytes", &n)
				f.stored(d.CmdArgs[0].Key, n)
			default:
				t.Fatalf("unknown command %s", d.Cmd)
			}
			return f.out.String()
		})
	})
}

func newClockFixture(t *testing.T, trim bool) *clockFixture {
	f := &clockFixture{
		now:      time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
		sessions: map[string]pgwire.Session{},
	}
	trimmer := rowenc.NewTrimmer(func() time.Time { return f.now })
	codec := &rowenc.ColumnCodec{}
	if trim {
		codec.TrimRow = trimmer.Trim
	}
	f.ddlFixture = newDDLFixture(t, codec)
	set := limits.NewSet()
	f.engine = NewEngine(EngineOptions{
		Store: f.store, Catalog: f.cat, Limits: set, Logger: slog.New(slog.DiscardHandler),
		Memory: limits.NewLimitAccount("server", nil, limits.ServerMemoryBytes, set),
		Now:    func() time.Time { return f.now },
	})
	trimmer.Attach(f.cat.StorageTable, f.engine.OldestRead)
	t.Cleanup(func() {
		for _, s := range f.sessions {
			s.Close()
		}
	})
	return f
}

func (f *clockFixture) move(by string) {
	if n, days := strings.CutSuffix(by, "d"); days {
		var d int
		_, err := fmt.Sscan(n, &d)
		require.NoError(f.t, err)
		f.now = f.now.AddDate(0, 0, d)
	} else {
		d, err := time.ParseDuration(by)
		require.NoError(f.t, err)
		f.now = f.now.Add(d)
	}
	fmt.Fprintln(&f.out, f.now.Format("2006-01-02 15:04:05.999"))
}

func (f *clockFixture) session(name string) pgwire.Session {
	s, ok := f.sessions[name]
	if !ok {
		role := catalog.SuperuserName
		if r, _, as := strings.Cut(name, "@"); as {
			role = r
		}
		var err error
		s, err = f.engine.NewSession(context.Background(), pgwire.SessionStart{
			Login: pgwire.Login{Role: role, Database: catalog.DefaultInstance}, PID: int32(len(f.sessions) + 1),
			Settings: []pgwire.Setting{{Name: "TimeZone", Value: "UTC"}},
			Notice:   func(e *pgerr.Error) { f.say("NOTICE", e) },
		})
		require.NoError(f.t, err)
		f.sessions[name] = s
	}
	return s
}

// runIn runs statements in a session.
func (f *clockFixture) runIn(name, text string) {
	ctx := context.Background()
	s := f.session(name)
	for _, one := range strings.SplitAfter(text, ";\n") {
		list, err := s.ParseScript(ctx, one)
		require.NoError(f.t, err)
		for _, st := range list {
			sink := &textSink{s: s, out: &f.out}
			err := s.Run(ctx, st, sink)
			if err != nil {
				f.say("ERROR", err)
				s.Fail(err)
			}
			if err := s.Sync(ctx); err != nil {
				f.say("ERROR", err)
			}
		}
	}
}

// TestInsertsOverGoneRow: of many that insert the key of a row that has expired,
// one does.
func TestInsertsOverGoneRow(t *testing.T) {
	f := newClockFixture(t, false)
	f.runIn("main", "CREATE TABLE t (k int PRIMARY KEY) WITH (ttl = '1 day');\nINSERT INTO t (k, v) VALUES (1, 'gone');\n")
	f.move("2d")
	const writers = 8
	var sessions []pgwire.Session
	for i := range writers {
		sessions = append(sessions, f.session(fmt.Sprint("writer ", i)))
	}
	errs := make(chan error, writers)
	for i, s := range sessions {
		go func() {
			ctx := context.Background()
			list, err := s.ParseScript(ctx, fmt.Sprintf("INSERT INTO t (k, v) VALUES (1, %d)", i))
			if err == nil {
				err = s.Run(ctx, list[0], &rowCollector{})
			}
			if err != nil {
				s.Fail(err)
			}
			errs <- errors.Join(err, s.Sync(ctx))
		}()
	}
	done := 0
	for range writers {
		err := <-errs
		if err == nil {
			done++
			continue
		}
		var e *pgerr.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, pgerr.UniqueViolation, e.Code)
	}
	require.Equal(t, 1, done)
	f.out.Reset()
	f.runIn("main", "SELECT count(*), count(v) FROM t;\n")
	require.Equal(t, "1 | 1\nSELECT 1\n", f.out.String())
}

// flush writes the rows of all tables anew, without what nobody sees.
func (f *clockFixture) flush() {
	ctx := context.Background()
	trimmer := rowenc.NewTrimmer(func() time.Time { return f.now })
	trimmer.Attach(f.cat.StorageTable, f.engine.OldestRead)
	txn, err := f.store.Begin(ctx, kv.TxnOptions{Isolation: kv.ReadCommitted})
	require.NoError(f.t, err)
	defer txn.Rollback()
	snap, err := f.cat.Snapshot(ctx)
	require.NoError(f.t, err)
	left, changed, gone := 0, 0, 0
	for _, t := range snap.Tables(catalog.DefaultInstanceID) {
		it := txn.Scan(ctx, catalog.TableSpan(t), kv.ScanOptions{})
		for it.Next() {
			key := append([]byte(nil), it.Key()...)
			kept, ok := trimmer.Trim(key, it.Value())
			switch {
			case !ok:
				gone++
				require.NoError(f.t, txn.Delete(ctx, key))
			case len(kept) != len(it.Value()):
				changed++
				require.NoError(f.t, txn.Put(ctx, key, kept))
			}
			if ok {
				left++
			}
		}
		require.NoError(f.t, it.Err())
		it.Close()
	}
	_, err = txn.Commit(ctx)
	require.NoError(f.t, err)
	fmt.Fprintf(&f.out, "%d rows left, %d of them changed, %d gone\n", left, changed, gone)
}

// stored prints the pairs of a table.
func (f *clockFixture) stored(name string, n int) {
	ctx := context.Background()
	snap, err := f.cat.Snapshot(ctx)
	require.NoError(f.t, err)
	all := snap.Tables(catalog.DefaultInstanceID)
	i := slices.IndexFunc(all, func(t *catalog.Table) bool { return t.Name == name })
	require.GreaterOrEqual(f.t, i, 0)
	txn, err := f.store.Begin(ctx, kv.TxnOptions{Isolation: kv.ReadCommitted})
	require.NoError(f.t, err)
	defer txn.Rollback()
	it := txn.Scan(ctx, catalog.TableSpan(all[i]), kv.ScanOptions{})
	defer it.Close()
	forms := map[byte]string{1: "plain", 2: "timed", 3: "head", 4: "chunk"}
	for it.Next() {
		v := it.Value()
		fmt.Fprintf(&f.out, "%s, %d bytes: %+q\n", forms[v[0]], len(v), v[:min(n, len(v))])
	}
	require.NoError(f.t, it.Err())
}

// textSink prints what a statement sends.
type textSink struct {
	rowCollector
	s   pgwire.Session
	out *strings.Builder
}

func (k *textSink) Complete(tag string) error {
	for _, r := range k.rows {
		for i, v := range r {
			if i > 0 {
				k.out.WriteString(" | ")
			}
			if v.IsNull() {
				k.out.WriteString("NULL")
			} else {
				k.out.Write(types.AppendText(nil, v, k.s.Format()))
			}
		}
		k.out.WriteString("\n")
	}
	fmt.Fprintln(k.out, tag)
	return nil
}

func (k *textSink) CopyOut(int, bool) (pgwire.CopyWriter, error) { return copyText{k.out}, nil }

// copyText prints the rows of COPY TO STDOUT.
type copyText struct{ out *strings.Builder }

func (c copyText) Write(row []byte) error { c.out.Write(row); return nil }
func (c copyText) Close() error           { return nil }

package partition

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
)

// slashPolicy reads keys such as "t/shop/7": table, partition key, rest.
type slashPolicy struct{ splitBytes int64 }

func (p slashPolicy) PrefixLen(key []byte) int {
	first := bytes.IndexByte(key, '/')
	if first < 0 {
		return 0
	}
	second := bytes.IndexByte(key[first+1:], '/')
	if second < 0 {
		return 0
	}
	return first + second + 2
}

func (p slashPolicy) SplitBytes(kv.Span) int64 { return p.splitBytes }

// TestStore runs the scripts of testdata/store against a Store over a small
// engine. Commands: put, policy, create, drop, split, presplit, merge, size,
// locate, map, events.
func TestStore(t *testing.T) {
	datadriven.Walk(t, "testdata/store", func(t *testing.T, path string) {
		e := newEngine()
		clock := time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC)
		s, err := New(context.Background(), e, Options{SizeEvery: -1, SampleEvery: time.Hour, Now: func() time.Time { return clock }})
		require.NoError(t, err)
		defer func() { require.NoError(t, s.Close()) }()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return run(t, s, e, d)
		})
	})
}

func run(t *testing.T, s *Store, e *engine, d *datadriven.TestData) string {
	ctx := context.Background()
	var table string
	d.MaybeScanArgs(t, "table", &table)
	span := kv.Span{Start: []byte(table + "/"), End: []byte(table + "0")}
	switch d.Cmd {
	case "put":
		for _, line := range strings.Split(d.Input, "\n") {
			var key string
			var n int
			_, err := fmt.Sscan(line, &key, &n)
			require.NoError(t, err)
			e.put(key, n-len(key))
		}
		return ""
	case "policy":
		var p slashPolicy
		d.ScanArgs(t, "bytes", &p.splitBytes)
		s.SetPolicy(p)
		return ""
	case "create":
		return outcome(s.CreateTableRange(ctx, span))
	case "drop":
		return outcome(s.DropTableRange(ctx, span))
	case "split", "presplit":
		var keys [][]byte
		for _, k := range strings.Fields(d.Input) {
			keys = append(keys, []byte(k))
		}
		do := s.SplitAt
		if d.Cmd == "presplit" {
			do = s.PreSplit
		}
		infos, err := do(ctx, span, keys)
		if err != nil {
			return outcome(err)
		}
		var b strings.Builder
		for _, info := range infos {
			fmt.Fprintf(&b, "%d from %s\n", info.ID, info.Span.Start)
		}
		return b.String()
	case "merge":
		var ids []uint64
		for _, f := range strings.Fields(d.Input) {
			id, err := strconv.ParseUint(f, 10, 64)
			require.NoError(t, err)
			ids = append(ids, id)
		}
		return outcome(s.MergeIDs(ctx, span, ids))
	case "size":
		s.splitBySize(ctx)
		return ""
	case "locate":
		return strconv.FormatUint(s.Locate([]byte(d.Input)).ID, 10)
	case "map":
		stats, err := s.Stats(ctx, kv.Span{})
		require.NoError(t, err)
		var b strings.Builder
		for _, p := range stats {
			fmt.Fprintf(&b, "%d [%s, %s) rows=%d bytes=%d\n", p.ID, p.Span.Start, p.Span.End, p.Rows, p.RawBytes)
		}
		return b.String()
	case "events":
		var b strings.Builder
		for _, ev := range s.Events() {
			fmt.Fprintf(&b, "%s %s of %d: %v at %q, bytes %d -> %v\n",
				ev.Kind, ev.Reason, ev.PartitionID, ev.NewIDs, ev.Boundary, ev.RawBytesBefore, ev.RawBytesAfter)
		}
		return b.String()
	}
	t.Fatalf("unknown command %s", d.Cmd)
	return ""
}

func outcome(err error) string {
	if err == nil {
		return "ok"
	}
	return err.Error()
}

// TestRacingSplits holds that of two sessions that split one partition at once
// one wins, and that the map never shows a gap or an overlap meanwhile.
func TestRacingSplits(t *testing.T) {
	ctx := context.Background()
	s, err := New(ctx, newEngine(), Options{SizeEvery: -1})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	table := kv.Span{Start: []byte("t/"), End: []byte("t0")}
	require.NoError(t, s.CreateTableRange(ctx, table))

	// A change is under way: both sessions have looked at the map already.
	s.change.Lock()
	errs := make(chan error, 2)
	for _, key := range []string{"t/a/", "t/b/"} {
		seen := make(chan struct{})
		go func() {
			close(seen)
			_, err := s.SplitAt(ctx, table, [][]byte{[]byte(key)})
			errs <- err
		}()
		<-seen
	}
	time.Sleep(20 * time.Millisecond)
	s.change.Unlock()
	first, second := <-errs, <-errs
	require.True(t, (first == nil) != (second == nil), "%v, %v", first, second)
	require.ErrorIs(t, errors.Join(first, second), ErrPartitionChanged)

	stop := make(chan struct{})
	go func() {
		defer close(stop)
		for i := range 100 {
			_, err := s.SplitAt(ctx, table, [][]byte{fmt.Appendf(nil, "t/c%03d/", i)})
			if err != nil {
				t.Error(err)
			}
		}
	}()
	for done := false; !done; {
		select {
		case <-stop:
			done = true
		default:
		}
		parts := s.Of(kv.Span{})
		require.Nil(t, parts[0].Span.Start)
		require.Nil(t, parts[len(parts)-1].Span.End)
		for i := range parts[1:] {
			require.Equal(t, parts[i].Span.End, parts[i+1].Span.Start)
		}
	}
}

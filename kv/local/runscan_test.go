package local

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/kv"
)

// compareRuns reads a random part in runs, in a random direction, and expects
// what the model has; then it counts the same part.
func compareRuns(t *rapid.T, r kv.Reader, model map[string]string) {
	span := drawSpan(t)
	opts := kv.RunOptions{Reverse: rapid.Bool().Draw(t, "reverse")}
	want, keyBytes := []string{}, int64(0)
	for _, k := range slices.Sorted(maps.Keys(model)) {
		if span.Contains([]byte(k)) {
			want = append(want, k+"="+model[k])
			keyBytes += int64(len(k))
		}
	}
	if opts.Reverse {
		slices.Reverse(want)
	}
	require.Equal(t, want, readRuns(t, r.(kv.RunReader), span, opts))
	key := drawKey(t)
	var run kv.Run
	err := r.(kv.RunReader).GetRun(context.Background(), []byte(key), &run)
	if value, ok := model[key]; ok {
		require.NoError(t, err)
		require.Equal(t, []string{key + "=" + value}, []string{key + "=" + string(runValue(t, &run, 0))})
	} else {
		require.ErrorIs(t, err, kv.ErrNotFound)
	}
	opts.CountOnly = true
	n, bytes := countRuns(t, r.(kv.RunReader), span, opts)
	require.Equal(t, len(want), n)
	require.Equal(t, keyBytes, bytes)
}

func readRuns(t require.TestingT, r kv.RunReader, span kv.Span, opts kv.RunOptions) []string {
	got := []string{}
	it := r.ScanRuns(context.Background(), span, opts)
	defer it.Close()
	for it.Next() {
		run := it.Run()
		keyBytes := int64(0)
		for i := range run.Rows {
			key := run.KeyAt(i)
			keyBytes += int64(len(key))
			got = append(got, fmt.Sprintf("%s=%s", key, runValue(t, run, i)))
		}
		require.Equal(t, keyBytes, run.KeyBytes)
	}
	require.NoError(t, it.Err())
	return got
}

func runValue(t require.TestingT, run *kv.Run, i int) []byte {
	if run.Columns == nil {
		return run.Value
	}
	value, err := run.Columns.AppendValue(nil, run.ValueAt(i))
	require.NoError(t, err)
	return value
}

func countRuns(t require.TestingT, r kv.RunReader, span kv.Span, opts kv.RunOptions) (rows int, keyBytes int64) {
	it := r.ScanRuns(context.Background(), span, opts)
	defer it.Close()
	for it.Next() {
		rows += it.Run().Rows
		keyBytes += it.Run().KeyBytes
	}
	require.NoError(t, it.Err())
	return rows, keyBytes
}

// TestRunsAreStretches expects whole blocks where nothing is younger, and single
// rows where something is.
func TestRunsAreStretches(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Logger: quiet(), BlockBytes: 1000, Codec: plainCodec{}})
	require.NoError(t, err)
	defer s.Close()
	put := func(key, value string) {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		require.NoError(t, tx.Put(ctx, []byte(key), []byte(value)))
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
	}
	for i := range 100 {
		put(fmt.Sprintf("k%02d", i), "some value of a certain length")
	}
	require.NoError(t, s.Checkpoint(ctx))
	rowsOf := func(opts kv.RunOptions) (rows []int) {
		snap, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		defer snap.Close()
		it := snap.(kv.RunReader).ScanRuns(ctx, kv.Span{}, opts)
		defer it.Close()
		for it.Next() {
			require.Equal(t, it.Run().Rows == 1, it.Run().Key != nil)
			rows = append(rows, it.Run().Rows)
		}
		require.NoError(t, it.Err())
		return rows
	}
	require.Equal(t, []int{25, 25, 25, 25}, rowsOf(kv.RunOptions{}))
	put("k30", "new")
	require.Equal(t, []int{25, 5, 1, 19, 25, 25}, rowsOf(kv.RunOptions{}))
	require.Equal(t, []int{25, 25, 19, 1, 5, 25}, rowsOf(kv.RunOptions{Reverse: true}))
}

// TestCountReadsNoBlock counts rows that are all in blocks while these can't be
// read.
func TestCountReadsNoBlock(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Logger: quiet(), BlockBytes: 1000, Codec: plainCodec{}})
	require.NoError(t, err)
	defer s.Close()
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	for i := range 100 {
		require.NoError(t, tx.Put(ctx, fmt.Appendf(nil, "k%02d", i), []byte("value")))
	}
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	require.NoError(t, s.Checkpoint(ctx))
	for _, f := range s.files {
		require.NoError(t, f.file.Close())
	}
	snap, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	defer snap.Close()
	rows, bytes := countRuns(t, snap.(kv.RunReader), kv.Span{}, kv.RunOptions{CountOnly: true})
	require.Equal(t, 100, rows)
	require.Equal(t, int64(300), bytes)
}

// TestTrimDropsWhatIsOver expects that a flush asks the codec about rows whose
// newest version everybody sees.
func TestTrimDropsWhatIsOver(t *testing.T) {
	ctx := context.Background()
	s, err := Open(Options{Dir: t.TempDir(), Logger: quiet(), Codec: plainCodec{}})
	require.NoError(t, err)
	defer s.Close()
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Put(ctx, []byte("a"), []byte("expired")))
	require.NoError(t, tx.Put(ctx, []byte("b"), []byte("good")))
	_, err = tx.Commit(ctx)
	require.NoError(t, err)
	require.NoError(t, s.Checkpoint(ctx))
	snap, err := s.Snapshot(ctx, 0)
	require.NoError(t, err)
	defer snap.Close()
	require.Equal(t, []string{"b=good"}, readRuns(t, snap.(kv.RunReader), kv.Span{}, kv.RunOptions{}))
}

package local

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// crashPoint is the disk as one power cut would have left it, and what a
// restart must and may find there.
type crashPoint struct {
	op    vfs.Op
	disk  *vfs.Mem
	acked int // commits acknowledged before
	begun int // commits begun before
}

// TestCrashEverywhere runs commits, splits, merges, range deletions and
// checkpoints, cuts the power before every single operation that changes the
// disk, and opens what is left: all acknowledged commits must be there, in
// order, and at most the one that was under way besides.
func TestCrashEverywhere(t *testing.T) {
	for seed := range int64(6) {
		crashEverywhere(t, seed)
	}
}

func crashEverywhere(t *testing.T, seed int64) {
	ctx := context.Background()
	rng := rand.New(rand.NewSource(seed))
	disk := vfs.NewMem()
	var points []crashPoint
	acked, begun := 0, 0
	hook := func(op vfs.Op) error {
		if op.Mutates() {
			cut := rng
			if rng.Intn(3) == 0 {
				cut = nil
			}
			points = append(points, crashPoint{op, disk.CrashClone(cut), acked, begun})
		}
		return nil
	}
	opts := Options{
		Dir: "d", FS: &vfs.Faulty{FS: disk, Inject: hook}, Logger: quiet(),
		BlockBytes: 256, SegmentBytes: 2048, CheckpointInterval: -1,
	}
	s, err := Open(opts)
	require.NoError(t, err)
	states := []map[string]string{{}} // by number of changes
	model := map[string]string{}
	step := func(err error) {
		require.NoError(t, err)
		acked++
		require.Equal(t, acked, begun)
	}
	next := func() {
		begun++
		states = append(states, maps.Clone(model))
	}
	for range 80 {
		switch rng.Intn(8) {
		case 0:
			require.NoError(t, s.Checkpoint(ctx))
		case 1:
			_, err := s.Split(ctx, [][]byte{key(rng.Intn(40))})
			require.NoError(t, err)
		case 2:
			parts, err := s.Partitions(ctx, kv.Span{})
			require.NoError(t, err)
			if len(parts) > 1 {
				require.NoError(t, s.Merge(ctx, parts[0].ID, parts[1].ID))
			}
		case 3:
			from := rng.Intn(40)
			span := kv.Span{Start: key(from), End: key(from + rng.Intn(4) + 1)}
			for k := range model {
				if span.Contains([]byte(k)) {
					delete(model, k)
				}
			}
			next()
			step(s.DeleteRange(ctx, span))
		default:
			tx, err := s.Begin(ctx, kv.TxnOptions{})
			require.NoError(t, err)
			for range rng.Intn(5) + 1 {
				k, v := key(rng.Intn(40)), fmt.Sprintf("v%d", rng.Intn(1000))
				require.NoError(t, tx.Put(ctx, k, []byte(v)))
				model[string(k)] = v
			}
			next()
			_, err = tx.Commit(ctx)
			step(err)
		}
	}
	require.NoError(t, s.Close())
	require.Greater(t, len(points), 150)
	for i, p := range points {
		verifyCrash(t, fmt.Sprintf("seed %d, point %d before %s %s", seed, i, p.op.Kind, p.op.Name), p, states)
	}
}

func key(i int) []byte { return fmt.Appendf(nil, "k%02d", i) }

// verifyCrash opens a crashed disk, checks it, writes to it, and opens it again
// after another crash.
func verifyCrash(t *testing.T, what string, p crashPoint, states []map[string]string) {
	opts := Options{Dir: "d", FS: p.disk, Logger: quiet(), BlockBytes: 256, SegmentBytes: 4096, CheckpointInterval: -1}
	s, err := Open(opts)
	require.NoError(t, err, what)
	got := dumpMap(t, s)
	ok := false
	for _, want := range states[p.acked : p.begun+1] {
		ok = ok || maps.Equal(want, got)
	}
	require.True(t, ok, "%s: found %v, expected %v or up to %v", what, got, states[p.acked], states[p.begun])
	tx, err := s.Begin(context.Background(), kv.TxnOptions{})
	require.NoError(t, err)
	require.NoError(t, tx.Put(context.Background(), []byte("k99"), []byte("again")))
	_, err = tx.Commit(context.Background())
	require.NoError(t, err, what)
	got["k99"] = "again"
	opts.FS = p.disk.CrashClone(nil)
	require.NoError(t, s.Close(), what)
	s, err = Open(opts)
	require.NoError(t, err, what)
	require.Equal(t, got, dumpMap(t, s), what)
	require.NoError(t, s.Close(), what)
}

func dumpMap(t *testing.T, s *Store) map[string]string {
	r, err := s.Snapshot(context.Background(), 0)
	require.NoError(t, err)
	defer r.Close()
	it := r.Scan(context.Background(), kv.Span{}, kv.ScanOptions{})
	defer it.Close()
	out := map[string]string{}
	for it.Next() {
		out[string(it.Key())] = string(it.Value())
	}
	require.NoError(t, it.Err())
	return out
}

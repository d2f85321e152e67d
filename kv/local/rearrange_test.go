package local

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"path"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// TestRearrangeDuringCheckpoint commits, splits, merges and erases while a
// checkpoint is between freezing and publishing, some of which then fail. The
// store, what a power cut leaves of it, and what a restart makes of it all agree
// with a map.
func TestRearrangeDuringCheckpoint(t *testing.T) {
	for seed := range int64(5) {
		rearrangeDuringCheckpoint(t, rand.New(rand.NewSource(seed)))
	}
}

func rearrangeDuringCheckpoint(t *testing.T, rng *rand.Rand) {
	const keys = 300
	ctx := context.Background()
	disk := vfs.NewMem()
	opts := Options{Dir: "d", Logger: quiet(), BlockBytes: 100, CheckpointInterval: -1, DeltaBytes: 1 << 20}
	model := map[string]string{}
	var s *Store
	name := func(i int) []byte { return fmt.Appendf(nil, "k%03d", i) }
	change := func() {
		switch rng.Intn(6) {
		case 0, 1:
			_, err := s.Split(ctx, [][]byte{name(rng.Intn(keys)), name(rng.Intn(keys))})
			require.NoError(t, err)
		case 2, 3:
			parts, err := s.Partitions(ctx, kv.Span{})
			require.NoError(t, err)
			if len(parts) > 1 {
				i := rng.Intn(len(parts) - 1)
				require.NoError(t, s.Merge(ctx, parts[i].ID, parts[i+1].ID))
			}
		case 4:
			from := rng.Intn(keys)
			span := kv.Span{Start: name(from), End: name(from + rng.Intn(20))}
			require.NoError(t, s.DeleteRange(ctx, span))
			maps.DeleteFunc(model, func(k, _ string) bool { return span.Contains([]byte(k)) })
		case 5:
			tx, err := s.Begin(ctx, kv.TxnOptions{})
			require.NoError(t, err)
			for range rng.Intn(40) {
				k, v := name(rng.Intn(keys)), fmt.Sprint(rng.Intn(1e6))
				require.NoError(t, tx.Put(ctx, k, []byte(v)))
				model[string(k)] = v
			}
			_, err = tx.Commit(ctx)
			require.NoError(t, err)
		}
	}
	inside, fails := false, false
	inject := func(op vfs.Op) error {
		base := path.Base(op.Name)
		if !inside || op.Kind != "sync" || !strings.HasPrefix(base, "blocks-") {
			return nil
		}
		inside = false
		for range rng.Intn(6) {
			change()
		}
		if fails {
			return fmt.Errorf("no")
		}
		return nil
	}
	open := func() {
		opts.FS = &vfs.Faulty{FS: disk, Inject: inject}
		var err error
		s, err = Open(opts)
		require.NoError(t, err)
		s.checkpoints.halt() // only this goroutine's
	}
	agree := func() {
		require.Equal(t, model, dumpMap(t, s))
		back := map[string]string{}
		snap, err := s.Snapshot(ctx, 0)
		require.NoError(t, err)
		defer snap.Close()
		it := snap.Scan(ctx, kv.Span{}, kv.ScanOptions{Reverse: true})
		for it.Next() {
			back[string(it.Key())] = string(it.Value())
		}
		it.Close()
		require.Equal(t, model, back)
		for i := range keys {
			v, err := snap.Get(ctx, name(i))
			if want, ok := model[string(name(i))]; ok {
				require.NoError(t, err)
				require.Equal(t, want, string(v))
			} else {
				require.ErrorIs(t, err, kv.ErrNotFound)
			}
		}
	}
	open()
	for round := range 30 {
		for range rng.Intn(4) {
			change()
		}
		inside, fails = true, rng.Intn(4) == 0
		err := s.Checkpoint(ctx)
		require.True(t, err == nil || fails && !inside, "%v", err)
		inside = false
		agree()
		if round%5 == 4 {
			old := s
			if rng.Intn(2) == 0 {
				disk = disk.CrashClone(rng)
				require.NoError(t, old.Close())
			} else {
				require.NoError(t, old.Close())
			}
			open()
			agree()
		}
	}
	require.NoError(t, s.Checkpoint(ctx))
	agree()
	rows := int64(0)
	parts, err := s.Partitions(ctx, kv.Span{})
	require.NoError(t, err)
	for _, p := range parts {
		rows += p.Rows
	}
	require.InDelta(t, len(model), rows, float64(len(model))/20)
	require.Zero(t, s.Memory().Deltas)
	require.NoError(t, s.Close())
}

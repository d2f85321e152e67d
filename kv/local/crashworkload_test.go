package local

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// crashSweep makes the crash and fault tests try every point in every way
// instead of a sample.
var crashSweep = flag.Bool("sweep", false, "try every crash and every fault instead of a sample")

// crashWorkload is a sequence of random operations with a model of what they
// do. Equal seeds give equal sequences, whatever the store answers.
type crashWorkload struct {
	rng   *rand.Rand
	model map[string]string
}

// crashStep is one operation: its effect on the model (nil: none) and how it is
// done.
type crashStep struct {
	effect func(model map[string]string)
	do     func(s *Store) error
}

func key(i int) []byte { return fmt.Appendf(nil, "k%02d", i) }

func (w *crashWorkload) next() crashStep {
	ctx := context.Background()
	switch kind, n := w.rng.Intn(8), w.rng.Intn(40); kind {
	case 0:
		return crashStep{do: func(s *Store) error { return s.Checkpoint(ctx) }}
	case 1:
		return crashStep{do: func(s *Store) error {
			_, err := s.Split(ctx, [][]byte{key(n)})
			return err
		}}
	case 2:
		return crashStep{do: func(s *Store) error {
			parts, err := s.Partitions(ctx, kv.Span{})
			if err == nil && len(parts) > 1 {
				err = s.Merge(ctx, parts[0].ID, parts[1].ID)
			}
			return err
		}}
	case 3:
		span := kv.Span{Start: key(n), End: key(n + w.rng.Intn(4) + 1)}
		return crashStep{
			effect: func(model map[string]string) {
				maps.DeleteFunc(model, func(k, _ string) bool { return span.Contains([]byte(k)) })
			},
			do: func(s *Store) error { return s.DeleteRange(ctx, span) },
		}
	default:
		writes := map[string]string{}
		for range w.rng.Intn(5) + 1 {
			writes[string(key(w.rng.Intn(40)))] = fmt.Sprintf("v%d", w.rng.Intn(1000))
		}
		if w.rng.Intn(6) == 0 { // large enough to be compressed
			writes[string(key(n))] = strings.Repeat(fmt.Sprintf("long %d ", n), 200)
		}
		return crashStep{
			effect: func(model map[string]string) { maps.Copy(model, writes) },
			do:     func(s *Store) error { return putAll(s, writes) },
		}
	}
}

func putAll(s *Store, writes map[string]string) error {
	ctx := context.Background()
	tx, err := s.Begin(ctx, kv.TxnOptions{})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for k, v := range writes {
		if err := tx.Put(ctx, []byte(k), []byte(v)); err != nil {
			return err
		}
	}
	_, err = tx.Commit(ctx)
	return err
}

// crashOptions are for small stores with many files.
func crashOptions(fs vfs.FS) Options {
	return Options{
		Dir: "d", FS: fs, Logger: quiet(), BlockBytes: 256, SegmentBytes: 2048,
		CheckpointInterval: -1, mendPause: -1,
	}
}

// verifyCheck holds that Check finds nothing but what a crash leaves behind, on
// a disk that may be as good as new.
func verifyCheck(t *testing.T, what string, disk *vfs.Mem) {
	if names, err := disk.List("d"); err != nil || !slices.Contains(names, formatFile) {
		return
	}
	sum, err := Check(crashOptions(disk), func(p Problem) { require.True(t, p.Harmless, "%s: %s", what, p) })
	require.NoError(t, err, what)
	require.Zero(t, sum.Problems, what)
}

func dumpMap(t *testing.T, s *Store) map[string]string {
	out, err := dump(s)
	require.NoError(t, err)
	return out
}

// dump returns all that a reader sees now.
func dump(s *Store) (map[string]string, error) {
	r, err := s.Snapshot(context.Background(), 0)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	it := r.Scan(context.Background(), kv.Span{}, kv.ScanOptions{})
	defer it.Close()
	out := map[string]string{}
	for it.Next() {
		out[string(it.Key())] = string(it.Value())
	}
	return out, it.Err()
}

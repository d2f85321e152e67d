package local

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparrowdb/sparrow/kv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

func dump(t *testing.T, s *Store, reverse bool) []string {
	r, err := s.Snapshot(context.Background(), 0)
	require.NoError(t, err)
	defer r.Close()
	it := r.Scan(context.Background(), kv.Span{}, kv.ScanOptions{Reverse: reverse})
	defer it.Close()
	var out []string
	for it.Next() {
		out = append(out, fmt.Sprintf("%s=%s", it.Key(), it.Value()))
	}
	require.NoError(t, it.Err())
	return out
}

// TestSmoke writes at random through checkpoints, splits, merges and restarts
// and compares with a map all along.
func TestSmoke(t *testing.T) {
	for seed := range int64(8) {
		smoke(t, seed)
	}
}

func smoke(t *testing.T, seed int64) {
	ctx := context.Background()
	opts := Options{Dir: t.TempDir(), BlockBytes: 512, Logger: quiet(), CacheBytes: 20000, Sync: SyncNever}
	s, err := Open(opts)
	require.NoError(t, err)
	rng := rand.New(rand.NewSource(seed))
	model := map[string]string{}
	for round := range 60 {
		tx, err := s.Begin(ctx, kv.TxnOptions{})
		require.NoError(t, err)
		for range 40 {
			k := fmt.Sprintf("k%04d", rng.Intn(600))
			if rng.Intn(4) == 0 {
				require.NoError(t, tx.Delete(ctx, []byte(k)))
				delete(model, k)
				continue
			}
			v := fmt.Sprintf("v%d-%d", round, rng.Intn(1000))
			require.NoError(t, tx.Put(ctx, []byte(k), []byte(v)))
			model[k] = v
		}
		_, err = tx.Commit(ctx)
		require.NoError(t, err)
		switch rng.Intn(6) {
		case 0:
			require.NoError(t, s.Checkpoint(ctx))
		case 1:
			_, err := s.Split(ctx, [][]byte{[]byte(fmt.Sprintf("k%04d", rng.Intn(600))), []byte(fmt.Sprintf("k%04d", rng.Intn(600)))})
			require.NoError(t, err)
		case 2:
			parts, err := s.Partitions(ctx, kv.Span{})
			require.NoError(t, err)
			if len(parts) > 1 {
				i := rng.Intn(len(parts) - 1)
				require.NoError(t, s.Merge(ctx, parts[i].ID, parts[i+1].ID))
			}
		case 3:
			require.NoError(t, s.Close())
			s, err = Open(opts)
			require.NoError(t, err)
		}
		var want []string
		for i := range 600 {
			k := fmt.Sprintf("k%04d", i)
			v, ok := model[k]
			f, err := s.lookup([]byte(k), kv.MaxTS)
			require.NoError(t, err)
			require.Equal(t, ok, f.live(), "round %d key %s", round, k)
			if ok {
				require.Equal(t, v, string(f.value))
				want = append(want, k+"="+v)
			}
		}
		require.Equal(t, want, dump(t, s, false), "round %d", round)
		for i, j := 0, len(want)-1; i < j; i, j = i+1, j-1 {
			want[i], want[j] = want[j], want[i]
		}
		require.Equal(t, want, dump(t, s, true), "round %d reversed", round)
	}
	require.NoError(t, s.Close())
}

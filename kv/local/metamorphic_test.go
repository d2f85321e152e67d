package local

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// metaStore is a store beside a map that must always agree with it, whatever
// happens underneath: checkpoints, splits, merges, restarts, power cuts. Open
// snapshots remember what the map was.
type metaStore struct {
	disk  *vfs.Mem
	opts  Options
	store *Store
	model map[string]string
	snaps []metaSnapshot
	ctx   context.Context

	faults *metaFaults         // nil: the disk never fails
	maybe  []map[string]string // what else a restart may find
}

type metaSnapshot struct {
	snap  kv.Snapshot
	model map[string]string
}

func TestMetamorphic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { metamorphic(t, nil) })
}

func metamorphic(t *rapid.T, faults *metaFaults) {
	m := &metaStore{disk: vfs.NewMem(), model: map[string]string{}, ctx: context.Background(), faults: faults}
	m.opts = Options{
		Dir: "d", FS: faults.over(m.disk), Logger: quiet(), CheckpointInterval: -1, mendPause: -1,
		BlockBytes:   rapid.SampledFrom([]int{1, 64, 300, 32 << 10}).Draw(t, "block"),
		SegmentBytes: rapid.SampledFrom([]int64{256, 4096}).Draw(t, "segment"),
		CacheBytes:   rapid.SampledFrom([]int64{1, 1 << 20}).Draw(t, "cache"),
		DeltaBytes:   rapid.SampledFrom([]int64{4096, 1 << 20}).Draw(t, "delta"),
		TxnBytesMax:  2048,
	}
	if rapid.Bool().Draw(t, "columns") {
		m.opts.Codec = plainCodec{}
	}
	m.open(t)
	defer func() { // a case that rapid gives up ends here
		m.closeSnaps()
		m.store.Close()
	}()
	t.Repeat(map[string]func(*rapid.T){
		"":            m.verify,
		"txn":         m.txn,
		"checkpoint":  func(t *rapid.T) { m.settle(t, m.store.Checkpoint(m.ctx), m.model) },
		"split":       m.split,
		"merge":       m.merge,
		"deleterange": m.deleteRange,
		"snapshot":    m.snapshot,
		"release":     m.release,
		"restart":     m.restart,
		"crash":       m.crash,
		"fault":       m.faults.draw,
	})
	m.restart(t)
	m.faults.heal()
	require.NoError(t, m.store.Close())
	m.check(t)
}

func (m *metaStore) open(t *rapid.T) {
	m.faults.heal()
	s, err := Open(m.opts)
	require.NoError(t, err)
	m.store = s
	m.resolve(t)
}

// settle takes over next, what the model is after an operation, unless that has
// failed.
func (m *metaStore) settle(t *rapid.T, err error, next map[string]string) {
	if err == nil {
		if !maps.Equal(m.model, next) {
			m.maybe = nil
		}
		m.model = next
		return
	}
	if !m.faults.explains(err) {
		require.NoError(t, err)
	}
	if errors.Is(err, kv.ErrOutcomeUnknown) {
		m.maybe = append(m.maybe, next)
	}
}

func (m *metaStore) restart(t *rapid.T) {
	m.closeSnaps()
	if err := m.store.Close(); m.faults == nil {
		require.NoError(t, err)
	}
	m.open(t)
}

// check expects Check to find nothing but what a crash leaves behind.
func (m *metaStore) check(t *rapid.T) {
	opts := m.opts
	opts.FS = m.disk
	sum, err := Check(opts, func(p Problem) { require.True(t, p.Harmless, "%v", p) })
	require.NoError(t, err)
	require.Zero(t, sum.Problems)
}

func (m *metaStore) crash(t *rapid.T) {
	m.closeSnaps()
	var rng *rand.Rand
	if seed := rapid.Int64Range(0, 9).Draw(t, "seed"); seed > 0 {
		rng = rand.New(rand.NewSource(seed))
	}
	old := m.store
	m.disk = m.disk.CrashClone(rng)
	if err := old.Close(); m.faults == nil {
		require.NoError(t, err)
	}
	m.opts.FS = m.faults.over(m.disk)
	m.check(t)
	m.open(t)
}

func drawKey(t *rapid.T) string { return fmt.Sprintf("%02d", rapid.IntRange(0, 40).Draw(t, "key")) }

func (m *metaStore) txn(t *rapid.T) {
	tx, err := m.store.Begin(m.ctx, kv.TxnOptions{Isolation: kv.Isolation(rapid.IntRange(0, 2).Draw(t, "isolation"))})
	require.NoError(t, err)
	defer tx.Rollback()
	next := maps.Clone(m.model)
	var saved map[string]string
	for range rapid.IntRange(1, 8).Draw(t, "steps") {
		k := drawKey(t)
		v := fmt.Sprintf("%s/%d", k, rapid.IntRange(0, 1<<20).Draw(t, "value"))
		switch rapid.SampledFrom([]string{"put", "put", "insert", "delete", "unchecked", "lock", "save", "back", "scan"}).Draw(t, "step") {
		case "put":
			require.NoError(t, tx.Put(m.ctx, []byte(k), []byte(v)))
			next[k] = v
		case "unchecked":
			require.NoError(t, tx.PutUnchecked(m.ctx, []byte(k), []byte(v)))
			next[k] = v
		case "insert":
			err := tx.PutIfAbsent(m.ctx, []byte(k), []byte(v))
			if _, lives := next[k]; lives && !m.faults.explains(err) {
				require.ErrorIs(t, err, kv.ErrExists)
			} else if m.faults.explains(err) {
				return
			} else {
				require.NoError(t, err)
				next[k] = v
			}
		case "delete":
			require.NoError(t, tx.Delete(m.ctx, []byte(k)))
			delete(next, k)
		case "lock":
			results, err := tx.Lock(m.ctx, [][]byte{[]byte(k)}, kv.LockOptions{Policy: kv.NoWait})
			if m.faults.explains(err) {
				return
			}
			require.NoError(t, err)
			require.Equal(t, []kv.LockResult{{Locked: true}}, results)
		case "save":
			if saved == nil {
				require.Equal(t, 0, tx.Savepoint())
				saved = maps.Clone(next)
			}
		case "back":
			if saved != nil {
				require.NoError(t, tx.RollbackTo(0))
				next = maps.Clone(saved)
			}
		case "scan":
			compareScan(t, tx, next)
		}
	}
	compareScan(t, tx, next)
	compareRuns(t, tx, next)
	if rapid.IntRange(0, 5).Draw(t, "end") == 0 {
		return
	}
	_, err = tx.Commit(m.ctx)
	m.settle(t, err, next)
	require.LessOrEqual(t, m.store.Memory().DeltasPeak, m.opts.DeltaBytes)
}

func (m *metaStore) split(t *rapid.T) {
	_, err := m.store.Split(m.ctx, [][]byte{[]byte(drawKey(t)), []byte(drawKey(t))})
	m.settle(t, err, m.model)
}

func (m *metaStore) merge(t *rapid.T) {
	parts, err := m.store.Partitions(m.ctx, kv.Span{})
	require.NoError(t, err)
	if len(parts) > 1 {
		i := rapid.IntRange(0, len(parts)-2).Draw(t, "at")
		m.settle(t, m.store.Merge(m.ctx, parts[i].ID, parts[i+1].ID), m.model)
	}
}

// deleteRange erases for old snapshots too, so they end here.
func (m *metaStore) deleteRange(t *rapid.T) {
	m.closeSnaps()
	span := drawSpan(t)
	next := maps.Clone(m.model)
	maps.DeleteFunc(next, func(k, _ string) bool { return span.Contains([]byte(k)) })
	m.settle(t, m.store.DeleteRange(m.ctx, span), next)
}

func drawSpan(t *rapid.T) kv.Span {
	span := kv.Span{Start: []byte(drawKey(t)), End: []byte(drawKey(t))}
	switch rapid.IntRange(0, 5).Draw(t, "open") {
	case 0:
		span.Start = nil
	case 1:
		span.End = nil
	}
	return span
}

func (m *metaStore) snapshot(t *rapid.T) {
	snap, err := m.store.Snapshot(m.ctx, 0)
	require.NoError(t, err)
	m.snaps = append(m.snaps, metaSnapshot{snap, maps.Clone(m.model)})
}

func (m *metaStore) release(t *rapid.T) {
	if len(m.snaps) > 0 {
		i := rapid.IntRange(0, len(m.snaps)-1).Draw(t, "which")
		m.snaps[i].snap.Close()
		m.snaps = slices.Delete(m.snaps, i, i+1)
	}
}

func (m *metaStore) closeSnaps() {
	for _, s := range m.snaps {
		s.snap.Close()
	}
	m.snaps = nil
}

// verify compares the store and every open snapshot with their maps.
func (m *metaStore) verify(t *rapid.T) {
	snap, err := m.store.Snapshot(m.ctx, 0)
	require.NoError(t, err)
	defer snap.Close()
	for _, s := range append([]metaSnapshot{{snap, m.model}}, m.snaps...) {
		compareScan(t, s.snap, s.model)
		compareRuns(t, s.snap, s.model)
		k := drawKey(t)
		v, err := s.snap.Get(m.ctx, []byte(k))
		if want, ok := s.model[k]; ok {
			require.NoError(t, err)
			require.Equal(t, want, string(v))
		} else {
			require.True(t, errors.Is(err, kv.ErrNotFound), "%v", err)
		}
	}
	checkAccount(t, m.store)
	parts, err := m.store.Partitions(m.ctx, kv.Span{})
	require.NoError(t, err)
	require.Nil(t, parts[0].Span.Start)
	require.Nil(t, parts[len(parts)-1].Span.End)
	for i := range parts[1:] {
		require.Equal(t, parts[i].Span.End, parts[i+1].Span.Start)
	}
}

// compareScan scans a random part in a random direction.
func compareScan(t *rapid.T, r kv.Reader, model map[string]string) {
	span := drawSpan(t)
	opts := kv.ScanOptions{Reverse: rapid.Bool().Draw(t, "reverse"), Limit: rapid.IntRange(0, 5).Draw(t, "limit")}
	want := []string{}
	for _, k := range slices.Sorted(maps.Keys(model)) {
		if span.Contains([]byte(k)) {
			want = append(want, k+"="+model[k])
		}
	}
	if opts.Reverse {
		slices.Reverse(want)
	}
	if opts.Limit > 0 {
		want = want[:min(len(want), opts.Limit)]
	}
	got := []string{}
	it := r.Scan(context.Background(), span, opts)
	defer it.Close()
	for it.Next() {
		got = append(got, string(it.Key())+"="+string(it.Value()))
	}
	require.NoError(t, it.Err())
	require.Equal(t, want, got)
}

package local

import (
	"errors"
	"maps"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// metaFaults makes operations of a metaStore's disk fail.
type metaFaults struct {
	mu      sync.Mutex
	kind    string // of the operations that fail; "" is all that change the disk
	after   int    // as many go well
	times   int    // then as many fail
	failure error
	ever    bool
}

// TestMetamorphicFaults is TestMetamorphic on a disk that gets full, or fails,
// again and again: what is told that it failed has not happened, and goes well
// once the disk does. A restart may find what had an unknown outcome.
func TestMetamorphicFaults(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { metamorphic(t, &metaFaults{}) })
}

// over returns the disk with faults.
func (f *metaFaults) over(disk *vfs.Mem) vfs.FS {
	if f == nil {
		return disk
	}
	return &vfs.Faulty{FS: disk, Inject: f.inject}
}

func (f *metaFaults) inject(op vfs.Op) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !op.Mutates() || f.times == 0 || f.kind != "" && op.Kind != f.kind {
		return nil
	}
	if f.after > 0 {
		f.after--
		return nil
	}
	f.times--
	return f.failure
}

func (f *metaFaults) draw(t *rapid.T) {
	if f == nil {
		t.Skip("the disk never fails")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.kind = rapid.SampledFrom([]string{"", "", "sync", "write", "syncdir", "rename", "create"}).Draw(t, "kind")
	f.after = rapid.IntRange(0, 8).Draw(t, "after")
	f.times = rapid.SampledFrom([]int{1, 2, 5, 1000}).Draw(t, "times")
	f.failure = rapid.SampledFrom([]error{syscall.ENOSPC, syscall.ENOSPC, syscall.EIO, vfs.Late(syscall.EIO)}).Draw(t, "failure")
	f.ever = true
}

func (f *metaFaults) heal() {
	if f != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.times = 0
	}
}

// explains reports whether err may come of a fault.
func (f *metaFaults) explains(err error) bool {
	if f == nil || !f.ever {
		return false
	}
	return errors.Is(err, kv.ErrOutcomeUnknown) || errors.Is(err, kv.ErrDiskFull) || errors.Is(err, kv.ErrUnavailable)
}

// resolve learns after a restart what has become of unknown outcomes.
func (m *metaStore) resolve(t *rapid.T) {
	if len(m.maybe) == 0 {
		return
	}
	got, err := dump(m.store)
	require.NoError(t, err)
	for _, other := range m.maybe {
		if maps.Equal(other, got) {
			m.model = other
		}
	}
	m.maybe = nil
}

// checkAccount holds that the store's account of its deltas agrees with what they
// hold, and that the next checkpoint knows of all there is to do. No commit, no
// checkpoint and no change of the partitions runs meanwhile.
func checkAccount(t require.TestingT, s *Store) {
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	used, frozen := int64(0), int64(0)
	for d := range s.retired {
		frozen += d.memory.Load()
	}
	listed := map[*partition]bool{}
	for _, p := range s.dirty {
		listed[p] = p.dirty
	}
	for _, p := range s.parts.Load().list {
		c := p.state.Load()
		used += c.active.memory.Load()
		var f figures
		c.active.eachIn(p.span, func(item deltaItem) { f.count(item) })
		require.Equal(t, f.keys, c.active.keys.Load())
		require.Equal(t, f.bytes, c.active.bytes.Load())
		require.Equal(t, f.live, c.active.live.Load())
		require.True(t, listed[p] || !c.dirty())
		for _, l := range c.layers {
			require.True(t, s.retired[l.delta])
		}
	}
	require.Equal(t, frozen, s.budget.frozen.Load())
	require.Equal(t, used+frozen, s.budget.used.Load())
}

package partition

import (
	"bytes"
	"context"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// Partition is one entry of the partition map. It is immutable; the same
// partition with another span, after a split, is another Partition.
type Partition struct {
	ID   uint64
	Span kv.Span
	load *load // shared by all Partitions of this ID
}

// Load is what the partition was charged since the server started.
func (p *Partition) Load() Usage { return p.load.total() }

// Store is a kv.Store that knows its partitions. Make one with New. It owns
// the engine's Store: Close closes both.
type Store struct {
	kv.Store
	now    func() time.Time
	parts  atomic.Pointer[partitionMap]
	policy atomic.Pointer[Policy]
	events eventRing

	// refreshing is held from reading the engine's partitions until they are the
	// map, so that an older reading never replaces a newer one.
	refreshing sync.Mutex
	// change serialises splits and merges of this process. Taken before refreshing.
	change sync.Mutex
	// whole holds the partitions that outgrew the policy and stay whole.
	whole map[uint64]wholePartition

	stop context.CancelFunc
	done sync.WaitGroup
}

var _ kv.Store = (*Store)(nil)

// partitionMap is one state of the map: all partitions in key order.
type partitionMap []*Partition

// Options shape New. The zero value is right for a server.
type Options struct {
	// SampleEvery is the time between two looks at the load; 0 is a second.
	SampleEvery time.Duration
	// SizeEvery is the time between two looks at the sizes; 0 is 5 seconds,
	// below 0 never.
	SizeEvery time.Duration
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// New wraps engine and reads its partitions. The background work of splitting
// and sampling goes on until Close.
func New(ctx context.Context, engine kv.Store, opts Options) (*Store, error) {
	s := &Store{Store: engine, now: opts.Now, whole: map[uint64]wholePartition{}}
	if s.now == nil {
		s.now = time.Now
	}
	if opts.SampleEvery <= 0 {
		opts.SampleEvery = time.Second
	}
	if opts.SizeEvery == 0 {
		opts.SizeEvery = 5 * time.Second
	}
	if _, err := s.refresh(ctx); err != nil {
		return nil, fmt.Errorf("read the partitions: %w", err)
	}
	background, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.done.Go(func() { every(background, opts.SampleEvery, s.sample) })
	if opts.SizeEvery > 0 {
		s.done.Go(func() {
			every(background, opts.SizeEvery, func() { s.splitBySize(background) })
		})
	}
	return s, nil
}

// every calls fn once per period until ctx is done.
func every(ctx context.Context, period time.Duration, fn func()) {
	t := time.NewTicker(period)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			fn()
		}
	}
}

// Close ends the background work and closes the engine. A second Close returns
// nil.
func (s *Store) Close() error {
	s.stop()
	s.done.Wait()
	return s.Store.Close()
}

// Locate returns the partition that holds key. It reads the map that this
// process knows, without asking the engine.
func (s *Store) Locate(key []byte) *Partition {
	return s.parts.Load().locate(key)
}

// Of returns the partitions that overlap span, in key order; the first and the
// last whole, not cut to span. The slice is the caller's.
func (s *Store) Of(span kv.Span) []*Partition {
	return s.parts.Load().of(span)
}

// Refresh reads the map anew from the engine, for engines that split and merge
// by themselves or in other processes.
func (s *Store) Refresh(ctx context.Context) error {
	_, err := s.refresh(ctx)
	return err
}

// refresh makes the engine's present partitions the map, and returns their
// figures.
func (s *Store) refresh(ctx context.Context) ([]kv.PartitionInfo, error) {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	infos, err := s.Store.Partitions(ctx, kv.Span{})
	if err != nil {
		return nil, err
	}
	known := map[uint64]*Partition{}
	if old := s.parts.Load(); old != nil {
		for _, p := range *old {
			known[p.ID] = p
		}
	}
	parts := make(partitionMap, len(infos))
	for i, info := range infos {
		p := known[info.ID]
		switch {
		case p == nil:
			p = &Partition{ID: info.ID, Span: info.Span.Clone(), load: newLoad(s.now())}
		case !sameSpan(p.Span, info.Span):
			p = &Partition{ID: info.ID, Span: info.Span.Clone(), load: p.load}
		}
		parts[i] = p
	}
	s.parts.Store(&parts)
	return infos, nil
}

func (s *Store) sample() {
	now := s.now()
	for _, p := range *s.parts.Load() {
		p.load.sample(now)
	}
}

// locate finds the partition of key: the last one that starts at or before it.
func (m partitionMap) locate(key []byte) *Partition {
	i := sort.Search(len(m), func(i int) bool { return bytes.Compare(m[i].Span.Start, key) > 0 })
	return m[max(i-1, 0)]
}

func (m partitionMap) of(span kv.Span) []*Partition {
	var out []*Partition
	i := sort.Search(len(m), func(i int) bool {
		end := m[i].Span.End
		return end == nil || bytes.Compare(end, span.Start) > 0
	})
	for ; i < len(m) && m[i].Span.Overlaps(span); i++ {
		out = append(out, m[i])
	}
	return out
}

// before returns the left neighbour of p, or nil.
func (m partitionMap) before(p *Partition) *Partition {
	i := sort.Search(len(m), func(i int) bool { return compareStarts(m[i], p) >= 0 })
	if i == 0 {
		return nil
	}
	return m[i-1]
}

func sameSpan(a, b kv.Span) bool {
	return bytes.Equal(a.Start, b.Start) && bytes.Equal(a.End, b.End) && (a.End == nil) == (b.End == nil)
}

func compareStarts(a, b *Partition) int { return bytes.Compare(a.Span.Start, b.Span.Start) }

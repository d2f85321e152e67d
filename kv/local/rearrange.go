package local

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// applySplit breaks partitions at keys, which are sorted, distinct and no
// boundaries yet; ids name the pieces that begin there. The piece on the left
// keeps the partition's id. The caller holds the commit lock.
func (s *Store) applySplit(keys [][]byte, ids []uint64) {
	for i := 0; i < len(keys); {
		m := s.parts.Load()
		at := m.index(keys[i])
		from := m.list[at]
		c := from.state.Load()
		var pieces []*partition
		cut := func(id uint64, span kv.Span) {
			pieces = append(pieces, newPartition(id, span, c.part(span, from.span)))
		}
		id, span := from.id, kv.Span{Start: from.span.Start}
		for ; i < len(keys) && from.span.Contains(keys[i]); i++ {
			span.End = keys[i]
			cut(id, span)
			id, span.Start = ids[i], keys[i]
		}
		span.End = from.span.End
		cut(id, span)
		s.replaceParts(at, at+1, pieces...)
	}
}

// applyMerge makes one partition of those at and at+1. The caller holds the
// commit lock.
func (s *Store) applyMerge(at int) {
	m := s.parts.Load()
	l, r := m.list[at], m.list[at+1]
	c := l.state.Load().join(l.span, r.state.Load(), r.span)
	s.replaceParts(at, at+2, newPartition(l.id, kv.Span{Start: l.span.Start, End: r.span.End}, c))
}

// applyDeleteRange leaves in the partitions that overlap span what lies outside.
// The caller holds the commit lock.
func (s *Store) applyDeleteRange(span kv.Span) {
	s.erased = append(s.erased, span)
	from, to := s.parts.Load().overlap(span)
	for at := from; at < to; at++ {
		p := s.parts.Load().list[at]
		s.replaceParts(at, at+1, newPartition(p.id, p.span, p.state.Load().without(span, p.span)))
	}
}

// without returns what of c, whose span is within, lies outside of span.
func (c *content) without(span, within kv.Span) *content {
	rest := &content{active: newDelta(), base: &baseIndex{maxTS: c.base.maxTS}}
	var actives []layer
	keep := func(side kv.Span) {
		if side.Empty() {
			return
		}
		part := c.part(side, within)
		actives = append(actives, part.active.asLayer(side))
		rest.layers = append(rest.layers, part.layers...)
		rest.base = rest.base.join(part.base)
	}
	if span.Start != nil {
		keep(within.Intersect(kv.Span{End: span.Start}))
	}
	if span.End != nil {
		keep(within.Intersect(kv.Span{Start: span.End}))
	}
	rest.base.sum()
	older := rest.layers
	rest.layers = nil
	rest.addActives(actives...)
	rest.layers = append(rest.layers, older...)
	return rest
}

// replaceParts puts others in the place of the partitions [from, to) of the map,
// and keeps account of the deltas. The caller holds the commit lock.
func (s *Store) replaceParts(from, to int, others ...*partition) {
	m := s.parts.Load()
	grown := int64(0)
	for _, p := range m.list[from:to] {
		grown -= p.state.Load().active.memory.Load()
		p.dirty = false
	}
	for _, p := range others {
		c := p.state.Load()
		grown += c.active.memory.Load()
		for _, l := range c.layers {
			grown += s.retire(l.delta)
		}
		if c.dirty() {
			s.markDirty(p)
		}
		if len(c.layers) > layersMax {
			s.checkpoints.piledUp.Store(true)
		}
	}
	s.budget.settle(0, grown)
	s.parts.Store(m.replace(from, to, others...))
}

// retire notes a delta that takes no more writes, for the next checkpoint to
// free, and returns its memory if it is new there.
func (s *Store) retire(d *delta) int64 {
	if s.retired[d] {
		return 0
	}
	s.retired[d] = true
	n := d.memory.Load()
	s.budget.frozen.Add(n)
	return n
}

// markDirty puts p on the list of the next checkpoint. The caller holds the commit
// lock.
func (s *Store) markDirty(p *partition) {
	if !p.dirty {
		p.dirty = true
		s.dirty = append(s.dirty, p)
	}
}

// Split makes each of keys the first key of a partition.
func (s *Store) Split(ctx context.Context, keys [][]byte) ([]kv.PartitionInfo, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	wanted := make([][]byte, 0, len(keys))
	for _, k := range keys {
		if err := checkKey(k); err != nil {
			return nil, err
		}
		wanted = append(wanted, bytes.Clone(k))
	}
	slices.SortFunc(wanted, bytes.Compare)
	wanted = slices.CompactFunc(wanted, bytes.Equal)
	if err := s.split(wanted); err != nil {
		return nil, err
	}
	now, m := s.pins.now(), s.parts.Load()
	infos := make([]kv.PartitionInfo, 0, len(wanted))
	for _, k := range wanted {
		p := m.find(k)
		infos = append(infos, p.state.Load().info(p.id, p.span, now))
	}
	return infos, nil
}

func (s *Store) split(keys [][]byte) error {
	s.tryMend()
	s.mapMu.Lock()
	defer s.mapMu.Unlock()
	m := s.parts.Load()
	keys = slices.DeleteFunc(slices.Clone(keys), func(k []byte) bool { return bytes.Equal(m.find(k).span.Start, k) })
	if len(keys) == 0 {
		return nil
	}
	ids := make([]uint64, len(keys))
	for i := range ids {
		ids[i] = s.nextPartition.Add(1) - 1
	}
	return s.rearrange(splitRecord(ids, keys), func() { s.applySplit(keys, ids) })
}

// rearrange logs rec and makes the change in one step with respect to commits.
// It returns when that is durable; if it can't be logged, it is undone. The caller
// holds mapMu, which keeps checkpoints from freezing or publishing meanwhile.
func (s *Store) rearrange(rec []byte, change func()) error {
	s.commitMu.Lock()
	if err := s.refusal(); err != nil {
		s.commitMu.Unlock()
		return err
	}
	before := arrangement{parts: s.parts.Load(), erased: len(s.erased)}
	s.lastTS++
	stamp(rec, s.lastTS)
	change()
	g, leader := s.wal.append(rec, s.lastTS, nil)
	s.commitMu.Unlock()
	if err := s.wal.wait(g, leader); err != nil {
		s.restore(before)
		return err
	}
	s.checkpoints.settleSoon()
	return nil
}

// Merge joins two neighbouring partitions; the left one's id survives.
func (s *Store) Merge(ctx context.Context, leftID, rightID uint64) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.tryMend()
	s.mapMu.Lock()
	defer s.mapMu.Unlock()
	m := s.parts.Load()
	left, right := m.position(leftID), m.position(rightID)
	switch {
	case left < 0 || right < 0:
		return fmt.Errorf("%w: partition %d or %d", kv.ErrNotFound, leftID, rightID)
	case right != left+1:
		return fmt.Errorf("%w: partition %d does not follow %d", kv.ErrInvalid, rightID, leftID)
	}
	return s.rearrange(mergeRecord(leftID, rightID), func() { s.applyMerge(left) })
}

// DeleteRange erases every version of every key of span.
func (s *Store) DeleteRange(ctx context.Context, span kv.Span) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	if span.Empty() {
		return nil
	}
	span = span.Clone()
	s.tryMend()
	s.mapMu.Lock()
	defer s.mapMu.Unlock()
	return s.rearrange(deleteRangeRecord(span), func() { s.applyDeleteRange(span) })
}

// position returns where the partition of an id is, or -1.
func (m *partitionMap) position(id uint64) int {
	return slices.IndexFunc(m.list, func(p *partition) bool { return p.id == id })
}

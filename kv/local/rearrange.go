package local

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// splitPlan is the part of a split that is prepared before the commit lock is
// taken: which partitions break at which keys, and the bases of the pieces.
type splitPlan []splitPiece

type splitPiece struct {
	from *partition // the partition that breaks
	id   uint64
	span kv.Span
	base *baseIndex
}

// planSplits plans to break partitions at keys, which are sorted, distinct and
// no boundaries yet; ids name the pieces that begin there. The piece on the left
// keeps the partition's id.
func (s *Store) planSplits(keys [][]byte, ids []uint64) splitPlan {
	var plan splitPlan
	m := s.parts.Load()
	for i := 0; i < len(keys); {
		p := m.find(keys[i])
		base := p.state.Load().base
		piece := splitPiece{from: p, id: p.id, span: kv.Span{Start: p.span.Start}}
		for ; i < len(keys) && p.span.Contains(keys[i]); i++ {
			piece.span.End = keys[i]
			piece.base = base.clip(piece.span)
			plan = append(plan, piece)
			piece = splitPiece{from: p, id: ids[i], span: kv.Span{Start: keys[i]}}
		}
		piece.span.End = p.span.End
		piece.base = base.clip(piece.span)
		plan = append(plan, piece)
	}
	return plan
}

// apply returns m with the plan carried out. The caller holds the commit lock.
func (plan splitPlan) apply(m *partitionMap) *partitionMap {
	for i := 0; i < len(plan); {
		from := plan[i].from
		c := from.state.Load()
		var pieces []*partition
		for ; i < len(plan) && plan[i].from == from; i++ {
			pieces = append(pieces, newPartition(plan[i].id, plan[i].span, c.carve(plan[i].span, plan[i].base)))
		}
		at := m.index(from.span.Start)
		m = m.replace(at, at+1, pieces...)
	}
	return m
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
	s.lockPartitions()
	defer s.maintMu.Unlock()
	m := s.parts.Load()
	keys = slices.DeleteFunc(slices.Clone(keys), func(k []byte) bool { return bytes.Equal(m.find(k).span.Start, k) })
	if len(keys) == 0 {
		return nil
	}
	ids := make([]uint64, len(keys))
	for i := range ids {
		ids[i] = s.nextPartition
		s.nextPartition++
	}
	plan := s.planSplits(keys, ids)
	return s.rearrange(splitRecord(ids, keys), func() { s.parts.Store(plan.apply(s.parts.Load())) })
}

// lockPartitions takes maintMu, and mends a failing log before anybody plans on
// what is there: mending may replace the bases.
func (s *Store) lockPartitions() {
	s.maintMu.Lock()
	if s.mender.due() {
		s.mend()
	}
}

// rearrange logs rec and makes the change in one step with respect to commits.
// It returns when that is durable. The caller holds maintMu.
func (s *Store) rearrange(rec []byte, change func()) error {
	s.commitMu.Lock()
	if err := s.refusal(); err != nil {
		s.commitMu.Unlock()
		return err
	}
	before := s.arrangement()
	s.lastTS++
	stamp(rec, s.lastTS)
	change()
	g, leader := s.wal.append(rec, s.lastTS, nil)
	s.commitMu.Unlock()
	if err := s.wal.wait(g, leader); err != nil {
		s.restore(before)
		return err
	}
	if s.piledUp() {
		s.checkpoints.armed.Store(false)
	}
	s.maybeCheckpoint()
	return nil
}

// Merge joins two neighbouring partitions; the left one's id survives.
func (s *Store) Merge(ctx context.Context, leftID, rightID uint64) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.lockPartitions()
	defer s.maintMu.Unlock()
	m := s.parts.Load()
	left, right := m.position(leftID), m.position(rightID)
	switch {
	case left < 0 || right < 0:
		return fmt.Errorf("%w: partition %d or %d", kv.ErrNotFound, leftID, rightID)
	case right != left+1:
		return fmt.Errorf("%w: partition %d does not follow %d", kv.ErrInvalid, rightID, leftID)
	}
	return s.rearrange(mergeRecord(leftID, rightID), func() { s.parts.Store(m.merge(left)) })
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
	s.lockPartitions()
	defer s.maintMu.Unlock()
	return s.rearrange(deleteRangeRecord(span), func() { s.parts.Load().deleteRange(span) })
}

// position returns where the partition of an id is, or -1.
func (m *partitionMap) position(id uint64) int {
	return slices.IndexFunc(m.list, func(p *partition) bool { return p.id == id })
}

// merge returns a map in which the partitions at and at+1 are one.
func (m *partitionMap) merge(at int) *partitionMap {
	l, r := m.list[at], m.list[at+1]
	lc, rc := l.state.Load(), r.state.Load()
	c := lc.carve(l.span, lc.base.copy())
	c.join(rc.carve(r.span, rc.base))
	span := kv.Span{Start: l.span.Start, End: r.span.End}
	return m.replace(at, at+2, newPartition(l.id, span, c))
}

// deleteRange publishes for the partitions that overlap span what lies outside.
func (m *partitionMap) deleteRange(span kv.Span) {
	from, to := m.overlap(span)
	for _, p := range m.list[from:to] {
		c := p.state.Load()
		rest := &content{active: newDelta(), base: newBaseIndex()}
		below := p.span.Intersect(kv.Span{End: span.Start})
		if span.Start != nil && !below.Empty() {
			rest = c.carve(below, c.base.clip(below))
		}
		if span.End != nil {
			if above := p.span.Intersect(kv.Span{Start: span.End}); !above.Empty() {
				rest.join(c.carve(above, c.base.clip(above)))
			}
		}
		p.state.Store(rest)
	}
}

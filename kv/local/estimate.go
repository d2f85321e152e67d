package local

import (
	"bytes"
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

var _ kv.SizeEstimator = (*Store)(nil)

// estimateShare is the part of a range's bytes, one in so many, that may lie in
// deltas and be left out of an estimate; past it a checkpoint comes first.
const estimateShare = 8

// LiveBytes returns about how many bytes of live keys and values lie in span. It
// reads what the index says about the blocks, and of the blocks only those that
// span begins or ends in.
func (s *Store) LiveBytes(ctx context.Context, span kv.Span) (int64, error) {
	refs, err := s.refsIn(ctx, span)
	total := 0.0
	for _, r := range refs {
		total += r.liveBytes()
	}
	return int64(total), err
}

// MiddleKey returns a key of span at which the live bytes before and from it on
// are about equal.
func (s *Store) MiddleKey(ctx context.Context, span kv.Span) ([]byte, error) {
	refs, err := s.refsIn(ctx, span)
	if err != nil {
		return nil, err
	}
	total := 0.0
	for _, r := range refs {
		total += r.liveBytes()
	}
	left := 0.0
	for _, r := range refs {
		n := r.liveBytes()
		if left += n; left < total/2 || n == 0 {
			continue
		}
		_, keys, err := s.cache.loadKeys(r.block)
		if err != nil {
			return nil, err
		}
		from, last := keys.rowsIn(r, kv.Span{})
		to := last + 1
		if from >= to {
			return bytes.Clone(r.lo), nil
		}
		row := from + int(float64(to-from)*(n-(left-total/2))/n)
		return bytes.Clone(keys.Key(min(max(row, from), to-1))), nil
	}
	return nil, nil
}

// refsIn returns the references to the blocks of span, those at its ends counted.
// If much of span is in no block yet, it has that written first.
func (s *Store) refsIn(ctx context.Context, span kv.Span) ([]blockRef, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	if s.mostlyInDeltas(span) {
		if err := s.Checkpoint(ctx); err != nil {
			return nil, err
		}
	}
	var refs []blockRef
	m := s.parts.Load()
	from, to := m.overlap(span)
	for _, p := range m.list[from:to] {
		p.state.Load().base.view(p.span.Intersect(span)).each(func(r blockRef) bool {
			if !r.cut || r.cutRows > 0 || r.countCut(s.cache) {
				refs = append(refs, r)
			}
			return true
		})
	}
	return refs, nil
}

// mostlyInDeltas reports whether the deltas hold more of the partitions in span
// than an estimate may leave out.
func (s *Store) mostlyInDeltas(span kv.Span) bool {
	m := s.parts.Load()
	from, to := m.overlap(span)
	delta, base := int64(0), int64(0)
	for _, p := range m.list[from:to] {
		c := p.state.Load()
		delta += c.active.bytes.Load()
		for _, l := range c.layers {
			delta += l.bytes
		}
		base += c.base.rawBytes
	}
	return delta > base/estimateShare
}

// liveBytes is about how many bytes of live keys and values r refers to: keys and
// versions are taken to be of one size each, and there is one of both per live row.
func (r blockRef) liveBytes() float64 {
	b := r.block
	n := float64(b.live()) * (float64(b.keyBytes)/float64(max(b.rows, 1)) + float64(b.rawBytes-b.keyBytes)/float64(max(b.versions, 1)))
	if r.cut && r.cutRows > 0 {
		n *= float64(r.cutRows) / float64(b.rows)
	}
	return n
}

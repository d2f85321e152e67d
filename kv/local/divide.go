package local

import (
	"bytes"
	"context"
	"sort"

	"github.com/sparrowdb/sparrow/kv"
)

var _ kv.KeyDivider = (*Store)(nil)

// divideBytes of a delta that is being read as a whole are worth a checkpoint: blocks
// are read many times faster.
const divideBytes = 8 << 20

// DividingKey is MiddleKey where most of span is in blocks. Else it is the median of the
// keys of the largest delta, and a checkpoint is asked for, for the next who come.
func (s *Store) DividingKey(ctx context.Context, span kv.Span) ([]byte, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	if !s.mostlyInDeltas(span) {
		return s.MiddleKey(ctx, span)
	}
	var middle []byte
	most := 0
	m := s.parts.Load()
	from, to := m.overlap(span)
	for _, p := range m.list[from:to] {
		c := p.state.Load()
		if c.active.bytes.Load() >= divideBytes {
			s.checkpoints.settleSoon()
		}
		in := p.span.Intersect(span)
		if n, key := c.active.median(in); n > most {
			most, middle = n, key
		}
		for _, l := range c.layers {
			if n, key := l.delta.median(l.span.Intersect(in)); n > most {
				most, middle = n, key
			}
		}
	}
	return middle, nil
}

// median returns how many keys the delta has in span, and the one in their middle.
func (d *delta) median(span kv.Span) (int, []byte) {
	if span.Empty() {
		return 0, nil
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	n := d.tree.Len()
	place := func(key []byte) int {
		return sort.Search(n, func(i int) bool {
			item, _ := d.tree.GetAt(i)
			return bytes.Compare(item.key, key) >= 0
		})
	}
	from, to := place(span.Start), n
	if span.End != nil {
		to = place(span.End)
	}
	if from >= to {
		return 0, nil
	}
	item, _ := d.tree.GetAt(from + (to-from)/2)
	return to - from, bytes.Clone(item.key)
}

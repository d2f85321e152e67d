package local

import (
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// undo removes the versions younger than durable from all deltas, and corrects the
// account of their memory. The caller holds the commit lock and maintMu, and the
// log is drained: readers are all at or below durable.
func (s *Store) undo(durable kv.TS) {
	grown, frozen := int64(0), int64(0)
	for _, p := range s.parts.Load().list {
		c := p.state.Load()
		if _, left, changed := c.active.dropAfter(durable, p.span); changed {
			grown += left.memory - c.active.memory.Load()
			c.active.set(left)
		}
		var again *content
		for i, l := range c.layers {
			was, left, changed := l.delta.dropAfter(durable, l.span)
			if !changed {
				continue
			}
			// Others may see the delta through other spans.
			l.delta.set(l.delta.figures().plus(left).minus(was))
			grown += left.memory - was.memory
			frozen += left.memory - was.memory
			if again == nil {
				again = &content{active: c.active, layers: slices.Clone(c.layers), base: c.base}
			}
			again.layers[i] = layer{delta: l.delta, span: l.span, keys: left.keys, bytes: left.bytes, live: left.live}
		}
		if again != nil {
			again.layers = slices.DeleteFunc(again.layers, func(l layer) bool { return l.keys == 0 })
			p.state.Store(again)
		}
	}
	s.budget.frozen.Add(frozen)
	s.budget.settle(0, grown)
}

// dropAfter removes from span the versions younger than ts. It returns the exact
// figures of span before and after, and whether there were any. Readers that hold
// a chain which goes away don't see its versions.
func (d *delta) dropAfter(ts kv.TS, span kv.Span) (was, left figures, changed bool) {
	var gone []deltaItem
	d.eachIn(span, func(item deltaItem) {
		was.count(item)
		v := item.chain.head.Load()
		if v.ts <= ts {
			left.count(item)
			return
		}
		changed = true
		for ; v != nil && v.ts > ts; v = v.older.Load() {
			item.chain.live.Add(-int32(v.live))
		}
		if v == nil {
			gone = append(gone, item)
			return
		}
		item.chain.head.Store(v)
		left.count(item)
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, item := range gone {
		d.tree.Delete(item)
	}
	return was, left, changed
}

func (f figures) plus(o figures) figures {
	return figures{f.keys + o.keys, f.bytes + o.bytes, f.live + o.live, f.memory + o.memory}
}

func (f figures) minus(o figures) figures {
	return figures{f.keys - o.keys, f.bytes - o.bytes, f.live - o.live, f.memory - o.memory}
}

// arrangement is the partitions at one moment, to go back to when a change of
// them could not be logged: such a change makes new partitions and leaves the old
// ones as they were.
type arrangement struct {
	parts  *partitionMap
	erased int // length of Store.erased
}

// restore goes back. Whoever committed since has failed as well: the log takes
// nothing behind a record that it could not take. The caller has held mapMu since
// a was taken.
func (s *Store) restore(a arrangement) {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	back := make(map[*partition]bool, len(a.parts.list))
	for _, p := range a.parts.list {
		back[p] = true
	}
	grown := int64(0)
	var dropped []layer
	for _, p := range s.parts.Load().list {
		if back[p] {
			delete(back, p)
			continue
		}
		p.dirty = false
		c := p.state.Load()
		grown -= c.active.memory.Load()
		dropped = append(dropped, c.layers...)
	}
	older := map[*delta]bool{}
	for p := range back {
		c := p.state.Load()
		grown += c.active.memory.Load()
		for _, l := range c.layers {
			older[l.delta] = true
		}
		if c.dirty() {
			s.markDirty(p)
		}
	}
	for _, l := range dropped {
		if !older[l.delta] && s.retired[l.delta] {
			delete(s.retired, l.delta)
			n := l.delta.memory.Load()
			s.budget.frozen.Add(-n)
			grown -= n
		}
	}
	s.parts.Store(a.parts)
	s.erased = s.erased[:a.erased]
	s.budget.settle(0, grown)
}

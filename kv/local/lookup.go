package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// found is the version of a key that a reader sees.
type found struct {
	value   []byte
	ts      kv.TS
	exists  bool // there is a version at all
	deleted bool
}

// live reports whether the key has a value.
func (f found) live() bool { return f.exists && !f.deleted }

// lookup returns the newest version of key at or before ts.
func (s *Store) lookup(key []byte, ts kv.TS) (found, error) {
	f, at, err := s.locate(key, ts)
	if err != nil || at.d == nil {
		return f, err
	}
	if f.value, err = at.d.appendValue(nil, at.value); err != nil {
		return found{}, at.block.corrupt(err.Error())
	}
	s.cache.notice(at.block, at.d)
	return f, nil
}

// blockValue is a value that lies in a block; d is nil for one that does not.
type blockValue struct {
	block *block
	d     *decodedBlock
	value int
}

// locate is lookup without the value of a version that lies in a block.
func (s *Store) locate(key []byte, ts kv.TS) (f found, at blockValue, err error) {
	p := s.parts.Load().find(key)
	c := p.state.Load()
	if v := newestIn(c, key, ts); v != nil {
		return found{value: v.value, ts: v.ts, exists: true, deleted: v.deleted}, at, nil
	}
	ref, ok := c.base.floor(key)
	if !ok || !ref.mayHold(key) {
		return found{}, at, nil
	}
	d, keys, err := s.cache.loadFor(ref.block, key)
	if err != nil || d == nil {
		return found{}, at, err
	}
	i := keys.search(key)
	if i == keys.rows() || !bytes.Equal(keys.Key(i), key) {
		return found{}, at, nil
	}
	v := keys.at(i, ts)
	if v < 0 {
		return found{}, at, nil
	}
	f = found{ts: keys.tsOf(v), exists: true}
	place := keys.valueOf(v)
	if f.deleted = place < 0; f.deleted {
		return f, at, nil
	}
	return f, blockValue{block: ref.block, d: d, value: place}, nil
}

// newestIn looks through the deltas of c.
func newestIn(c *content, key []byte, ts kv.TS) *version {
	if ch := c.active.get(key); ch != nil {
		if v := ch.at(ts); v != nil {
			return v
		}
	}
	for _, l := range c.layers {
		if !l.span.Contains(key) {
			continue
		}
		if ch := l.delta.get(key); ch != nil {
			if v := ch.at(ts); v != nil {
				return v
			}
		}
	}
	return nil
}

// mayHold reports whether the reference's bounds and last key admit key; floor
// has checked lo.
func (r blockRef) mayHold(key []byte) bool {
	return (r.hi == nil || bytes.Compare(key, r.hi) < 0) && bytes.Compare(key, r.block.lastKey) <= 0
}

// changedSince returns the timestamp of the newest version of key, durable or
// not, if it is younger than ts, else 0. It reads a block only if that holds
// versions younger than ts.
func (s *Store) changedSince(key []byte, ts kv.TS) (kv.TS, error) {
	c := s.parts.Load().find(key).state.Load()
	if v := newestIn(c, key, kv.MaxTS); v != nil {
		if v.ts > ts {
			return v.ts, nil
		}
		return 0, nil
	}
	if c.base.maxTS <= ts {
		return 0, nil
	}
	ref, ok := c.base.floor(key)
	if !ok || ref.block.maxTS <= ts || !ref.mayHold(key) {
		return 0, nil
	}
	f, _, err := s.locate(key, kv.MaxTS)
	if err != nil || !f.exists || f.ts <= ts {
		return 0, err
	}
	return f.ts, nil
}

// spanChangedSince reports whether any key of span has a version younger than
// ts, durable or not.
func (s *Store) spanChangedSince(span kv.Span, ts kv.TS) (bool, error) {
	m := s.parts.Load()
	from, to := m.overlap(span)
	for _, p := range m.list[from:to] {
		c := p.state.Load()
		part := p.span.Intersect(span)
		for _, l := range append([]layer{{delta: c.active, span: part}}, c.layers...) {
			if l.delta.changedSince(l.span.Intersect(part), ts) {
				return true, nil
			}
		}
		if c.base.maxTS <= ts {
			continue
		}
		var cur baseCursor
		cur.open(s.cache, c.base, part, false)
		for ; cur.valid; cur.next() {
			if cur.newest() > ts {
				return true, nil
			}
		}
		if cur.err != nil {
			return false, cur.err
		}
	}
	return false, nil
}

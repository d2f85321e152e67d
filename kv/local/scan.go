package local

import (
	"bytes"
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// storeScan merges the layers of each partition in a span into what a reader at
// ts sees. It keeps the partition map of its beginning; a split, merge or
// checkpoint while it runs changes nothing for it.
type storeScan struct {
	store   *Store
	ctx     context.Context
	ts      kv.TS
	span    kv.Span
	reverse bool
	left    int // rows that may still come; negative is no limit

	parts  []*partition // still to come, in scan order from the near end
	deltas []deltaCursor
	base   baseCursor
	inside bool

	steps int
	key   []byte
	value []byte
	err   error
}

// checkEvery is how many steps pass between looks at the context.
const checkEvery = 256

func (s *Store) scan(ctx context.Context, ts kv.TS, span kv.Span, opts kv.ScanOptions) *storeScan {
	it := &storeScan{store: s, ctx: ctx, ts: ts, span: span, reverse: opts.Reverse, left: -1}
	it.base.keysOnly = opts.KeysOnly
	if opts.Limit > 0 {
		it.left = opts.Limit
	}
	it.parts = s.partsOf(span)
	return it
}

func (it *storeScan) Next() bool {
	for it.left != 0 && it.err == nil {
		if it.steps%checkEvery == 0 && !it.alive() {
			break
		}
		it.steps++
		if !it.inside && !it.enter() {
			break
		}
		if it.step() {
			it.left--
			return true
		}
	}
	it.left = 0
	it.key, it.value = nil, nil
	return false
}

func (it *storeScan) alive() bool {
	if it.err = it.ctx.Err(); it.err == nil && it.store.closed.Load() {
		it.err = kv.ErrClosed
	}
	return it.err == nil
}

// enter opens the next partition.
func (it *storeScan) enter() bool {
	if len(it.parts) == 0 {
		return false
	}
	var p *partition
	if n := len(it.parts); it.reverse {
		p, it.parts = it.parts[n-1], it.parts[:n-1]
	} else {
		p, it.parts = it.parts[0], it.parts[1:]
	}
	c := p.state.Load()
	span := p.span.Intersect(it.span)
	it.base.open(it.store.cache, c.base, span, it.reverse)
	it.deltas = openDeltas(it.deltas, c, span, it.reverse)
	it.inside = true
	return true
}

// step takes the next key off the cursors and reports whether it is a row.
func (it *storeScan) step() bool {
	var key []byte
	for i := range it.deltas {
		if c := &it.deltas[i]; c.valid && (key == nil || it.before(c.key, key)) {
			key = c.key
		}
	}
	if it.base.err != nil {
		it.err = it.base.err
		return false
	}
	order := -1 // of the base against the deltas
	switch {
	case !it.base.valid && key == nil:
		it.inside = false
		return false
	case !it.base.valid:
		order = 1
	case key != nil:
		if order = bytes.Compare(it.base.key, key); it.reverse {
			order = -order
		}
	}
	var value []byte
	exists, deleted := false, false
	if order >= 0 {
		it.key = key
		for i := range it.deltas {
			c := &it.deltas[i]
			if !c.valid || !bytes.Equal(c.key, key) {
				continue
			}
			if !exists {
				if v := c.version(it.ts); v != nil {
					value, exists, deleted = v.value, true, v.deleted
				}
			}
			c.next()
		}
	}
	if order <= 0 {
		it.key = it.base.key
		if !exists {
			value, exists, deleted = it.base.at(it.ts)
			if it.base.err != nil {
				it.err = it.base.err
				return false
			}
		}
		it.base.next()
	}
	it.value = value
	return exists && !deleted
}

func (it *storeScan) before(a, b []byte) bool {
	if it.reverse {
		return bytes.Compare(a, b) > 0
	}
	return bytes.Compare(a, b) < 0
}

func (it *storeScan) Key() []byte   { return it.key }
func (it *storeScan) Value() []byte { return it.value }
func (it *storeScan) Err() error    { return it.err }

func (it *storeScan) Close() {
	it.left, it.parts, it.inside = 0, nil, false
	it.deltas, it.base = nil, baseCursor{}
	it.key, it.value = nil, nil
}

// failedScan is an iterator that only has an error.
type failedScan struct{ err error }

func (failedScan) Next() bool    { return false }
func (failedScan) Key() []byte   { return nil }
func (failedScan) Value() []byte { return nil }
func (f failedScan) Err() error  { return f.err }
func (failedScan) Close()        {}

package local

import (
	"bytes"
	"context"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// ScanRuns reads span in runs.
func (r *snapshot) ScanRuns(ctx context.Context, span kv.Span, opts kv.RunOptions) kv.RunIterator {
	return &runScan{store: r.store, ctx: ctx, ts: r.ts, span: span, opts: opts, err: r.check(ctx), parts: r.store.partsOf(span)}
}

// ScanRuns reads span in runs, the transaction's writes as they are now among
// them.
func (t *txn) ScanRuns(ctx context.Context, span kv.Span, opts kv.RunOptions) kv.RunIterator {
	it := &runScan{store: t.store, txn: t, ctx: ctx, ts: t.readTS, span: span, opts: opts, err: t.check(ctx), parts: t.store.partsOf(span)}
	if t.writes.len() > 0 {
		it.writes = t.writes.tree.Copy()
	}
	return it
}

// ScanRuns reads span in runs as the view's transaction saw it.
func (v *view) ScanRuns(ctx context.Context, span kv.Span, opts kv.RunOptions) kv.RunIterator {
	t := v.txn
	return &runScan{store: t.store, txn: t, ctx: ctx, ts: v.ts, span: span, opts: opts, writes: v.own, err: v.check(ctx), parts: t.store.partsOf(span)}
}

// partsOf lists the partitions that overlap span, in key order.
func (s *Store) partsOf(span kv.Span) []*partition {
	m := s.parts.Load()
	from, to := m.overlap(span)
	return m.list[from:to]
}

// runScan walks the blocks of each partition in a span and hands out the
// stretches that no younger row interrupts; the rest comes row by row, merged as
// in storeScan. What the transaction wrote counts as younger than all.
type runScan struct {
	store  *Store
	txn    *txn // nil for a snapshot
	ctx    context.Context
	ts     kv.TS
	span   kv.Span
	opts   kv.RunOptions
	writes *btree.BTreeG[bufferedWrite] // nobody changes it; nil is none

	parts  []*partition // still to come
	inside bool
	part   kv.Span // of the partition inside
	base   *baseIndex
	deltas []deltaCursor
	own    ownCursor

	walk    blockWalk
	run     kv.Run
	err     error
	closed  bool
	started bool
	reached []byte // up to here the caller knows the span
	ended   bool
}

func (it *runScan) Run() *kv.Run { return &it.run }
func (it *runScan) Err() error   { return it.err }

func (it *runScan) Next() bool {
	it.started = true
	for !it.ended && it.err == nil {
		if it.err = it.ctx.Err(); it.err == nil && it.store.closed.Load() {
			it.err = kv.ErrClosed
		}
		if it.err != nil {
			break
		}
		if !it.inside && !it.enter() {
			it.reached = nil
			break
		}
		found, err := it.step()
		if it.err = err; found && err == nil {
			return true
		}
	}
	it.ended = true
	return false
}

// enter opens the next partition.
func (it *runScan) enter() bool {
	if len(it.parts) == 0 {
		return false
	}
	var p *partition
	if n := len(it.parts); it.opts.Reverse {
		p, it.parts = it.parts[n-1], it.parts[:n-1]
	} else {
		p, it.parts = it.parts[0], it.parts[1:]
	}
	c := p.state.Load()
	it.part = p.span.Intersect(it.span)
	it.base, it.inside = c.base, true
	it.walk.begin(it)
	it.deltas = openDeltas(it.deltas, c, it.part, it.opts.Reverse)
	it.own.open(it.writes, it.part, it.opts.Reverse)
	return true
}

// openDeltas opens a cursor on every delta of c that has keys in span.
func openDeltas(cursors []deltaCursor, c *content, span kv.Span, reverse bool) []deltaCursor {
	n := 0
	open := func(l layer) {
		if l.delta.keys.Load() == 0 {
			return
		}
		if n == len(cursors) {
			cursors = append(cursors, deltaCursor{})
		}
		if cursors[n].open(l, span, reverse); cursors[n].valid {
			n++
		}
	}
	open(layer{delta: c.active, span: span})
	for _, l := range c.layers {
		open(l)
	}
	return cursors[:n]
}

// before reports whether a comes before b in the scan.
func (it *runScan) before(a, b []byte) bool {
	if it.opts.Reverse {
		return bytes.Compare(a, b) > 0
	}
	return bytes.Compare(a, b) < 0
}

// nextYoung is the nearest key that a delta or the transaction has, or nil.
func (it *runScan) nextYoung() []byte {
	var key []byte
	for i := range it.deltas {
		if c := &it.deltas[i]; c.valid && (key == nil || it.before(c.key, key)) {
			key = c.key
		}
	}
	if it.own.valid && (key == nil || it.before(it.own.key, key)) {
		key = it.own.key
	}
	return key
}

// step makes the next run and reports whether it has rows.
func (it *runScan) step() (bool, error) {
	key := it.nextYoung()
	w := &it.walk
	if !w.ok && !w.advance() {
		if key == nil {
			it.inside = false
			return false, nil
		}
		return it.single(key, nil)
	}
	if key != nil && w.behind(key) {
		return it.single(key, nil)
	}
	if w.rest > 0 {
		return w.opaqueRow()
	}
	if key == nil || !w.reaches(key) {
		return w.remainder()
	}
	return w.upTo(key)
}

// single makes the row of key, which a delta or the transaction has; base is the
// block's value to fall back on, if it has one.
func (it *runScan) single(key []byte, base func() ([]byte, bool, error)) (bool, error) {
	value, exists, deleted := []byte(nil), false, false
	if it.own.valid && bytes.Equal(it.own.key, key) {
		value, exists, deleted = it.own.w.value, true, it.own.w.deleted
		it.own.next()
	}
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
	if !exists && base != nil {
		var err error
		if value, exists, err = base(); err != nil {
			return false, err
		}
	}
	it.reached = key
	if !exists || deleted {
		return false, nil
	}
	it.run = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: value}
	return true, nil
}

// Close ends the scan; a serializable transaction has read all up to where it
// got.
func (it *runScan) Close() {
	if it.closed {
		return
	}
	it.closed, it.ended = true, true
	it.own.close()
	it.walk.leave()
	if t := it.txn; t != nil && t.tracksReads() && !t.done && it.started {
		t.track(readSpan(it.span, it.reached, it.opts.Reverse))
	}
	it.parts, it.deltas, it.run = nil, nil, kv.Run{}
}

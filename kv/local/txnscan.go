package local

import (
	"bytes"
	"context"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// Scan merges the store's rows with the transaction's writes as they are now.
func (t *txn) Scan(ctx context.Context, span kv.Span, opts kv.ScanOptions) kv.Iterator {
	if err := t.check(ctx); err != nil {
		return failedScan{err}
	}
	var own *btree.BTreeG[bufferedWrite]
	if t.writes.len() > 0 {
		own = t.writes.tree.Copy()
	}
	return t.scan(ctx, t.readTS, own, span, opts)
}

// scan lays the writes of own, which nobody changes any more, over the store's
// rows at ts; own is nil if there are none.
func (t *txn) scan(ctx context.Context, ts kv.TS, own *btree.BTreeG[bufferedWrite], span kv.Span, opts kv.ScanOptions) kv.Iterator {
	if own == nil && !t.tracksReads() {
		return t.store.scan(ctx, ts, span, opts)
	}
	it := &txnScan{txn: t, span: span, reverse: opts.Reverse, left: -1}
	if opts.Limit > 0 {
		it.left = opts.Limit
	}
	opts.Limit = 0
	it.rows = t.store.scan(ctx, ts, span, opts)
	if own != nil {
		it.own = own.Iter()
		it.ownOK = it.seekOwn()
	}
	return it
}

// txnScan lays a copy of the write buffer over a storeScan.
type txnScan struct {
	txn     *txn
	span    kv.Span
	reverse bool
	left    int

	rows    *storeScan
	rowOK   bool // rows is on a pair not yet given out
	started bool
	own     btree.IterG[bufferedWrite]
	ownOK   bool // own is on a write not yet given out
	key     []byte
	value   []byte
	reached []byte // last key given out, for read tracking
	closed  bool
}

// seekOwn goes to the first buffered write in scan order.
func (it *txnScan) seekOwn() bool {
	var ok bool
	switch {
	case !it.reverse:
		ok = it.own.Seek(bufferedWrite{key: it.span.Start})
	case it.span.End == nil:
		ok = it.own.Last()
	default:
		if ok = it.own.Seek(bufferedWrite{key: it.span.End}); ok {
			ok = it.own.Prev()
		} else {
			ok = it.own.Last()
		}
	}
	return ok && it.span.Contains(it.own.Item().key)
}

func (it *txnScan) nextOwn() bool {
	ok := false
	if it.reverse {
		ok = it.own.Prev()
	} else {
		ok = it.own.Next()
	}
	return ok && it.span.Contains(it.own.Item().key)
}

func (it *txnScan) Next() bool {
	if !it.started {
		it.started = true
		it.rowOK = it.rows.Next()
	}
	for it.left != 0 && it.rows.err == nil && (it.rowOK || it.ownOK) {
		order := -1 // of the store's row against the own write
		switch {
		case !it.rowOK:
			order = 1
		case it.ownOK:
			if order = bytes.Compare(it.rows.key, it.own.Item().key); it.reverse {
				order = -order
			}
		}
		if order < 0 {
			it.key, it.value = it.rows.key, it.rows.value
			it.rowOK = it.rows.Next()
			return it.give()
		}
		item := it.own.Item()
		if order == 0 {
			it.rowOK = it.rows.Next()
		}
		it.ownOK = it.nextOwn()
		if !item.w.deleted {
			it.key, it.value = item.key, item.w.value
			return it.give()
		}
	}
	if it.left != 0 {
		it.reached = nil
	}
	it.left, it.key, it.value = 0, nil, nil
	return false
}

func (it *txnScan) give() bool {
	it.left--
	it.reached = it.key
	return true
}

func (it *txnScan) Key() []byte   { return it.key }
func (it *txnScan) Value() []byte { return it.value }
func (it *txnScan) Err() error    { return it.rows.err }

// Close ends the scan; a serializable transaction has read all up to where it
// got.
func (it *txnScan) Close() {
	if it.closed {
		return
	}
	it.closed = true
	it.rows.Close()
	it.own.Release()
	if t := it.txn; t.tracksReads() && !t.done && it.started {
		t.track(it.readSpan())
	}
	it.left, it.key, it.value = 0, nil, nil
}

// readSpan is the part of the span whose content the caller knows.
func (it *txnScan) readSpan() kv.Span {
	span := it.span.Clone()
	if it.reached == nil {
		return span
	}
	if it.reverse {
		span.Start = bytes.Clone(it.reached)
	} else {
		span.End = kv.PointSpan(it.reached).End
	}
	return span
}

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
	it.own.open(own, span, opts.Reverse)
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
	used    bool // rows is on the pair given out last
	started bool
	own     ownCursor
	key     []byte
	value   []byte
	reached []byte // last key given out, for read tracking
	closed  bool
}

func (it *txnScan) Next() bool {
	// The store's scan moves on only now: the pair given out last was its own.
	if !it.started || it.used {
		it.started, it.used = true, false
		it.rowOK = it.rows.Next()
	}
	for it.left != 0 && it.rows.err == nil && (it.rowOK || it.own.valid) {
		order := -1 // of the store's row against the own write
		switch {
		case !it.rowOK:
			order = 1
		case it.own.valid:
			if order = bytes.Compare(it.rows.key, it.own.key); it.reverse {
				order = -order
			}
		}
		if order < 0 {
			it.key, it.value, it.used = it.rows.key, it.rows.value, true
			return it.give()
		}
		key, w := it.own.key, it.own.w
		if order == 0 {
			it.rowOK = it.rows.Next()
		}
		it.own.next()
		if !w.deleted {
			it.key, it.value = key, w.value
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
	it.own.close()
	if t := it.txn; t.tracksReads() && !t.done && it.started {
		t.track(readSpan(it.span, it.reached, it.reverse))
	}
	it.left, it.key, it.value = 0, nil, nil
}

// readSpan is the part of span whose content a reader knows who got as far as
// the key reached; nil is the end.
func readSpan(span kv.Span, reached []byte, reverse bool) kv.Span {
	span = span.Clone()
	if reached == nil {
		return span
	}
	if reverse {
		span.Start = bytes.Clone(reached)
	} else {
		span.End = kv.PointSpan(reached).End
	}
	return span
}

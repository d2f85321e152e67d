package local

import (
	"context"

	"github.com/tidwall/btree"

	"github.com/sparrowdb/sparrow/kv"
)

// view is what a transaction read at one moment of its life.
type view struct {
	txn    *txn
	ts     kv.TS
	own    *btree.BTreeG[bufferedWrite] // nil without writes
	closed bool
}

// View fixes what the transaction reads now.
func (t *txn) View() (kv.Snapshot, error) {
	if t.done {
		return nil, kv.ErrTxnDone
	}
	t.store.pins.share(t.readTS)
	v := &view{txn: t, ts: t.readTS}
	if t.writes.len() > 0 {
		v.own = t.writes.tree.Copy()
	}
	return v, nil
}

func (v *view) ReadTS() kv.TS { return v.ts }

func (v *view) check(ctx context.Context) error {
	if v.closed {
		return kv.ErrTxnDone
	}
	return v.txn.check(ctx)
}

func (v *view) Get(ctx context.Context, key []byte) ([]byte, error) {
	if err := v.check(ctx); err != nil {
		return nil, err
	}
	if v.own != nil {
		if item, ok := v.own.Get(bufferedWrite{key: key}); ok {
			return item.w.read()
		}
	}
	return v.txn.readStore(key, v.ts)
}

func (v *view) BatchGet(ctx context.Context, keys [][]byte) ([][]byte, error) {
	return batchGet(ctx, v, keys)
}

func (v *view) Scan(ctx context.Context, span kv.Span, opts kv.ScanOptions) kv.Iterator {
	if err := v.check(ctx); err != nil {
		return failedScan{err}
	}
	return v.txn.scan(ctx, v.ts, v.own, span, opts)
}

func (v *view) Close() {
	if !v.closed {
		v.closed = true
		v.txn.store.pins.unpin(v.ts)
	}
}

package catalog

import (
	"bytes"
	"context"
	"errors"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Tx is the catalog as one kv.Txn sees and changes it: the newest committed
// snapshot with the transaction's own DDL laid over it. Its changes are
// written to the kv.Txn and become visible to others when that commits.
//
// Whoever owns the kv.Txn marks and rewinds both together:
//
//	sp, mark := txn.Savepoint(), tx.Savepoint()
//	…
//	txn.RollbackTo(sp); tx.RollbackTo(mark)
//
// and after a Commit that returned nil calls Committed; after a rollback or a
// failed commit the Tx is just dropped. Like its kv.Txn, a Tx belongs to one
// goroutine at a time.
type Tx struct {
	cat    *Catalog
	txn    kv.Txn
	fixed  *Snapshot // base while bootstrapping; else nil
	base   *Snapshot // committed state that view is made of
	view   *Snapshot // base with writes applied; nil: to be made
	writes []write
	dict   *DictTx
	// epoch makes the versions of views with own changes differ.
	epoch uint64
}

// write is one buffered change of a key; a nil value deletes it.
type write struct{ key, value []byte }

// Begin binds a Tx to a transaction of the catalog's store.
func (c *Catalog) Begin(txn kv.Txn) *Tx { return newTx(c, txn, nil) }

func newTx(c *Catalog, txn kv.Txn, fixed *Snapshot) *Tx {
	return &Tx{cat: c, txn: txn, fixed: fixed, dict: newDictTx(c.dict, txn)}
}

// Catalog is the catalog that the Tx belongs to.
func (tx *Tx) Catalog() *Catalog { return tx.cat }

// Dictionary is the attribute dictionary with the transaction's own attributes.
func (tx *Tx) Dictionary() *DictTx { return tx.dict }

// Snapshot returns the newest committed state with the transaction's own
// changes. A statement takes one when it begins and keeps it to its end.
func (tx *Tx) Snapshot(ctx context.Context) (*Snapshot, error) {
	newest := tx.fixed
	if newest == nil {
		var err error
		if newest, err = tx.cat.Snapshot(ctx); err != nil {
			return nil, err
		}
	}
	if newest != tx.base {
		tx.base, tx.view = newest, nil
	}
	if tx.view != nil {
		return tx.view, nil
	}
	if len(tx.writes) == 0 {
		tx.view = tx.base
		return tx.view, nil
	}
	view := tx.base.clone()
	for _, w := range tx.writes {
		if err := view.apply(w.key, w.value); err != nil {
			return nil, err
		}
	}
	tx.epoch++
	view.version = tx.base.version<<20 | tx.epoch&(1<<19-1) | 1<<63
	tx.view = view
	return view, nil
}

// Changed reports whether the transaction has changed the catalog itself: its
// plans then are its own and not to be shared.
func (tx *Tx) Changed() bool { return len(tx.writes) > 0 }

// Mark is a point that RollbackTo can go back to.
type Mark struct {
	writes int
	dict   dictMark
}

// Savepoint marks the changes made so far.
func (tx *Tx) Savepoint() Mark { return Mark{writes: len(tx.writes), dict: tx.dict.savepoint()} }

// RollbackTo forgets the changes made since the mark, which stays usable. The
// caller rolls the kv.Txn back to the savepoint taken with it.
func (tx *Tx) RollbackTo(m Mark) {
	if m.writes < len(tx.writes) {
		tx.writes = tx.writes[:m.writes]
		tx.view = nil
	}
	tx.dict.rollbackTo(m.dict)
}

// Release forgets the mark and keeps the changes: what was made since belongs
// to the mark before it. Releasing marks keeps a long transaction small.
func (tx *Tx) Release(m Mark) { tx.dict.release(m.dict) }

// Committed tells that the kv.Txn has committed.
func (tx *Tx) Committed() {
	tx.dict.committed()
	for _, w := range tx.writes {
		if w.key[1] == keyErase {
			notify(tx.cat.eraseCh)
			return
		}
	}
}

// put writes a key, visible to the transaction at once.
func (tx *Tx) put(ctx context.Context, key, value []byte) error {
	if err := tx.txn.Put(ctx, key, value); err != nil {
		return err
	}
	tx.note(key, value)
	return nil
}

func (tx *Tx) putRecord(ctx context.Context, key []byte, v any) error {
	value, err := encodeRecord(v)
	if err != nil {
		return err
	}
	return tx.put(ctx, key, value)
}

func (tx *Tx) delete(ctx context.Context, key []byte) error {
	if err := tx.txn.Delete(ctx, key); err != nil {
		return err
	}
	tx.note(key, nil)
	return nil
}

func (tx *Tx) note(key, value []byte) {
	tx.writes = append(tx.writes, write{key, value})
	tx.view = nil
}

// claimName writes a name entry; a name that is taken is taken. It waits for
// other transactions that claim it.
func (tx *Tx) claimName(ctx context.Context, key []byte, id types.OID, taken *pgerr.Error) error {
	value := encodeOID(id)
	err := tx.txn.PutIfAbsent(ctx, key, value)
	if errors.Is(err, kv.ErrExists) {
		return taken
	}
	if err != nil {
		return err
	}
	tx.note(key, value)
	return nil
}

// lock takes a key for a change of it and returns its newest value, under the
// transaction's own; nil if it is gone.
func (tx *Tx) lock(ctx context.Context, key []byte, mode kv.LockMode) ([]byte, error) {
	if _, err := tx.txn.Lock(ctx, [][]byte{key}, kv.LockOptions{Mode: mode}); err != nil {
		return nil, err
	}
	value, err := tx.txn.GetLatest(ctx, key)
	if errors.Is(err, kv.ErrNotFound) {
		return nil, nil
	}
	return value, err
}

// lockRecord locks a descriptor's key and reads its newest state into v; ok is
// false if it is gone.
func (tx *Tx) lockRecord(ctx context.Context, key []byte, mode kv.LockMode, v any) (ok bool, err error) {
	value, err := tx.lock(ctx, key, mode)
	if err != nil || value == nil {
		return false, err
	}
	return true, decodeRecord(key, value, v)
}

// deleteSpan deletes, in the transaction, the committed and own keys of a
// small span.
func (tx *Tx) deleteSpan(ctx context.Context, span kv.Span) error {
	var keys [][]byte
	it := tx.txn.Scan(ctx, span, kv.ScanOptions{KeysOnly: true})
	for it.Next() {
		keys = append(keys, bytes.Clone(it.Key()))
	}
	it.Close()
	if err := it.Err(); err != nil {
		return err
	}
	for _, key := range keys {
		if err := tx.delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

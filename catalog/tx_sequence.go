package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CreateSequence adds a sequence, which has its OIDs (AllocateOID) already; it is kept
// and must not change afterwards. Errors: 42P07 if the name is taken, 3F000 if
// the schema is gone.
func (tx *Tx) CreateSequence(ctx context.Context, q *Sequence) error {
	if err := tx.holdSchema(ctx, q.SchemaID, q.Schema); err != nil {
		return err
	}
	taken := pgerr.New(pgerr.DuplicateTable, "relation %q already exists", q.Name)
	if err := tx.claimName(ctx, nameKey(keyTableName, q.Name, q.SchemaID), q.ID, taken); err != nil {
		return err
	}
	q.Version = 1
	return tx.putRecord(ctx, sequenceKey(q.ID), q)
}

// ChangeSequence locks a sequence's descriptor, lets change alter a copy of its
// newest state and writes that as the next version. A change of SchemaID or Name
// moves the name entry (42P07 if the new name is taken). A sequence that was dropped
// meanwhile is 42P01.
func (tx *Tx) ChangeSequence(ctx context.Context, id types.OID, change func(*Sequence) error) (*Sequence, error) {
	q := new(Sequence)
	ok, err := tx.lockRecord(ctx, sequenceKey(id), kv.LockExclusive, q)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, pgerr.New(pgerr.UndefinedTable, "relation with OID %d does not exist", id)
	}
	oldSchema, oldName := q.SchemaID, q.Name
	if err := change(q); err != nil {
		return nil, err
	}
	if q.Name != oldName || q.SchemaID != oldSchema {
		taken := pgerr.New(pgerr.DuplicateTable, "relation %q already exists", q.Name)
		if err := tx.claimName(ctx, nameKey(keyTableName, q.Name, q.SchemaID), id, taken); err != nil {
			return nil, err
		}
		if err := tx.delete(ctx, nameKey(keyTableName, oldName, oldSchema)); err != nil {
			return nil, err
		}
	}
	q.Version++
	return q, tx.putRecord(ctx, sequenceKey(id), q)
}

// DropSequence removes a sequence with its value, grants and comments. One that is
// gone already is 42P01.
func (tx *Tx) DropSequence(ctx context.Context, id types.OID) error {
	q := new(Sequence)
	ok, err := tx.lockRecord(ctx, sequenceKey(id), kv.LockExclusive, q)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedTable, "relation with OID %d does not exist", id)
	}
	if err := tx.delete(ctx, sequenceKey(id)); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keyTableName, q.Name, q.SchemaID)); err != nil {
		return err
	}
	if err := tx.forgetValue(ctx, q.StorageID); err != nil {
		return err
	}
	return tx.dropAttached(ctx, ClassTable, id)
}

// RestartSequence gives a sequence fresh storage, whose first value is begin, in the
// transaction.
func (tx *Tx) RestartSequence(ctx context.Context, id types.OID, begin func(*Sequence) int64) error {
	storage, err := tx.cat.AllocateOID(ctx)
	if err != nil {
		return err
	}
	var old types.OID
	_, err = tx.ChangeSequence(ctx, id, func(q *Sequence) error {
		old, q.StorageID, q.Begin = q.StorageID, storage, begin(q)
		return nil
	})
	if err != nil {
		return err
	}
	return tx.forgetValue(ctx, old)
}

// forgetValue deletes the value of storage that nothing reaches once the
// transaction commits.
func (tx *Tx) forgetValue(ctx context.Context, storage types.OID) error {
	key := sequenceValueKey(storage)
	if _, err := tx.txn.Lock(ctx, [][]byte{key}, kv.LockOptions{Mode: kv.LockExclusive}); err != nil {
		return err
	}
	return tx.txn.Delete(ctx, key)
}

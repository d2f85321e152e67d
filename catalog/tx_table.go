package catalog

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CreateTable adds a table. t has its OIDs (AllocateOID) and attribute ids
// (DictTx.AllocateIDs) already; it is kept and must not change afterwards.
// Errors: 42P07 if the name is taken, 3F000 if the schema is gone.
func (tx *Tx) CreateTable(ctx context.Context, t *Table) error {
	if err := tx.holdSchema(ctx, t.SchemaID, t.Schema); err != nil {
		return err
	}
	taken := pgerr.New(pgerr.DuplicateTable, "relation %q already exists", t.Name)
	if err := tx.claimName(ctx, nameKey(keyTableName, t.Name, t.SchemaID), t.ID, taken); err != nil {
		return err
	}
	t.Version = 1
	return tx.putRecord(ctx, tableKey(t.ID), t)
}

// holdSchema keeps a schema from being dropped until the transaction ends.
func (tx *Tx) holdSchema(ctx context.Context, id types.OID, name string) error {
	var s Schema
	ok, err := tx.lockRecord(ctx, schemaKey(id), kv.LockShared, &s)
	if err == nil && !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", name)
	}
	return err
}

// ChangeTable locks a table's descriptor, lets change alter a copy of its
// newest state and writes that as the next version. A change of SchemaID or
// Name moves the name entry (42P07 if the new name is taken). If the table
// was dropped meanwhile the error is 42P01.
func (tx *Tx) ChangeTable(ctx context.Context, id TableID, change func(*Table) error) (*Table, error) {
	t := new(Table)
	ok, err := tx.lockRecord(ctx, tableKey(id), kv.LockExclusive, t)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, pgerr.New(pgerr.UndefinedTable, "relation with OID %d does not exist", id)
	}
	oldSchema, oldName := t.SchemaID, t.Name
	if err := change(t); err != nil {
		return nil, err
	}
	if t.Name != oldName || t.SchemaID != oldSchema {
		taken := pgerr.New(pgerr.DuplicateTable, "relation %q already exists", t.Name)
		if err := tx.claimName(ctx, nameKey(keyTableName, t.Name, t.SchemaID), id, taken); err != nil {
			return nil, err
		}
		if err := tx.delete(ctx, nameKey(keyTableName, oldName, oldSchema)); err != nil {
			return nil, err
		}
	}
	t.Version++
	return t, tx.putRecord(ctx, tableKey(id), t)
}

// DropTable removes a table with its grants, comments and sequences, and leaves its rows
// and dictionary to the eraser. A table that is gone already is 42P01.
func (tx *Tx) DropTable(ctx context.Context, id TableID) error {
	t := new(Table)
	ok, err := tx.lockRecord(ctx, tableKey(id), kv.LockExclusive, t)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedTable, "relation with OID %d does not exist", id)
	}
	if err := tx.delete(ctx, tableKey(id)); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keyTableName, t.Name, t.SchemaID)); err != nil {
		return err
	}
	if err := tx.dropAttached(ctx, ClassTable, id); err != nil {
		return err
	}
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, q := range view.SequencesOf(t, 0) {
		if err := tx.DropSequence(ctx, q.ID); err != nil {
			return err
		}
	}
	for _, c := range t.Checks {
		if err := tx.dropAttached(ctx, ClassConstraint, c.ID); err != nil {
			return err
		}
	}
	return tx.abandon(ctx, erasure{Storage: t.Storage(), Dictionary: true}, id)
}

// TruncateTable gives a table fresh, empty storage and leaves the old one to
// the eraser. The attribute dictionary stays.
func (tx *Tx) TruncateTable(ctx context.Context, id TableID) (*Table, error) {
	storage, err := tx.cat.AllocateOID(ctx)
	if err != nil {
		return nil, err
	}
	var old types.OID
	t, err := tx.ChangeTable(ctx, id, func(t *Table) error {
		old = t.Storage()
		t.StorageID = storage
		t.Options.Retention = t.Options.renewed()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, tx.abandon(ctx, erasure{Storage: old}, id)
}

// abandon notes storage that nothing reaches once the transaction commits.
func (tx *Tx) abandon(ctx context.Context, e erasure, table TableID) error {
	e.At = time.Now().UTC()
	e.Table = table
	return tx.putRecord(ctx, catalogKey(keyErase, e.Storage), e)
}

// dropAttached removes the grants and comments of an object.
func (tx *Tx) dropAttached(ctx context.Context, class Class, id types.OID) error {
	if err := tx.deleteSpan(ctx, prefixSpan(aclKey(class, id))); err != nil {
		return err
	}
	return tx.deleteSpan(ctx, prefixSpan(catalogKey(keyComment, class, id)))
}

// HoldTable keeps the table's descriptor as it is until the transaction ends:
// DDL on it waits. Who writes rows holds it, so that no row is written under
// constraints that are not the table's any more; such holders do not wait for each
// other. DDL that looks at rows before it changes the descriptor holds it
// exclusively first. The caller looks afterwards whether the descriptor that
// it knows is still the newest.
func (tx *Tx) HoldTable(ctx context.Context, id TableID, exclusive bool) error {
	mode := kv.LockShared
	if exclusive {
		mode = kv.LockExclusive
	}
	_, err := tx.txn.Lock(ctx, [][]byte{tableKey(id)}, kv.LockOptions{Mode: mode})
	return err
}

package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// AllocateTypeOID is AllocateOID for a type: one that no type has in the process
// either, where several catalogs may be open.
func (c *Catalog) AllocateTypeOID(ctx context.Context) (types.OID, error) {
	for {
		id, err := c.AllocateOID(ctx)
		if err != nil || types.Lookup(id) == nil {
			return id, err
		}
	}
}

// CreateType adds a type, which has its OIDs (AllocateTypeOID) already; it is kept and
// must not change afterwards. Errors: 42710 if the name is taken, 3F000 if the schema
// is gone.
func (tx *Tx) CreateType(ctx context.Context, t *Type) error {
	if err := tx.holdSchema(ctx, t.SchemaID, t.Schema); err != nil {
		return err
	}
	if err := tx.claimTypeNames(ctx, t); err != nil {
		return err
	}
	t.Version = 1
	if err := tx.putRecord(ctx, typeKey(t.ID), t); err != nil {
		return err
	}
	t.register() // values of it may be made in this transaction
	return nil
}

func (tx *Tx) claimTypeNames(ctx context.Context, t *Type) error {
	taken := pgerr.New(pgerr.DuplicateObject, "type %q already exists", t.Name)
	if err := tx.claimName(ctx, nameKey(keyTypeName, t.Name, t.SchemaID), t.ID, taken); err != nil {
		return err
	}
	if t.ArrayID == 0 {
		return nil
	}
	taken = pgerr.New(pgerr.DuplicateObject, "type %q already exists", t.ArrayName)
	return tx.claimName(ctx, nameKey(keyTypeName, t.ArrayName, t.SchemaID), t.ArrayID, taken)
}

func (tx *Tx) releaseTypeNames(ctx context.Context, schema types.OID, names ...string) error {
	for _, n := range names {
		if n == "" {
			continue
		}
		if err := tx.delete(ctx, nameKey(keyTypeName, n, schema)); err != nil {
			return err
		}
	}
	return nil
}

// ChangeType locks a type's descriptor, lets change alter a copy of its newest state
// and writes that as the next version. A change of SchemaID or Name moves the name
// entries (42710 if a new name is taken). A type that was dropped meanwhile is 42704.
// The change of a type that is older than the transaction shows in values only when
// it commits.
func (tx *Tx) ChangeType(ctx context.Context, id types.OID, change func(*Type) error) (*Type, error) {
	t := new(Type)
	ok, err := tx.lockRecord(ctx, typeKey(id), kv.LockExclusive, t)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, pgerr.New(pgerr.UndefinedObject, "type with OID %d does not exist", id)
	}
	old := *t
	if err := change(t); err != nil {
		return nil, err
	}
	if t.Name != old.Name || t.SchemaID != old.SchemaID {
		if err := tx.releaseTypeNames(ctx, old.SchemaID, old.Name, old.ArrayName); err != nil {
			return nil, err
		}
		if err := tx.claimTypeNames(ctx, t); err != nil {
			return nil, err
		}
	}
	t.Version++
	if err := tx.putRecord(ctx, typeKey(id), t); err != nil {
		return nil, err
	}
	if tx.fresh(id) {
		t.register()
	}
	return t, nil
}

// fresh reports whether the transaction has made the type itself.
func (tx *Tx) fresh(id types.OID) bool {
	if tx.base == nil {
		return false
	}
	_, known := tx.base.Type(id)
	return !known
}

// DropType removes a type with its grants and comments. One that is gone already is
// 42704. Whether something uses it is the caller's to decide before.
func (tx *Tx) DropType(ctx context.Context, id types.OID) error {
	t := new(Type)
	ok, err := tx.lockRecord(ctx, typeKey(id), kv.LockExclusive, t)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedObject, "type with OID %d does not exist", id)
	}
	if err := tx.delete(ctx, typeKey(id)); err != nil {
		return err
	}
	if err := tx.releaseTypeNames(ctx, t.SchemaID, t.Name, t.ArrayName); err != nil {
		return err
	}
	return tx.dropAttached(ctx, ClassType, id)
}

// HoldType keeps a type from being dropped until the transaction ends: a column of it
// is being made. One that is gone is 42704.
func (tx *Tx) HoldType(ctx context.Context, id types.OID) error {
	ok, err := tx.lockRecord(ctx, typeKey(id), kv.LockShared, new(Type))
	if err == nil && !ok {
		return pgerr.New(pgerr.UndefinedObject, "type with OID %d does not exist", id)
	}
	return err
}

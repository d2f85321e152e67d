package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CreateInstance adds an instance, which has its OID already, with its schema
// public. A name that is taken is 42P04.
func (tx *Tx) CreateInstance(ctx context.Context, in *Instance) error {
	public, err := tx.cat.AllocateOID(ctx)
	if err != nil {
		return err
	}
	return tx.createInstance(ctx, in, public)
}

func (tx *Tx) createInstance(ctx context.Context, in *Instance, public types.OID) error {
	taken := pgerr.New(pgerr.DuplicateDatabase, "database %q already exists", in.Name)
	if err := tx.claimName(ctx, nameKey(keyInstanceName, in.Name), in.ID, taken); err != nil {
		return err
	}
	if err := tx.putRecord(ctx, instanceKey(in.ID), in); err != nil {
		return err
	}
	err := tx.CreateSchema(ctx, &Schema{ID: public, InstanceID: in.ID, Name: PublicSchema, OwnerID: in.OwnerID})
	if err != nil {
		return err
	}
	// As PostgreSQL 15: everybody may use public, only its owner creates there.
	acl := append(DefaultACL(ClassSchema, in.OwnerID), Grant{Grantor: in.OwnerID, Privileges: PrivUsage})
	return tx.putRecord(ctx, aclKey(ClassSchema, public), acl)
}

// ChangeInstance locks an instance, lets change alter a copy and writes that.
// An instance that is gone is 3D000, a new name that is taken 42P04.
func (tx *Tx) ChangeInstance(ctx context.Context, id types.OID, change func(*Instance) error) error {
	in := new(Instance)
	ok, err := tx.lockRecord(ctx, instanceKey(id), kv.LockExclusive, in)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.InvalidCatalogName, "database with OID %d does not exist", id)
	}
	oldName := in.Name
	if err := change(in); err != nil {
		return err
	}
	if in.Name != oldName {
		taken := pgerr.New(pgerr.DuplicateDatabase, "database %q already exists", in.Name)
		if err := tx.claimName(ctx, nameKey(keyInstanceName, in.Name), id, taken); err != nil {
			return err
		}
		if err := tx.delete(ctx, nameKey(keyInstanceName, oldName)); err != nil {
			return err
		}
	}
	return tx.putRecord(ctx, instanceKey(id), in)
}

// DropInstance drops an instance with all that is in it.
func (tx *Tx) DropInstance(ctx context.Context, id types.OID) error {
	in := new(Instance)
	ok, err := tx.lockRecord(ctx, instanceKey(id), kv.LockExclusive, in)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.InvalidCatalogName, "database with OID %d does not exist", id)
	}
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, s := range view.Schemas(id) {
		if err := tx.DropSchema(ctx, s.ID); err != nil {
			return err
		}
	}
	if err := tx.deleteSpan(ctx, prefixSpan(catalogKey(keyRoleSetting, id))); err != nil {
		return err
	}
	if err := tx.delete(ctx, instanceKey(id)); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keyInstanceName, in.Name)); err != nil {
		return err
	}
	return tx.dropAttached(ctx, ClassInstance, id)
}

// HoldInstance keeps an instance from being dropped, and others that hold it
// exclusively waiting, until the transaction ends: who counts its tables
// against a limit holds it.
func (tx *Tx) HoldInstance(ctx context.Context, id types.OID, exclusive bool) error {
	mode := kv.LockShared
	if exclusive {
		mode = kv.LockExclusive
	}
	var in Instance
	ok, err := tx.lockRecord(ctx, instanceKey(id), mode, &in)
	if err == nil && !ok {
		return pgerr.New(pgerr.InvalidCatalogName, "database with OID %d does not exist", id)
	}
	return err
}

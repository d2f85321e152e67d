package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CreateSchema adds a schema, which has its OID already. A name that is taken
// is 42P06.
func (tx *Tx) CreateSchema(ctx context.Context, s *Schema) error {
	taken := pgerr.New(pgerr.DuplicateSchema, "schema %q already exists", s.Name)
	if err := tx.claimName(ctx, nameKey(keySchemaName, s.Name, s.InstanceID), s.ID, taken); err != nil {
		return err
	}
	return tx.putRecord(ctx, schemaKey(s.ID), s)
}

// ChangeSchema locks a schema, lets change alter a copy and writes that. A
// schema that is gone is 3F000, a new name that is taken 42P06.
func (tx *Tx) ChangeSchema(ctx context.Context, id types.OID, change func(*Schema) error) error {
	s := new(Schema)
	ok, err := tx.lockRecord(ctx, schemaKey(id), kv.LockExclusive, s)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema with OID %d does not exist", id)
	}
	oldName := s.Name
	if err := change(s); err != nil {
		return err
	}
	if s.Name != oldName {
		if err := tx.renameSchema(ctx, s, oldName); err != nil {
			return err
		}
	}
	return tx.putRecord(ctx, schemaKey(id), s)
}

// renameSchema moves the name entry and tells the schema's tables, which
// carry its name.
func (tx *Tx) renameSchema(ctx context.Context, s *Schema, oldName string) error {
	taken := pgerr.New(pgerr.DuplicateSchema, "schema %q already exists", s.Name)
	if err := tx.claimName(ctx, nameKey(keySchemaName, s.Name, s.InstanceID), s.ID, taken); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keySchemaName, oldName, s.InstanceID)); err != nil {
		return err
	}
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, t := range view.TablesIn(s.ID) {
		if _, err := tx.ChangeTable(ctx, t.ID, func(t *Table) error { t.Schema = s.Name; return nil }); err != nil {
			return err
		}
	}
	for _, q := range view.SequencesIn(s.ID) {
		if _, err := tx.ChangeSequence(ctx, q.ID, func(q *Sequence) error { q.Schema = s.Name; return nil }); err != nil {
			return err
		}
	}
	for _, t := range view.TypesIn(s.ID) {
		if _, err := tx.ChangeType(ctx, t.ID, func(t *Type) error { t.Schema = s.Name; return nil }); err != nil {
			return err
		}
	}
	return nil
}

// DropSchema drops a schema with all that is in it; whether it may hold anything is
// the caller's to decide before.
func (tx *Tx) DropSchema(ctx context.Context, id types.OID) error {
	s := new(Schema)
	ok, err := tx.lockRecord(ctx, schemaKey(id), kv.LockExclusive, s)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.InvalidSchemaName, "schema with OID %d does not exist", id)
	}
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, t := range view.TablesIn(id) {
		if err := tx.DropTable(ctx, t.ID); err != nil {
			return err
		}
	}
	if view, err = tx.Snapshot(ctx); err != nil {
		return err
	}
	for _, q := range view.SequencesIn(id) {
		if err := tx.DropSequence(ctx, q.ID); err != nil {
			return err
		}
	}
	for _, t := range view.TypesIn(id) {
		if err := tx.DropType(ctx, t.ID); err != nil {
			return err
		}
	}
	if err := tx.delete(ctx, schemaKey(id)); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keySchemaName, s.Name, s.InstanceID)); err != nil {
		return err
	}
	return tx.dropAttached(ctx, ClassSchema, id)
}

// TempSchema returns the schema for the temporary tables of a session, which
// it creates on first use. session is unique among the sessions of the server.
func (tx *Tx) TempSchema(ctx context.Context, instance types.OID, session uint32, owner types.OID) (*Schema, error) {
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	name := TempSchemaName(session)
	if s, ok := view.SchemaByName(instance, name); ok {
		return s, nil
	}
	id, err := tx.cat.AllocateOID(ctx)
	if err != nil {
		return nil, err
	}
	s := &Schema{ID: id, InstanceID: instance, Name: name, OwnerID: owner, Temporary: true}
	return s, tx.CreateSchema(ctx, s)
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgType = &catalog.View{
	ID: 1247, Schema: "pg_catalog", Name: "pg_type", Kind: 'r',
	Columns: columns("oid:oid typname:name typnamespace:oid typowner:oid typlen:int2 typbyval:bool typtype:char " +
		"typcategory:char typispreferred:bool typisdefined:bool typdelim:char typrelid:oid " +
		"typsubscript:regproc typelem:oid typarray:oid typinput:regproc typoutput:regproc typreceive:regproc " +
		"typsend:regproc typmodin:regproc typmodout:regproc typanalyze:regproc typalign:char typstorage:char " +
		"typnotnull:bool typbasetype:oid typtypmod:int4 typndims:int4 typcollation:oid " +
		"typdefaultbin:pg_node_tree typdefault:text typacl:_aclitem"),
	Rows: rows(pgTypeRows),
}

// pgTypeRows lists the built-in types, then the users', then the row types of the tables.
func pgTypeRows(_ context.Context, src Sources, emit emitFunc) error {
	for _, info := range types.All() {
		if info.OID == types.Variant {
			continue // never shown: clients see text
		}
		if err := emit(typeRow(info, PgCatalogSchemaID, catalog.SuperuserID, 0)); err != nil {
			return err
		}
	}
	if err := userTypeRows(src, emit); err != nil {
		return err
	}
	record := *types.Lookup(types.Record)
	record.Type, record.Category, record.Elem, record.Array = 'c', 'C', 0, 0
	for _, t := range tables(src) {
		if t.TypeOID == 0 {
			continue
		}
		record.OID, record.Name = t.TypeOID, t.Name
		if err := emit(typeRow(&record, t.SchemaID, t.OwnerID, t.ID)); err != nil {
			return err
		}
	}
	return nil
}

// Columns of pg_type that concern domains only.
const typnotnull, typbasetype, typtypmod, typdefault = 24, 25, 26, 30

// userTypeRows lists the types that CREATE TYPE made, each with its array type.
func userTypeRows(src Sources, emit emitFunc) error {
	for _, t := range src.Catalog().Types(src.Instance()) {
		info := t.Info()
		row := typeRow(info, t.SchemaID, t.OwnerID, t.RelationID)
		if t.Kind == 'd' {
			row[typnotnull], row[typbasetype], row[typtypmod] = boolean(t.NotNull), oid(t.Base.OID), int4(int(t.Base.Mod))
			row[typdefault] = textOrNull(t.Default)
		}
		if err := emit(row); err != nil {
			return err
		}
		if t.ArrayID == 0 {
			continue
		}
		array := *types.ArrayInfo(info)
		array.Name = t.ArrayName
		if err := emit(typeRow(&array, t.SchemaID, t.OwnerID, 0)); err != nil {
			return err
		}
	}
	return nil
}

func typeRow(i *types.Info, schema, owner, relation types.OID) datum.Row {
	return datum.Row{
		oid(i.OID), name(i.Name), oid(schema), oid(owner), int2(int(i.Len)), boolean(i.ByVal),
		char(i.Type), char(i.Category), boolean(i.Preferred), yes, char(i.Delim), oid(relation),
		proc(i.Subscript), oid(i.Elem), oid(i.Array),
		proc(i.In), proc(i.Out), proc(i.Recv), proc(i.Send), proc(i.ModIn), proc(i.ModOut), proc(i.Analyze),
		char(i.Align), char(i.Storage), no, none, int4(-1), zero4, oid(i.Collation), null, null, null,
	}
}

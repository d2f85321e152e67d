package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// operatorClass is a btree operator class: how keys of a type are ordered. The
// OIDs and names are PostgreSQL's.
type operatorClass struct {
	id, family types.OID
	name       string
	input      types.OID
}

var operatorClasses = []operatorClass{
	{10003, 424, "bool_ops", types.Bool}, {10006, 428, "bytea_ops", types.Bytea},
	{3124, 1976, "int8_ops", types.Int8}, {1979, 1976, "int2_ops", types.Int2},
	{1978, 1976, "int4_ops", types.Int4}, {3126, 1994, "text_ops", types.Text},
	{10004, 426, "bpchar_ops", types.BPChar}, {3122, 434, "date_ops", types.Date},
	{3128, 434, "timestamp_ops", types.Timestamp}, {3127, 434, "timestamptz_ops", types.TimestampTZ},
	{3125, 1988, "numeric_ops", types.Numeric}, {10065, 2968, "uuid_ops", types.UUID},
}

var pgOpclass = &catalog.View{
	ID: 2616, Schema: "pg_catalog", Name: "pg_opclass", Kind: 'r',
	Columns: columns("oid:oid opcmethod:oid opcname:name opcnamespace:oid opcowner:oid opcfamily:oid opcintype:oid " +
		"opcdefault:bool opckeytype:oid"),
	Rows: rows(func(_ context.Context, _ Sources, emit emitFunc) error {
		for _, c := range operatorClasses {
			err := emit(datum.Row{
				oid(c.id), oid(btreeMethodID), name(c.name), oid(PgCatalogSchemaID), oid(catalog.SuperuserID),
				oid(c.family), oid(c.input), yes, none,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// operatorClassOf is the class that a key column of type t uses; varchar uses
// text's.
func operatorClassOf(t types.OID) types.OID {
	if t == types.VarChar {
		t = types.Text
	}
	for _, c := range operatorClasses {
		if c.input == t {
			return c.id
		}
	}
	return 0
}

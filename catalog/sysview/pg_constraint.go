package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgConstraint = &catalog.View{
	ID: 2606, Schema: "pg_catalog", Name: "pg_constraint", Kind: 'r',
	Columns: columns("oid:oid conname:name connamespace:oid contype:char condeferrable:bool condeferred:bool " +
		"convalidated:bool conrelid:oid contypid:oid conindid:oid conparentid:oid confrelid:oid " +
		"confupdtype:char confdeltype:char confmatchtype:char conislocal:bool coninhcount:int4 " +
		"connoinherit:bool conkey:_int2 confkey:_int2 conpfeqop:_oid conppeqop:_oid conffeqop:_oid " +
		"confdelsetcols:_int2 conexclop:_oid conbin:pg_node_tree"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, t := range tables(src) {
			if !t.HiddenKey() {
				row := constraintRow(t, PKConstraintID(t), t.PKName, 'p', t.PKIndexID, keyNumbers(t), "")
				if err := emit(row); err != nil {
					return err
				}
			}
			for _, c := range t.Checks {
				if err := emit(constraintRow(t, c.ID, c.Name, 'c', 0, nil, c.Expr)); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

// PKConstraintID is the OID of a primary key's constraint. It and its
// index are one thing here, listed in two catalogs, so they share one.
func PKConstraintID(t *catalog.Table) types.OID { return t.PKIndexID }

func constraintRow(t *catalog.Table, id types.OID, conname string, kind byte, index types.OID, key []int, check string) datum.Row {
	noInherit := kind == 'p'
	return datum.Row{
		oid(id), name(conname), oid(t.SchemaID), char(kind), no, no, yes, oid(t.ID), none, oid(index), none, none,
		char(' '), char(' '), char(' '), yes, zero4, boolean(noInherit), int2Array(key),
		null, null, null, null, null, null, nodeTree(check),
	}
}

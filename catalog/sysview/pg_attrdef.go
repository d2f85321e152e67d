package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgAttrdef = &catalog.View{
	ID: 2604, Schema: "pg_catalog", Name: "pg_attrdef", Kind: 'r',
	Columns: columns("oid:oid adrelid:oid adnum:int2 adbin:pg_node_tree"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, t := range tables(src) {
			for _, c := range t.Columns {
				if !hasDefault(c) {
					continue
				}
				expr := c.Default
				if c.Generated != "" {
					expr = c.Generated
				}
				err := emit(datum.Row{oid(defaultID(t.ID, c.AttNum)), oid(t.ID), int2(int(c.AttNum)), nodeTree(expr)})
				if err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

// defaultID makes up the OID of a column's default, which the catalog gives
// none: above all OIDs that it allocates in practice, the same each time.
func defaultID(table types.OID, num int16) types.OID {
	return 1<<31 | table<<11 | types.OID(num)
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowAttributes = &catalog.View{
	ID: 14003, Schema: "sparrow", Name: "attributes", Kind: 'v',
	Comment: "Attributes of the tables of the current instance, declared and free.",
	Columns: []catalog.ViewColumn{
		column("instance", types.Text, "Name of the instance."),
		column("table_schema", types.Text, "Schema of the table."),
		column("table_name", types.Text, "Name of the table."),
		column("attribute", types.Text, "Name of the attribute."),
		column("declared", types.Bool, "Whether CREATE TABLE or ALTER TABLE declared it."),
		column("types", types.TextArray, "Types of its cells: the declared one, or those seen."),
		column("rows", types.Int8, "Rows that have it, as last counted; NULL for declared ones. Cells that have expired count until their row is written or deleted; those that a flush erased stay counted."),
		column("bytes", types.Int8, "Bytes of its cells, as rows counts them; NULL for declared ones."),
		column("first_seen", types.TimestampTZ, "First write of a free attribute; creation of the table of a declared one."),
		column("last_seen", types.TimestampTZ, "Last write, as last counted; NULL for declared ones."),
	},
	Rows: rows(sparrowAttributeRows),
}

func sparrowAttributeRows(ctx context.Context, src Sources, emit emitFunc) error {
	instance := text(instanceName(src))
	for _, t := range tables(src) {
		schema, table := text(t.Schema), text(t.Name)
		for i, c := range t.Columns {
			if c.Dropped || t.KeyPosition(i) >= 0 {
				continue
			}
			err := emit(datum.Row{
				instance, schema, table, text(c.Name), yes,
				stringArray(types.Text, []string{types.FormatType(c.T)}),
				null, null, instant(t.CreatedAt), null,
			})
			if err != nil {
				return err
			}
		}
		attrs, err := src.Attributes(ctx, t, 0)
		if err != nil {
			return err
		}
		for _, a := range attrs {
			seen := make([]string, len(a.Types))
			for i, o := range a.Types {
				seen[i] = types.TypeName(o)
			}
			err := emit(datum.Row{
				instance, schema, table, text(a.Name), no, stringArray(types.Text, seen),
				int8(a.Rows), int8(a.Bytes), instant(a.FirstSeen), instant(a.LastSeen),
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

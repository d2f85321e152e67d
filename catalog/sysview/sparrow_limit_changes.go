package sysview

import (
	"context"
	"strconv"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowLimitChanges = &catalog.View{
	ID: 14008, Schema: "sparrow", Name: "limit_changes", Kind: 'v',
	Comment: "Changes of limits by ALTER SYSTEM, oldest first.",
	Columns: []catalog.ViewColumn{
		column("at", types.TimestampTZ, "When it was changed."),
		column("name", types.Text, "Name of the limit."),
		column("old_value", types.Int8, "Value before."),
		column("new_value", types.Int8, "Value since."),
		column("changed_by", types.Text, "Role that changed it."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, c := range src.Catalog().LimitChanges() {
			err := emit(datum.Row{
				instant(c.At), text(c.Name), number(c.OldValue), number(c.NewValue), text(c.ChangedBy),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// number reads a bigint; NULL for what is none.
func number(s string) datum.Datum {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return null
	}
	return int8(n)
}

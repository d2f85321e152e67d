package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowInstances = &catalog.View{
	ID: 14001, Schema: "sparrow", Name: "instances", Kind: 'v',
	Comment: "Instances (databases) of this server.",
	Columns: []catalog.ViewColumn{
		column("instance", types.Text, "Name of the instance."),
		column("owner", types.Text, "Role that owns it: the account whose limits it counts against."),
		column("tables", types.Int8, "Number of its tables, which tables_per_instance bounds."),
		column("created_at", types.TimestampTZ, "When it was created."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, in := range cat.Instances() {
			err := emit(datum.Row{
				text(in.Name), text(cat.RoleName(in.OwnerID)),
				int8(int64(len(cat.Tables(in.ID)))), instant(in.CreatedAt),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowSettings = &catalog.View{
	ID: 14010, Schema: "sparrow", Name: "settings", Kind: 'v',
	Comment: "Settings of the session, with what they do.",
	Columns: []catalog.ViewColumn{
		column("name", types.Text, "Name of the setting."),
		column("value", types.Text, "Value now."),
		column("default_value", types.Text, "Value that RESET gives."),
		column("unit", types.Text, "Unit of the value; NULL if it has none."),
		column("type", types.Text, "bool, integer, real, string or enum."),
		column("context", types.Text, "Who may set it, and when, in pg_settings' words."),
		column("source", types.Text, "Where the value comes from."),
		column("help", types.Text, "What it does."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, s := range src.Settings() {
			err := emit(datum.Row{
				text(s.Name), text(s.Value), text(s.Reset), textOrNull(s.Unit),
				text(s.VarType), text(s.Context), text(s.Source), text(s.Description),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

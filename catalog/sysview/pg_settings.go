package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgSettings = &catalog.View{
	ID: 12104, Schema: "pg_catalog", Name: "pg_settings", Kind: 'v',
	Columns: columns("name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text " +
		"vartype:text source:text min_val:text max_val:text enumvals:_text boot_val:text reset_val:text " +
		"sourcefile:text sourceline:int4 pending_restart:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, s := range src.Settings() {
			err := emit(datum.Row{
				text(s.Name), text(s.Value), textOrNull(s.Unit), text(s.Category), text(s.Description), null,
				text(s.Context), text(s.VarType), text(s.Source), textOrNull(s.Min), textOrNull(s.Max),
				stringArray(types.Text, s.Enum), text(s.Boot), text(s.Reset), null, null, no,
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

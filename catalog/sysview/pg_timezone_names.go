package sysview

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgTimezoneNames = &catalog.View{
	ID: 12126, Schema: "pg_catalog", Name: "pg_timezone_names", Kind: 'v',
	Columns: columns("name:text abbrev:text utc_offset:interval is_dst:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, zone := range types.ZoneNames() {
			loc, err := types.LookupTimeZone(zone)
			if err != nil {
				return err
			}
			at := src.Now().In(loc)
			abbrev, offset := at.Zone()
			err = emit(datum.Row{text(zone), text(abbrev), duration(time.Duration(offset) * time.Second), boolean(at.IsDST())})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgStatActivity = &catalog.View{
	ID: 12222, Schema: "pg_catalog", Name: "pg_stat_activity", Kind: 'v',
	Columns: columns("datid:oid datname:name pid:int4 leader_pid:int4 usesysid:oid usename:name application_name:text " +
		"client_addr:inet client_hostname:text client_port:int4 backend_start:timestamptz " +
		"xact_start:timestamptz query_start:timestamptz state_change:timestamptz wait_event_type:text " +
		"wait_event:text state:text backend_xid:xid backend_xmin:xid query_id:int8 query:text " +
		"backend_type:text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		me, _ := cat.Role(src.Role())
		for _, s := range src.Sessions() {
			database, user := null, null
			if in, ok := cat.Instance(s.InstanceID); ok {
				database = name(in.Name)
			}
			if r, ok := cat.Role(s.RoleID); ok {
				user = name(r.Name)
			}
			waits := null
			if s.WaitEvent != "" {
				waits = text("Lock")
			}
			row := datum.Row{
				oid(s.InstanceID), database, int4(int(s.PID)), null, oid(s.RoleID), user, text(s.ApplicationName),
				inet(s.ClientAddr), null, int4(s.ClientPort),
				instant(s.BackendStart), instant(s.XactStart), instant(s.QueryStart), instant(s.StateChange),
				waits, textOrNull(s.WaitEvent), text(s.State), null, null, null, text(s.Query), text("client backend"),
			}
			if me == nil || !me.Superuser && s.RoleID != src.Role() {
				hideActivity(row)
			}
			if err := emit(row); err != nil {
				return err
			}
		}
		return nil
	}),
}

// hideActivity blanks what a role may not see of another's session, as
// PostgreSQL does for roles without pg_read_all_stats.
func hideActivity(row datum.Row) {
	for i := 7; i < len(row); i++ {
		row[i] = null
	}
	row[20] = text("<insufficient privilege>")
}

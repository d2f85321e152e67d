package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowSessions = &catalog.View{
	ID: 14009, Schema: "sparrow", Name: "sessions", Kind: 'v',
	Comment: "Open sessions and what they use.",
	Columns: []catalog.ViewColumn{
		column("pid", types.Int4, "Process id, as pg_backend_pid() gives it."),
		column("role", types.Text, "Role that logged in."),
		column("instance", types.Text, "Instance that it is connected to."),
		column("application_name", types.Text, "What the client calls itself."),
		column("client_addr", types.Text, "Address of the client; NULL for a local socket."),
		column("state", types.Text, "active, idle, or idle in transaction."),
		column("query_start", types.TimestampTZ, "When the last statement began."),
		column("read_cu", types.Int8, "Read capacity units since log-in."),
		column("write_cu", types.Int8, "Write capacity units since log-in."),
		column("snapshot_age", types.Interval, "Age of the oldest snapshot that it holds; NULL is none."),
		column("pinned_bytes", types.Int8, "About how many bytes of replaced rows are kept because that snapshot may read them; sessions share them."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, s := range src.Sessions() {
			instance, age := null, null
			if in, ok := cat.Instance(s.InstanceID); ok {
				instance = text(in.Name)
			}
			if s.SnapshotAge > 0 {
				age = duration(s.SnapshotAge)
			}
			err := emit(datum.Row{
				int4(int(s.PID)), text(cat.RoleName(s.RoleID)), instance, text(s.ApplicationName),
				textOrNull(s.ClientAddr), text(s.State), instant(s.QueryStart),
				int8(s.ReadCU), int8(s.WriteCU), age, int8(s.PinnedBytes),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

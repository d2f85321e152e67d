package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowJobs = &catalog.View{
	ID: 14011, Schema: "sparrow", Name: "jobs", Kind: 'v',
	Comment: "Long pieces of work that run, and the last that have ended since the server started.",
	Columns: []catalog.ViewColumn{
		column("id", types.Int8, "Number of the job."),
		column("kind", types.Text, "What it does: backup."),
		column("object", types.Text, "What it works on: a backup's folder; shown to superusers."),
		column("state", types.Text, "checkpointing, copying or verifying while it runs; then done, failed or cancelled."),
		column("done", types.Int8, "How much of total is done: bytes of a backup."),
		column("total", types.Int8, "How much there is to do; NULL until it is known."),
		column("started_at", types.TimestampTZ, "When it began."),
		column("error", types.Text, "Why it failed; shown to superusers."),
		column("finished_at", types.TimestampTZ, "When it ended; NULL while it runs."),
		column("pid", types.Int4, "Process id of the session that runs it."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		role, ok := src.Catalog().Role(src.Role())
		super := ok && role.Superuser
		for _, j := range src.Jobs() {
			object, failure, total := null, null, null
			if super {
				object, failure = text(j.Object), textOrNull(j.Error)
			}
			if j.Total > 0 || !j.FinishedAt.IsZero() {
				total = int8(j.Total)
			}
			err := emit(datum.Row{
				int8(j.ID), text(j.Kind), object, text(j.State), int8(j.Done), total,
				instant(j.StartedAt), failure, instant(j.FinishedAt), int4(int(j.PID)),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

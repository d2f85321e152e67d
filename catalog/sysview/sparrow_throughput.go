package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowThroughput = &catalog.View{
	ID: 14006, Schema: "sparrow", Name: "throughput", Kind: 'v',
	Comment: "Capacity units drawn from each partition during the last minute.",
	Columns: []catalog.ViewColumn{
		column("instance", types.Text, "Name of the instance."),
		column("table_schema", types.Text, "Schema of the table."),
		column("table_name", types.Text, "Name of the table."),
		column("partition_id", types.Int8, "Id of the partition."),
		column("window_start", types.TimestampTZ, "When the window began."),
		column("window_seconds", types.Float8, "Length of the window: a minute, less for a young partition."),
		column("read_cu", types.Int8, "Read capacity units in the window."),
		column("write_cu", types.Int8, "Write capacity units in the window."),
		column("additional_read_cu", types.Int8, "Read capacity units above the partition's reserve."),
		column("additional_write_cu", types.Int8, "Write capacity units above the partition's reserve."),
		column("throttled", types.Int8, "Accesses that were throttled in the window."),
	},
	Rows: rows(sparrowThroughputRows),
}

func sparrowThroughputRows(ctx context.Context, src Sources, emit emitFunc) error {
	all, err := src.Partitions().Stats(ctx, catalog.RowsSpan())
	if err != nil {
		return err
	}
	instance := text(instanceName(src))
	for _, t := range tables(src) {
		parts := ofTable(all, t)
		for i, p := range parts {
			w := p.Window
			additional := func(used int64, reserved int) datum.Datum {
				inReserve := float64(share(reserved, i, len(parts))) * w.Duration.Seconds()
				return int8(max(used-int64(inReserve), 0))
			}
			err := emit(datum.Row{
				instance, text(t.Schema), text(t.Name), int8(int64(p.ID)),
				instant(w.Start), types.NewFloat8(w.Duration.Seconds()),
				int8(w.Usage.ReadCU), int8(w.Usage.WriteCU),
				additional(w.Usage.ReadCU, t.Options.ReservedReadCU),
				additional(w.Usage.WriteCU, t.Options.ReservedWriteCU),
				zero8,
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

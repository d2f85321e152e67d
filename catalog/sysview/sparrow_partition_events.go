package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowPartitionEvents = &catalog.View{
	ID: 14005, Schema: "sparrow", Name: "partition_events", Kind: 'v',
	Comment: "What happened to the partitions of the current instance's tables since the server started, oldest first.",
	Columns: []catalog.ViewColumn{
		column("at", types.TimestampTZ, "When it happened."),
		column("instance", types.Text, "Name of the instance."),
		column("table_schema", types.Text, "Schema of the table."),
		column("table_name", types.Text, "Name of the table."),
		column("event", types.Text, "split, merge or unsplittable."),
		column("reason", types.Text, "size, manual or presplit."),
		column("partition_id", types.Int8, "The partition before; of a merge, the left one."),
		column("new_partition_ids", types.Int8Array, "The partitions after, in key order."),
		column("boundary", types.Text, "The key between partitions that was made or went, as an SQL tuple."),
		column("raw_bytes_before", types.Int8, "Raw bytes of the partition before."),
		column("raw_bytes_after", types.Int8Array, "Raw bytes of the partitions after."),
		column("read_cu_per_s", types.Float8, "Read capacity units per second before."),
		column("write_cu_per_s", types.Float8, "Write capacity units per second before."),
	},
	Rows: rows(sparrowEventRows),
}

func sparrowEventRows(_ context.Context, src Sources, emit emitFunc) error {
	byStorage := tableOfStorage(src)
	instance := text(instanceName(src))
	for _, e := range src.Partitions().Events() {
		storage, _ := catalog.StorageOf(eventKey(e))
		t := byStorage[storage]
		if t == nil {
			continue // of another instance, or of a table that is gone
		}
		ids := make([]datum.Datum, len(e.NewIDs))
		for i, id := range e.NewIDs {
			ids[i] = int8(int64(id))
		}
		sizes := make([]datum.Datum, len(e.RawBytesAfter))
		for i, n := range e.RawBytesAfter {
			sizes[i] = knownInt8(n)
		}
		err := emit(datum.Row{
			instant(e.At), instance, text(t.Schema), text(t.Name), text(string(e.Kind)), text(string(e.Reason)),
			int8(int64(e.PartitionID)), array(types.Int8, ids), boundary(t, e.Boundary),
			knownInt8(e.RawBytesBefore), array(types.Int8, sizes),
			types.NewFloat8(e.ReadRate), types.NewFloat8(e.WriteRate),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eventKey is a key of the table that the event is about. The boundary is the
// surer one: a partition may begin before its table does.
func eventKey(e partition.Event) []byte {
	if e.Boundary != nil {
		return e.Boundary
	}
	return e.Span.Start
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowPartitions = &catalog.View{
	ID: 14004, Schema: "sparrow", Name: "partitions", Kind: 'v',
	Comment: "Partitions of the tables of the current instance, in key order.",
	Columns: []catalog.ViewColumn{
		column("instance", types.Text, "Name of the instance."),
		column("table_schema", types.Text, "Schema of the table."),
		column("table_name", types.Text, "Name of the table."),
		column("index_name", types.Text, "Secondary index that the partition belongs to; NULL for the table itself."),
		column("partition_id", types.Int8, "Id of the partition; ids are never used again."),
		column("start_bucket", types.Int4, "Lowest hash bucket; NULL without buckets."),
		column("end_bucket", types.Int4, "Hash bucket above the highest; NULL without buckets."),
		column("start_key", types.Text, "Lowest key, inclusive, as an SQL tuple; NULL is unbounded."),
		column("end_key", types.Text, "Key above the highest, as an SQL tuple; NULL is unbounded."),
		column("rows", types.Int8, "Rows, approximately; each chunk of a wide row counts as one more."),
		column("raw_bytes", types.Int8, "Bytes of live keys and values before compression, approximately."),
		column("compressed_bytes", types.Int8, "Bytes on disk, approximately."),
		column("read_cu_per_s", types.Float8, "Read capacity units per second over the last seconds."),
		column("write_cu_per_s", types.Float8, "Write capacity units per second over the last seconds."),
		column("reserved_read_cu", types.Int4, "The partition's share of the table's reserved read capacity units."),
		column("reserved_write_cu", types.Int4, "The partition's share of the table's reserved write capacity units."),
		column("hot", types.Bool, "Whether the partition draws more than its share for some time."),
		column("state", types.Text, "online, or what is being done with it."),
		column("store", types.Text, "Storage engine that holds it."),
	},
	Rows: rows(sparrowPartitionRows),
}

func sparrowPartitionRows(ctx context.Context, src Sources, emit emitFunc) error {
	all, err := src.Partitions().Stats(ctx, catalog.RowsSpan())
	if err != nil {
		return err
	}
	instance, online, store := text(instanceName(src)), text("online"), text(src.StoreName())
	for _, t := range tables(src) {
		span := catalog.TableSpan(t)
		parts := ofTable(all, t)
		for i, p := range parts {
			keys := p.Span.Intersect(span)
			err := emit(datum.Row{
				instance, text(t.Schema), text(t.Name), null, int8(int64(p.ID)), null, null,
				boundary(t, keys.Start), boundary(t, keys.End),
				knownInt8(p.Rows), knownInt8(p.RawBytes), knownInt8(p.CompressedBytes),
				types.NewFloat8(p.ReadRate), types.NewFloat8(p.WriteRate),
				int4(share(t.Options.ReservedReadCU, i, len(parts))),
				int4(share(t.Options.ReservedWriteCU, i, len(parts))),
				no, online, store,
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// share is the i-th of n equal parts of total; the parts sum exactly.
func share(total, i, n int) int {
	return total*(i+1)/n - total*i/n
}

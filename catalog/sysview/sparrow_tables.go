package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowTables = &catalog.View{
	ID: 14002, Schema: "sparrow", Name: "tables", Kind: 'v',
	Comment: "Tables of the current instance with key, size and storage options.",
	Columns: []catalog.ViewColumn{
		column("instance", types.Text, "Name of the instance."),
		column("table_schema", types.Text, "Schema of the table."),
		column("table_name", types.Text, "Name of the table."),
		column("primary_key", types.TextArray, "Columns of the primary key in key order; empty for a hidden key."),
		column("partition_key", types.Text, "First column of the primary key: its value decides on the partition."),
		column("buckets", types.Int4, "Number of hash buckets in front of the key; NULL without."),
		column("bucket_by", types.Text, "What the bucket is computed from; NULL without."),
		column("partitions", types.Int8, "Number of partitions now."),
		column("rows", types.Int8, "Rows, approximately."),
		column("raw_bytes", types.Int8, "Bytes of live keys and values before compression, approximately."),
		column("compressed_bytes", types.Int8, "Bytes on disk, approximately."),
		column("reserved_read_cu", types.Int4, "Read capacity units per second that are reserved."),
		column("reserved_write_cu", types.Int4, "Write capacity units per second that are reserved."),
		column("throughput_mode", types.Text, "elastic: use above the reserve is metered as additional; reserved: it is throttled."),
		column("burst_seconds", types.Int4, "Seconds of unused reserve that may be used later."),
		column("ttl", types.Interval, "Age at which cells expire; NULL is never."),
		column("max_versions", types.Int4, "Versions of a cell that are kept, as far as the row has room for them (limit timed_row_bytes); sparrow.cell_versions reads them."),
		column("created_at", types.TimestampTZ, "When the table was created."),
	},
	Rows: rows(sparrowTableRows),
}

func sparrowTableRows(ctx context.Context, src Sources, emit emitFunc) error {
	sizeOf, err := sizes(ctx, src)
	if err != nil {
		return err
	}
	instance := text(instanceName(src))
	for _, t := range tables(src) {
		size, o := sizeOf(t), t.Options
		buckets, bucketBy, partitionKey, ttl := null, null, null, null
		if o.Buckets > 0 {
			buckets, bucketBy = int4(o.Buckets), text(o.BucketBy)
		}
		key := keyColumns(t)
		if len(key) > 0 {
			partitionKey = text(key[0])
		}
		if o.TTL > 0 {
			ttl = dayInterval(o.TTL)
		}
		mode := o.ThroughputMode
		if mode == "" {
			mode = "elastic"
		}
		err := emit(datum.Row{
			instance, text(t.Schema), text(t.Name), stringArray(types.Text, key), partitionKey,
			buckets, bucketBy, int8(int64(size.partitions)),
			knownInt8(size.rows), knownInt8(size.rawBytes), knownInt8(size.compressedBytes),
			int4(o.ReservedReadCU), int4(o.ReservedWriteCU), text(mode), int4(o.BurstSeconds),
			ttl, int4(max(o.MaxVersions, 1)), instant(t.CreatedAt),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

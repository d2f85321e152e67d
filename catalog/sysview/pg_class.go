package sysview

import (
	"context"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgClass = &catalog.View{
	ID: 1259, Schema: "pg_catalog", Name: "pg_class", Kind: 'r',
	Columns: columns("oid:oid relname:name relnamespace:oid reltype:oid reloftype:oid relowner:oid relam:oid " +
		"relfilenode:oid reltablespace:oid relpages:int4 reltuples:float4 relallvisible:int4 " +
		"reltoastrelid:oid relhasindex:bool relisshared:bool relpersistence:char relkind:char relnatts:int2 " +
		"relchecks:int2 relhasrules:bool relhastriggers:bool relhassubclass:bool relrowsecurity:bool " +
		"relforcerowsecurity:bool relispopulated:bool relreplident:char relispartition:bool relrewrite:oid " +
		"relfrozenxid:xid relminmxid:xid relacl:_aclitem reloptions:_text relpartbound:pg_node_tree"),
	Rows: rows(pgClassRows),
}

// Access methods that tables and indexes are shown with: PostgreSQL's, whose
// names tools know.
const (
	heapMethodID  types.OID = 2
	btreeMethodID types.OID = 403
)

// relation is a row of pg_class in its parts that differ.
type relation struct {
	id, schema, rowType, owner, method types.OID
	name                               string
	kind, persistence                  byte
	columns, checks                    int
	tuples, bytes                      int64 // -1 is unknown
	hasIndex                           bool
	acl, options                       datum.Datum
}

func pgClassRows(ctx context.Context, src Sources, emit emitFunc) error {
	sizeOf, err := sizes(ctx, src)
	if err != nil {
		return err
	}
	cat := src.Catalog()
	for _, t := range tables(src) {
		cols, err := tableColumns(ctx, src, t)
		if err != nil {
			return err
		}
		r := relation{
			id: t.ID, schema: t.SchemaID, rowType: t.TypeOID, owner: t.OwnerID, method: heapMethodID,
			name: t.Name, kind: 'r', persistence: persistence(t), columns: len(cols), checks: len(t.Checks),
			tuples: sizeOf(t).rows, bytes: sizeOf(t).rawBytes, hasIndex: !t.HiddenKey(),
			acl: aclItems(cat, catalog.ClassTable, t.ID), options: tableOptions(t),
		}
		if err := emit(r.row()); err != nil {
			return err
		}
		if t.HiddenKey() {
			continue
		}
		pkey := relation{
			id: t.PKIndexID, schema: t.SchemaID, owner: t.OwnerID, method: btreeMethodID,
			name: t.PKName, kind: 'i', persistence: r.persistence, columns: len(t.PrimaryKey), tuples: r.tuples,
		}
		if err := emit(pkey.row()); err != nil {
			return err
		}
	}
	for _, t := range cat.Types(src.Instance()) {
		if t.RelationID == 0 {
			continue
		}
		r := relation{id: t.RelationID, schema: t.SchemaID, rowType: t.ID, owner: t.OwnerID, name: t.Name, kind: 'c', persistence: 'p', columns: len(t.Fields)}
		if err := emit(r.row()); err != nil {
			return err
		}
	}
	for _, q := range cat.Sequences(src.Instance()) {
		r := relation{
			id: q.ID, schema: q.SchemaID, owner: q.OwnerID, name: q.Name, kind: 'S', persistence: 'p', columns: 3, tuples: 1,
			acl: aclItems(cat, catalog.ClassTable, q.ID),
		}
		if q.Temporary {
			r.persistence = 't'
		}
		if err := emit(r.row()); err != nil {
			return err
		}
	}
	for _, v := range Views() {
		schema, _ := SchemaID(v.Schema)
		r := relation{
			id: v.ID, schema: schema, owner: catalog.SuperuserID, name: v.Name, kind: v.Kind,
			persistence: 'p', columns: len(v.Columns), tuples: -1,
		}
		if v.Kind == 'r' {
			r.method = heapMethodID
		}
		if err := emit(r.row()); err != nil {
			return err
		}
	}
	return nil
}

func (r relation) row() datum.Row {
	replident := byte('n')
	if r.kind == 'r' && r.id >= catalog.FirstOID {
		replident = 'd'
	}
	return datum.Row{
		oid(r.id), name(r.name), oid(r.schema), oid(r.rowType), none, oid(r.owner), oid(r.method),
		oid(r.id), none, int4(pages(r.bytes)), types.NewFloat4(float32(r.tuples)), zero4, none,
		boolean(r.hasIndex), no, char(r.persistence), char(r.kind), int2(r.columns), int2(r.checks),
		no, no, no, no, no, yes, char(replident), no, none, xid(0), xid(0),
		r.acl, r.options, null,
	}
}

// pages is how many of PostgreSQL's pages so many bytes fill.
func pages(bytes int64) int {
	const page = 8192
	return int((max(bytes, 0) + page - 1) / page)
}

// persistence is pg_class.relpersistence.
func persistence(t *catalog.Table) byte {
	if t.Temporary {
		return 't'
	}
	return 'p'
}

// aclItems shows an object's grants as aclitem[]; NULL when it has only those
// that its owner has by default.
func aclItems(cat *catalog.Snapshot, class catalog.Class, id types.OID) datum.Datum {
	acl, explicit := cat.ACL(class, id)
	if !explicit {
		return null
	}
	items := make([]string, len(acl))
	for i, g := range acl {
		items[i] = g.Text(cat.RoleName)
	}
	return stringArray(types.ACLItem, items)
}

// tableOptions shows what WITH (…) gave, as pg_class.reloptions; NULL for
// defaults only.
func tableOptions(t *catalog.Table) datum.Datum {
	o := t.Options
	var list []string
	add := func(set bool, name string, value any) {
		if set {
			list = append(list, fmt.Sprintf("%s=%v", name, value))
		}
	}
	add(o.TTL > 0, "ttl", types.TextOf(dayInterval(o.TTL), types.DefaultFormat))
	add(o.MaxVersions > 1, "max_versions", o.MaxVersions)
	add(o.Buckets > 0, "buckets", o.Buckets)
	add(o.BucketBy != "", "bucket_by", o.BucketBy)
	add(o.ReservedReadCU > 0, "reserved_read_cu", o.ReservedReadCU)
	add(o.ReservedWriteCU > 0, "reserved_write_cu", o.ReservedWriteCU)
	add(o.ThroughputMode != "" && o.ThroughputMode != "elastic", "throughput_mode", o.ThroughputMode)
	add(o.PartitionSplitBytes > 0, "partition_split_bytes", o.PartitionSplitBytes)
	add(o.PartitionSplitCU > 0, "partition_split_cu", o.PartitionSplitCU)
	given := len(list)
	for name, value := range o.Other {
		add(true, name, value)
	}
	slices.Sort(list[given:])
	return stringArray(types.Text, list)
}

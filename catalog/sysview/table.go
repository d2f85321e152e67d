package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/types"
)

// columnsMax is how many columns of a table are listed, as many as a table of
// PostgreSQL can have.
const columnsMax = 1600

// tableColumn is a declared column or a free attribute as clients see it.
type tableColumn struct {
	catalog.TableColumn
	free bool
}

// tableColumns lists the declared columns of t, dropped ones included, then its
// free attributes in order of first appearance; up to columnsMax.
func tableColumns(ctx context.Context, src Sources, t *catalog.Table) ([]tableColumn, error) {
	list := make([]tableColumn, 0, len(t.Columns))
	for _, c := range t.Columns {
		list = append(list, tableColumn{TableColumn: c})
	}
	if len(list) >= columnsMax {
		return list, nil
	}
	attrs, err := src.Attributes(ctx, t, columnsMax-len(list))
	if err != nil {
		return nil, err
	}
	for _, a := range attrs {
		num := catalog.FreeAttNum(a.ID)
		if num == 0 || t.Column(a.Name) >= 0 {
			continue
		}
		list = append(list, tableColumn{
			TableColumn: catalog.TableColumn{Name: a.Name, ID: a.ID, AttNum: num, T: types.Of(shownType(a.Type()))},
			free:        true,
		})
	}
	return list, nil
}

// shownType is the type that clients see: a variant is sent as text.
func shownType(t types.OID) types.OID {
	if t == types.Variant {
		return types.Text
	}
	return t
}

// tables lists the tables of the current instance by schema and name, temporary
// ones of all sessions included, as PostgreSQL's catalogs do.
func tables(src Sources) []*catalog.Table {
	return src.Catalog().Tables(src.Instance())
}

// tableSize sums the figures of a table's partitions; -1 is unknown.
type tableSize struct {
	partitions                      int
	rows, rawBytes, compressedBytes int64
}

// sizes reads the figures of all partitions once and returns a function that
// sums them for a table.
func sizes(ctx context.Context, src Sources) (func(*catalog.Table) tableSize, error) {
	all, err := src.Partitions().Stats(ctx, catalog.RowsSpan())
	if err != nil {
		return nil, err
	}
	return func(t *catalog.Table) tableSize {
		var size tableSize
		for _, p := range ofTable(all, t) {
			size.partitions++
			size.rows = addKnown(size.rows, p.Rows)
			size.rawBytes = addKnown(size.rawBytes, p.RawBytes)
			size.compressedBytes = addKnown(size.compressedBytes, p.CompressedBytes)
		}
		return size
	}, nil
}

// addKnown adds figures of which -1 is unknown and makes the sum unknown.
func addKnown(sum, n int64) int64 {
	if sum < 0 || n < 0 {
		return -1
	}
	return sum + n
}

// ofTable returns the partitions that hold t's rows. All are in key order.
func ofTable(all []partition.Stats, t *catalog.Table) []partition.Stats {
	span := catalog.TableSpan(t)
	first, last := -1, -1
	for i := range all {
		if all[i].Span.Overlaps(span) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return nil
	}
	return all[first : last+1]
}

// tableOfStorage maps the storage id in row keys to the tables of the current
// instance.
func tableOfStorage(src Sources) map[types.OID]*catalog.Table {
	m := map[types.OID]*catalog.Table{}
	for _, t := range tables(src) {
		m[t.Storage()] = t
	}
	return m
}

// instanceName is the name of the current instance.
func instanceName(src Sources) string {
	if in, ok := src.Catalog().Instance(src.Instance()); ok {
		return in.Name
	}
	return ""
}

// keyColumns lists the names of the primary key's columns, in key order.
func keyColumns(t *catalog.Table) []string {
	names := make([]string, len(t.PrimaryKey))
	for i, c := range t.PrimaryKey {
		names[i] = t.Columns[c].Name
	}
	return names
}

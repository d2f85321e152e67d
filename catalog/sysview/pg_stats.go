package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgStats = &catalog.View{
	ID: 12053, Schema: "pg_catalog", Name: "pg_stats", Kind: 'v',
	Columns: columns("schemaname:name tablename:name attname:name inherited:bool null_frac:float4 avg_width:int4 " +
		"n_distinct:float4 most_common_vals:text most_common_freqs:_float4 histogram_bounds:text correlation:float4 " +
		"most_common_elems:text most_common_elem_freqs:_float4 elem_count_histogram:_float4"),
	Rows: rows(statsRows),
}

// statsRows gives what ANALYZE found out about the tables that the role may read.
func statsRows(ctx context.Context, src Sources, emit emitFunc) error {
	for _, t := range tables(src) {
		if !src.Catalog().HasPrivilege(src.Role(), catalog.ClassTable, t.ID, catalog.PrivSelect) {
			continue
		}
		s, err := src.Statistics(ctx, t)
		if err != nil {
			return err
		}
		if s == nil {
			continue
		}
		cols, err := tableColumns(ctx, src, t)
		if err != nil {
			return err
		}
		for i := range cols {
			c := statsOf(s, t, &cols[i])
			if c == nil {
				continue
			}
			err := emit(datum.Row{
				name(t.Schema), name(t.Name), name(cols[i].Name), no, types.NewFloat4(float32(c.NullFrac)), int4(int(c.Width + 0.5)),
				types.NewFloat4(float32(c.Distinct)), statArray(c.Common), frequencies(c.CommonFreq), statArray(c.Bounds), correlation(c),
				null, null, null,
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func correlation(c *catalog.ColumnStatistics) datum.Datum {
	if len(c.Bounds) == 0 && len(c.Common) == 0 && c.Correlation == 0 {
		return null
	}
	return types.NewFloat4(float32(c.Correlation))
}

// statArray shows values as the text of an array, which anyarray is here.
func statArray(list []catalog.StatValue) datum.Datum {
	if len(list) == 0 {
		return null
	}
	a := &types.Array{Elem: types.Text, Dims: []types.Dim{{Len: int32(len(list)), Lower: 1}}}
	for _, v := range list {
		a.Elems = append(a.Elems, types.NewText(types.TextOf(v.Value, types.DefaultFormat)))
	}
	return types.NewText(types.TextOf(types.Value{OID: types.ArrayOf(types.Text), X: a}, types.DefaultFormat))
}

func frequencies(list []float64) datum.Datum {
	if len(list) == 0 {
		return null
	}
	a := &types.Array{Elem: types.Float4, Dims: []types.Dim{{Len: int32(len(list)), Lower: 1}}}
	for _, f := range list {
		a.Elems = append(a.Elems, types.NewFloat4(float32(f)))
	}
	return types.Value{OID: types.ArrayOf(types.Float4), X: a}
}

// statsOf finds the statistics of a column as pg_attribute lists it.
func statsOf(s *catalog.TableStatistics, t *catalog.Table, c *tableColumn) *catalog.ColumnStatistics {
	if c.Dropped {
		return nil
	}
	if !c.free {
		if k := t.KeyPosition(t.Column(c.Name)); k >= 0 {
			return s.ByKey(k)
		}
	}
	return s.ByAttr(c.ID)
}

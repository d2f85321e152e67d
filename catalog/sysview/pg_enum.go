package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgEnum = &catalog.View{
	ID: 3501, Schema: "pg_catalog", Name: "pg_enum", Kind: 'r',
	Columns: columns("oid:oid enumtypid:oid enumsortorder:float4 enumlabel:name"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, t := range src.Catalog().Types(src.Instance()) {
			for _, l := range t.Labels {
				order := types.NewFloat4(float32(float64(l.Order) / types.EnumOrderStep))
				if err := emit(datum.Row{oid(l.OID), oid(t.ID), order, name(l.Name)}); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

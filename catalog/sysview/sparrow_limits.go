package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var sparrowLimits = &catalog.View{
	ID: 14007, Schema: "sparrow", Name: "limits", Kind: 'v',
	Comment: "Every bound of the server, its value and how much of it is used.",
	Columns: []catalog.ViewColumn{
		column("name", types.Text, "Name of the limit: ALTER SYSTEM SET limit.<name> changes it."),
		column("scope", types.Text, "Kind of object that it counts for."),
		column("object", types.Text, "The object whose use is shown: the current one, or the one that uses most; NULL if none is counted."),
		column("value", types.Int8, "Value in force."),
		column("default_value", types.Int8, "Value of a new server."),
		column("used", types.Int8, "What the object uses; NULL if it isn't counted."),
		column("headroom", types.Int8, "Value less use."),
		column("unit", types.Text, "What the numbers count."),
		column("adjustable", types.Bool, "Whether it may be raised above its default."),
		column("sqlstate", types.Text, "Code of the error that breaking it gives."),
		column("help", types.Text, "What is bounded."),
	},
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, l := range limits.All() {
			value := l.Value(src.Limits())
			object, used, headroom := null, null, null
			if use := limitUses[l]; use != nil {
				if o, n := use(src); o != "" {
					object, used, headroom = text(o), int8(n), int8(value-n)
				}
			}
			err := emit(datum.Row{
				text(l.Name), text(string(l.Scope)), object, int8(value), int8(l.Default), used, headroom,
				text(string(l.Unit)), boolean(l.Adjustable), text(l.SQLSTATE), text(l.Help),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// limitUses says of limits that count lasting things which object to show and
// what it uses; "" if there is none.
var limitUses = map[*limits.Limit]func(Sources) (object string, used int64){
	limits.InstancesPerAccount: func(src Sources) (string, int64) {
		cat := src.Catalog()
		var n int64
		for _, in := range cat.Instances() {
			if in.OwnerID == src.Role() && in.ID != catalog.MaintenanceInstanceID {
				n++
			}
		}
		return cat.RoleName(src.Role()), n
	},
	limits.TablesPerInstance: func(src Sources) (string, int64) {
		var n int64
		for _, t := range tables(src) {
			if !t.Temporary {
				n++
			}
		}
		return instanceName(src), n
	},
	limits.MaxConnections: func(src Sources) (string, int64) {
		return "server", int64(len(src.Sessions()))
	},
	limits.PrimaryKeyColumns: mostOf(func(t *catalog.Table) int64 { return int64(len(t.PrimaryKey)) }),
	limits.DeclaredColumns:   mostOf(func(t *catalog.Table) int64 { return int64(len(t.Columns)) }),
	limits.ReservedCUPerTable: mostOf(func(t *catalog.Table) int64 {
		return int64(max(t.Options.ReservedReadCU, t.Options.ReservedWriteCU))
	}),
	limits.IndexesPerTable: mostOf(func(*catalog.Table) int64 { return 0 }),
	limits.PreparedStatements: func(src Sources) (string, int64) {
		return "session", int64(len(src.PreparedStatements()))
	},
	limits.Portals: func(src Sources) (string, int64) {
		return "session", int64(len(src.Cursors()))
	},
}

// mostOf shows the table that uses most.
func mostOf(measure func(*catalog.Table) int64) func(Sources) (string, int64) {
	return func(src Sources) (string, int64) {
		object, most := "", int64(-1)
		for _, t := range tables(src) {
			if n := measure(t); n > most {
				object, most = quoteIdent(t.Schema)+"."+quoteIdent(t.Name), n
			}
		}
		return object, most
	}
}

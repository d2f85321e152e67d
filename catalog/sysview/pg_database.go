package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgDatabase = &catalog.View{
	ID: 1262, Schema: "pg_catalog", Name: "pg_database", Kind: 'r',
	Columns: columns("oid:oid datname:name datdba:oid encoding:int4 datlocprovider:char datistemplate:bool " +
		"datallowconn:bool datconnlimit:int4 datfrozenxid:xid datminmxid:xid dattablespace:oid " +
		"datcollate:text datctype:text daticulocale:text datcollversion:text datacl:_aclitem"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, in := range cat.Instances() {
			err := emit(datum.Row{
				oid(in.ID), name(in.Name), oid(in.OwnerID), int4(encodingUTF8), char('c'), no,
				boolean(!in.NoConnections), int4(in.ConnLimit), xid(0), xid(0), oid(defaultTablespaceID),
				text("C"), text("C.UTF-8"), null, null, aclItems(cat, catalog.ClassInstance, in.ID),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// encodingUTF8 is PostgreSQL's number of the encoding (PG_UTF8).
const encodingUTF8 = 6

// Tablespaces: names that tools look up; there is one place for all data.
const (
	defaultTablespaceID types.OID = 1663
	globalTablespaceID  types.OID = 1664
)

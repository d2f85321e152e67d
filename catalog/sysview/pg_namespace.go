package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgNamespace = &catalog.View{
	ID: 2615, Schema: "pg_catalog", Name: "pg_namespace", Kind: 'r',
	Columns: columns("oid:oid nspname:name nspowner:oid nspacl:_aclitem"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, schema := range []string{"pg_catalog", "information_schema", "sparrow"} {
			id, _ := SchemaID(schema)
			if err := emit(datum.Row{oid(id), name(schema), oid(catalog.SuperuserID), publicUsage(src)}); err != nil {
				return err
			}
		}
		cat := src.Catalog()
		for _, sc := range cat.Schemas(src.Instance()) {
			err := emit(datum.Row{oid(sc.ID), name(sc.Name), oid(sc.OwnerID), aclItems(cat, catalog.ClassSchema, sc.ID)})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// publicUsage is the grants on a system schema: everyone may use it.
func publicUsage(src Sources) datum.Datum {
	owner := src.Catalog().RoleName(catalog.SuperuserID)
	return stringArray(types.ACLItem, []string{owner + "=UC/" + owner, "=U/" + owner})
}

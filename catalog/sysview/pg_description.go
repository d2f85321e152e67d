package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// procClassID is the OID of pg_proc, the class of functions.
const procClassID types.OID = 1255

var pgDescription = &catalog.View{
	ID: 2609, Schema: "pg_catalog", Name: "pg_description", Kind: 'r',
	Columns: columns("objoid:oid classoid:oid objsubid:int4 description:text"),
	Rows:    rows(pgDescriptionRows),
}

func pgDescriptionRows(ctx context.Context, src Sources, emit emitFunc) error {
	row := func(id, class types.OID, sub int, comment string) error {
		if comment == "" {
			return nil
		}
		return emit(datum.Row{oid(id), oid(class), int4(sub), text(comment)})
	}
	cat := src.Catalog()
	commented := func(id, class types.OID, sub int) error {
		comment, _ := cat.Comment(catalog.ObjectID{Class: class, ID: id, Sub: int32(sub)})
		return row(id, class, sub, comment)
	}
	for _, sc := range cat.Schemas(src.Instance()) {
		if err := commented(sc.ID, catalog.ClassSchema, 0); err != nil {
			return err
		}
	}
	for _, t := range cat.Types(src.Instance()) {
		if err := commented(t.ID, catalog.ClassType, 0); err != nil {
			return err
		}
	}
	for _, t := range tables(src) {
		if err := tableComments(ctx, src, t, commented); err != nil {
			return err
		}
	}
	for _, v := range Views() {
		if err := row(v.ID, catalog.ClassTable, 0, v.Comment); err != nil {
			return err
		}
		for i, c := range v.Columns {
			if err := row(v.ID, catalog.ClassTable, i+1, c.Comment); err != nil {
				return err
			}
		}
	}
	for _, f := range src.Functions() {
		if err := row(f.OID, procClassID, 0, f.Help); err != nil {
			return err
		}
	}
	return nil
}

// tableComments lists the comments on a table, its columns and constraints.
func tableComments(ctx context.Context, src Sources, t *catalog.Table, commented func(id, class types.OID, sub int) error) error {
	if err := commented(t.ID, catalog.ClassTable, 0); err != nil {
		return err
	}
	cols, err := tableColumns(ctx, src, t)
	if err != nil {
		return err
	}
	for _, c := range cols {
		if err := commented(t.ID, catalog.ClassTable, int(c.AttNum)); err != nil {
			return err
		}
	}
	if !t.HiddenKey() {
		if err := commented(PKConstraintID(t), catalog.ClassConstraint, 0); err != nil {
			return err
		}
	}
	for _, c := range t.Checks {
		if err := commented(c.ID, catalog.ClassConstraint, 0); err != nil {
			return err
		}
	}
	return nil
}

var pgShdescription = &catalog.View{
	ID: 2396, Schema: "pg_catalog", Name: "pg_shdescription", Kind: 'r',
	Columns: columns("objoid:oid classoid:oid description:text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		row := func(id types.OID, class catalog.Class) error {
			comment, ok := cat.Comment(catalog.ObjectID{Class: class, ID: id})
			if !ok {
				return nil
			}
			return emit(datum.Row{oid(id), oid(class), text(comment)})
		}
		for _, in := range cat.Instances() {
			if err := row(in.ID, catalog.ClassInstance); err != nil {
				return err
			}
		}
		for _, r := range cat.Roles() {
			if err := row(r.ID, catalog.ClassRole); err != nil {
				return err
			}
		}
		return nil
	}),
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var isTableConstraints = &catalog.View{
	ID: 13411, Schema: "information_schema", Name: "table_constraints", Kind: 'v',
	Columns: columns("constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name " +
		"table_schema:name table_name:name constraint_type:varchar is_deferrable:varchar(3) " +
		"initially_deferred:varchar(3) enforced:varchar(3) nulls_distinct:varchar(3)"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database := name(instanceName(src))
		for _, t := range visibleTables(src) {
			row := func(constraint, kind string) error {
				return emit(datum.Row{
					database, name(t.Schema), name(constraint), database, name(t.Schema), name(t.Name),
					varchar(kind), yesOrNo(false), yesOrNo(false), yesOrNo(true), null,
				})
			}
			if !t.HiddenKey() {
				if err := row(t.PKName, "PRIMARY KEY"); err != nil {
					return err
				}
			}
			for _, c := range t.Checks {
				if err := row(c.Name, "CHECK"); err != nil {
					return err
				}
			}
			for _, c := range notNullColumns(t) {
				if err := row(notNullName(t, c), "CHECK"); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

var isCheckConstraints = &catalog.View{
	ID: 13260, Schema: "information_schema", Name: "check_constraints", Kind: 'v',
	Columns: columns("constraint_catalog:name constraint_schema:name constraint_name:name check_clause:varchar"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database := name(instanceName(src))
		for _, t := range visibleTables(src) {
			for _, c := range t.Checks {
				if err := emit(datum.Row{database, name(t.Schema), name(c.Name), varchar("(" + c.Expr + ")")}); err != nil {
					return err
				}
			}
			for _, c := range notNullColumns(t) {
				clause := varchar(c.Name + " IS NOT NULL")
				if err := emit(datum.Row{database, name(t.Schema), name(notNullName(t, c)), clause}); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

// notNullColumns lists the columns that PostgreSQL shows as check constraints
// of their own here.
func notNullColumns(t *catalog.Table) []catalog.TableColumn {
	var list []catalog.TableColumn
	for _, c := range t.Columns {
		if c.NotNull && !c.Dropped {
			list = append(list, c)
		}
	}
	return list
}

// notNullName is the name that PostgreSQL makes up for them: schema, table and
// column by number.
func notNullName(t *catalog.Table, c catalog.TableColumn) string {
	part := func(d datum.Datum) string { return types.TextOf(d, types.DefaultFormat) + "_" }
	return part(oid(t.SchemaID)) + part(oid(t.ID)) + part(int2(int(c.AttNum))) + "not_null"
}

var isKeyColumnUsage = &catalog.View{
	ID: 13329, Schema: "information_schema", Name: "key_column_usage", Kind: 'v',
	Columns: columns("constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name " +
		"table_schema:name table_name:name column_name:name ordinal_position:int4 " +
		"position_in_unique_constraint:int4"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database := name(instanceName(src))
		for _, t := range visibleTables(src) {
			for i, column := range keyColumns(t) {
				err := emit(datum.Row{
					database, name(t.Schema), name(t.PKName), database, name(t.Schema), name(t.Name),
					name(column), int4(i + 1), null,
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

var isConstraintColumnUsage = &catalog.View{
	ID: 13300, Schema: "information_schema", Name: "constraint_column_usage", Kind: 'v',
	Columns: columns("table_catalog:name table_schema:name table_name:name column_name:name constraint_catalog:name " +
		"constraint_schema:name constraint_name:name"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		database := name(instanceName(src))
		for _, t := range visibleTables(src) {
			for _, column := range keyColumns(t) {
				err := emit(datum.Row{
					database, name(t.Schema), name(t.Name), name(column), database, name(t.Schema), name(t.PKName),
				})
				if err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

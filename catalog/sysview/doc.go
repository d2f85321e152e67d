// Package sysview holds the system views: sparrow.*, pg_catalog and
// information_schema. A view is a data literal, catalog.View: name, columns and
// a function that makes its rows from a Sources, which the session provides.
//
//	registry.go      lookup by name and OID
//	families.go      the views that have rows, by schema
//	sources.go       what views ask the session for
//	columns.go       the notation of columns
//	value.go         values of the types that views need
//	table.go         tables, their columns and sizes, as several views show them
//	sparrow_*.go     one view of schema sparrow each
//	pg_*.go          one view of pg_catalog each (or one family)
//	is_*.go          one view of information_schema each
//	emptyviews.txt   views of PostgreSQL that never have rows here
//	typeprocs.txt    the procedures that pg_type and pg_am name
//
// Names, types and order of the columns of pg_catalog and information_schema
// are PostgreSQL 15's: testdata/postgres15.txt lists them, and a test compares.
// Types that Sparrow lacks (pg_mcv_list, anyarray) are text here.
//
// All views show the current instance, as information_schema does, save those
// that PostgreSQL shares between databases (pg_database, pg_roles …) and
// sparrow.instances.
//
// A new view is one file and one line in families.go.
package sysview

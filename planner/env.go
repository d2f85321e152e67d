package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Env is what planning sees of a session. It is read only, and used by one
// goroutine at a time.
type Env struct {
	Catalog Catalog
	// Text is the text that the positions in the syntax tree count in: the
	// script of the whole Query or Parse message.
	Text string
	// SearchPath are the schemas to look for unqualified names in, in order,
	// with the implicit ones (pg_catalog first unless named, the temporary
	// schema before it) and without those that do not exist.
	SearchPath []string
	// Database is the instance's name: database.schema.table must name it.
	Database string
	// UnknownAttributesNull is unknown_attributes = 'null'.
	UnknownAttributesNull bool
	// SelectStarAttributes bounds the free attributes that * stands for; 0
	// is the default of 1,600.
	SelectStarAttributes int
	// Keep, if not nil, is an earlier plan of the same statement: each * stands
	// for the free attributes that it stood for then (the shape of a prepared
	// SELECT * is fixed).
	Keep *Plan
	// Fn is the context that constants are folded in.
	Fn *fn.Context
	// Limits are the bounds in force; nil: the defaults.
	Limits *limits.Set
	// ParseExpr parses the SQL text of a DEFAULT, CHECK or GENERATED expression.
	ParseExpr func(text string) (ast.Expr, error)
}

// Catalog is the planner's view of the catalog, at one moment, of the current
// instance and for the current role.
type Catalog interface {
	// Table finds a table by schema and name; nil if there is none.
	Table(schema, name string) (*catalog.Table, error)
	// View finds a system view; nil if there is none.
	View(schema, name string) *catalog.View
	// Type finds a type that is not built in, or an array type over one, by schema
	// and name; 0 if there is none.
	Type(schema, name string) (types.OID, error)
	// HasSchema reports whether a schema exists, system schemas included.
	HasSchema(name string) (bool, error)
	// Attribute looks a free attribute up in the table's dictionary.
	Attribute(t *catalog.Table, name string) (Attribute, bool, error)
	// Attributes returns the first limit free attributes, in order of first
	// appearance.
	Attributes(t *catalog.Table, limit int) ([]Attribute, error)
	// Similar returns names of free attributes that may be meant by name, for
	// hints; few, or none.
	Similar(t *catalog.Table, name string) []string
	// Allowed reports whether the current role has a privilege on the table:
	// SELECT, INSERT, UPDATE or DELETE.
	Allowed(t *catalog.Table, privilege string) (bool, error)
	// Stats estimates the table's size from its partitions' statistics.
	Stats(t *catalog.Table) TableStats
	// Statistics are what ANALYZE found out about the table; nil: nothing.
	Statistics(t *catalog.Table) *catalog.TableStatistics
}

// Attribute is a free attribute as the dictionary knows it.
type Attribute struct {
	ID   catalog.AttrID
	Name string
	T    types.T // the one type seen, the common numeric one, or Variant
}

// TableStats is the size of a table.
type TableStats struct {
	Rows       float64
	RawBytes   float64
	Partitions int
}

// defaultStarAttributes is design.md's default of select_star_attributes, and
// PostgreSQL's bound on columns in a result (MaxTupleAttributeNumber is 1664).
const defaultStarAttributes = 1600

func (e *Env) starAttributes() int {
	if e.SelectStarAttributes > 0 {
		return e.SelectStarAttributes
	}
	return defaultStarAttributes
}

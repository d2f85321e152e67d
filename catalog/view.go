package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// View is a system view: a read-only table whose rows are made when asked.
type View struct {
	ID      types.OID
	Schema  string // sparrow, pg_catalog, information_schema
	Name    string
	Kind    byte // relkind shown: 'r' (pg_catalog tables) or 'v'
	Comment string
	Columns []ViewColumn
	// Rows calls emit for each row; emit keeps nothing of it. src is the
	// sysview.Sources of the session (any, so that this package needs no more).
	Rows func(ctx context.Context, src any, emit func(datum.Row) error) error
}

// ViewColumn is a column of a system view.
type ViewColumn struct {
	Name    string
	T       types.T
	Comment string
}

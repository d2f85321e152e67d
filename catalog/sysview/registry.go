package sysview

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// OIDs of the system schemas; those of pg_catalog and information_schema are
// PostgreSQL's.
const (
	SparrowSchemaID           types.OID = 14000
	PgCatalogSchemaID         types.OID = 11
	InformationSchemaSchemaID types.OID = 13207
)

// emptyViewText lists the views of PostgreSQL that never have rows here: one
// line for each, with OID, kind, name and columns.
//
//go:embed emptyviews.txt
var emptyViewText string

var (
	views  []*catalog.View
	byName = map[string]*catalog.View{}
	byOID  = map[types.OID]*catalog.View{}
)

func init() {
	for _, v := range slices.Concat(sparrowViews, pgCatalogViews, informationSchemaViews) {
		register(v)
	}
	for line := range strings.Lines(emptyViewText) {
		register(emptyView(line))
	}
	slices.SortFunc(views, func(a, b *catalog.View) int {
		return strings.Compare(a.Schema+"."+a.Name, b.Schema+"."+b.Name)
	})
}

func register(v *catalog.View) {
	key := v.Schema + "." + v.Name
	if byName[key] != nil || byOID[v.ID] != nil {
		panic(fmt.Sprintf("sysview: %s or its OID %d is declared twice", key, v.ID))
	}
	views = append(views, v)
	byName[key] = v
	byOID[v.ID] = v
}

// emptyView reads one line of emptyviews.txt.
func emptyView(line string) *catalog.View {
	f := strings.SplitN(strings.TrimSpace(line), " ", 4)
	schema, name, _ := strings.Cut(f[2], ".")
	return &catalog.View{
		ID: parseOID(f[0]), Kind: f[1][0], Schema: schema, Name: name, Columns: columns(f[3]),
		Rows: func(context.Context, any, func(datum.Row) error) error { return nil },
	}
}

// Views returns all system views by schema and name. The slice and what it
// points to must not be changed.
func Views() []*catalog.View { return views }

// Lookup finds a view by schema and name.
func Lookup(schema, name string) (v *catalog.View, ok bool) {
	v, ok = byName[schema+"."+name]
	return v, ok
}

// ByOID returns the view of that OID, or nil.
func ByOID(id types.OID) *catalog.View { return byOID[id] }

// SchemaID returns the OID of a system schema; ok is false for other names.
func SchemaID(schema string) (id types.OID, ok bool) {
	switch schema {
	case "sparrow":
		return SparrowSchemaID, true
	case "pg_catalog":
		return PgCatalogSchemaID, true
	case "information_schema":
		return InformationSchemaSchemaID, true
	}
	return 0, false
}

// SchemaName is the reverse of SchemaID.
func SchemaName(id types.OID) (schema string, ok bool) {
	switch id {
	case SparrowSchemaID:
		return "sparrow", true
	case PgCatalogSchemaID:
		return "pg_catalog", true
	case InformationSchemaSchemaID:
		return "information_schema", true
	}
	return "", false
}

// emitFunc takes one row.
type emitFunc = func(datum.Row) error

// rows adapts a function over Sources to catalog.View.Rows.
func rows(fn func(ctx context.Context, src Sources, emit emitFunc) error) func(context.Context, any, func(datum.Row) error) error {
	return func(ctx context.Context, src any, emit func(datum.Row) error) error {
		s, ok := src.(Sources)
		if !ok {
			return fmt.Errorf("sysview: %T does not provide the sources of views", src)
		}
		return fn(ctx, s, emit)
	}
}

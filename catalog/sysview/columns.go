package sysview

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/types"
)

// columns reads columns in the notation "name:type name:type …", where type is
// a name in pg_type, with a length in parentheses for varchar. A mistake in it
// is a programming error and panics while the package is initialised.
func columns(spec string) []catalog.ViewColumn {
	fields := strings.Fields(spec)
	cols := make([]catalog.ViewColumn, len(fields))
	for i, f := range fields {
		name, typ, _ := strings.Cut(f, ":")
		cols[i] = catalog.ViewColumn{Name: name, T: columnType(typ)}
	}
	return cols
}

func columnType(spec string) types.T {
	name, length, sized := strings.Cut(strings.TrimSuffix(spec, ")"), "(")
	oid, ok := types.ByCatalogName(name)
	if !ok {
		panic(fmt.Sprintf("sysview: unknown type %q", spec))
	}
	t := types.Of(oid)
	if sized {
		n, err := strconv.Atoi(length)
		if err != nil {
			panic(fmt.Sprintf("sysview: bad length in %q", spec))
		}
		t.Mod = int32(n + 4) // PostgreSQL's typmod of varchar(n)
	}
	return t
}

// column declares a column with its comment, for views of our own.
func column(name string, t types.OID, comment string) catalog.ViewColumn {
	return catalog.ViewColumn{Name: name, T: types.Of(t), Comment: comment}
}

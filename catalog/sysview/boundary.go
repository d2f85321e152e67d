package sysview

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// boundary shows a partition boundary of t as an SQL tuple, ('m', 42); NULL at
// the ends of the table's key range.
func boundary(t *catalog.Table, key []byte) datum.Datum {
	values, ok := rowenc.NewCodec(t).DecodeBoundary(key)
	if !ok || len(values) == 0 {
		return null
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = keyLiteral(v)
	}
	return text("(" + strings.Join(parts, ", ") + ")")
}

// keyLiteral writes a key column's value as an SQL literal.
func keyLiteral(v datum.Datum) string {
	s := types.TextOf(v, types.DefaultFormat)
	switch v.OID {
	case types.Int2, types.Int4, types.Int8:
		return s
	case types.Bool:
		if v.Bool() {
			return "true"
		}
		return "false"
	case types.Numeric:
		if s != "" && (s[0] == '-' || s[0] >= '0' && s[0] <= '9') && !strings.HasPrefix(s, "-I") {
			return s
		}
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

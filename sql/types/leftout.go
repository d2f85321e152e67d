package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// leftOut are the types of PostgreSQL that users meet and Sparrow does not have, each
// with what to do instead.
var leftOut = map[string]string{
	"point":         "Use two columns of type double precision.",
	"line":          "Use columns of type double precision.",
	"lseg":          "Use columns of type double precision.",
	"box":           "Use columns of type double precision.",
	"path":          "Use an array of double precision, or jsonb.",
	"polygon":       "Use an array of double precision, or jsonb.",
	"circle":        "Use columns of type double precision.",
	"xml":           "Keep the document in a column of type text.",
	"pg_snapshot":   "Transactions are not numbered one by one; keep timestamps.",
	"txid_snapshot": "Transactions are not numbered one by one; keep timestamps.",
}

// LeftOut is the error (feature_not_supported) for a type of PostgreSQL that Sparrow
// leaves out, or for an array of it; nil for any other name.
func LeftOut(name string) error {
	elem := strings.TrimPrefix(name, "_")
	hint, ok := leftOut[elem]
	if !ok {
		return nil
	}
	return pgerr.Unsupported("type "+elem).WithHint("%s", hint)
}

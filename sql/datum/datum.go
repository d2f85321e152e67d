// Package datum holds what the executor passes around: datums, typed column
// vectors, batches, and the total order over datums.
package datum

import "github.com/sparrowdb/sparrow/sql/types"

// Datum is one SQL value. It is an alias so that the codecs of package types
// can make datums without importing this package.
type Datum = types.Value

// Row is a list of datums, one per column.
type Row []Datum

// Null is the NULL datum.
var Null = types.Null

package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func recordsDiffer() error {
	return pgerr.New(pgerr.DatatypeMismatch, "cannot compare record types with different numbers of columns")
}

func recordTypesDiffer(a, b types.OID, column int) error {
	return pgerr.New(pgerr.DatatypeMismatch, "cannot compare dissimilar column types %s and %s at record column %d",
		types.TypeName(a), types.TypeName(b), column)
}

func bitsFloat(i int64) float64 { return math.Float64frombits(uint64(i)) }

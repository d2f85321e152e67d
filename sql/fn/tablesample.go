package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TableSample decides whether a row is in a TABLESAMPLE, by a hash of its key: of the
// percentage, the seed, whether the seed was given, the number of the table in the
// statement, and the key. Without a seed the statement's time is one. Nobody can call
// it by name.
//
// Errors, as in PostgreSQL: 2202H for a percentage out of range or NULL, 2202G for a
// seed that is NULL.
var TableSample = func() *Overload {
	o := scalar("tablesample(float4, float8, bool, int8, VARIADIC any) bool", "is the row in the sample?", sampleRow)
	return o.withNulls().stable()
}()

func sampleRow(c *Context, args []datum.Datum) (datum.Datum, error) {
	if args[0].IsNull() {
		return datum.Null, pgerr.New(pgerr.InvalidTablesampleArgument, "TABLESAMPLE parameter cannot be null")
	}
	percent := args[0].Float()
	if !(percent >= 0 && percent <= 100) {
		return datum.Null, pgerr.New(pgerr.InvalidTablesampleArgument, "sample percentage must be between 0 and 100")
	}
	seed := uint64(c.StmtTime.UnixNano())
	if args[2].Bool() {
		if args[1].IsNull() {
			return datum.Null, pgerr.New(pgerr.InvalidTablesampleRepeat, "TABLESAMPLE REPEATABLE parameter cannot be null")
		}
		seed = math.Float64bits(args[1].Float())
	} else {
		seed = mix(seed, uint64(args[3].I))
	}
	h := mix(seed, 0x5a3d)
	for _, k := range args[4:] {
		h = mix(h, types.Hash(k))
	}
	// The upper 53 bits as a number below 1.
	return types.NewBool(float64(h>>11)/(1<<53) < percent/100), nil
}

// mix combines two words (the finaliser of splitmix64).
func mix(a, b uint64) uint64 {
	x := a ^ (b + 0x9e3779b97f4a7c15 + a<<6 + a>>2)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package types_test

import (
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TestHostileInput holds that short text cannot ask for endless memory or
// stack.
func TestHostileInput(t *testing.T) {
	for _, c := range []struct {
		typ  types.OID
		text string
		want pgerr.Code
	}{
		{types.JSON, strings.Repeat("[", 100000), pgerr.StatementTooComplex},
		{types.JSONB, strings.Repeat(`{"a":`, 100000), pgerr.StatementTooComplex},
		{types.JSONB, "[" + strings.Repeat("1e131071,", 1000) + "1]", pgerr.ProgramLimitExceeded},
		{types.NumericArray, "{" + strings.Repeat("1e131071,", 1000) + "1}", pgerr.ProgramLimitExceeded},
		{types.Int4Array, "[1:2147483647]={1}", pgerr.ProgramLimitExceeded},
		{types.Int4Array, strings.Repeat("{", 100), pgerr.ProgramLimitExceeded},
		{types.TimestampTZ, strings.Repeat("1 ", 10000), pgerr.InvalidDatetimeFormat},
		{types.Numeric, "1e999999999", pgerr.NumericValueOutOfRange},
		{types.Numeric, strings.Repeat("9", 200000), pgerr.NumericValueOutOfRange},
	} {
		if _, err := types.ParseText(c.typ, c.text, -1, nil); pgerr.CodeOf(err) != c.want {
			t.Errorf("%s %.30s: %v, want %s", types.TypeName(c.typ), c.text, err, c.want)
		}
	}
}

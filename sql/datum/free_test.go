package datum_test

import (
	"os"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TestCanonicalFree reads testdata/free.txt: type: text → type: text, or
// → !SQLSTATE.
func TestCanonicalFree(t *testing.T) {
	text, err := os.ReadFile("testdata/free.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		in, want, _ := strings.Cut(line, " → ")
		got := ""
		free, err := datum.CanonicalFree(parseCell(t, in))
		switch {
		case err != nil:
			got = "!" + string(pgerr.CodeOf(err))
		case free.IsNull():
			got = "null"
		default:
			got = types.TypeName(free.OID) + ": " + types.TextOf(free, nil)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	record := types.NewRecord(nil, []datum.Datum{types.NewInt4(1)})
	if _, err := datum.CanonicalFree(record); pgerr.CodeOf(err) != pgerr.DatatypeMismatch {
		t.Errorf("record: %v", err)
	}
}

package fn

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// The OIDs that PostgreSQL 15 gives its functions and operators: one line for
// each, with OID, name and the OIDs of the argument types. Clients store and
// compare some of them (pg_type.typreceive, pg_aggregate …).
var (
	//go:embed functionoids.txt
	functionOIDText string
	//go:embed operatoroids.txt
	operatorOIDText string
)

// firstOwnOID is where the OIDs of overloads that PostgreSQL does not have
// begin, in order of registration: below PostgreSQL's first normal OID (16384),
// above all that initdb assigns.
const firstOwnOID types.OID = 15000

var (
	functionOIDs = readOIDs(functionOIDText)
	operatorOIDs = readOIDs(operatorOIDText)
	nextOwnOID   = firstOwnOID
)

// readOIDs maps "name args" to the OID.
func readOIDs(text string) map[string]types.OID {
	m := make(map[string]types.OID, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 3 {
			continue
		}
		if oid, err := strconv.ParseUint(f[0], 10, 32); err == nil {
			m[f[1]+" "+f[2]] = types.OID(oid)
		}
	}
	return m
}

func functionOID(o *Overload) types.OID { return oidOf(o, functionOIDs) }

func operatorOID(o *Overload) types.OID { return oidOf(o, operatorOIDs) }

func oidOf(o *Overload, table map[string]types.OID) types.OID {
	parts := make([]string, len(o.Args))
	for i, a := range o.Args {
		parts[i] = strconv.FormatUint(uint64(a), 10)
	}
	args := strings.Join(parts, ",")
	if args == "" {
		args = "-"
	}
	if oid, ok := table[o.Name+" "+args]; ok && o.Schema == "" {
		return oid
	}
	nextOwnOID++
	return nextOwnOID - 1
}

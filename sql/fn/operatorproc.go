package fn

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Every operator is a function, too: int4pl(1, 2) is 1 + 2. PostgreSQL's names of
// these functions are one a line, behind the operator's OID.
//
//go:embed operatorprocs.txt
var operatorProcText string

var operatorProcs = readOperatorProcs(operatorProcText)

func readOperatorProcs(text string) map[types.OID]string {
	m := make(map[types.OID]string, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		if oid, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			if n, err := strconv.ParseUint(oid, 10, 32); err == nil {
				m[types.OID(n)] = name
			}
		}
	}
	return m
}

// registerProc registers the function behind an operator, unless a family of
// functions has it.
func registerProc(o *Overload) {
	name := operatorProcs[o.OID]
	if name == "" {
		return
	}
	f := *o
	f.Name, f.Operator, f.Help = name, false, "implementation of "+o.Name+" operator"
	f.OID = functionOID(&f)
	if byOID[f.OID] == nil {
		register(&f)
	}
}

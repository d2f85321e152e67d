package sysview

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// typeProcs are the procedures that pg_type and pg_am name: one line for each,
// with OID, name, result type, argument types, strictness and volatility, as in
// PostgreSQL 15. Drivers look them up and compare them (pg_type.typreceive).
//
//go:embed typeprocs.txt
var typeProcText string

// typeProc is one of them.
type typeProc struct {
	oid        types.OID
	name       string
	result     types.OID
	args       []types.OID
	strict     bool
	volatility byte
}

var (
	typeProcs      = readTypeProcs(typeProcText)
	typeProcByName = map[string]*typeProc{}
	typeProcByOID  = map[types.OID]*typeProc{}
)

func init() {
	for i := range typeProcs {
		p := &typeProcs[i]
		typeProcByName[p.name] = p
		typeProcByOID[p.oid] = p
	}
}

func readTypeProcs(data string) []typeProc {
	var list []typeProc
	for line := range strings.Lines(data) {
		f := strings.Fields(line)
		if len(f) != 6 {
			continue
		}
		p := typeProc{oid: parseOID(f[0]), name: f[1], result: parseOID(f[2]), strict: f[4] == "strict", volatility: f[5][0]}
		if f[3] != "-" {
			for _, a := range strings.Split(f[3], ",") {
				p.args = append(p.args, parseOID(a))
			}
		}
		list = append(list, p)
	}
	return list
}

func parseOID(s string) types.OID {
	n, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return 0
	}
	return types.OID(n)
}

// ProcOID returns the OID of a procedure that pg_type or pg_am names, such as
// array_in: what the text input of regproc needs beside the functions that can
// be called.
func ProcOID(name string) (types.OID, bool) {
	p := typeProcByName[name]
	if p == nil {
		return 0, false
	}
	return p.oid, true
}

// ProcName is the reverse of ProcOID.
func ProcName(id types.OID) (string, bool) {
	p := typeProcByOID[id]
	if p == nil {
		return "", false
	}
	return p.name, true
}

package sql

import "github.com/sparrowdb/sparrow/sql/types"

// regName is the name of an object that was read as a constant of a reg* type while a
// statement was planned, and the object that it stood for.
type regName struct {
	typ  types.OID
	name string
	oid  types.OID
}

// regRecorder notes the names that planning reads.
type regRecorder struct {
	types.Regs
	used []regName
}

// RegOID implements types.Regs.
func (r *regRecorder) RegOID(typ types.OID, name string) (types.OID, error) {
	oid, err := r.Regs.RegOID(typ, name)
	if err == nil {
		r.used = append(r.used, regName{typ, name, oid})
	}
	return oid, err
}

// sameObjects reports whether names stand for what they stood for.
func sameObjects(list []regName, regs types.Regs) bool {
	for _, n := range list {
		if oid, err := regs.RegOID(n.typ, n.name); err != nil || oid != n.oid {
			return false
		}
	}
	return true
}

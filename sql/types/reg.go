package types

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// isReg reports whether oid is one of the reg* types, which hold an OID and
// show a name.
func isReg(oid OID) bool {
	switch oid {
	case Regproc, Regprocedure, Regoper, Regoperator, Regclass, Regtype, Regrole, Regnamespace, Regcollation, RegConfig:
		return true
	}
	return false
}

// IsReg reports whether oid is one of the reg* types.
func IsReg(oid OID) bool { return isReg(oid) }

// appendReg writes the object's name, or its number if it has none; zero is
// "-".
func appendReg(buf []byte, v Value, f *Format) []byte {
	if v.S != "" {
		return append(buf, v.S...)
	}
	if name := regName(v.OID, OID(v.I), f); name != "" {
		return append(buf, name...)
	}
	if v.I == 0 {
		if v.OID == Regoper || v.OID == Regoperator {
			return append(buf, '0')
		}
		return append(buf, '-')
	}
	return strconv.AppendInt(buf, v.I, 10)
}

func regName(typ, oid OID, f *Format) string {
	if oid == 0 {
		return ""
	}
	if typ == RegConfig {
		return configName(oid)
	}
	if f.Regs != nil {
		if name := f.Regs.RegName(typ, oid); name != "" {
			return name
		}
	}
	if typ == Regtype && Lookup(oid) != nil {
		return TypeName(oid)
	}
	return ""
}

// newReg makes a reg* value, looking its name up.
func newReg(typ, oid OID, f *Format) Value {
	return Value{OID: typ, I: int64(oid), S: regName(typ, oid, f)}
}

// parseReg reads a number, "-" or a name, which f.Regs resolves. Built-in
// types are known without it.
func parseReg(typ OID, s string, f *Format) (Value, error) {
	if s == "-" && typ != Regoperator && typ != Regoper || s == "0" {
		return Value{OID: typ}, nil
	}
	if s != "" && allDigits(s) {
		v, err := parseUnsigned(Oid, s)
		if err != nil {
			return Null, err
		}
		return newReg(typ, OID(v.I), f), nil
	}
	if typ == RegConfig {
		oid, err := ConfigByName(s)
		if err != nil {
			return Null, err
		}
		return newReg(typ, oid, f), nil
	}
	if f.Regs != nil {
		oid, err := f.Regs.RegOID(typ, s)
		if err != nil {
			return Null, err
		}
		return newReg(typ, oid, f), nil
	}
	if typ == Regtype {
		if oid, ok := ByName(s); ok {
			return newReg(typ, oid, f), nil
		}
		return Null, pgerr.New(pgerr.UndefinedObject, "type \"%s\" does not exist", s)
	}
	return Null, pgerr.New(pgerr.UndefinedObject, "%s \"%s\" does not exist", TypeName(typ), s)
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

package types

import "cmp"

// Family is a group of types whose values compare with each other. The order
// of the families is the order in which values of different ones sort.
type Family uint8

// The families, in their order.
const (
	FamilyNull       Family = iota // no type at all
	FamilyBool                     // boolean
	FamilyNumber                   // integers, floats, numeric, oid, reg*
	FamilyText                     // text, varchar, bpchar, name, "char"
	FamilyBytea                    // bytea
	FamilyBit                      // bit, varbit
	FamilyInstant                  // date, timestamp, timestamptz (as in UTC)
	FamilyTime                     // time
	FamilyTimeTZ                   // timetz
	FamilyInterval                 // interval
	FamilyUUID                     // uuid
	FamilyJSON                     // json, by its text
	FamilyJSONB                    // jsonb
	FamilyTid                      // tid
	FamilyXid                      // xid, cid, xid8
	FamilyArray                    // arrays and vectors, by their elements
	FamilyRecord                   // records, by their fields
	FamilyRange                    // ranges of one type
	FamilyMultirange               // multiranges of one type
	FamilyInet                     // inet, cidr
	FamilyMAC                      // macaddr
	FamilyMAC8                     // macaddr8
	FamilyMoney                    // money
	FamilyLSN                      // pg_lsn
	FamilyOther                    // what is left, by its text
	FamilyEnum                     // enums: those of one type, in the order of their labels
)

// CompareClass orders types such that it is zero just for two whose values
// compare with each other: those of a family do, but instants with a time zone
// and those without one, and arrays of what does not.
func CompareClass(a, b OID) int {
	if a == b {
		return 0
	}
	f := FamilyOf(a)
	if c := cmp.Compare(f, FamilyOf(b)); c != 0 {
		return c
	}
	switch f {
	case FamilyInstant:
		return cmp.Compare(b2i(a == TimestampTZ), b2i(b == TimestampTZ))
	case FamilyXid, FamilyRange, FamilyMultirange, FamilyEnum, FamilyOther:
		return cmp.Compare(a, b)
	case FamilyArray:
		return CompareClass(ElemOf(a), ElemOf(b))
	}
	return 0
}

// FamilyOf tells the family of a type.
func FamilyOf(oid OID) Family {
	switch oid {
	case 0:
		return FamilyNull
	case Bool:
		return FamilyBool
	case Int2, Int4, Int8, Float4, Float8, Numeric, Oid:
		return FamilyNumber
	case Text, VarChar, BPChar, Name, Unknown, Char, CString:
		return FamilyText
	case Bytea:
		return FamilyBytea
	case Bit, VarBit:
		return FamilyBit
	case Date, Timestamp, TimestampTZ:
		return FamilyInstant
	case Time:
		return FamilyTime
	case TimeTZ:
		return FamilyTimeTZ
	case Interval:
		return FamilyInterval
	case UUID:
		return FamilyUUID
	case JSON:
		return FamilyJSON
	case JSONB:
		return FamilyJSONB
	case Tid:
		return FamilyTid
	case Xid, Cid, Xid8:
		return FamilyXid
	case Record:
		return FamilyRecord
	case Inet, CIDR:
		return FamilyInet
	case MACAddr:
		return FamilyMAC
	case MACAddr8:
		return FamilyMAC8
	case Money:
		return FamilyMoney
	case PgLSN:
		return FamilyLSN
	}
	switch {
	case isReg(oid):
		return FamilyNumber
	case ElemOf(oid) != 0:
		return FamilyArray
	case RangeTypeOf(oid) != nil:
		return FamilyRange
	case RangeTypeOfMultirange(oid) != nil:
		return FamilyMultirange
	}
	if u := UserTypeOf(oid); u != nil {
		switch u.Info.Type {
		case 'e':
			return FamilyEnum
		case 'c':
			return FamilyRecord
		}
	}
	return FamilyOther
}

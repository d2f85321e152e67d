package types

// Family is a group of types whose values compare with each other. The order
// of the families is the order in which values of different ones sort.
type Family uint8

// The families, in their order.
const (
	FamilyNull     Family = iota // no type at all
	FamilyBool                   // boolean
	FamilyNumber                 // integers, floats, numeric, oid, reg*
	FamilyText                   // text, varchar, bpchar, name, "char"
	FamilyBytea                  // bytea
	FamilyBit                    // bit, varbit
	FamilyInstant                // date, timestamp, timestamptz (as in UTC)
	FamilyTime                   // time
	FamilyTimeTZ                 // timetz
	FamilyInterval               // interval
	FamilyUUID                   // uuid
	FamilyJSON                   // json, by its text
	FamilyJSONB                  // jsonb
	FamilyTid                    // tid
	FamilyXid                    // xid, cid, xid8
	FamilyArray                  // arrays and vectors, by their elements
	FamilyRecord                 // records, by their fields
	FamilyOther                  // what is left, by its text
	FamilyEnum                   // enums: those of one type, in the order of their labels
)

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
	}
	switch {
	case isReg(oid):
		return FamilyNumber
	case ElemOf(oid) != 0:
		return FamilyArray
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

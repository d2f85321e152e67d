package types

import (
	"cmp"
	"strings"
)

// Compare orders two values that are not NULL, of the same type or of
// comparable ones, as PostgreSQL's B-tree operators do in the C collation:
// negative, zero or positive. NaN is equal to itself and greater than all
// numbers, -0 equals 0, intervals count 30 days to the month and 24 hours to
// the day, bpchar ignores blanks at its end. Numbers of different types
// compare exactly, without rounding to float8 first, so that the order is
// transitive. NULL (inside arrays and records) comes last. Types without an
// order in common (see Comparable in package datum) compare by OID.
func Compare(a, b Value) int {
	if a.OID == 0 || b.OID == 0 {
		return cmp.Compare(nullRank(a), nullRank(b))
	}
	ka, kb := orderOf(a), orderOf(b)
	if ka != kb {
		return cmp.Compare(ka, kb)
	}
	switch ka {
	case orderInteger, orderTime:
		return cmp.Compare(a.I, b.I)
	case orderNumber:
		return compareNumbers(a, b)
	case orderText:
		return strings.Compare(comparedText(a), comparedText(b))
	case orderBytes:
		return strings.Compare(a.S, b.S)
	case orderInstant:
		return compareInstants(a, b)
	case orderTimeTZ:
		return compareTimeTZ(a, b)
	case orderInterval:
		return compareIntervals(a.Interval(), b.Interval())
	case orderJSONB:
		return compareJSONB(a.S, b.S)
	case orderTid:
		return compareTid(a.S, b.S)
	case orderArray:
		return compareArrays(a.X.(*Array), b.X.(*Array))
	case orderRecord:
		return compareRecords(a.X.(*RecordValue), b.X.(*RecordValue))
	}
	return cmp.Compare(a.OID, b.OID)
}

// Equal reports whether Compare finds two values equal. NULL equals NULL
// here, as in GROUP BY and DISTINCT.
func Equal(a, b Value) bool {
	if a.OID == b.OID {
		switch a.OID {
		case Bool, Int2, Int4, Int8, Oid, Date, Time, Timestamp, TimestampTZ:
			return a.I == b.I
		case Text, VarChar, Bytea, UUID:
			return a.S == b.S
		}
	}
	return Compare(a, b) == 0
}

// order is the way a value is compared; two values with the same one are
// comparable, others sort by it.
type order uint8

const (
	orderInteger  order = iota // bool, xid and the like: by I
	orderNumber                // integers, oid, floats, numeric
	orderText                  // strings
	orderBytes                 // bytea, uuid, bit: by S
	orderInstant               // date, timestamp, timestamptz
	orderTime                  // time
	orderTimeTZ                // timetz
	orderInterval              // interval
	orderJSONB                 // jsonb
	orderTid                   // tid
	orderArray                 // arrays
	orderRecord                // records
	orderNone                  // json and what has no order: by S
)

func orderOf(v Value) order {
	switch v.OID {
	case Int2, Int4, Int8, Float4, Float8, Numeric, Oid:
		return orderNumber
	case Text, VarChar, BPChar, Name, Unknown, Char, CString, PgNodeTree, JSON, ACLItem:
		return orderText
	case Bytea, UUID, Bit, VarBit:
		return orderBytes
	case Date, Timestamp, TimestampTZ:
		return orderInstant
	case Time:
		return orderTime
	case TimeTZ:
		return orderTimeTZ
	case Interval:
		return orderInterval
	case JSONB:
		return orderJSONB
	case Tid:
		return orderTid
	case Record:
		return orderRecord
	}
	switch v.X.(type) {
	case *Array:
		return orderArray
	case *RecordValue:
		return orderRecord
	}
	if isReg(v.OID) {
		return orderNumber
	}
	return orderInteger
}

func nullRank(v Value) int {
	if v.OID == 0 {
		return 1
	}
	return 0
}

func comparedText(v Value) string {
	if v.OID == BPChar {
		return trimBlanks(v.S)
	}
	return v.S
}

// compareArrays is array_cmp: elements first, then their number, dimensions
// and bounds.
func compareArrays(a, b *Array) int {
	for i := 0; i < len(a.Elems) && i < len(b.Elems); i++ {
		if c := Compare(a.Elems[i], b.Elems[i]); c != 0 {
			return c
		}
	}
	if c := cmp.Compare(len(a.Elems), len(b.Elems)); c != 0 {
		return c
	}
	if c := cmp.Compare(len(a.Dims), len(b.Dims)); c != 0 {
		return c
	}
	for i := range a.Dims {
		if c := cmp.Compare(a.Dims[i].Len, b.Dims[i].Len); c != 0 {
			return c
		}
	}
	for i := range a.Dims {
		if c := cmp.Compare(a.Dims[i].Lower, b.Dims[i].Lower); c != 0 {
			return c
		}
	}
	return 0
}

// compareRecords is record_cmp: field by field.
func compareRecords(a, b *RecordValue) int {
	for i := 0; i < len(a.Fields) && i < len(b.Fields); i++ {
		if c := Compare(a.Fields[i], b.Fields[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a.Fields), len(b.Fields))
}

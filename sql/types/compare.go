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
// transitive. Values of different families sort by Family, NULL (inside
// arrays and records too) comes last: the order is total. Values that are of
// one family but no comparable types (CompareClass) are never equal.
func Compare(a, b Value) int {
	if a.OID == 0 || b.OID == 0 {
		return cmp.Compare(b2i(a.OID == 0), b2i(b.OID == 0))
	}
	fa, fb := FamilyOf(a.OID), FamilyOf(b.OID)
	if fa != fb {
		return cmp.Compare(fa, fb)
	}
	switch fa {
	case FamilyBool, FamilyTime, FamilyMoney, FamilyLSN:
		return cmp.Compare(a.I, b.I)
	case FamilyXid:
		return cmp.Or(cmp.Compare(a.I, b.I), CompareClass(a.OID, b.OID))
	case FamilyNumber:
		return compareNumbers(a, b)
	case FamilyText:
		return strings.Compare(comparedText(a), comparedText(b))
	case FamilyInstant:
		return cmp.Or(compareInstants(a, b), CompareClass(a.OID, b.OID))
	case FamilyTimeTZ:
		return compareTimeTZ(a, b)
	case FamilyInterval:
		return compareIntervals(a.Interval(), b.Interval())
	case FamilyJSONB:
		return compareJSONB(a.S, b.S)
	case FamilyInet:
		return cmp.Compare(CompareInet(a.S, b.S), 0)
	case FamilyTid:
		return compareTid(a.S, b.S)
	case FamilyArray:
		return cmp.Or(compareArrays(a.Array(), b.Array()), CompareClass(a.OID, b.OID))
	case FamilyRecord:
		return compareRecords(a.Record(), b.Record())
	case FamilyRange:
		return cmp.Or(cmp.Compare(a.OID, b.OID), compareRanges(a.Range(), b.Range()))
	case FamilyMultirange:
		return cmp.Or(cmp.Compare(a.OID, b.OID), compareMultiranges(a.Multirange(), b.Multirange()))
	case FamilyEnum:
		if a.OID != b.OID {
			return cmp.Compare(a.OID, b.OID)
		}
		return cmp.Compare(a.I, b.I)
	}
	switch {
	case a.OID == TSVector && b.OID == TSVector:
		return compareTSVectors(a.S, b.S)
	case a.OID == TSQuery && b.OID == TSQuery:
		return compareTSQueries(a.S, b.S)
	case a.OID == TSVector || a.OID == TSQuery || b.OID == TSVector || b.OID == TSQuery:
		return cmp.Compare(a.OID, b.OID)
	}
	return cmp.Or(strings.Compare(a.S, b.S), CompareClass(a.OID, b.OID))
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

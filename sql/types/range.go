package types

// RangeBound is one end of a range.
type RangeBound struct {
	Value     Value // NULL: there is no bound on this side
	Inclusive bool  // false where there is no bound
}

// Infinite reports whether there is no bound.
func (b RangeBound) Infinite() bool { return b.Value.OID == 0 }

// RangeValue is the value of a range, in the canonical form of its type. An
// empty range has no bounds.
type RangeValue struct {
	Empty        bool
	Lower, Upper RangeBound
}

// MultirangeValue is the value of a multirange: ranges that are not empty,
// in order, with gaps between them.
type MultirangeValue struct{ Ranges []*RangeValue }

// Range returns the value of a range. The caller must not change it.
func (v Value) Range() *RangeValue { return v.X.(*RangeValue) }

// Multirange returns the value of a multirange. The caller must not change it.
func (v Value) Multirange() *MultirangeValue { return v.X.(*MultirangeValue) }

// RangeType is a row of pg_range.
type RangeType struct {
	OID, Subtype, Multirange OID
	Opclass                  OID    // the B-tree operator class of the subtype
	Canonical, Subdiff       string // support functions; "": none
}

// rangeTypes are the rows of PostgreSQL 15's pg_range.
var rangeTypes = []RangeType{
	{Int4Range, Int4, Int4Multirange, 1978, "int4range_canonical", "int4range_subdiff"},
	{NumRange, Numeric, NumMultirange, 3125, "", "numrange_subdiff"},
	{TSRange, Timestamp, TSMultirange, 3128, "", "tsrange_subdiff"},
	{TSTZRange, TimestampTZ, TSTZMultirange, 3127, "", "tstzrange_subdiff"},
	{DateRange, Date, DateMultirange, 3122, "daterange_canonical", "daterange_subdiff"},
	{Int8Range, Int8, Int8Multirange, 3124, "int8range_canonical", "int8range_subdiff"},
}

// RangeTypes returns the range types; not to be changed.
func RangeTypes() []RangeType { return rangeTypes }

// RangeTypeOf finds what is known of a range type, or returns nil.
func RangeTypeOf(oid OID) *RangeType {
	for i := range rangeTypes {
		if rangeTypes[i].OID == oid {
			return &rangeTypes[i]
		}
	}
	return nil
}

// RangeTypeOfMultirange finds the range type of a multirange type, or returns nil.
func RangeTypeOfMultirange(oid OID) *RangeType {
	for i := range rangeTypes {
		if rangeTypes[i].Multirange == oid {
			return &rangeTypes[i]
		}
	}
	return nil
}

// discrete reports whether ranges over a type have a canonical form: whether
// its values have successors.
func discrete(subtype OID) bool { return subtype == Int4 || subtype == Int8 || subtype == Date }

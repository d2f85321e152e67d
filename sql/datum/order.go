package datum

import "github.com/sparrowdb/sparrow/sql/types"

// CompareTotal is the total order over the cells of a variant attribute, and
// over any datums. Cells of one family (types.Family) compare by value,
// whatever their types:
//
//   - boolean: false, true
//   - numbers, exactly, across integers, floats, numeric and oid:
//     -Infinity, finite ones, Infinity, NaN
//   - text in the C collation; blanks at the end of a bpchar do not count
//   - bytea, then bit strings
//   - date, timestamp and timestamptz together, those without a zone as UTC,
//     and in front of a timestamptz of the same moment; then time; then timetz
//   - interval, with months of 30 days and days of 24 hours
//   - uuid; json by its text; jsonb in PostgreSQL's order
//   - tid; xid, cid and xid8
//   - arrays, element by element, by this order; records, field by field
//   - ranges of one type, then multiranges of one type
//
// Cells of different families sort in the order of this list. NULL comes
// last. Cells of equal value and of different but comparable types are equal;
// those of types that are not comparable (types.CompareClass) never are.
func CompareTotal(a, b Datum) int { return types.Compare(a, b) }

// Comparable reports whether values of the two types compare by value: they
// are of one family that has an order, or arrays of such.
func Comparable(a, b types.OID) bool {
	f := types.FamilyOf(a)
	switch {
	case f != types.FamilyOf(b):
		return false
	case f == types.FamilyArray:
		return Comparable(types.ElemOf(a), types.ElemOf(b))
	}
	return f != types.FamilyNull && f != types.FamilyJSON && f != types.FamilyOther
}

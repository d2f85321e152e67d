package rowenc

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ValueBytes is the size of a value in the table model's terms (Tablestore,
// "Data storage"): integers and doubles 8, booleans 1, strings and binaries
// their bytes. Types that the model lacks count as what it would store them
// as: dates and times 8, uuid 16, interval 16, json its text, numeric 2 bytes
// for its sign and scale and its decimal digits two to a byte, an array the sum
// of its elements, a range its bounds and a byte, a multirange the sum of its
// ranges. NULL is 0.
func ValueBytes(v datum.Datum) int64 {
	switch v.OID {
	case 0:
		return 0
	case types.Bool:
		return 1
	case types.Numeric:
		return 2 + (v.Decimal().NumDigits()+1)/2
	case types.Interval:
		return 16
	}
	switch datum.KindOf(v.OID) {
	case datum.KindInt:
		return 8
	case datum.KindString:
		return int64(len(v.S))
	}
	switch x := v.X.(type) {
	case *types.Array:
		var n int64
		for _, e := range x.Elems {
			n += ValueBytes(e)
		}
		return n
	case *types.RangeValue:
		return rangeBytes(x)
	case *types.MultirangeValue:
		var n int64
		for _, r := range x.Ranges {
			n += rangeBytes(r)
		}
		return n
	}
	return int64(len(v.S))
}

func rangeBytes(r *types.RangeValue) int64 {
	return 1 + ValueBytes(r.Lower.Value) + ValueBytes(r.Upper.Value)
}

// KeyBytes is the size of a row's key in the table model's terms: names and
// values of the key columns. A hidden key counts its value.
func (c *Codec) KeyBytes(key []datum.Datum) int64 {
	var n int64
	for i, v := range key {
		if i < len(c.cols) {
			n += int64(len(c.cols[i].name))
		}
		n += ValueBytes(v)
	}
	return n
}

// AttributeBytes is the size of one attribute: its name and value.
func AttributeBytes(name string, v datum.Datum) int64 {
	return int64(len(name)) + ValueBytes(v)
}

// CheckAttribute reports a value that is too large for an attribute, as
// *limits.Exceeded.
func CheckAttribute(set *limits.Set, name string, v datum.Datum) error {
	n := ValueBytes(v)
	if n <= limits.AttributeValueBytes.Value(set) {
		return nil
	}
	return limits.AttributeValueBytes.Check(set, n, "column \""+name+"\"")
}

// CheckWrite reports a row write that sets or removes too many attributes, or
// carries too many bytes (KeyBytes plus AttributeBytes of each), as
// *limits.Exceeded.
func CheckWrite(set *limits.Set, attributes int, bytes int64) error {
	if err := limits.AttributesPerWrite.Check(set, int64(attributes), "row write"); err != nil {
		return err
	}
	return limits.RowWriteBytes.Check(set, bytes, "row write")
}

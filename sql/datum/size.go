package datum

import (
	"unsafe"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/types"
)

// datumBytes is what a Datum takes by itself.
const datumBytes = int(unsafe.Sizeof(Datum{}))

// Size estimates the bytes of memory that a datum takes, with all it points
// to. Strings that share memory count each time.
func Size(d Datum) int {
	n := datumBytes + len(d.S)
	switch x := d.X.(type) {
	case nil:
	case *apd.Decimal:
		n += int(x.Size())
	case types.IntervalValue:
		n += int(unsafe.Sizeof(x))
	case *types.Array:
		n += int(unsafe.Sizeof(*x)) + len(x.Dims)*int(unsafe.Sizeof(types.Dim{}))
		for _, e := range x.Elems {
			n += Size(e)
		}
	case *types.RecordValue:
		n += int(unsafe.Sizeof(*x))
		for _, name := range x.Names {
			n += len(name) + int(unsafe.Sizeof(name))
		}
		for _, f := range x.Fields {
			n += Size(f)
		}
	case *types.RangeValue:
		n += rangeSize(x)
	case *types.MultirangeValue:
		n += int(unsafe.Sizeof(*x))
		for _, r := range x.Ranges {
			n += int(unsafe.Sizeof(r)) + rangeSize(r)
		}
	default:
		n += int(unsafe.Sizeof(int64(0)))
	}
	return n
}

// rangeSize is what a range takes, with its bounds.
func rangeSize(r *types.RangeValue) int {
	return int(unsafe.Sizeof(*r)) + Size(r.Lower.Value) + Size(r.Upper.Value) - 2*datumBytes
}

// RowSize is the sum of Size over a row and what the slice takes.
func RowSize(r Row) int {
	n := int(unsafe.Sizeof(r))
	for _, d := range r {
		n += Size(d)
	}
	return n
}

// Size estimates the bytes of memory that the cells of a vector take.
func (v *Vector) Size() int {
	n := int(unsafe.Sizeof(*v)) + len(v.Nulls) + len(v.Ints)*8
	for _, s := range v.Strs {
		n += len(s) + int(unsafe.Sizeof(s))
	}
	for _, d := range v.Vals {
		n += Size(d)
	}
	return n
}

// Size estimates the bytes of memory that a batch takes.
func (b *Batch) Size() int {
	n := int(unsafe.Sizeof(*b)) + len(b.Sel)*4
	for _, c := range b.Cols {
		n += c.Size()
	}
	return n
}

package exec

import (
	"cmp"
	"encoding/binary"
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// orderClass says how the cells of a sort column compare.
type orderClass uint8

const (
	orderInt orderClass = iota
	orderFloat
	orderString
	orderNumeric // as orderAny, with a prefix
	orderAny     // types.Compare
)

func orderClassOf(t types.T) orderClass {
	switch t.OID {
	case types.Bool, types.Int2, types.Int4, types.Int8, types.Oid, types.Date, types.Time, types.Timestamp, types.TimestampTZ, types.Money, types.PgLSN:
		return orderInt
	case types.Float4, types.Float8:
		return orderFloat
	case types.Text, types.VarChar, types.Name, types.Bytea, types.UUID, types.MACAddr, types.MACAddr8:
		return orderString
	case types.Numeric:
		return orderNumeric
	}
	return orderAny
}

// sortColumn is one ORDER BY key that is a column of the rows to sort.
type sortColumn struct {
	col        int
	class      orderClass
	desc       bool
	nullsFirst bool
}

// compare orders cell i of a and cell j of b, both of the column's class.
func (c *sortColumn) compare(a *datum.Vector, i int, b *datum.Vector, j int) int {
	if an, bn := a.IsNull(i), b.IsNull(j); an || bn {
		switch {
		case an == bn:
			return 0
		case an == c.nullsFirst:
			return -1
		}
		return 1
	}
	var r int
	switch c.class {
	case orderInt:
		r = cmp.Compare(a.Ints[i], b.Ints[j])
	case orderString:
		r = strings.Compare(a.Strs[i], b.Strs[j])
	default:
		r = types.Compare(a.Get(i), b.Get(j))
	}
	if c.desc {
		return -r
	}
	return r
}

// prefix is a number for cell i of v: if those of two cells differ, the cells
// are in the same order. The first bit tells NULL from values.
func (c *sortColumn) prefix(v *datum.Vector, i int) uint64 {
	if v.IsNull(i) {
		if c.nullsFirst {
			return 0
		}
		return math.MaxUint64
	}
	var x uint64
	switch c.class {
	case orderInt:
		x = uint64(v.Ints[i]) ^ 1<<63
	case orderFloat:
		x = floatPrefix(math.Float64frombits(uint64(v.Ints[i])))
	case orderString:
		x = stringPrefix(v.Strs[i])
	case orderNumeric:
		x = floatPrefix(types.NearestFloat(v.Vals[i]))
	}
	if c.desc {
		x = ^x
	}
	x >>= 1
	if c.nullsFirst {
		x |= 1 << 63
	}
	return x
}

// floatPrefix orders floats as their type does: -0 is 0, and NaN is the
// greatest.
func floatPrefix(f float64) uint64 {
	if f == 0 {
		return 1 << 63
	}
	if f != f {
		return math.MaxUint64
	}
	bits := math.Float64bits(f)
	if bits&(1<<63) != 0 {
		return ^bits
	}
	return bits | 1<<63
}

func stringPrefix(s string) uint64 {
	if len(s) >= 8 {
		return uint64(s[0])<<56 | uint64(s[1])<<48 | uint64(s[2])<<40 | uint64(s[3])<<32 |
			uint64(s[4])<<24 | uint64(s[5])<<16 | uint64(s[6])<<8 | uint64(s[7])
	}
	var b [8]byte
	copy(b[:], s)
	return binary.BigEndian.Uint64(b[:])
}

// sortLayout is the columns of the rows that a sort keeps: those of its input, then
// the keys that have to be computed.
type sortLayout struct {
	ts       []types.T
	columns  []sortColumn
	computed []planner.SortKey // of the columns behind the input's
	inputs   int
}

func newSortLayout(input []types.T, keys []planner.SortKey) *sortLayout {
	l := &sortLayout{ts: append([]types.T(nil), input...), inputs: len(input)}
	for _, k := range keys {
		t := k.Expr.Type()
		c := sortColumn{class: orderClassOf(t), desc: k.Desc, nullsFirst: k.NullsFirst}
		if at, ok := plainColumn(k.Expr); ok && input[at].OID == t.OID {
			c.col = at
		} else {
			c.col = len(l.ts)
			l.ts = append(l.ts, t)
			l.computed = append(l.computed, k)
		}
		l.columns = append(l.columns, c)
	}
	return l
}

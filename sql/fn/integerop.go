package fn

import (
	"math"
	"math/bits"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// integerOp computes on 64 bits; ok is false if that overflows.
type integerOp func(x, y int64) (z int64, ok bool)

var integerOps = []struct {
	symbol, help string
	f            integerOp
}{
	{"+", "add", addInt}, {"-", "subtract", subInt}, {"*", "multiply", mulInt}, {"/", "divide, truncating toward zero", divInt},
}

var integerNames = []string{"int2", "int4", "int8"}

func init() {
	for _, op := range integerOps {
		for i, l := range integerNames {
			for j, r := range integerNames {
				o := operator(op.symbol, l+", "+r+" -> "+integerNames[max(i, j)], op.help, nil)
				o.Fn = integerImpl(o.Result, op.f, op.symbol == "/")
				o.Kernel = integerKernel(o.Result, op.f, op.symbol == "/")
				register(o)
			}
		}
	}
	for _, t := range integerNames {
		unary := t + " -> " + t
		same := t + ", " + t + " -> " + t
		rem := operator("%", same, "remainder, with the sign of the dividend", nil)
		rem.Fn = integerImpl(rem.Result, modInt, true)
		rem.Kernel = integerKernel(rem.Result, modInt, true)
		mod := scalar("mod("+t+", "+t+") "+t, rem.Help, rem.Fn)
		register(rem, mod,
			operator("-", unary, "negate", negateInt),
			operator("+", unary, "unary plus", identity),
			operator("@", unary, "absolute value", absInt),
			scalar("abs("+t+") "+t, "absolute value", absInt),
			operator("&", same, "bitwise and", bitwise(func(x, y int64) int64 { return x & y })),
			operator("|", same, "bitwise or", bitwise(func(x, y int64) int64 { return x | y })),
			operator("#", same, "bitwise exclusive or", bitwise(func(x, y int64) int64 { return x ^ y })),
			operator("~", unary, "bitwise not", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return types.NewInt(a[0].OID, ^a[0].I), nil
			}),
			operator("<<", t+", int4 -> "+t, "shift left", shiftInt(true)),
			operator(">>", t+", int4 -> "+t, "shift right", shiftInt(false)),
		)
	}
	for _, t := range integerNames[1:] {
		register(
			scalar("gcd("+t+", "+t+") "+t, "greatest common divisor", gcdInt),
			scalar("lcm("+t+", "+t+") "+t, "least common multiple", lcmInt),
		)
	}
}

func addInt(x, y int64) (int64, bool) {
	z := x + y
	return z, (x^z)&(y^z) >= 0
}

func subInt(x, y int64) (int64, bool) {
	z := x - y
	return z, (x^y)&(x^z) >= 0
}

func mulInt(x, y int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if (x < 0) != (y < 0) {
		return -int64(lo), hi == 0 && lo <= 1<<63
	}
	return int64(lo), hi == 0 && lo < 1<<63
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func divInt(x, y int64) (int64, bool) {
	if x == math.MinInt64 && y == -1 {
		return 0, false
	}
	return x / y, true
}

func modInt(x, y int64) (int64, bool) {
	if y == -1 {
		return 0, true
	}
	return x % y, true
}

// fits reports whether z is in the range of an integer type.
func fits(t types.OID, z int64) bool {
	switch t {
	case types.Int2:
		return z == int64(int16(z))
	case types.Int4:
		return z == int64(int32(z))
	}
	return true
}

func divisionByZero() error { return pgerr.New(pgerr.DivisionByZero, "division by zero") }

func integerImpl(t types.OID, f integerOp, divides bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		if divides && a[1].I == 0 {
			return datum.Null, divisionByZero()
		}
		z, ok := f(a[0].I, a[1].I)
		if !ok || !fits(t, z) {
			return datum.Null, types.OutOfRange(t)
		}
		return types.NewInt(t, z), nil
	}
}

func integerKernel(t types.OID, f integerOp, divides bool) Kernel {
	least, most := int64(math.MinInt64), int64(math.MaxInt64)
	switch t {
	case types.Int2:
		least, most = math.MinInt16, math.MaxInt16
	case types.Int4:
		least, most = math.MinInt32, math.MaxInt32
	}
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		x, y, o := args[0].Ints, args[1].Ints, out.Ints
		if sel != nil {
			n = len(sel)
		}
		for k := range n {
			i := k
			if sel != nil {
				i = int(sel[k])
			}
			if divides && y[i] == 0 {
				return divisionByZero()
			}
			z, ok := f(x[i], y[i])
			if !ok || z < least || z > most {
				return types.OutOfRange(t)
			}
			o[i] = z
		}
		return nil
	}
}

// eachCell calls f for the rows of sel, or for all of n.
func eachCell(n int, sel []int32, f func(i int) error) error {
	if sel == nil {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	}
	for _, i := range sel {
		if err := f(int(i)); err != nil {
			return err
		}
	}
	return nil
}

func identity(_ *Context, a []datum.Datum) (datum.Datum, error) { return a[0], nil }

func negateInt(_ *Context, a []datum.Datum) (datum.Datum, error) {
	z := -a[0].I
	if !fits(a[0].OID, z) || a[0].I == math.MinInt64 {
		return datum.Null, types.OutOfRange(a[0].OID)
	}
	return types.NewInt(a[0].OID, z), nil
}

func absInt(c *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].I < 0 {
		return negateInt(c, a)
	}
	return a[0], nil
}

func bitwise(f func(x, y int64) int64) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return types.NewInt(a[0].OID, f(a[0].I, a[1].I)), nil
	}
}

// shiftInt shifts as the C operators do on x86: the count is taken modulo the
// width (32 for int2 and int4, then cut to the type).
func shiftInt(left bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		t, x := a[0].OID, a[0].I
		width := int64(32)
		if t == types.Int8 {
			width = 64
		}
		n := uint(a[1].I & (width - 1))
		if left {
			x <<= n
		} else {
			x >>= n
		}
		switch t {
		case types.Int2:
			x = int64(int16(x))
		case types.Int4:
			x = int64(int32(x))
		}
		return types.NewInt(t, x), nil
	}
}

func gcdMagnitude(x, y int64) uint64 {
	a, b := magnitude(x), magnitude(y)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func gcdInt(_ *Context, a []datum.Datum) (datum.Datum, error) {
	g := gcdMagnitude(a[0].I, a[1].I)
	if g > math.MaxInt64 || !fits(a[0].OID, int64(g)) {
		return datum.Null, types.OutOfRange(a[0].OID)
	}
	return types.NewInt(a[0].OID, int64(g)), nil
}

func lcmInt(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, y := a[0].I, a[1].I
	if x == 0 || y == 0 {
		return types.NewInt(a[0].OID, 0), nil
	}
	hi, lo := bits.Mul64(magnitude(x)/gcdMagnitude(x, y), magnitude(y))
	if hi != 0 || lo > math.MaxInt64 || !fits(a[0].OID, int64(lo)) {
		return datum.Null, types.OutOfRange(a[0].OID)
	}
	return types.NewInt(a[0].OID, int64(lo)), nil
}

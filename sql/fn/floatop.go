package fn

import (
	"math"
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

var floatOps = []struct {
	symbol, help string
	f            func(x, y float64) (float64, error)
}{
	{"+", "add", func(x, y float64) (float64, error) { return checkOverflow(x+y, x, y) }},
	{"-", "subtract", func(x, y float64) (float64, error) { return checkOverflow(x-y, x, y) }},
	{"*", "multiply", func(x, y float64) (float64, error) {
		z := x * y
		if z == 0 && x != 0 && y != 0 {
			return 0, floatUnderflow()
		}
		return checkOverflow(z, x, y)
	}},
	{"/", "divide", divFloat},
}

func init() {
	for _, op := range floatOps {
		for _, l := range []string{"float4", "float8"} {
			for _, r := range []string{"float4", "float8"} {
				result := "float8"
				if l == "float4" && r == "float4" {
					result = "float4"
				}
				o := operator(op.symbol, l+", "+r+" -> "+result, op.help, nil)
				o.Fn = floatImpl(o.Result, op.f)
				o.Kernel = floatKernel(o.Result, op.f)
				register(o)
			}
		}
	}
	for _, t := range []string{"float4", "float8"} {
		oid := signatureType(t, t)
		neg := float1(oid, func(x float64) (float64, error) { return -x, nil })
		abs := float1(oid, func(x float64) (float64, error) { return math.Abs(x), nil })
		register(
			operator("-", t+" -> "+t, "negate", neg),
			operator("+", t+" -> "+t, "unary plus", identity),
			operator("@", t+" -> "+t, "absolute value", abs),
			scalar("abs("+t+") "+t, "absolute value", abs),
		)
	}
}

func floatOverflow() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: overflow")
}

func floatUnderflow() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: underflow")
}

// checkOverflow refuses an infinity that came of finite operands.
func checkOverflow(z float64, operands ...float64) (float64, error) {
	if !math.IsInf(z, 0) {
		return z, nil
	}
	for _, x := range operands {
		if math.IsInf(x, 0) {
			return z, nil
		}
	}
	return 0, floatOverflow()
}

func divFloat(x, y float64) (float64, error) {
	if y == 0 && !math.IsNaN(x) {
		return 0, divisionByZero()
	}
	z := x / y
	if z == 0 && x != 0 && !math.IsInf(y, 0) {
		return 0, floatUnderflow()
	}
	return checkOverflow(z, x)
}

func newFloat(t types.OID, z float64) (datum.Datum, error) {
	if t != types.Float4 {
		return types.NewFloat8(z), nil
	}
	f := float32(z)
	if math.IsInf(float64(f), 0) && !math.IsInf(z, 0) {
		return datum.Null, floatOverflow()
	}
	if f == 0 && z != 0 {
		return datum.Null, floatUnderflow()
	}
	return types.NewFloat4(f), nil
}

func floatImpl(t types.OID, f func(x, y float64) (float64, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		z, err := f(a[0].Float(), a[1].Float())
		if err != nil {
			return datum.Null, err
		}
		return newFloat(t, z)
	}
}

func floatKernel(t types.OID, f func(x, y float64) (float64, error)) Kernel {
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		x, y, o := args[0].Ints, args[1].Ints, out.Ints
		return eachCell(n, sel, func(i int) error {
			z, err := f(bitsFloat(x[i]), bitsFloat(y[i]))
			if err != nil {
				return err
			}
			v, err := newFloat(t, z)
			o[i] = v.I
			return err
		})
	}
}

// float1 makes a function of one float argument.
func float1(t types.OID, f func(x float64) (float64, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		z, err := f(a[0].Float())
		if err != nil {
			return datum.Null, err
		}
		return newFloat(t, z)
	}
}

// shortFloat shows a number as C's %g does.
func shortFloat(x float64) string {
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

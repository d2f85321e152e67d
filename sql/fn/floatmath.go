package fn

import (
	"math"
	"math/rand/v2"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// floatFunctions are functions of one float8.
var floatFunctions = []struct {
	name, help string
	f          func(x float64) (float64, error)
}{
	{"round", "round to nearest integer, halves to even", plainFloat(math.RoundToEven)},
	{"trunc", "truncate toward zero", plainFloat(math.Trunc)},
	{"ceil", "nearest integer not less", plainFloat(math.Ceil)},
	{"ceiling", "nearest integer not less", plainFloat(math.Ceil)},
	{"floor", "nearest integer not greater", plainFloat(math.Floor)},
	{"sign", "sign: -1, 0 or 1", plainFloat(func(x float64) float64 {
		switch {
		case x > 0:
			return 1
		case x < 0:
			return -1
		}
		return 0
	})},
	{"sqrt", "square root", sqrtFloat},
	{"cbrt", "cube root", plainFloat(math.Cbrt)},
	{"exp", "exponential", func(x float64) (float64, error) {
		z := math.Exp(x)
		if z == 0 && !math.IsInf(x, 0) {
			return 0, floatUnderflow()
		}
		return checkOverflow(z, x)
	}},
	{"ln", "natural logarithm", logFloat(math.Log)},
	{"log", "base 10 logarithm", logFloat(math.Log10)},
	{"log10", "base 10 logarithm", logFloat(math.Log10)},
	{"degrees", "radians to degrees", func(x float64) (float64, error) { return checkOverflow(x/(math.Pi/180), x) }},
	{"radians", "degrees to radians", plainFloat(func(x float64) float64 { return x * (math.Pi / 180) })},
	{"sin", "sine", finiteArg(math.Sin)}, {"cos", "cosine", finiteArg(math.Cos)}, {"tan", "tangent", finiteArg(math.Tan)},
	{"cot", "cotangent", finiteArg(func(x float64) float64 { return 1 / math.Tan(x) })},
	{"asin", "inverse sine", unitArg(math.Asin)}, {"acos", "inverse cosine", unitArg(math.Acos)},
	{"atan", "inverse tangent", plainFloat(math.Atan)},
	{"sinh", "hyperbolic sine", plainFloat(math.Sinh)}, {"cosh", "hyperbolic cosine", plainFloat(math.Cosh)},
	{"tanh", "hyperbolic tangent", plainFloat(math.Tanh)}, {"asinh", "inverse hyperbolic sine", plainFloat(math.Asinh)},
	{"acosh", "inverse hyperbolic cosine", func(x float64) (float64, error) {
		if x < 1 {
			return 0, inputOutOfRange()
		}
		return math.Acosh(x), nil
	}},
	{"atanh", "inverse hyperbolic tangent", unitArg(math.Atanh)},
	{"sind", "sine, degrees", finiteArg(sinDegrees)},
	{"cosd", "cosine, degrees", finiteArg(func(x float64) float64 { return sinDegrees(math.Mod(x, 360) + 90) })},
	{"tand", "tangent, degrees", finiteArg(func(x float64) float64 {
		return sinDegrees(x) / sinDegrees(math.Mod(x, 360)+90)
	})},
	{"asind", "inverse sine, degrees", unitArg(func(x float64) float64 { return math.Asin(x) / math.Asin(1) * 90 })},
	{"acosd", "inverse cosine, degrees", unitArg(func(x float64) float64 { return 90 - math.Asin(x)/math.Asin(1)*90 })},
	{"atand", "inverse tangent, degrees", plainFloat(func(x float64) float64 { return math.Atan(x) / math.Atan(1) * 45 })},
}

func init() {
	for _, f := range floatFunctions {
		register(scalar(f.name+"(float8) float8", f.help, float1(types.Float8, f.f)))
	}
	power := floatImpl(types.Float8, powFloat)
	register(
		scalar("power(float8, float8) float8", "raise to a power", power),
		scalar("pow(float8, float8) float8", "raise to a power", power),
		operator("^", "float8, float8 -> float8", "raise to a power", power),
		operator("|/", "float8 -> float8", "square root", float1(types.Float8, sqrtFloat)),
		operator("||/", "float8 -> float8", "cube root", float1(types.Float8, plainFloat(math.Cbrt))),
		scalar("atan2(float8, float8) float8", "inverse tangent of y / x", floatImpl(types.Float8, func(x, y float64) (float64, error) {
			return math.Atan2(x, y), nil
		})),
		scalar("pi() float8", "3.141592653589793", func(*Context, []datum.Datum) (datum.Datum, error) {
			return types.NewFloat8(math.Pi), nil
		}),
		scalar("random() float8", "random number from 0 to below 1", func(*Context, []datum.Datum) (datum.Datum, error) {
			return types.NewFloat8(rand.Float64()), nil
		}).volatile(),
		scalar("setseed(float8) void", "not supported: the generator is seeded by itself", func(*Context, []datum.Datum) (datum.Datum, error) {
			return datum.Null, pgerr.Unsupported("setseed").WithHint("random() can't be made to repeat itself.")
		}).volatile(),
		scalar("width_bucket(float8, float8, float8, int4) int4", "bucket number of a value in an equi-width histogram", widthBucket),
		scalar("width_bucket(numeric, numeric, numeric, int4) int4", "bucket number of a value in an equi-width histogram", widthBucketNumeric),
	)
}

func plainFloat(f func(float64) float64) func(float64) (float64, error) {
	return func(x float64) (float64, error) { return checkOverflow(f(x), x) }
}

func inputOutOfRange() error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "input is out of range")
}

func finiteArg(f func(float64) float64) func(float64) (float64, error) {
	return func(x float64) (float64, error) {
		if math.IsInf(x, 0) {
			return 0, inputOutOfRange()
		}
		return f(x), nil
	}
}

func unitArg(f func(float64) float64) func(float64) (float64, error) {
	return func(x float64) (float64, error) {
		if x < -1 || x > 1 {
			return 0, inputOutOfRange()
		}
		return f(x), nil
	}
}

func sqrtFloat(x float64) (float64, error) {
	if x < 0 {
		return 0, negativeRoot()
	}
	return math.Sqrt(x), nil
}

func logFloat(f func(float64) float64) func(float64) (float64, error) {
	return func(x float64) (float64, error) {
		if x == 0 {
			return 0, pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of zero")
		}
		if x < 0 {
			return 0, pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of a negative number")
		}
		return f(x), nil
	}
}

func powFloat(x, y float64) (float64, error) {
	switch {
	case x == 0 && y < 0:
		return 0, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "zero raised to a negative power is undefined")
	case x < 0 && y != math.Trunc(y) && !math.IsInf(x, 0):
		return 0, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "a negative number raised to a non-integer power yields a complex result")
	}
	z := math.Pow(x, y)
	if z == 0 && x != 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return 0, floatUnderflow()
	}
	return checkOverflow(z, x, y)
}

// sinDegrees is exact at the multiples of 30 degrees.
func sinDegrees(x float64) float64 {
	x = math.Mod(x, 360)
	sign := 1.0
	if x < 0 {
		x, sign = -x, -1
	}
	if x > 180 {
		x, sign = x-180, -sign
	}
	if x > 90 {
		x = 180 - x
	}
	switch x {
	case 0:
		return 0
	case 30:
		return sign * 0.5
	case 90:
		return sign
	}
	if x > 45 {
		return sign * math.Cos((90-x)*(math.Pi/180))
	}
	return sign * math.Sin(x*(math.Pi/180))
}

func bucketError(what string) error {
	return pgerr.New("2201G", "%s", what)
}

func widthBucket(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, lo, hi, n := a[0].Float(), a[1].Float(), a[2].Float(), a[3].I
	switch {
	case n <= 0:
		return datum.Null, bucketError("count must be greater than zero")
	case math.IsNaN(x) || math.IsNaN(lo) || math.IsNaN(hi):
		return datum.Null, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case math.IsInf(lo, 0) || math.IsInf(hi, 0):
		return datum.Null, bucketError("lower and upper bounds must be finite")
	case lo == hi:
		return datum.Null, bucketError("lower bound cannot equal upper bound")
	}
	if lo > hi {
		x, lo, hi = -x, -lo, -hi
	}
	b := int64(math.Floor((x-lo)/(hi-lo)*float64(n))) + 1
	switch {
	case x < lo:
		b = 0
	case x >= hi:
		b = n + 1
	}
	if b > math.MaxInt32 {
		return datum.Null, types.OutOfRange(types.Int4)
	}
	return types.NewInt4(int32(b)), nil
}

func widthBucketNumeric(_ *Context, a []datum.Datum) (datum.Datum, error) {
	x, lo, hi, n := a[0].Decimal(), a[1].Decimal(), a[2].Decimal(), a[3].I
	switch {
	case n <= 0:
		return datum.Null, bucketError("count must be greater than zero")
	case isNaN(x) || isNaN(lo) || isNaN(hi):
		return datum.Null, bucketError("operand, lower bound, and upper bound cannot be NaN")
	case lo.Form != 0 || hi.Form != 0:
		return datum.Null, bucketError("lower and upper bounds must be finite")
	case lo.Cmp(hi) == 0:
		return datum.Null, bucketError("lower bound cannot equal upper bound")
	}
	order := lo.Cmp(hi) // -1: ascending
	if x.Cmp(lo)*order > 0 {
		return types.NewInt4(0), nil
	}
	if x.Cmp(hi)*order <= 0 {
		if n == math.MaxInt32 {
			return datum.Null, types.OutOfRange(types.Int4)
		}
		return types.NewInt4(int32(n + 1)), nil
	}
	top, err := subDecimal(x, lo)
	if err != nil {
		return datum.Null, err
	}
	span, err := subDecimal(hi, lo)
	if err != nil {
		return datum.Null, err
	}
	if top, err = mulDecimal(top, decimalOf(n)); err != nil {
		return datum.Null, err
	}
	b, err := quotient(top, span, 0, false).Int64()
	if err != nil {
		return datum.Null, types.OutOfRange(types.Int4)
	}
	return types.NewInt4(int32(b + 1)), nil
}

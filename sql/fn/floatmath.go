package fn

import (
	"math"

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
	{"radians", "degrees to radians", func(x float64) (float64, error) {
		if z := x * (math.Pi / 180); z != 0 || x == 0 {
			return z, nil
		}
		return 0, floatUnderflow()
	}},
	{"sin", "sine", finiteArg(math.Sin)}, {"cos", "cosine", finiteArg(math.Cos)}, {"tan", "tangent", finiteArg(math.Tan)},
	{"cot", "cotangent", finiteArg(func(x float64) float64 { return 1 / math.Tan(x) })},
	{"asin", "inverse sine", unitArg(math.Asin)}, {"acos", "inverse cosine", unitArg(math.Acos)},
	{"atan", "inverse tangent", plainFloat(math.Atan)},
	{"sinh", "hyperbolic sine", sinhFloat}, {"cosh", "hyperbolic cosine", coshFloat},
	{"tanh", "hyperbolic tangent", plainFloat(math.Tanh)}, {"asinh", "inverse hyperbolic sine", plainFloat(math.Asinh)},
	{"acosh", "inverse hyperbolic cosine", func(x float64) (float64, error) {
		if x < 1 {
			return 0, inputOutOfRange()
		}
		return math.Acosh(x), nil
	}},
	{"atanh", "inverse hyperbolic tangent", unitArg(math.Atanh)},
	{"sind", "sine, degrees", finiteArg(sinDegrees)}, {"cosd", "cosine, degrees", finiteArg(cosDegrees)},
	{"tand", "tangent, degrees", finiteArg(tanDegrees)}, {"cotd", "cotangent, degrees", finiteArg(cotDegrees)},
	{"asind", "inverse sine, degrees", unitArg(asinDegrees)}, {"acosd", "inverse cosine, degrees", unitArg(acosDegrees)},
	{"atand", "inverse tangent, degrees", plainFloat(atanDegrees)},
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
		scalar("atan2d(float8, float8) float8", "inverse tangent of y / x, degrees", floatImpl(types.Float8, atan2Degrees)),
		scalar("pi() float8", "3.141592653589793", func(*Context, []datum.Datum) (datum.Datum, error) {
			return types.NewFloat8(math.Pi), nil
		}),
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
		if x < 0x1p-1022 {
			// Go's logarithms of denormal numbers are wrong on some machines.
			return f(x*0x1p52) - f(0x1p52), nil
		}
		return f(x), nil
	}
}

// sinhFloat and coshFloat overflow to infinity without an error. Large
// arguments are split, since exp(x) overflows before exp(x)/2 does.
func sinhFloat(x float64) (float64, error) {
	if math.Abs(x) > 700 {
		z, err := coshFloat(x)
		return math.Copysign(z, x), err
	}
	return math.Sinh(x), nil
}

func coshFloat(x float64) (float64, error) {
	if math.Abs(x) > 700 {
		half := math.Exp(math.Abs(x) / 2)
		return half / 2 * half, nil
	}
	return math.Cosh(x), nil
}

func powFloat(x, y float64) (float64, error) {
	switch {
	case math.IsNaN(x) || math.IsNaN(y):
		return math.Pow(x, y), nil
	case x == 0 && y < 0:
		return 0, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "zero raised to a negative power is undefined")
	case x < 0 && y != math.Floor(y):
		return 0, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "a negative number raised to a non-integer power yields a complex result")
	}
	z := math.Pow(x, y)
	if z == 0 && x != 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return 0, floatUnderflow()
	}
	return checkOverflow(z, x, y)
}

package fn

import (
	"math"
	"math/big"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	round := func(scale int) Impl {
		return decimal1(func(x *apd.Decimal) (*apd.Decimal, error) { return roundDecimal(x, scale), nil })
	}
	ceil := decimal1(func(x *apd.Decimal) (*apd.Decimal, error) { return stepDecimal(x, false) })
	register(
		scalar("round(numeric) numeric", "round to nearest integer, halves away from zero", round(0)),
		scalar("round(numeric, int4) numeric", "round to decimal places", decimalScale(roundDecimal)),
		scalar("trunc(numeric) numeric", "truncate toward zero", decimal1(func(x *apd.Decimal) (*apd.Decimal, error) {
			return truncDecimal(x, 0), nil
		})),
		scalar("trunc(numeric, int4) numeric", "truncate to decimal places", decimalScale(truncDecimal)),
		scalar("ceil(numeric) numeric", "nearest integer not less", ceil),
		scalar("ceiling(numeric) numeric", "nearest integer not less", ceil),
		scalar("floor(numeric) numeric", "nearest integer not greater", decimal1(func(x *apd.Decimal) (*apd.Decimal, error) {
			return stepDecimal(x, true)
		})),
		scalar("sign(numeric) numeric", "sign: -1, 0 or 1", decimal1(signDecimal)),
		scalar("sqrt(numeric) numeric", "square root", decimal1(sqrtDecimal)),
		scalar("exp(numeric) numeric", "exponential", decimal1(expDecimal)),
		scalar("ln(numeric) numeric", "natural logarithm", decimal1(lnDecimal)),
		scalar("log(numeric) numeric", "base 10 logarithm", decimal1(log10Decimal)),
		scalar("log10(numeric) numeric", "base 10 logarithm", decimal1(log10Decimal)),
		scalar("log(numeric, numeric) numeric", "logarithm to base b", decimal2(logDecimal)),
		scalar("scale(numeric) int4", "digits after the decimal point", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if a[0].Decimal().Form != apd.Finite {
				return datum.Null, nil
			}
			return types.NewInt4(int32(scaleOf(a[0].Decimal()))), nil
		}),
		scalar("min_scale(numeric) int4", "digits after the decimal point that are needed", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if a[0].Decimal().Form != apd.Finite {
				return datum.Null, nil
			}
			return types.NewInt4(int32(scaleOf(trimScale(a[0].Decimal())))), nil
		}),
		scalar("trim_scale(numeric) numeric", "drop zeros at the end of the fraction", decimal1(func(x *apd.Decimal) (*apd.Decimal, error) {
			return trimScale(x), nil
		})),
		scalar("gcd(numeric, numeric) numeric", "greatest common divisor", decimal2(gcdDecimal)),
		scalar("lcm(numeric, numeric) numeric", "least common multiple", decimal2(lcmDecimal)),
		scalar("factorial(int8) numeric", "factorial", factorial),
	)
}

func decimalScale(f func(x *apd.Decimal, scale int) *apd.Decimal) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		scale := min(max(a[1].I, -numericMaxDigits), numericMaxScale)
		return newDecimal(f(a[0].Decimal(), int(scale)), nil)
	}
}

func stepDecimal(x *apd.Decimal, down bool) (*apd.Decimal, error) {
	z := truncDecimal(x, 0)
	if z.Form != apd.Finite || z.Cmp(x) == 0 || x.Negative != down {
		return z, nil
	}
	if down {
		return subDecimal(z, decimalOne)
	}
	return addDecimal(z, decimalOne)
}

func signDecimal(x *apd.Decimal) (*apd.Decimal, error) {
	if isNaN(x) {
		return decimalNaN, nil
	}
	return apd.New(int64(x.Sign()), 0), nil
}

func trimScale(x *apd.Decimal) *apd.Decimal {
	if x.Form != apd.Finite {
		return x
	}
	z, _ := new(apd.Decimal).Reduce(x)
	return scaleTo(z, 0)
}

func negativeRoot() error {
	return pgerr.New(pgerr.InvalidArgumentForPowerFunction, "cannot take square root of a negative number")
}

func sqrtDecimal(x *apd.Decimal) (*apd.Decimal, error) {
	switch {
	case isNaN(x):
		return decimalNaN, nil
	case x.Negative && !x.IsZero():
		return nil, negativeRoot()
	case x.Form == apd.Infinite:
		return infinity(false), nil
	}
	w, _ := weight(x)
	sweight := w*4/2 + 1
	if w < 0 {
		sweight = 1 - (1-w*4)/2
	}
	return rootOf(x, clampScale(numericMinSigDigits-sweight, x)), nil
}

// rootOf is the square root of x, not negative, rounded to scale.
func rootOf(x *apd.Decimal, scale int) *apd.Decimal {
	// An integer square root with two more digits, then rounded, is exact.
	n := new(big.Int).Set(x.Coeff.MathBigInt())
	shift := 2*(scale+2) + int(x.Exponent)
	if shift >= 0 {
		n.Mul(n, pow10(shift))
	} else {
		n.Quo(n, pow10(-shift))
	}
	root := new(apd.Decimal)
	root.Coeff.SetMathBigInt(n.Sqrt(n))
	root.Exponent = int32(-scale - 2)
	return roundDecimal(root, scale)
}

func expDecimal(x *apd.Decimal) (*apd.Decimal, error) {
	switch {
	case isNaN(x):
		return decimalNaN, nil
	case x.Form == apd.Infinite && x.Negative:
		return new(apd.Decimal), nil
	case x.Form == apd.Infinite:
		return infinity(false), nil
	}
	approx, _ := x.Float64()
	digits := min(max(approx*0.434294481903252, -2*numericMaxDisplay), 2*numericMaxDisplay)
	scale := clampScale(numericMinSigDigits-int(digits), x)
	if approx > 302000 {
		return nil, numericOverflow()
	}
	if approx < -5000 {
		return scaleTo(new(apd.Decimal), scale), nil
	}
	return transcendental(scale+int(math.Abs(approx)*0.4343)+8, scale, func(c *apd.Context, z *apd.Decimal) error {
		_, err := c.Exp(z, x)
		return err
	})
}

// transcendentalDigits bounds the digits of exp, ln and power: computing more
// takes seconds that nothing can interrupt. PostgreSQL goes on to 131,072.
const transcendentalDigits = 5000

// transcendental computes f with the given number of significant digits and rounds
// the result to scale.
func transcendental(digits, scale int, f func(c *apd.Context, z *apd.Decimal) error) (*apd.Decimal, error) {
	if digits > transcendentalDigits {
		return nil, pgerr.New(pgerr.ProgramLimitExceeded, "result of a numeric function has more than %d digits", transcendentalDigits).
			WithHint("Use double precision for values of this size.")
	}
	c := apd.BaseContext.WithPrecision(uint32(max(digits, 20)))
	c.Traps = 0
	z := new(apd.Decimal)
	if err := f(c, z); err != nil {
		return nil, numericOverflow()
	}
	if z.Form != apd.Finite {
		return z, nil
	}
	return roundDecimal(z, scale), nil
}

// lnWeight is PostgreSQL's estimate_ln_dweight: the decimal weight of ln(x).
func lnWeight(x *apd.Decimal) int {
	if f, err := x.Float64(); err == nil && f >= 0.9 && f <= 1.1 {
		d, _ := subDecimal(x, decimalOne)
		if d.IsZero() {
			return 0
		}
		w, first := weight(d)
		return w*4 + int(math.Log10(float64(first)))
	}
	digits := x.Coeff.String()
	n := min(len(digits), 17)
	mantissa, _ := strconv.ParseFloat(digits[:n], 64)
	ln := math.Log(mantissa) + float64(int(x.Exponent)+len(digits)-n)*math.Ln10
	return int(math.Log10(math.Abs(ln)))
}

func checkLog(x *apd.Decimal) error {
	if x.IsZero() && x.Form == apd.Finite {
		return pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of zero")
	}
	if x.Negative {
		return pgerr.New(pgerr.InvalidArgumentForLogarithm, "cannot take logarithm of a negative number")
	}
	return nil
}

func lnDecimal(x *apd.Decimal) (*apd.Decimal, error) {
	if isNaN(x) {
		return decimalNaN, nil
	}
	if err := checkLog(x); err != nil {
		return nil, err
	}
	if x.Form == apd.Infinite {
		return infinity(false), nil
	}
	scale := clampScale(numericMinSigDigits-lnWeight(x), x)
	return transcendental(scale+16, scale, func(c *apd.Context, z *apd.Decimal) error {
		_, err := c.Ln(z, x)
		return err
	})
}

func log10Decimal(x *apd.Decimal) (*apd.Decimal, error) { return logDecimal(apd.New(10, 0), x) }

func logDecimal(base, x *apd.Decimal) (*apd.Decimal, error) {
	if isNaN(x) || isNaN(base) {
		return decimalNaN, nil
	}
	for _, v := range []*apd.Decimal{base, x} {
		if err := checkLog(v); err != nil {
			return nil, err
		}
	}
	switch {
	case base.Form == apd.Infinite && x.Form == apd.Infinite:
		return decimalNaN, nil
	case base.Form == apd.Infinite:
		return new(apd.Decimal), nil
	case x.Form == apd.Infinite:
		return infinity(false), nil
	}
	if base.Cmp(decimalOne) == 0 {
		return nil, divisionByZero()
	}
	scale := clampScale(numericMinSigDigits-(lnWeight(x)-lnWeight(base)), x, base)
	return transcendental(scale+16, scale, func(c *apd.Context, z *apd.Decimal) error {
		lb := new(apd.Decimal)
		if _, err := c.Ln(lb, base); err != nil {
			return err
		}
		if _, err := c.Ln(z, x); err != nil {
			return err
		}
		_, err := c.Quo(z, z, lb)
		return err
	})
}

func gcdDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if x.Form != apd.Finite || y.Form != apd.Finite {
		return decimalNaN, nil
	}
	scale := max(scaleOf(x), scaleOf(y))
	a, b := scaleTo(x, scale), scaleTo(y, scale)
	z := &apd.Decimal{Exponent: int32(-scale)}
	z.Coeff.SetMathBigInt(new(big.Int).GCD(nil, nil, a.Coeff.MathBigInt(), b.Coeff.MathBigInt()))
	return z, nil
}

func lcmDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if x.Form != apd.Finite || y.Form != apd.Finite {
		return decimalNaN, nil
	}
	scale := max(scaleOf(x), scaleOf(y))
	if x.IsZero() || y.IsZero() {
		return scaleTo(new(apd.Decimal), scale), nil
	}
	g, err := gcdDecimal(x, y)
	if err != nil {
		return nil, err
	}
	z, err := mulDecimal(quotient(x, g, 0, false), y)
	if err != nil {
		return nil, err
	}
	z.Negative = false
	return scaleTo(z, scale), nil
}

func factorial(c *Context, a []datum.Datum) (datum.Datum, error) {
	n := a[0].I
	switch {
	case n < 0:
		return datum.Null, pgerr.New(pgerr.NumericValueOutOfRange, "factorial of a negative number is undefined")
	case n > 32177: // where numeric.c stops
		return datum.Null, numericOverflow()
	}
	z := new(apd.Decimal)
	z.Coeff.SetMathBigInt(new(big.Int).MulRange(1, max(n, 1)))
	return newDecimal(z, nil)
}

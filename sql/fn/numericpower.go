package fn

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// powerDecimal is x ^ y with the scale that numeric_power chooses.
func powerDecimal(x, y *apd.Decimal) (*apd.Decimal, error) {
	if z, err := specialPower(x, y); z != nil || err != nil {
		return z, err
	}
	if x.IsZero() && y.Negative {
		return nil, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "zero raised to a negative power is undefined")
	}
	whole := truncDecimal(y, 0).Cmp(y) == 0
	if x.Negative && !x.IsZero() && !whole {
		return nil, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "a negative number raised to a non-integer power yields a complex result")
	}
	if whole {
		if n, err := truncDecimal(y, 0).Int64(); err == nil && n >= math.MinInt32 && n <= math.MaxInt32 {
			return powerInteger(x, n, scaleOf(y))
		}
	}
	if x.IsZero() {
		return scaleTo(new(apd.Decimal), numericMinSigDigits), nil
	}
	base := new(apd.Decimal).Set(x)
	base.Negative = false
	// An approximate logarithm of the result gives its size, and so its scale.
	lf := approxLog10(base)
	yf, _ := y.Float64()
	size := lf * yf
	if size > numericMaxDigits {
		return nil, numericOverflow()
	}
	scale := clampScale(numericMinSigDigits-int(max(size, -2*numericMaxDisplay)), x, y)
	if size < -numericMaxScale {
		return scaleTo(new(apd.Decimal), scale), nil
	}
	z, err := transcendental(scale+int(math.Abs(size))+16, scale, func(c *apd.Context, z *apd.Decimal) error {
		if _, err := c.Ln(z, base); err != nil {
			return err
		}
		if _, err := c.Mul(z, z, y); err != nil {
			return err
		}
		_, err := c.Exp(z, z)
		return err
	})
	if err != nil {
		return nil, err
	}
	if x.Negative && new(apd.Decimal).Set(truncDecimal(y, 0)).Coeff.MathBigInt().Bit(0) == 1 {
		z.Negative = true
	}
	return z, nil
}

// approxLog10 is log10(|x|) in double precision, for any exponent.
func approxLog10(x *apd.Decimal) float64 {
	w, first := weight(x)
	digits := x.Coeff.String()
	n := min(len(digits), 17)
	m := 0.0
	for _, d := range digits[:n] {
		m = m*10 + float64(d-'0')
	}
	if m == 0 {
		return float64(w*4 + first)
	}
	return math.Log10(m) + float64(int(x.Exponent)+len(digits)-n)
}

// powerInteger is PostgreSQL's power_var_int.
func powerInteger(x *apd.Decimal, n int64, yScale int) (*apd.Decimal, error) {
	switch {
	case x.IsZero() && n == 0:
		return scaleTo(decimalOne, numericMinSigDigits), nil
	case x.IsZero():
		return scaleTo(new(apd.Decimal), min(max(numericMinSigDigits, scaleOf(x), yScale), numericMaxDisplay)), nil
	}
	size := approxLog10(x) * float64(n)
	if size > numericMaxDigits {
		return nil, numericOverflow()
	}
	scale := min(max(numericMinSigDigits, scaleOf(x), yScale), numericMaxDisplay)
	if size < -numericMaxScale {
		return scaleTo(new(apd.Decimal), scale), nil
	}
	m := n
	if m < 0 {
		m = -m
	}
	digits := uint32(max(scale+int(math.Abs(size))+24, 40))
	c := apd.BaseContext.WithPrecision(digits)
	c.Traps = 0
	z, square := apd.New(1, 0), new(apd.Decimal).Set(x)
	for m > 0 {
		if m&1 == 1 {
			if _, err := c.Mul(z, z, square); err != nil {
				return nil, numericOverflow()
			}
		}
		if m >>= 1; m > 0 {
			if _, err := c.Mul(square, square, square); err != nil {
				return nil, numericOverflow()
			}
		}
	}
	if n < 0 {
		if _, err := c.Quo(z, decimalOne, z); err != nil {
			return nil, numericOverflow()
		}
	}
	return roundDecimal(z, scale), nil
}

// specialPower handles NaN and the infinities, as POSIX pow does.
func specialPower(x, y *apd.Decimal) (*apd.Decimal, error) {
	finiteX, finiteY := x.Form == apd.Finite, y.Form == apd.Finite
	one := func(d *apd.Decimal, finite bool) bool { return finite && d.Cmp(decimalOne) == 0 }
	switch {
	case finiteX && finiteY:
		return nil, nil
	case finiteY && y.IsZero(), one(x, finiteX):
		return decimalOne, nil
	case isNaN(x) || isNaN(y):
		return decimalNaN, nil
	case !finiteY:
		abs := new(apd.Decimal).Set(x)
		abs.Negative = false
		if finiteX && x.IsZero() && y.Negative {
			return nil, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "zero raised to a negative power is undefined")
		}
		if one(abs, finiteX) {
			return decimalOne, nil
		}
		if (abs.Cmp(decimalOne) > 0) != y.Negative {
			return infinity(false), nil
		}
		return new(apd.Decimal), nil
	case y.Negative:
		return new(apd.Decimal), nil
	}
	odd := truncDecimal(y, 0).Cmp(y) == 0 && truncDecimal(y, 0).Coeff.MathBigInt().Bit(0) == 1
	if x.Negative && truncDecimal(y, 0).Cmp(y) != 0 {
		return nil, pgerr.New(pgerr.InvalidArgumentForPowerFunction, "a negative number raised to a non-integer power yields a complex result")
	}
	return infinity(x.Negative && odd), nil
}

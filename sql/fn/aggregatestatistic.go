package fn

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// spread says which measure of dispersion an aggregate gives.
type spread struct {
	name, help   string
	sample, root bool
}

var spreads = []spread{
	{"var_pop", "population variance", false, false},
	{"var_samp", "sample variance", true, false},
	{"variance", "sample variance", true, false},
	{"stddev_pop", "population standard deviation", false, true},
	{"stddev_samp", "sample standard deviation", true, true},
	{"stddev", "sample standard deviation", true, true},
}

func init() {
	for _, s := range spreads {
		for _, t := range []string{"int2", "int4", "int8", "numeric"} {
			register(aggregate(s.name+"("+t+") numeric", s.help, func(*Context, []types.T) AggState {
				return &numericSpread{spread: s}
			}))
		}
		for _, t := range []string{"float4", "float8"} {
			register(aggregate(s.name+"("+t+") float8", s.help, func(*Context, []types.T) AggState {
				return &floatSpread{spread: s}
			}))
		}
	}
	for _, r := range regressions {
		register(aggregate(r.name+"(float8, float8) "+r.result, r.help, func(*Context, []types.T) AggState {
			return &regressionState{f: r.f, count: r.result == "int8"}
		}))
	}
}

// numericSpread keeps exact sums of values and of their squares.
type numericSpread struct {
	spread
	n          int64
	sum, sumSq apd.Decimal
	special    bool // NaN or infinite values were among them
}

func (s *numericSpread) Add(args []datum.Datum) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	s.n++
	d := decimalOf(v.I)
	if v.OID == types.Numeric {
		d = v.Decimal()
	}
	if d.Form != apd.Finite {
		s.special = true
		return nil
	}
	sq := new(apd.Decimal)
	if _, err := exact.Mul(sq, d, d); err != nil {
		return err
	}
	if _, err := exact.Add(&s.sum, &s.sum, d); err != nil {
		return err
	}
	_, err := exact.Add(&s.sumSq, &s.sumSq, sq)
	return err
}

// Result follows numeric_stddev_internal: (N·ΣX² − (ΣX)²) / (N·(N−1)), the
// quotient in the scale of a division.
func (s *numericSpread) Result() (datum.Datum, error) {
	if s.n == 0 || s.sample && s.n == 1 {
		return datum.Null, nil
	}
	if s.special {
		return types.NewNumeric(decimalNaN), nil
	}
	n := decimalOf(s.n)
	num, sq, den := new(apd.Decimal), new(apd.Decimal), new(apd.Decimal)
	other := n
	if s.sample {
		other = decimalOf(s.n - 1)
	}
	for _, step := range []error{
		mulInto(num, n, &s.sumSq), mulInto(sq, &s.sum, &s.sum), mulInto(den, n, other),
	} {
		if step != nil {
			return datum.Null, step
		}
	}
	num, err := subDecimal(num, sq)
	if err != nil {
		return datum.Null, err
	}
	if num.Sign() <= 0 {
		return types.NewNumeric(new(apd.Decimal)), nil
	}
	scale := divScale(num, den)
	variance := quotient(num, den, scale, true)
	if s.root {
		variance = rootOf(variance, scale)
	}
	return newDecimal(variance, nil)
}

func mulInto(z, x, y *apd.Decimal) error {
	_, err := exact.Mul(z, x, y)
	return err
}

func (s *numericSpread) Size() int64 {
	return 128 + int64(s.sum.Coeff.BitLen()+s.sumSq.Coeff.BitLen())/8
}

// floatSpread uses the Youngs-Cramer recurrence, as float8_accum does.
type floatSpread struct {
	spread
	n, sx, sxx float64
}

func (s *floatSpread) Add(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	return s.add(args[0].Float())
}

func (s *floatSpread) add(x float64) error {
	s.n++
	s.sx += x
	switch {
	case s.n > 1:
		d := x*s.n - s.sx
		s.sxx += d * d / (s.n * (s.n - 1))
		if math.IsInf(s.sx, 0) || math.IsInf(s.sxx, 0) {
			if !math.IsInf(x, 0) && !math.IsInf(s.sx-x, 0) {
				return floatOverflow()
			}
			s.sxx = math.NaN()
		}
	case math.IsNaN(x) || math.IsInf(x, 0):
		s.sxx = math.NaN()
	}
	return nil
}

func (s *floatSpread) Result() (datum.Datum, error) {
	if s.n == 0 || s.sample && s.n == 1 {
		return datum.Null, nil
	}
	d := s.n
	if s.sample {
		d--
	}
	v := s.sxx / d
	if s.root {
		v = math.Sqrt(v)
	}
	return types.NewFloat8(v), nil
}

func (s *floatSpread) Size() int64 { return 64 }

// moments are the sums that the two-argument statistics need.
type moments struct{ n, sx, sxx, sy, syy, sxy float64 }

type regressionState struct {
	m     moments
	f     func(m moments) (v float64, null bool)
	count bool // the result is a bigint
}

var regressions = []struct {
	name, result, help string
	f                  func(m moments) (float64, bool)
}{
	{"corr", "float8", "correlation coefficient", func(m moments) (float64, bool) {
		return m.sxy / math.Sqrt(m.sxx*m.syy), m.n < 1 || m.sxx == 0 || m.syy == 0
	}},
	{"covar_pop", "float8", "population covariance", func(m moments) (float64, bool) { return m.sxy / m.n, m.n < 1 }},
	{"covar_samp", "float8", "sample covariance", func(m moments) (float64, bool) { return m.sxy / (m.n - 1), m.n < 2 }},
	{"regr_count", "int8", "number of input rows in which both expressions are not null", func(m moments) (float64, bool) { return m.n, false }},
	{"regr_avgx", "float8", "average of the independent variable (sum(X)/N)", func(m moments) (float64, bool) { return m.sx / m.n, m.n < 1 }},
	{"regr_avgy", "float8", "average of the dependent variable (sum(Y)/N)", func(m moments) (float64, bool) { return m.sy / m.n, m.n < 1 }},
	{"regr_sxx", "float8", "sum of squares of the independent variable", func(m moments) (float64, bool) { return m.sxx, m.n < 1 }},
	{"regr_syy", "float8", "sum of squares of the dependent variable", func(m moments) (float64, bool) { return m.syy, m.n < 1 }},
	{"regr_sxy", "float8", "sum of products of independent times dependent variable", func(m moments) (float64, bool) { return m.sxy, m.n < 1 }},
	{"regr_slope", "float8", "slope of the least-squares-fit linear equation", func(m moments) (float64, bool) {
		return m.sxy / m.sxx, m.n < 1 || m.sxx == 0
	}},
	{"regr_intercept", "float8", "y-intercept of the least-squares-fit linear equation", func(m moments) (float64, bool) {
		return (m.sy - m.sx*m.sxy/m.sxx) / m.n, m.n < 1 || m.sxx == 0
	}},
	{"regr_r2", "float8", "square of the correlation coefficient", func(m moments) (float64, bool) {
		if m.n >= 1 && m.sxx != 0 && m.syy == 0 {
			return 1, false
		}
		return m.sxy * m.sxy / (m.sxx * m.syy), m.n < 1 || m.sxx == 0
	}},
}

// Add takes (Y, X), in SQL's order.
func (s *regressionState) Add(args []datum.Datum) error {
	if args[0].IsNull() || args[1].IsNull() {
		return nil
	}
	y, x := args[0].Float(), args[1].Float()
	m := &s.m
	m.n++
	m.sx += x
	m.sy += y
	if m.n > 1 {
		dx, dy, scale := x*m.n-m.sx, y*m.n-m.sy, 1/(m.n*(m.n-1))
		m.sxx += dx * dx * scale
		m.syy += dy * dy * scale
		m.sxy += dx * dy * scale
	}
	return nil
}

func (s *regressionState) Result() (datum.Datum, error) {
	v, null := s.f(s.m)
	switch {
	case null:
		return datum.Null, nil
	case s.count:
		return types.NewInt8(int64(v)), nil
	}
	return types.NewFloat8(v), nil
}

func (s *regressionState) Size() int64 { return 64 }

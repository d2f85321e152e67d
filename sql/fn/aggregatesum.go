package fn

import (
	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		aggregate("count() int8", "number of input rows", func(*Context, []types.T) AggState { return &countState{all: true} }),
		aggregate("count(any) int8", "number of input rows for which the input expression is not null", func(*Context, []types.T) AggState { return &countState{} }),
		aggregate("sum(int2) int8", "sum as bigint across all smallint input values", newIntSum),
		aggregate("sum(int4) int8", "sum as bigint across all integer input values", newIntSum),
		aggregate("sum(int8) numeric", "sum as numeric across all bigint input values", newNumericSum(false)),
		aggregate("sum(numeric) numeric", "sum as numeric across all numeric input values", newNumericSum(false)),
		aggregate("sum(float4) float4", "sum as float4 across all float4 input values", newFloatSum(false)),
		aggregate("sum(float8) float8", "sum as float8 across all float8 input values", newFloatSum(false)),
		aggregate("sum(interval) interval", "sum as interval across all interval input values", newIntervalSum(false)),
		aggregate("avg(int2) numeric", "the average (arithmetic mean) as numeric of all smallint values", newNumericSum(true)),
		aggregate("avg(int4) numeric", "the average (arithmetic mean) as numeric of all integer values", newNumericSum(true)),
		aggregate("avg(int8) numeric", "the average (arithmetic mean) as numeric of all bigint values", newNumericSum(true)),
		aggregate("avg(numeric) numeric", "the average (arithmetic mean) as numeric of all numeric values", newNumericSum(true)),
		aggregate("avg(float4) float8", "the average (arithmetic mean) as float8 of all float4 values", newFloatSum(true)),
		aggregate("avg(float8) float8", "the average (arithmetic mean) as float8 of all float8 values", newFloatSum(true)),
		aggregate("avg(interval) interval", "the average (arithmetic mean) as interval of all interval values", newIntervalSum(true)),
	)
}

// NewCount makes the state of count(*).
func NewCount() AggState { return &countState{all: true} }

type countState struct {
	n   int64
	all bool
}

func (s *countState) Add(args []datum.Datum) error {
	if s.all || !args[0].IsNull() {
		s.n++
	}
	return nil
}

func (s *countState) Result() (datum.Datum, error) { return types.NewInt8(s.n), nil }
func (s *countState) Size() int64                  { return 16 }

// intSum sums small integers in 64 bits.
type intSum struct {
	sum int64
	n   int64 // values that are in it
}

func newIntSum(*Context, []types.T) AggState { return &intSum{} }

func (s *intSum) Add(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	sum, ok := addInt(s.sum, args[0].I)
	if !ok {
		return types.OutOfRange(types.Int8)
	}
	s.sum = sum
	s.n++
	return nil
}

func (s *intSum) Result() (datum.Datum, error) {
	if s.n == 0 {
		return datum.Null, nil
	}
	return types.NewInt8(s.sum), nil
}

func (s *intSum) Size() int64 { return 16 }

// numericSum sums integers and numerics exactly: integers in 64 bits as long
// as they fit.
type numericSum struct {
	small   int64
	sum     *apd.Decimal // nil: zero
	n       int64
	average bool
	scale   int   // the largest of the numerics
	atScale int64 // and how many have it
}

func newNumericSum(average bool) func(*Context, []types.T) AggState {
	return func(*Context, []types.T) AggState { return &numericSum{average: average} }
}

func (s *numericSum) Add(args []datum.Datum) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	s.n++
	if v.OID != types.Numeric {
		if sum, ok := addInt(s.small, v.I); ok {
			s.small = sum
			return nil
		}
		if err := s.addDecimal(decimalOf(s.small)); err != nil {
			return err
		}
		s.small = v.I
		return nil
	}
	s.noteScale(v.Decimal())
	return s.addDecimal(v.Decimal())
}

func (s *numericSum) addDecimal(d *apd.Decimal) error {
	if s.sum == nil {
		s.sum = new(apd.Decimal).Set(d)
		return nil
	}
	if s.sum.Form == apd.Finite && d.Form == apd.Finite {
		_, err := exact.Add(s.sum, s.sum, d)
		return err
	}
	sum, err := addDecimal(s.sum, d)
	s.sum = new(apd.Decimal).Set(sum)
	return err
}

func (s *numericSum) Result() (datum.Datum, error) {
	if s.n == 0 {
		return datum.Null, nil
	}
	sum := decimalOf(s.small)
	if s.sum != nil {
		var err error
		if sum, err = addDecimal(sum, s.sum); err != nil {
			return datum.Null, err
		}
	}
	if !s.average {
		return newDecimal(sum, nil)
	}
	return newDecimal(divDecimal(sum, decimalOf(s.n)))
}

func (s *numericSum) Size() int64 {
	size := int64(40)
	if s.sum != nil {
		size += 48 + int64(s.sum.Coeff.BitLen()/8)
	}
	return size
}

// floatSum sums floats in float8; float4 results are rounded at the end.
type floatSum struct {
	sum     float64
	n       int64
	float4  bool
	average bool
}

func newFloatSum(average bool) func(*Context, []types.T) AggState {
	return func(_ *Context, args []types.T) AggState {
		return &floatSum{float4: args[0].OID == types.Float4 && !average, average: average}
	}
}

func (s *floatSum) Add(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	x := args[0].Float()
	sum := s.sum + x
	if s.float4 {
		sum = float64(float32(sum))
	}
	sum, err := checkOverflow(sum, s.sum, x)
	s.sum = sum
	s.n++
	return err
}

func (s *floatSum) Result() (datum.Datum, error) {
	switch {
	case s.n == 0:
		return datum.Null, nil
	case s.average:
		return types.NewFloat8(s.sum / float64(s.n)), nil
	case s.float4:
		return newFloat(types.Float4, s.sum)
	}
	return types.NewFloat8(s.sum), nil
}

func (s *floatSum) Size() int64 { return 32 }

type intervalSum struct {
	sum     types.IntervalValue
	n       int64
	average bool
}

func newIntervalSum(average bool) func(*Context, []types.T) AggState {
	return func(*Context, []types.T) AggState { return &intervalSum{average: average} }
}

func (s *intervalSum) Add(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	sum, err := addIntervals(s.sum, args[0].Interval())
	s.sum = sum
	s.n++
	return err
}

func (s *intervalSum) Result() (datum.Datum, error) {
	if s.n == 0 {
		return datum.Null, nil
	}
	if s.average {
		iv, err := divideInterval(s.sum, float64(s.n))
		if err != nil {
			return datum.Null, err
		}
		return types.NewInterval(iv), nil
	}
	return types.NewInterval(s.sum), nil
}

func (s *intervalSum) Size() int64 { return 40 }

package fn

import (
	"math/bits"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// numericSumKernel sums numerics: in 64 bits at the scale of the values as long
// as they fit.
type numericSumKernel struct {
	states  []numericSumState
	average bool
	extra   int64 // bytes of sums that are large
}

type numericSumState struct {
	n     int64
	small int64        // times 10^exp; what is not in large
	exp   int32        // never positive
	large *apd.Decimal // nil: zero
}

func (k *numericSumKernel) Resize(n int) { k.states = resizeStates(k.states, n) }
func (k *numericSumKernel) Size() int64  { return statesSize(k.states) + k.extra }

func (k *numericSumKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		s := &k.states[groupOf(groups, i)]
		d := arg.Vals[i].Decimal()
		s.n++
		if s.addSmall(d) {
			continue
		}
		if s.large == nil {
			k.extra += numericLargeBytes
		}
		if err := s.addLarge(d); err != nil {
			return err
		}
	}
	return nil
}

// numericLargeBytes is about what a large sum takes.
const numericLargeBytes = 96

// addSmall adds d if all stays in 64 bits.
func (s *numericSumState) addSmall(d *apd.Decimal) bool {
	if d.Form != apd.Finite || !d.Coeff.IsInt64() {
		return false
	}
	x, sum, exp := d.Coeff.Int64(), s.small, s.exp
	if d.Negative {
		x = -x
	}
	ok := true
	switch {
	case d.Exponent < exp:
		sum, ok = timesPowerOfTen(sum, exp-d.Exponent)
		exp = d.Exponent
	case d.Exponent > exp:
		x, ok = timesPowerOfTen(x, d.Exponent-exp)
	}
	if !ok {
		return false
	}
	if sum, ok = addInt(sum, x); !ok {
		return false
	}
	s.small, s.exp = sum, exp
	return true
}

// timesPowerOfTen is x·10^n; ok is false if 64 bits cannot hold it.
func timesPowerOfTen(x int64, n int32) (int64, bool) {
	if x == 0 {
		return 0, true
	}
	if n > 18 {
		return 0, false
	}
	power := int64(1)
	for range n {
		power *= 10
	}
	size := uint64(x)
	if x < 0 {
		size = -size
	}
	high, low := bits.Mul64(size, uint64(power))
	if high != 0 || low > 1<<63-1 {
		return 0, false
	}
	return x * power, true
}

// addLarge moves all that there is into large, and adds d.
func (s *numericSumState) addLarge(d *apd.Decimal) error {
	sum, err := s.total()
	if err != nil {
		return err
	}
	if sum, err = addDecimal(sum, d); err != nil {
		return err
	}
	s.large, s.small, s.exp = new(apd.Decimal).Set(sum), 0, 0
	return nil
}

// total is the sum of both parts.
func (s *numericSumState) total() (*apd.Decimal, error) {
	small := apd.New(s.small, s.exp)
	if s.large == nil {
		return small, nil
	}
	return addDecimal(small, s.large)
}

func (k *numericSumKernel) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		s := &k.states[i]
		if s.n == 0 {
			out.AppendNull()
			continue
		}
		sum, err := s.total()
		if err != nil {
			return err
		}
		if k.average {
			if err := appendQuotient(out, sum, s.n); err != nil {
				return err
			}
			continue
		}
		v, err := newDecimal(sum, nil)
		if err != nil {
			return err
		}
		out.Append(v)
	}
	return nil
}

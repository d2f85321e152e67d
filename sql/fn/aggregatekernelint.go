package fn

import (
	"math/big"
	"math/bits"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// intSumKernel sums int2 and int4 in 64 bits.
type intSumKernel struct {
	states  []intSumState
	average bool
}

type intSumState struct{ n, sum int64 }

func (k *intSumKernel) Resize(n int) { k.states = resizeStates(k.states, n) }
func (k *intSumKernel) Size() int64  { return statesSize(k.states) }

func (k *intSumKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	ints := arg.Ints
	if groups == nil {
		// 32 bits a row: a batch cannot leave 64 bits.
		sum := int64(0)
		for _, i := range sel {
			sum += ints[i]
		}
		return k.states[0].add(int64(len(sel)), sum)
	}
	for _, i := range sel {
		s, x := &k.states[groups[i]], ints[i]
		sum := s.sum + x
		if (sum^s.sum)&(sum^x) < 0 {
			return types.OutOfRange(types.Int8)
		}
		s.sum = sum
		s.n++
	}
	return nil
}

func (s *intSumState) add(n, x int64) error {
	sum, ok := addInt(s.sum, x)
	if !ok {
		return types.OutOfRange(types.Int8)
	}
	s.n, s.sum = s.n+n, sum
	return nil
}

func (k *intSumKernel) Result(out *datum.Vector, from, to int) error {
	for _, s := range k.states[from:to] {
		switch {
		case s.n == 0:
			out.AppendNull()
		case !k.average:
			out.AppendInt(s.sum)
		default:
			if err := appendQuotient(out, decimalOf(s.sum), s.n); err != nil {
				return err
			}
		}
	}
	return nil
}

// wideSumKernel sums int8 in 128 bits.
type wideSumKernel struct {
	states  []wideSumState
	average bool
}

type wideSumState struct {
	n, high int64
	low     uint64
}

func (s *wideSumState) add(x int64) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, uint64(x), 0)
	s.high += x>>63 + int64(carry)
}

func (k *wideSumKernel) Resize(n int) { k.states = resizeStates(k.states, n) }
func (k *wideSumKernel) Size() int64  { return statesSize(k.states) }

func (k *wideSumKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	ints := arg.Ints
	if groups == nil {
		s := k.states[0]
		for _, i := range sel {
			s.add(ints[i])
		}
		s.n += int64(len(sel))
		k.states[0] = s
		return nil
	}
	for _, i := range sel {
		s := &k.states[groups[i]]
		s.add(ints[i])
		s.n++
	}
	return nil
}

func (k *wideSumKernel) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		s := &k.states[i]
		if s.n == 0 {
			out.AppendNull()
			continue
		}
		if k.average {
			if err := appendQuotient(out, s.decimal(), s.n); err != nil {
				return err
			}
			continue
		}
		out.Append(types.NewNumeric(s.decimal()))
	}
	return nil
}

// decimal is the sum as a number.
func (s *wideSumState) decimal() *apd.Decimal {
	if s.high == int64(s.low)>>63 {
		return decimalOf(int64(s.low))
	}
	sum := new(big.Int).Lsh(big.NewInt(s.high), 64)
	sum.Add(sum, new(big.Int).SetUint64(s.low))
	return apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(sum), 0)
}

// appendQuotient adds the average of n values to a column of numerics.
func appendQuotient(out *datum.Vector, sum *apd.Decimal, n int64) error {
	v, err := newDecimal(divDecimal(sum, decimalOf(n)))
	if err != nil {
		return err
	}
	out.Append(v)
	return nil
}

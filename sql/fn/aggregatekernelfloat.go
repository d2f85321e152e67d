package fn

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// floatSumKernel has a floatSum for each group.
type floatSumKernel struct {
	states          []floatSumState
	float4, average bool
}

type floatSumState struct {
	sum float64
	n   int64
}

func (k *floatSumKernel) Resize(n int) { k.states = resizeStates(k.states, n) }
func (k *floatSumKernel) Size() int64  { return statesSize(k.states) }

func (k *floatSumKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		s := &k.states[groupOf(groups, i)]
		x := math.Float64frombits(uint64(arg.Ints[i]))
		sum := s.sum + x
		if k.float4 {
			sum = float64(float32(sum))
		}
		if math.IsInf(sum, 0) {
			if _, err := checkOverflow(sum, s.sum, x); err != nil {
				return err
			}
		}
		s.sum = sum
		s.n++
	}
	return nil
}

func (k *floatSumKernel) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		s := floatSum{sum: k.states[i].sum, n: k.states[i].n, float4: k.float4, average: k.average}
		v, err := s.Result()
		if err != nil {
			return err
		}
		out.Append(v)
	}
	return nil
}

// spreadKernel has a floatSpread for each group.
type spreadKernel struct {
	states []floatSpread
	spread spread
}

func newSpreadKernel(name string, arg types.OID) AggKernel {
	if arg != types.Float4 && arg != types.Float8 {
		return nil
	}
	for _, s := range spreads {
		if s.name == name {
			return &spreadKernel{spread: s}
		}
	}
	return nil
}

func (k *spreadKernel) Resize(n int) { k.states = resizeStates(k.states, n) }
func (k *spreadKernel) Size() int64  { return statesSize(k.states) }

func (k *spreadKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		x := math.Float64frombits(uint64(arg.Ints[i]))
		if err := k.states[groupOf(groups, i)].add(x); err != nil {
			return err
		}
	}
	return nil
}

func (k *spreadKernel) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		k.states[i].spread = k.spread
		v, err := k.states[i].Result()
		if err != nil {
			return err
		}
		out.Append(v)
	}
	return nil
}

package fn

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func newExtremeKernel(arg types.OID, kind datum.Kind, max bool) AggKernel {
	switch {
	case arg == types.Float4 || arg == types.Float8:
		return &floatExtremeKernel{max: max}
	case kind == datum.KindInt:
		return &intExtremeKernel{max: max}
	case arg == types.Text || arg == types.VarChar || arg == types.Bytea || arg == types.UUID:
		return &stringExtremeKernel{max: max}
	}
	return &datumExtremeKernel{max: max}
}

// wordStates keeps a value of 64 bits for each group that has one.
type wordStates struct {
	words []int64
	some  []bool
}

// Resize is AggKernel's.
func (k *wordStates) Resize(n int) {
	k.words, k.some = resizeStates(k.words, n), resizeStates(k.some, n)
}

// Size is AggKernel's.
func (k *wordStates) Size() int64 { return statesSize(k.words) + statesSize(k.some) }

// Result is AggKernel's.
func (k *wordStates) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		if k.some[i] {
			out.AppendInt(k.words[i])
		} else {
			out.AppendNull()
		}
	}
	return nil
}

type intExtremeKernel struct {
	wordStates
	max bool
}

func (k *intExtremeKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		g, x := groupOf(groups, i), arg.Ints[i]
		if best := k.words[g]; !k.some[g] || (x > best) == k.max && x != best {
			k.words[g], k.some[g] = x, true
		}
	}
	return nil
}

// floatExtremeKernel takes NaN for the greatest number; of equal ones, 0 and -0,
// the last stays.
type floatExtremeKernel struct {
	wordStates
	max bool
}

func (k *floatExtremeKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		g, word := groupOf(groups, i), arg.Ints[i]
		if k.some[g] {
			x, best := math.Float64frombits(uint64(word)), math.Float64frombits(uint64(k.words[g]))
			above := x > best || x != x && best == best
			below := x < best || x == x && best != best
			if k.max && below || !k.max && above {
				continue
			}
		}
		k.words[g], k.some[g] = word, true
	}
	return nil
}

// foldKernel combines values that are kept in 64 bits.
type foldKernel struct {
	wordStates
	f func(x, y int64) int64
}

func newFoldKernel(kind datum.Kind, f func(x, y int64) int64) AggKernel {
	if kind != datum.KindInt {
		return nil
	}
	return &foldKernel{f: f}
}

func (k *foldKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		g, x := groupOf(groups, i), arg.Ints[i]
		if k.some[g] {
			x = k.f(k.words[g], x)
		}
		k.words[g], k.some[g] = x, true
	}
	return nil
}

// stringExtremeKernel compares bytes.
type stringExtremeKernel struct {
	best  []string
	some  []bool
	bytes int64
	max   bool
}

func (k *stringExtremeKernel) Resize(n int) {
	k.best, k.some = resizeStates(k.best, n), resizeStates(k.some, n)
}

func (k *stringExtremeKernel) Size() int64 {
	return statesSize(k.best) + statesSize(k.some) + k.bytes
}

func (k *stringExtremeKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		g, x := groupOf(groups, i), arg.Strs[i]
		if best := k.best[g]; !k.some[g] || (x > best) == k.max && x != best {
			k.bytes += int64(len(x) - len(best))
			k.best[g], k.some[g] = strings.Clone(x), true
		}
	}
	return nil
}

func (k *stringExtremeKernel) Result(out *datum.Vector, from, to int) error {
	for i := from; i < to; i++ {
		if k.some[i] {
			out.AppendString(k.best[i])
		} else {
			out.AppendNull()
		}
	}
	return nil
}

// datumExtremeKernel compares whatever can be compared.
type datumExtremeKernel struct {
	best  []datum.Datum
	bytes int64
	max   bool
}

func (k *datumExtremeKernel) Resize(n int) { k.best = resizeStates(k.best, n) }
func (k *datumExtremeKernel) Size() int64  { return statesSize(k.best) + k.bytes }

func (k *datumExtremeKernel) Add(groups, sel []int32, arg *datum.Vector) error {
	for _, i := range sel {
		best, x := &k.best[groupOf(groups, i)], arg.Get(int(i))
		if !best.IsNull() {
			if !better(x, *best, k.max) {
				continue
			}
			k.bytes -= int64(datum.Size(*best))
		}
		k.bytes += int64(datum.Size(x))
		x.S = strings.Clone(x.S)
		*best = x
	}
	return nil
}

func (k *datumExtremeKernel) Result(out *datum.Vector, from, to int) error {
	for _, d := range k.best[from:to] {
		out.Append(d)
	}
	return nil
}

package fn

import (
	"unsafe"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// AggKernel is the state of one aggregate call over all groups, in arrays: what
// AggState is for one group and one row at a time. It gives the same answers.
type AggKernel interface {
	// Resize makes room for groups numbered below n, which is never less than before.
	Resize(n int)
	// Add takes the argument's cells of the rows sel, in order; none of them is NULL.
	// groups[i] is the group of row i; nil: all rows are of group 0.
	Add(groups, sel []int32, arg *datum.Vector) error
	// Merge adds what another kernel of the same kind has of its groups from from on: of the
	// i-th to group groups[i].
	Merge(other AggKernel, from int, groups []int32) error
	// Result appends the results of the groups from from to before to.
	Result(out *datum.Vector, from, to int) error
	// Size is the memory in bytes that the state holds.
	Size() int64
}

// NewKernel makes the kernel of an aggregate of one argument that passes over
// NULLs, or returns nil if it has none.
func NewKernel(o *Overload, arg types.T) AggKernel {
	kind := datum.KindOf(arg.OID)
	switch o.Name {
	case "count":
		return NewCountKernel()
	case "sum", "avg":
		return newSumKernel(arg.OID, o.Name == "avg")
	case "min", "max":
		return newExtremeKernel(arg.OID, kind, o.Name == "max")
	case "bool_and", "every", "bit_and":
		return newFoldKernel(kind, func(x, y int64) int64 { return x & y })
	case "bool_or", "bit_or":
		return newFoldKernel(kind, func(x, y int64) int64 { return x | y })
	case "bit_xor":
		return newFoldKernel(kind, func(x, y int64) int64 { return x ^ y })
	}
	return newSpreadKernel(o.Name, arg.OID)
}

func newSumKernel(arg types.OID, average bool) AggKernel {
	switch arg {
	case types.Int2, types.Int4:
		return &intSumKernel{average: average}
	case types.Int8:
		return &wideSumKernel{average: average}
	case types.Float4, types.Float8:
		return &floatSumKernel{float4: arg == types.Float4 && !average, average: average}
	case types.Numeric:
		return &numericSumKernel{average: average}
	}
	return nil
}

// groupOf is the group of row i.
func groupOf(groups []int32, i int32) int32 {
	if groups == nil {
		return 0
	}
	return groups[i]
}

// resizeStates makes a list of states n long.
func resizeStates[S any](list []S, n int) []S {
	for cap(list) < n {
		list = append(list[:cap(list)], *new(S))
	}
	return list[:n]
}

// statesSize is what a list of states takes, in bytes.
func statesSize[S any](list []S) int64 { return int64(cap(list)) * int64(unsafe.Sizeof(*new(S))) }

// countKernel counts rows.
type countKernel struct{ counts []int64 }

// NewCountKernel makes the kernel of count, which looks at no argument.
func NewCountKernel() AggKernel { return &countKernel{} }

func (k *countKernel) Resize(n int) { k.counts = resizeStates(k.counts, n) }
func (k *countKernel) Size() int64  { return statesSize(k.counts) }

func (k *countKernel) Add(groups, sel []int32, _ *datum.Vector) error {
	if groups == nil {
		k.counts[0] += int64(len(sel))
		return nil
	}
	for _, i := range sel {
		k.counts[groups[i]]++
	}
	return nil
}

func (k *countKernel) Result(out *datum.Vector, from, to int) error {
	copy(out.GrowInts(to-from), k.counts[from:to])
	return nil
}

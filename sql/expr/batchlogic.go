package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// connectBatch is AND or OR: each argument is evaluated only for the rows that
// the ones before it left undecided.
func connectBatch(c *Context, b *datum.Batch, sel []int32, args []Expr, decisive bool) (*datum.Vector, error) {
	out := newVector(boolT, b.N)
	undecided := int64(1)
	if decisive {
		undecided = 0
	}
	open := make([]int32, 0, b.N)
	_ = forEach(sel, b.N, func(i int) error {
		out.Ints[i] = undecided
		open = append(open, int32(i))
		return nil
	})
	for _, a := range args {
		if len(open) == 0 {
			break
		}
		v, err := evalSel(c, a, b, open)
		if err != nil {
			return nil, err
		}
		left := open[:0]
		for _, i := range open {
			switch {
			case v.IsNull(int(i)):
				setNull(out, int(i), b.N)
				left = append(left, i)
			case (v.Ints[i] != 0) == decisive:
				out.Ints[i] = 1 - undecided
				if out.Nulls != nil {
					out.Nulls[i] = false
				}
			default:
				left = append(left, i)
			}
		}
		open = left
	}
	return out, nil
}

func notBatch(c *Context, b *datum.Batch, sel []int32, arg Expr) (*datum.Vector, error) {
	v, err := evalSel(c, arg, b, sel)
	if err != nil {
		return nil, err
	}
	out := newVector(boolT, b.N)
	out.Nulls = v.Nulls
	_ = forEach(sel, b.N, func(i int) error {
		if v.Ints[i] == 0 {
			out.Ints[i] = 1
		}
		return nil
	})
	return out, nil
}

func isNullBatch(c *Context, b *datum.Batch, sel []int32, e *IsNull) (*datum.Vector, error) {
	v, err := evalSel(c, e.Arg, b, sel)
	if err != nil {
		return nil, err
	}
	out := newVector(boolT, b.N)
	_ = forEach(sel, b.N, func(i int) error {
		if v.Kind == datum.KindDatum && !v.IsNull(i) {
			if r, ok := v.Vals[i].X.(*types.RecordValue); ok {
				out.Ints[i] = rowIsNull(r, e.Not)
				return nil
			}
		}
		if v.IsNull(i) != e.Not {
			out.Ints[i] = 1
		}
		return nil
	})
	return out, nil
}

// callBatch runs a kernel over the rows of which no argument is NULL.
func callBatch(c *Context, e *Call, b *datum.Batch, sel []int32) (*datum.Vector, error) {
	args := make([]*datum.Vector, len(e.Args))
	for i, a := range e.Args {
		v, err := kernelArg(c, a, b, sel)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	out := newVector(e.T, b.N)
	live := sel
	if e.F.Strict {
		live = withoutNulls(args, out, b.N, sel)
	}
	if live != nil && len(live) == 0 {
		return out, nil
	}
	if err := e.F.Kernel(&c.Context, args, b.N, live, out); err != nil {
		return nil, err
	}
	return out, nil
}

// kernelArg evaluates an argument of a kernel. A constant is spread over a
// vector once per execution: kernels only read their arguments.
func kernelArg(c *Context, a Expr, b *datum.Batch, sel []int32) (*datum.Vector, error) {
	switch a.(type) {
	case *Const, *Param:
	default:
		return evalSel(c, a, b, sel)
	}
	if v, ok := c.constants[a]; ok && v.Len() >= b.N {
		return v, nil
	}
	v, err := a.Eval(c, nil)
	if err != nil {
		return nil, err
	}
	out := constVector(v, a.Type(), max(b.N, datum.BatchRows))
	if c.constants == nil {
		c.constants = map[Expr]*datum.Vector{}
	}
	c.constants[a] = out
	return out, nil
}

// withoutNulls marks rows with a NULL argument as NULL in out and returns the others.
func withoutNulls(args []*datum.Vector, out *datum.Vector, n int, sel []int32) []int32 {
	any := false
	for _, a := range args {
		any = any || a.Nulls != nil
	}
	if !any {
		return sel
	}
	live := make([]int32, 0, n)
	_ = forEach(sel, n, func(i int) error {
		for _, a := range args {
			if a.IsNull(i) {
				setNull(out, i, n)
				return nil
			}
		}
		live = append(live, int32(i))
		return nil
	})
	return live
}

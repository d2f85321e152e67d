package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// EvalBatch computes e over the live rows of b. The vector has b.N cells; those
// of rows that are not live hold anything. It may be one of b's own columns: the
// caller must not change it.
func EvalBatch(c *Context, e Expr, b *datum.Batch) (*datum.Vector, error) {
	return evalSel(c, e, b, b.Sel)
}

// FilterBatch narrows b.Sel to the rows for which e is true. Conditions of an AND
// are applied one after the other, each to the rows that are left.
func FilterBatch(c *Context, e Expr, b *datum.Batch) error {
	for _, cond := range Conjuncts(e) {
		if b.Rows() == 0 {
			return nil
		}
		v, err := evalSel(c, cond, b, b.Sel)
		if err != nil {
			return err
		}
		b.Sel = trueRows(v, b)
	}
	return nil
}

// trueRows lists the live rows of b for which v is true.
func trueRows(v *datum.Vector, b *datum.Batch) []int32 {
	hit, nulls := v.Ints, v.Nulls
	out := make([]int32, 0, b.Rows())
	if b.Sel == nil {
		for i, x := range hit[:b.N] {
			if x != 0 && (nulls == nil || !nulls[i]) {
				out = append(out, int32(i))
			}
		}
		return out
	}
	for _, i := range b.Sel {
		if hit[i] != 0 && (nulls == nil || !nulls[i]) {
			out = append(out, i)
		}
	}
	return out
}

// evalSel computes e over the rows sel (nil: all) of b.
func evalSel(c *Context, e Expr, b *datum.Batch, sel []int32) (*datum.Vector, error) {
	switch e := e.(type) {
	case *Column:
		if v := b.Cols[e.Index]; v.T.OID == e.T.OID {
			return v, nil
		}
	case *Const:
		return constVector(e.V, e.T, b.N), nil
	case *Param:
		v, err := e.Eval(c, nil)
		if err != nil {
			return nil, err
		}
		return constVector(v, e.T, b.N), nil
	case *And:
		return connectBatch(c, b, sel, e.Args, false)
	case *Or:
		return connectBatch(c, b, sel, e.Args, true)
	case *Not:
		return notBatch(c, b, sel, e.Arg)
	case *IsNull:
		if e.Arg.Type().OID != types.Record {
			return isNullBatch(c, b, sel, e)
		}
	case *InList:
		if v, ok, err := inListBatch(c, e, b, sel); ok || err != nil {
			return v, err
		}
	case *Call:
		if e.F.Kernel != nil && !e.Spread {
			return callBatch(c, e, b, sel)
		}
	}
	return evalRows(c, e, b, sel)
}

// newVector makes a vector of n unset cells.
func newVector(t types.T, n int) *datum.Vector {
	v := datum.NewVector(t)
	switch v.Kind {
	case datum.KindInt:
		v.Ints = make([]int64, n)
	case datum.KindString:
		v.Strs = make([]string, n)
	default:
		v.Vals = make([]datum.Datum, n)
	}
	return v
}

func setNull(v *datum.Vector, i, n int) {
	if v.Nulls == nil {
		v.Nulls = make([]bool, n)
	}
	v.Nulls[i] = true
}

func setCell(v *datum.Vector, i, n int, d datum.Datum) {
	if d.IsNull() {
		setNull(v, i, n)
		return
	}
	switch v.Kind {
	case datum.KindInt:
		v.Ints[i] = d.I
	case datum.KindString:
		v.Strs[i] = d.S
	default:
		v.Vals[i] = d
	}
}

func constVector(d datum.Datum, t types.T, n int) *datum.Vector {
	v := newVector(t, n)
	for i := range n {
		setCell(v, i, n, d)
	}
	return v
}

// forEach calls f for the rows of sel, or for all of n.
func forEach(sel []int32, n int, f func(i int) error) error {
	if sel == nil {
		for i := range n {
			if err := f(i); err != nil {
				return err
			}
		}
		return nil
	}
	for _, i := range sel {
		if err := f(int(i)); err != nil {
			return err
		}
	}
	return nil
}

// evalRows is the way of every node without a kernel: row by row, over a
// buffer that holds only the columns that e reads.
func evalRows(c *Context, e Expr, b *datum.Batch, sel []int32) (*datum.Vector, error) {
	out := newVector(e.Type(), b.N)
	used, all := columnsOf(e, len(b.Cols))
	row := make(datum.Row, len(b.Cols))
	err := forEach(sel, b.N, func(i int) error {
		if all {
			row = b.Row(i, row)
		} else {
			for _, k := range used {
				row[k] = b.Cols[k].Get(i)
			}
		}
		v, err := e.Eval(c, row)
		if err != nil {
			return err
		}
		setCell(out, i, b.N, v)
		return nil
	})
	return out, err
}

// columnsOf lists the columns that e reads; all if a subquery, whose plan may
// read any, is inside.
func columnsOf(e Expr, n int) (list []int, all bool) {
	seen := make([]bool, n)
	Walk(e, func(x Expr) bool {
		switch x := x.(type) {
		case *Column:
			if !seen[x.Index] {
				seen[x.Index] = true
				list = append(list, x.Index)
			}
		case *Subquery:
			all = true
		}
		return !all
	})
	return list, all
}

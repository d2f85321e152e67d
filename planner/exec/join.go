package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// newJoin makes the operator of a Join node: one for each way to join. Joins
// without keys are hash joins in which all rows have the same key.
func newJoin(rt *Runtime, n *planner.Join) (Operator, error) {
	left, err := Build(rt, n.Left)
	if err != nil {
		return nil, err
	}
	if n.Lateral {
		return newLateral(rt, n, left), nil
	}
	right, err := Build(rt, n.Right)
	if err != nil {
		left.Close()
		return nil, err
	}
	if n.Merge && len(n.LeftKeys) > 0 && !n.NullAware {
		return newMergeJoin(rt, n, left, right), nil
	}
	return newHashJoin(rt, n, left, right), nil
}

// keepsLeft reports whether left rows without a partner are padded with NULLs.
func keepsLeft(k planner.JoinKind) bool { return k == planner.JoinLeft || k == planner.JoinFull }

// keepsRight is keepsLeft for right rows.
func keepsRight(k planner.JoinKind) bool { return k == planner.JoinRight || k == planner.JoinFull }

// narrower is an operator that can leave columns out: those that are not wanted
// come as NULLs. Unless it is called, all are wanted.
type narrower interface{ want(cols []bool) }

// wantColumns tells an operator which of its columns its reader looks at.
func wantColumns(op Operator, cols []bool) {
	if m, ok := op.(*measured); ok {
		op = m.Operator
	}
	if n, ok := op.(narrower); ok {
		n.want(cols)
	}
}

// wantExprs is wantColumns for a reader that evaluates expressions and looks at
// nothing else.
func wantExprs(op Operator, columns int, exprs ...expr.Expr) {
	cols := make([]bool, columns)
	for _, e := range exprs {
		markColumns(e, cols)
	}
	wantColumns(op, cols)
}

// markColumns marks the columns that e reads: all, if it has a subquery inside.
func markColumns(e expr.Expr, cols []bool) {
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column:
			cols[x.Index] = true
		case *expr.Subquery:
			for i := range cols {
				cols[i] = true
			}
		}
		return true
	})
}

// want implements narrower.
func (f *filter) want(cols []bool) {
	cols = append([]bool(nil), cols...)
	markColumns(f.cond, cols)
	wantColumns(f.in, cols)
}

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/expr"
)

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
			if x.Index < len(cols) { // those behind are of the row of a subquery's test
				cols[x.Index] = true
			}
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

// want implements narrower.
func (s *sorter) want(cols []bool) {
	cols = append([]bool(nil), cols...)
	for _, k := range s.node.Keys {
		markColumns(k.Expr, cols)
	}
	wantColumns(s.in, cols)
}

// want implements narrower.
func (l *limit) want(cols []bool) {
	cols = append([]bool(nil), cols...)
	for _, k := range l.node.WithTies {
		markColumns(k.Expr, cols)
	}
	wantColumns(l.in, cols)
}

// aggregateExprs are the expressions that an aggregation evaluates over its input.
func aggregateExprs(n *planner.Aggregate) []expr.Expr {
	out := append([]expr.Expr(nil), n.Keys...)
	for _, a := range n.Aggs {
		out = append(out, a.Agg)
		for _, k := range a.OrderBy {
			out = append(out, k.Expr)
		}
		if a.Filter != nil {
			out = append(out, a.Filter)
		}
	}
	return out
}

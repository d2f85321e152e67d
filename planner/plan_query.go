package planner

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// query plans a query. Its rows hold the result columns that need asks for
// (nil: all, in order).
func (p *physical) query(q *query, need func(id int) bool) (Node, *layout, error) {
	if err := p.enter(); err != nil {
		return nil, nil, err
	}
	defer func() { p.depth-- }()
	q.ctes = p.inlineCTEs(q.ctes)
	ctes, err := p.with(q.ctes)
	if err != nil {
		return nil, nil, err
	}
	node, l, err := p.body(q, need)
	if err != nil {
		return nil, nil, err
	}
	if len(ctes) > 0 {
		node = &With{CTEs: ctes, Input: node}
	}
	return node, l, nil
}

func (p *physical) with(list []*cte) ([]*CTE, error) {
	var out []*CTE
	for _, c := range list {
		c.node = &CTE{Name: c.name, UnionAll: c.unionAll, Modifies: c.modifies}
		var err error
		if c.node.Plan, _, err = p.query(c.q, nil); err != nil {
			return nil, err
		}
		if c.recursive != nil {
			if c.node.Recursive, _, err = p.query(c.recursive, nil); err != nil {
				return nil, err
			}
		}
		out = append(out, c.node)
	}
	return out, nil
}

func (p *physical) body(q *query, need func(id int) bool) (Node, *layout, error) {
	var node Node
	var l *layout
	var err error
	switch body := q.body.(type) {
	case *block:
		return p.block(q, body, need)
	case *valuesBody:
		node, l, err = p.values(body)
	case *setOp:
		if err = p.pushLimit(q, body); err != nil {
			return nil, nil, err
		}
		node, l, err = p.setOp(body)
	case *query:
		node, l, err = p.query(body, nil)
	case *dml:
		node, l, err = p.dml(q, body)
	}
	if err != nil {
		return nil, nil, err
	}
	if node, err = p.sortAndLimit(node, l, q, q.order); err != nil {
		return nil, nil, err
	}
	return node, l, nil
}

// column describes a column number as a node's output.
func (p *physical) column(id int) Column {
	c := &p.b.cols[id]
	return Column{Name: c.name, T: c.t, TableOID: c.tableOID, AttNum: c.attNum}
}

func (p *physical) columns(ids []int) []Column {
	out := make([]Column, len(ids))
	for i, id := range ids {
		out[i] = p.column(id)
	}
	return out
}

func (p *physical) values(v *valuesBody) (Node, *layout, error) {
	rows := make([][]expr.Expr, len(v.rows))
	for r, row := range v.rows {
		out := make([]expr.Expr, len(row))
		for i, e := range row {
			var err error
			if out[i], err = p.finish(p.fold(e), nil); err != nil {
				return nil, nil, err
			}
		}
		rows[r] = out
	}
	return &Values{Rows: rows, Out: p.columns(v.ids)}, &layout{ids: v.ids}, nil
}

func (p *physical) setOp(s *setOp) (Node, *layout, error) {
	left, _, err := p.query(s.left, nil)
	if err != nil {
		return nil, nil, err
	}
	right, _, err := p.query(s.right, nil)
	if err != nil {
		return nil, nil, err
	}
	return &SetOp{Op: s.op, All: s.all, Left: left, Right: right, Out: p.columns(s.ids)}, &layout{ids: s.ids}, nil
}

// sortAndLimit puts ORDER BY, LIMIT and OFFSET on a node.
func (p *physical) sortAndLimit(node Node, l *layout, q *query, order []SortKey) (Node, error) {
	count, offset, err := p.limits(q)
	if err != nil {
		return nil, err
	}
	var keys []SortKey
	if len(order) > 0 {
		if keys, err = p.finishKeys(order, l); err != nil {
			return nil, err
		}
		s := &Sort{Input: node, Keys: keys}
		if count != nil && !q.withTies {
			if s.Limit, err = p.sum(count, offset); err != nil {
				return nil, err
			}
		}
		node = s
	}
	return p.limitNode(node, q, count, offset, keys), nil
}

func (p *physical) limitNode(node Node, q *query, count, offset expr.Expr, keys []SortKey) Node {
	if count == nil && offset == nil {
		return node
	}
	n := &Limit{Input: node, Count: count, Offset: offset}
	if q.withTies {
		// Without keys (all were constants) every row ties.
		n.WithTies = append([]SortKey{}, keys...)
	}
	return n
}

func (p *physical) limits(q *query) (count, offset expr.Expr, err error) {
	if count, err = p.finish(p.fold(q.limit), nil); err != nil {
		return nil, nil, err
	}
	if k, ok := count.(*expr.Const); ok && k.V.IsNull() {
		count = nil
	}
	offset, err = p.finish(p.fold(q.offset), nil)
	return count, offset, err
}

// sum is count + offset: how many rows are needed before OFFSET cuts.
func (p *physical) sum(count, offset expr.Expr) (expr.Expr, error) {
	if offset == nil {
		return count, nil
	}
	// A NULL offset is none.
	list := &expr.Coalesce{Args: []expr.Expr{offset, expr.NewConst(types.NewInt8(0))}, T: int8T}
	e, err := expr.NewOperator(p.b.env.Fn, "+", count, list, 0)
	return p.fold(e), err
}

// block plans SELECT … FROM … WHERE … GROUP BY … HAVING with the ORDER BY and
// LIMIT of its query.
// neededTargets drops targets that nobody reads. All count for DISTINCT and
// for set-returning functions, which make rows.
// blockOrder returns the ORDER BY over the rows before projection, if it can be
// done there: not after DISTINCT or set-returning functions, nor by what each
// evaluation gives anew.
// earlySort sorts and cuts before projecting, so that what is cut away is
// never computed.
// oneRowAtMost reports whether a node reads one key: LIMIT 1 above it, which
// tools like to add, cuts nothing.
// lateSort projects first, then does DISTINCT, ORDER BY and LIMIT over the
// targets, and drops the hidden ones.
// project computes targets, unless the rows are just them already.
// expandSets computes set-returning functions that are not at the top of
// their expression in projections of their own, from the innermost on.
// nestedSet reports whether e has a set-returning function below its top.
// aggregate groups, and filters by HAVING.
// filter puts conditions on a node; those that are true fall away.
func (p *physical) filter(node Node, conds []expr.Expr, l *layout) (Node, error) {
	kept := p.foldConds(conds)
	if len(kept) == 0 {
		return node, nil
	}
	cond, err := p.finish(expr.AndOf(kept), l)
	return &Filter{Input: node, Cond: cond, EstRows: max(1, math.Round(estimate(node)*p.shareOf(kept)))}, err
}

// foldConds folds conjuncts, splits what became a conjunction, and drops those
// that are true.
func (p *physical) foldConds(conds []expr.Expr) []expr.Expr {
	var kept []expr.Expr
	for _, c := range conds {
		c = p.fold(c)
		if _, ok := c.(*expr.Call); ok {
			kept = append(kept, c)
			continue
		}
		for _, f := range expr.Conjuncts(c) {
			if k, ok := f.(*expr.Const); !ok || k.V.IsNull() || !k.V.Bool() {
				kept = append(kept, f)
			}
		}
	}
	return kept
}

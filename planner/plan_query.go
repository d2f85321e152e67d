package planner

import (
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
		n.WithTies = keys
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
func (p *physical) block(q *query, bl *block, need func(id int) bool) (Node, *layout, error) {
	used := make([]bool, len(p.b.cols))
	mark := func(id int) { used[id] = true }
	targets := p.neededTargets(q, bl, need)
	for _, t := range targets {
		walkColumns(t.e, mark)
	}
	order, early := blockOrder(q, bl)
	if !early || bl.grouped || q.withTies {
		for _, k := range order {
			walkColumns(k.Expr, mark)
		}
	}
	for _, h := range bl.having {
		walkColumns(h, mark)
	}
	for i := range bl.keys {
		walkColumns(bl.keys[i].e, mark)
	}
	for i := range bl.aggs {
		markAggregate(&bl.aggs[i].call, mark)
	}
	hint := fromHint{}
	count, offset, err := p.limits(q)
	if err != nil {
		return nil, nil, err
	}
	if early && !bl.grouped {
		hint.order = order
		if count != nil && !q.withTies {
			if hint.limit, err = p.sum(count, offset); err != nil {
				return nil, nil, err
			}
		}
	}
	node, l, sorted, err := p.from(bl.from, bl.where, used, hint)
	if err != nil {
		return nil, nil, err
	}
	if bl.grouped {
		if node, l, err = p.aggregate(bl, node, l); err != nil {
			return nil, nil, err
		}
	}
	if early {
		return p.earlySort(q, node, l, targets, order, sorted, count, offset)
	}
	return p.lateSort(q, bl, node, l, targets, count, offset)
}

func markAggregate(c *AggCall, mark func(int)) {
	for _, a := range c.Agg.Args {
		walkColumns(a, mark)
	}
	for _, k := range c.OrderBy {
		walkColumns(k.Expr, mark)
	}
	if c.Filter != nil {
		walkColumns(c.Filter, mark)
	}
}

// neededTargets drops targets that nobody reads. All count for DISTINCT and
// for set-returning functions, which make rows.
func (p *physical) neededTargets(q *query, bl *block, need func(id int) bool) []target {
	if need == nil || bl.distinct || bl.on != nil || bl.hasSRF {
		return bl.targets
	}
	read := map[int]bool{}
	for _, k := range q.order {
		read[k.Expr.(*expr.Column).Index] = true
	}
	var out []target
	for _, t := range bl.targets {
		if need(t.id) || read[t.id] || expr.IsVolatile(t.e) {
			out = append(out, t)
		}
	}
	return out
}

// blockOrder returns the ORDER BY over the rows before projection, if it can be
// done there: not after DISTINCT or set-returning functions, nor by what each
// evaluation gives anew.
func blockOrder(q *query, bl *block) (order []SortKey, early bool) {
	if bl.distinct || bl.on != nil || bl.hasSRF {
		return nil, false
	}
	byID := map[int]expr.Expr(nil)
	for _, k := range q.order {
		id := k.Expr.(*expr.Column).Index
		if byID == nil {
			byID = make(map[int]expr.Expr, len(bl.targets))
			for i := range bl.targets {
				byID[bl.targets[i].id] = bl.targets[i].e
			}
		}
		e := byID[id]
		if _, isConst := e.(*expr.Const); isConst {
			continue
		}
		if expr.IsVolatile(e) {
			return nil, false
		}
		k.Expr = e
		order = append(order, k)
	}
	return order, true
}

// earlySort sorts and cuts before projecting, so that what is cut away is
// never computed.
func (p *physical) earlySort(q *query, node Node, l *layout, targets []target, order []SortKey, sorted bool, count, offset expr.Expr) (Node, *layout, error) {
	var keys []SortKey
	var err error
	if len(order) > 0 && (!sorted || q.withTies) {
		if keys, err = p.finishKeys(order, l); err != nil {
			return nil, nil, err
		}
		if !sorted {
			s := &Sort{Input: node, Keys: keys}
			if count != nil && !q.withTies {
				if s.Limit, err = p.sum(count, offset); err != nil {
					return nil, nil, err
				}
			}
			node = s
		}
	}
	if !oneRowAtMost(node) || offset != nil || !atLeastOne(count) {
		node = p.limitNode(node, q, count, offset, keys)
	}
	return p.project(node, l, visibleTargets(targets))
}

func visibleTargets(targets []target) []target {
	hidden := false
	for i := range targets {
		hidden = hidden || targets[i].hidden
	}
	if !hidden {
		return targets
	}
	var out []target
	for _, t := range targets {
		if !t.hidden {
			out = append(out, t)
		}
	}
	return out
}

// oneRowAtMost reports whether a node reads one key: LIMIT 1 above it, which
// tools like to add, cuts nothing.
func oneRowAtMost(n Node) bool {
	s, ok := n.(*Scan)
	return ok && len(s.Points) == 1
}

func atLeastOne(count expr.Expr) bool {
	k, ok := count.(*expr.Const)
	return count == nil || ok && !k.V.IsNull() && k.V.I >= 1
}

// lateSort projects first, then does DISTINCT, ORDER BY and LIMIT over the
// targets, and drops the hidden ones.
func (p *physical) lateSort(q *query, bl *block, node Node, l *layout, targets []target, count, offset expr.Expr) (Node, *layout, error) {
	node, l, err := p.project(node, l, targets)
	if err != nil {
		return nil, nil, err
	}
	sort := func() error {
		if len(q.order) == 0 {
			return nil
		}
		keys, err := p.finishKeys(q.order, l)
		if err != nil {
			return err
		}
		s := &Sort{Input: node, Keys: keys}
		if count != nil && !q.withTies && bl.on == nil {
			if s.Limit, err = p.sum(count, offset); err != nil {
				return err
			}
		}
		node = s
		return nil
	}
	if bl.on != nil {
		if err := sort(); err != nil {
			return nil, nil, err
		}
		on, err := p.finishList(bl.on, l)
		if err != nil {
			return nil, nil, err
		}
		node = &Distinct{Input: node, On: on}
	} else {
		if bl.distinct {
			node = &Distinct{Input: node}
		}
		if err := sort(); err != nil {
			return nil, nil, err
		}
	}
	keys, err := p.finishKeys(q.order, l)
	if err != nil {
		return nil, nil, err
	}
	node = p.limitNode(node, q, count, offset, keys)
	var visible []target
	for _, t := range targets {
		if !t.hidden {
			visible = append(visible, target{e: p.b.targetColumn(&t), id: t.id, name: t.name})
		}
	}
	return p.project(node, l, visible)
}

// project computes targets, unless the rows are just them already.
func (p *physical) project(node Node, l *layout, targets []target) (Node, *layout, error) {
	exprs := make([]expr.Expr, len(targets))
	ids := make([]int, len(targets))
	for i, t := range targets {
		exprs[i], ids[i] = p.fold(t.e), t.id
	}
	node, l, exprs, err := p.expandSets(node, l, exprs)
	if err != nil {
		return nil, nil, err
	}
	identity := len(exprs) == len(l.ids)
	for i, e := range exprs {
		if exprs[i], err = p.finish(e, l); err != nil {
			return nil, nil, err
		}
		c, ok := exprs[i].(*expr.Column)
		identity = identity && ok && c.Index == i
	}
	out := &layout{ids: ids}
	if identity {
		return node, out, nil
	}
	return &Project{Input: node, Exprs: exprs, Out: p.columns(ids)}, out, nil
}

// expandSets computes set-returning functions that are not at the top of
// their expression in projections of their own, from the innermost on.
func (p *physical) expandSets(node Node, l *layout, exprs []expr.Expr) (Node, *layout, []expr.Expr, error) {
	for {
		nested := false
		for _, e := range exprs {
			nested = nested || nestedSet(e)
		}
		if !nested {
			return node, l, exprs, nil
		}
		inner := make([]expr.Expr, 0, len(l.ids)+2)
		ids := append([]int(nil), l.ids...)
		for i, id := range l.ids {
			inner = append(inner, &expr.Column{Index: i, Name: p.b.cols[id].name, T: p.b.cols[id].t})
		}
		done := map[*expr.SetCall]*expr.Column{}
		var failed error
		lift := func(x expr.Expr) (expr.Expr, bool) {
			call, ok := x.(*expr.SetCall)
			if !ok || hasSetBelow(call) {
				return nil, false
			}
			if c := done[call]; c != nil {
				return c, true
			}
			e, err := p.finish(call, l)
			if err != nil {
				failed = err
				return x, true
			}
			id := p.b.newColumn(colInfo{name: call.F.Name, t: call.T})
			inner, ids = append(inner, e), append(ids, id)
			done[call] = &expr.Column{Index: id, Name: call.F.Name, T: call.T}
			return done[call], true
		}
		next := make([]expr.Expr, len(exprs))
		for i, e := range exprs {
			next[i] = rewriteHere(e, lift)
		}
		if failed != nil {
			return nil, nil, nil, failed
		}
		node = &Project{Input: node, Exprs: inner, Out: p.columns(ids)}
		l, exprs = &layout{ids: ids}, next
	}
}

// nestedSet reports whether e has a set-returning function below its top.
func nestedSet(e expr.Expr) bool {
	if _, ok := e.(*expr.SetCall); ok {
		return hasSetBelow(e)
	}
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		_, ok := x.(*expr.SetCall)
		found = found || ok
		return !found
	})
	return found
}

func hasSetBelow(e expr.Expr) bool {
	for _, c := range expr.Children(e) {
		if _, ok := c.(*expr.SetCall); ok || nestedSet(c) {
			return true
		}
	}
	return false
}

// aggregate groups, and filters by HAVING.
func (p *physical) aggregate(bl *block, node Node, l *layout) (Node, *layout, error) {
	a := &Aggregate{Input: node, Sets: bl.sets, Scalar: len(bl.keys) == 0}
	if len(bl.sets) == 1 && len(bl.sets[0]) == 0 || bl.sets != nil && len(bl.keys) == 0 {
		if len(bl.sets) == 1 {
			a.Sets = nil
		}
	}
	a.Scalar = a.Scalar && a.Sets == nil
	var ids []int
	for i := range bl.keys {
		e, err := p.finish(p.fold(bl.keys[i].e), l)
		if err != nil {
			return nil, nil, err
		}
		a.Keys = append(a.Keys, e)
		ids = append(ids, bl.keys[i].id)
	}
	for i := range bl.aggs {
		call, err := p.aggCall(&bl.aggs[i].call, l)
		if err != nil {
			return nil, nil, err
		}
		a.Aggs = append(a.Aggs, call)
		ids = append(ids, bl.aggs[i].id)
	}
	if a.Sets != nil {
		if bl.setID < 0 {
			bl.setID = p.b.newColumn(colInfo{name: "grouping", t: int4T})
		}
		ids = append(ids, bl.setID)
	}
	a.Out = p.columns(ids)
	out := &layout{ids: ids}
	filtered, err := p.filter(a, bl.having, out)
	return filtered, out, err
}

// filter puts conditions on a node; those that are true fall away.
func (p *physical) filter(node Node, conds []expr.Expr, l *layout) (Node, error) {
	kept := p.foldConds(conds)
	if len(kept) == 0 {
		return node, nil
	}
	cond, err := p.finish(expr.AndOf(kept), l)
	return &Filter{Input: node, Cond: cond}, err
}

// foldConds folds conjuncts, splits what became a conjunction, and drops those
// that are true.
func (p *physical) foldConds(conds []expr.Expr) []expr.Expr {
	var kept []expr.Expr
	for _, c := range conds {
		for _, f := range expr.Conjuncts(p.fold(c)) {
			if k, ok := f.(*expr.Const); !ok || k.V.IsNull() || !k.V.Bool() {
				kept = append(kept, f)
			}
		}
	}
	return kept
}

func (p *physical) aggCall(c *AggCall, l *layout) (AggCall, error) {
	out := AggCall{Distinct: c.Distinct}
	agg := *c.Agg
	var err error
	if agg.Args, err = p.finishList(c.Agg.Args, l); err != nil {
		return out, err
	}
	out.Agg = &agg
	if out.OrderBy, err = p.finishKeys(c.OrderBy, l); err != nil {
		return out, err
	}
	out.Filter, err = p.finish(p.fold(c.Filter), l)
	return out, err
}

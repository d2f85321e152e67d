package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

func (p *physical) block(q *query, bl *block, need func(id int) bool) (Node, *layout, error) {
	p.pullUp(bl)
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
	windows := p.neededWindows(bl, targets, order)
	windows.mark(mark)
	hint := fromHint{}
	count, offset, err := p.limits(q)
	if err != nil {
		return nil, nil, err
	}
	var locks *rowLocks
	if windows != nil && !bl.grouped {
		hint.order = windows.keys()
	} else if early && !bl.grouped {
		if locks = p.takeLocks(bl.from, bl.where, len(order) > 0); locks != nil {
			locks.mark(used)
		}
		hint.order = order
		if count != nil && !q.withTies && locks == nil {
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
		wanted := order
		if windows != nil {
			wanted = windows.keys()
		}
		sorted = ordered(node, l, wanted)
	}
	if windows != nil {
		if node, l, sorted, err = p.windows(windows, node, l, sorted, order); err != nil {
			return nil, nil, err
		}
	}
	if early {
		return p.earlySort(q, node, l, targets, order, sorted, locks, count, offset)
	}
	return p.lateSort(q, bl, node, l, targets, count, offset)
}

func markAggregate(c *AggCall, mark func(int)) {
	for _, a := range c.Agg.Args {
		walkColumns(a, mark)
	}
	for _, d := range c.Direct {
		walkColumns(d, mark)
	}
	for _, k := range c.OrderBy {
		walkColumns(k.Expr, mark)
	}
	if c.Filter != nil {
		walkColumns(c.Filter, mark)
	}
}

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

func (p *physical) earlySort(q *query, node Node, l *layout, targets []target, order []SortKey, sorted bool, locks *rowLocks, count, offset expr.Expr) (Node, *layout, error) {
	var keys []SortKey
	var err error
	if len(order) > 0 && (!sorted || q.withTies) {
		if keys, err = p.finishKeys(order, l); err != nil {
			return nil, nil, err
		}
		if !sorted {
			s := &Sort{Input: node, Keys: keys}
			if count != nil && !q.withTies && locks == nil {
				if s.Limit, err = p.sum(count, offset); err != nil {
					return nil, nil, err
				}
			}
			node = s
		}
	}
	if locks != nil {
		var wanted expr.Expr
		if count != nil && !q.withTies {
			if wanted, err = p.sum(count, offset); err != nil {
				return nil, nil, err
			}
		}
		if node, err = p.above(locks, node, l, wanted); err != nil {
			return nil, nil, err
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

func oneRowAtMost(n Node) bool {
	s, ok := n.(*Scan)
	return ok && onePoint(s.Points)
}

func atLeastOne(count expr.Expr) bool {
	k, ok := count.(*expr.Const)
	return count == nil || ok && !k.V.IsNull() && k.V.I >= 1
}

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
		node = &Distinct{Input: node, On: on, Sorted: len(q.order) > 0}
	} else {
		if bl.distinct {
			node = &Distinct{Input: node, EstRows: p.distinctRows(targets, estimate(node))}
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
	a.Sorted = a.Sets == nil && sortedBy(node, a.Keys)
	if !a.Scalar {
		a.EstRows = p.groupRows(bl, estimate(node))
	}
	a.Parallel = parallelAggregate(a)
	out := &layout{ids: ids}
	for i := range bl.aggs {
		var err error
		if a.Aggs[i].Direct, err = p.finishList(bl.aggs[i].call.Direct, out); err != nil {
			return nil, nil, err
		}
	}
	filtered, err := p.filter(a, bl.having, out)
	return filtered, out, err
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

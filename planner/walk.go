package planner

import "github.com/sparrowdb/sparrow/sql/expr"

// walkColumns visits the number of every column in e, those in its subqueries
// included.
func walkColumns(e expr.Expr, visit func(id int)) {
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column:
			visit(x.Index)
		case *expr.Subquery:
			if q, ok := x.Plan.(*query); ok {
				q.eachExpr(func(e expr.Expr) { walkColumns(e, visit) })
			}
		}
		return true
	})
}

// isVolatile reports whether e calls a volatile function, in its subqueries too.
func isVolatile(e expr.Expr) bool {
	if expr.IsVolatile(e) {
		return true
	}
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		if sub, ok := x.(*expr.Subquery); ok {
			if q, ok := sub.Plan.(*query); ok {
				found = found || volatileQuery(q)
			}
		}
		return !found
	})
	return found
}

// volatileQuery reports whether an expression of a query is volatile.
func volatileQuery(q *query) bool {
	found := false
	q.eachExpr(func(e expr.Expr) { found = found || isVolatile(e) })
	return found
}

// eachExpr visits the expressions of a query and of the queries in its FROM;
// CTEs of its own too.
func (q *query) eachExpr(visit func(expr.Expr)) {
	q.mapExprs(func(e expr.Expr) expr.Expr {
		if e != nil {
			visit(e)
		}
		return e
	})
}

// mapExprs replaces every expression of a query in place by f of it. The
// queries in its FROM and its CTEs are part of it; f itself looks into
// subqueries inside expressions.
func (q *query) mapExprs(f func(expr.Expr) expr.Expr) {
	for _, c := range q.ctes {
		c.q.mapExprs(f)
		if c.recursive != nil {
			c.recursive.mapExprs(f)
		}
	}
	switch bd := q.body.(type) {
	case *block:
		bd.mapExprs(f)
	case *setOp:
		bd.left.mapExprs(f)
		bd.right.mapExprs(f)
	case *valuesBody:
		for _, row := range bd.rows {
			mapList(row, f)
		}
	case *query:
		bd.mapExprs(f)
	}
	mapKeys(q.order, f)
	q.limit, q.offset = mapOne(q.limit, f), mapOne(q.offset, f)
}

func mapOne(e expr.Expr, f func(expr.Expr) expr.Expr) expr.Expr {
	if e == nil {
		return nil
	}
	return f(e)
}

func mapList(list []expr.Expr, f func(expr.Expr) expr.Expr) {
	for i := range list {
		list[i] = mapOne(list[i], f)
	}
}

func mapKeys(keys []SortKey, f func(expr.Expr) expr.Expr) {
	for i := range keys {
		keys[i].Expr = f(keys[i].Expr)
	}
}

func (bl *block) mapExprs(f func(expr.Expr) expr.Expr) {
	for _, r := range bl.from {
		mapRelation(r, f)
	}
	mapList(bl.where, f)
	for i := range bl.targets {
		bl.targets[i].e = f(bl.targets[i].e)
	}
	mapList(bl.on, f)
	for i := range bl.keys {
		bl.keys[i].e = f(bl.keys[i].e)
	}
	for i := range bl.aggs {
		mapAggregate(&bl.aggs[i].call, f)
	}
	mapList(bl.having, f)
	bl.mapWindows(f)
}

func (bl *block) mapWindows(f func(expr.Expr) expr.Expr) {
	for i := range bl.windows {
		w := &bl.windows[i]
		mapList(w.partition, f)
		mapKeys(w.order, f)
		w.frame.Start.Offset, w.frame.End.Offset = mapOne(w.frame.Start.Offset, f), mapOne(w.frame.End.Offset, f)
	}
	for i := range bl.calls {
		mapList(bl.calls[i].call.Args, f)
		bl.calls[i].call.Filter = mapOne(bl.calls[i].call.Filter, f)
	}
}

func mapAggregate(c *AggCall, f func(expr.Expr) expr.Expr) {
	agg := *c.Agg
	agg.Args = append([]expr.Expr(nil), agg.Args...)
	mapList(agg.Args, f)
	c.Agg = &agg
	mapList(c.Direct, f)
	mapKeys(c.OrderBy, f)
	c.Filter = mapOne(c.Filter, f)
}

func mapRelation(r relation, f func(expr.Expr) expr.Expr) {
	switch r := r.(type) {
	case *tableRel:
		if r.sample != nil {
			r.sample = f(r.sample)
		}
	case *queryRel:
		r.q.mapExprs(f)
	case *cteRel:
		if r.inlined != nil {
			r.inlined.mapExprs(f)
		}
	case *funcRel:
		mapList(r.calls, f)
	case *joinRel:
		mapRelation(r.left, f)
		mapRelation(r.right, f)
		mapList(r.on, f)
	}
}

// rewriteDeep rewrites e from above: where f says true, its expression takes
// the node's place; else it goes on below, into subqueries too.
func rewriteDeep(e expr.Expr, f func(expr.Expr) (expr.Expr, bool)) expr.Expr {
	return rewriteInner(e, false, func(e expr.Expr, _ bool) (expr.Expr, bool) { return f(e) })
}

// rewriteInner is rewriteDeep whose f is told whether the node is inside a subquery.
func rewriteInner(e expr.Expr, inner bool, f func(e expr.Expr, inner bool) (expr.Expr, bool)) expr.Expr {
	if e == nil {
		return nil
	}
	if n, ok := f(e, inner); ok {
		return n
	}
	if sub, ok := e.(*expr.Subquery); ok {
		if q, ok := sub.Plan.(*query); ok {
			q.mapExprs(func(x expr.Expr) expr.Expr { return rewriteInner(x, true, f) })
		}
	}
	return expr.MapChildren(e, func(x expr.Expr) expr.Expr { return rewriteInner(x, inner, f) })
}

// rewriteHere is like rewriteDeep, but does not look into subqueries.
func rewriteHere(e expr.Expr, f func(expr.Expr) (expr.Expr, bool)) expr.Expr {
	if n, ok := f(e); ok {
		return n
	}
	return expr.MapChildren(e, func(x expr.Expr) expr.Expr { return rewriteHere(x, f) })
}

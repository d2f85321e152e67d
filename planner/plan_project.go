package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

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

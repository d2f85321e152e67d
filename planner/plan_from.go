package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// fromHint is what is done with the rows of a FROM, for access paths.
type fromHint struct {
	order []SortKey // the ORDER BY over these rows
	limit expr.Expr // finished: so many rows are needed
}

// from plans a FROM list under a WHERE. used says which columns are read
// above. sorted reports that the rows come in the order of hint.
func (p *physical) from(rels []relation, where []expr.Expr, used []bool, hint fromHint) (node Node, l *layout, sorted bool, err error) {
	conds := p.foldConds(where)
	items, conds := p.fromItems(rels, conds, len(rels) > 0 && locked(rels))
	if len(items) > 1 && neverTrue(conds) {
		hint.mark(used)
		return p.nothing(items, used)
	}
	items, conds = p.unnest(items, factorOrs(conds))
	for _, it := range items {
		markRelation(it.r, used)
		markConds(it.on, used)
	}
	if len(items) == 0 {
		node = &Values{Rows: [][]expr.Expr{{}}}
		l = &layout{}
		node, err = p.filter(node, conds, l)
		return node, l, false, err
	}
	if len(items) == 1 {
		return p.item(items[0].r, conds, used, hint)
	}
	hint.mark(used)
	j := &joiner{p: p, used: used}
	if len(hint.order) == 0 {
		j.limit = hint.limit
	}
	once, conds := p.oneTime(items, conds)
	if node, l, err = j.join(items, conds); err != nil || len(once) == 0 {
		return node, l, false, err
	}
	f := &Filter{Once: true, Input: node, EstRows: estimate(node)}
	f.Cond, err = p.finish(expr.AndOf(once), &layout{})
	return f, l, false, err
}

// oneTime takes the conditions that read no column of the items: they gate the
// join of these.
func (p *physical) oneTime(items []*fromItem, conds []expr.Expr) (once, rest []expr.Expr) {
	own := map[int]bool{}
	for _, it := range items {
		addOwned(it.r, own)
	}
	for _, c := range conds {
		if p.touches(c, own) || isVolatile(c) {
			rest = append(rest, c)
		} else {
			once = append(once, c)
		}
	}
	return once, rest
}

// mark says that the ORDER BY has to be computed from the rows.
func (h *fromHint) mark(used []bool) {
	for _, k := range h.order {
		walkColumns(k.Expr, func(id int) { markUsed(used, id) })
	}
}

func markConds(conds []expr.Expr, used []bool) {
	for _, c := range conds {
		walkColumns(c, func(id int) { markUsed(used, id) })
	}
}

func markUsed(used []bool, id int) {
	if id < len(used) {
		used[id] = true
	}
}

// markRelation marks what LATERAL items and functions read of their
// neighbours.
func markRelation(r relation, used []bool) {
	switch x := r.(type) {
	case *joinRel:
		markRelation(x.left, used)
		markRelation(x.right, used)
		markConds(x.on, used) // of a subquery that was LATERAL, perhaps
	case *queryRel, *funcRel, *cteRel:
		mapRelation(r, func(e expr.Expr) expr.Expr {
			walkColumns(e, func(id int) { markUsed(used, id) })
			return e
		})
	}
}

// flatten takes inner joins apart: their conditions are as good as WHERE's.
func (p *physical) flatten(rels []relation, conds []expr.Expr) ([]relation, []expr.Expr) {
	var items []relation
	for _, r := range rels {
		j, ok := r.(*joinRel)
		if !ok || j.kind != JoinInner {
			items = append(items, r)
			continue
		}
		conds = append(conds, p.foldConds(j.on)...)
		var inner []relation
		inner, conds = p.flatten([]relation{j.left, j.right}, conds)
		items = append(items, inner...)
	}
	return items, conds
}

// item plans one item of FROM with the conditions that concern only it.
func (p *physical) item(r relation, conds []expr.Expr, used []bool, hint fromHint) (Node, *layout, bool, error) {
	switch r := r.(type) {
	case *tableRel:
		return p.scan(r, conds, used, hint)
	case *joinRel:
		hint.mark(used)
		node, l, err := p.outerJoin(r, conds, used)
		return node, l, false, err
	}
	hint.mark(used)
	if q := asQuery(r); q != nil {
		conds = p.pushDown(q, conds)
		markConds(conds, used)
		node, l, err := p.query(q, func(id int) bool { return id >= len(used) || used[id] })
		if err == nil {
			node, err = p.filter(node, conds, l)
		}
		return node, l, false, err
	}
	markConds(conds, used)
	var node Node
	var l *layout
	var err error
	switch r := r.(type) {
	case *viewRel:
		l = &layout{ids: r.ids}
		v := &VirtualScan{View: r.view, Out: r.out}
		v.Filter, err = p.finish(expr.AndOf(conds), l)
		return v, l, false, err
	case *funcRel:
		node, l, err = p.functionScan(r)
	case *cteRel:
		l = &layout{ids: r.ids}
		node = &CTEScan{CTE: r.cte.node, Working: r.working, Out: p.columns(r.ids)}
	}
	if err == nil {
		node, err = p.filter(node, conds, l)
	}
	return node, l, false, err
}

func (p *physical) functionScan(r *funcRel) (Node, *layout, error) {
	f := &FunctionScan{Ordinality: r.ordinality, Out: r.out}
	for _, c := range r.calls {
		c = p.fold(c)
		if nestedSet(c) {
			if call, ok := c.(*expr.SetCall); ok {
				node, l, err := p.nestedCall(r, call)
				return node, l, err
			}
		}
		e, err := p.finish(c, nil)
		if err != nil {
			return nil, nil, err
		}
		f.Calls = append(f.Calls, e)
	}
	return f, &layout{ids: r.ids}, nil
}

// nestedCall plans f(g(…)) in FROM where g is set-returning too, by a
// projection over one empty row.
func (p *physical) nestedCall(r *funcRel, call *expr.SetCall) (Node, *layout, error) {
	var node Node = &Values{Rows: [][]expr.Expr{{}}}
	node, l, exprs, err := p.expandSets(node, &layout{}, []expr.Expr{call})
	if err != nil {
		return nil, nil, err
	}
	if exprs[0], err = p.finish(exprs[0], l); err != nil {
		return nil, nil, err
	}
	return &Project{Input: node, Exprs: exprs, Out: r.out}, &layout{ids: r.ids}, nil
}

// outerJoin plans LEFT, RIGHT and FULL JOIN (and an inner one below them) with
// the conditions above it: those on a side that always has its rows go down.
func (p *physical) outerJoin(r *joinRel, conds []expr.Expr, used []bool) (Node, *layout, error) {
	if err := p.enter(); err != nil {
		return nil, nil, err
	}
	defer func() { p.depth-- }()
	on := p.foldConds(r.on)
	left, right := p.owned(r.left), p.owned(r.right)
	var leftConds, rightConds, above, join []expr.Expr
	for _, c := range conds {
		switch inLeft, inRight := p.touches(c, left), p.touches(c, right); {
		case !inRight && r.kind == JoinLeft, r.kind == JoinInner && !inRight:
			leftConds = append(leftConds, c)
		case !inLeft && r.kind == JoinRight, r.kind == JoinInner && !inLeft:
			rightConds = append(rightConds, c)
		case r.kind == JoinInner:
			join = append(join, c)
		default:
			above = append(above, c)
		}
	}
	for _, c := range on {
		inLeft, inRight := p.touches(c, left), p.touches(c, right)
		switch {
		case !inLeft && inRight && (r.kind == JoinLeft || r.kind == JoinInner):
			rightConds = append(rightConds, c)
		case !inRight && inLeft && (r.kind == JoinRight || r.kind == JoinInner):
			leftConds = append(leftConds, c)
		default:
			join = append(join, c)
		}
	}
	markConds(join, used)
	markConds(above, used)
	lnode, ll, _, err := p.from([]relation{r.left}, leftConds, used, fromHint{})
	if err != nil {
		return nil, nil, err
	}
	node, l, err := p.joinWith(lnode, ll, r.right, joinSpec{kind: r.kind, conds: join, rightConds: rightConds}, used)
	if err != nil {
		return nil, nil, err
	}
	node, err = p.filter(node, above, l)
	return node, l, err
}

// owned is the set of column numbers that a relation gives.
func (p *physical) owned(r relation) map[int]bool {
	out := map[int]bool{}
	addOwned(r, out)
	return out
}

func addOwned(r relation, out map[int]bool) {
	var ids []int
	switch r := r.(type) {
	case *tableRel:
		ids = r.ids
	case *viewRel:
		ids = r.ids
	case *funcRel:
		ids = r.ids
	case *cteRel:
		ids = r.ids
	case *queryRel:
		for i := range r.q.out {
			out[r.q.out[i].id] = true
		}
	case *joinRel:
		addOwned(r.left, out)
		addOwned(r.right, out)
	}
	for _, id := range ids {
		out[id] = true
	}
}

func (p *physical) touches(e expr.Expr, ids map[int]bool) bool {
	found := false
	walkColumns(e, func(id int) { found = found || ids[id] })
	return found
}

// dependsOn reports whether a relation reads columns of ids: it is LATERAL to them.
func dependsOn(r relation, ids map[int]bool) bool {
	found := false
	mapRelation(r, func(e expr.Expr) expr.Expr {
		walkColumns(e, func(id int) { found = found || ids[id] })
		return e
	})
	return found
}

// hashKeys splits left = right into what each side computes. Both sides have
// the same type, whose equality a hash table knows.
func (p *physical) hashKeys(c expr.Expr, left, right map[int]bool) (lk, rk expr.Expr, ok bool) {
	call, isCall := c.(*expr.Call)
	if !isCall || !call.F.Operator || call.F.Name != "=" || len(call.Args) != 2 || expr.IsVolatile(c) {
		return nil, nil, false
	}
	a, b := call.Args[0], call.Args[1]
	if !hashable(a.Type().OID, b.Type().OID) {
		return nil, nil, false
	}
	side := func(e expr.Expr) (inLeft, inRight bool) {
		plain := true
		expr.Walk(e, func(x expr.Expr) bool {
			if _, sub := x.(*expr.Subquery); sub {
				plain = false
			}
			return plain
		})
		if !plain {
			return true, true
		}
		walkColumns(e, func(id int) {
			inLeft = inLeft || left[id]
			inRight = inRight || right[id]
		})
		return
	}
	al, ar := side(a)
	bl, br := side(b)
	switch {
	case al && !ar && br && !bl:
	case ar && !al && bl && !br:
		a, b = b, a
	default:
		return nil, nil, false
	}
	if a.Type() != b.Type() && hasVariant(a, b) {
		// Typed values hash otherwise than cells of any type.
		return asVariant(a), asVariant(b), true
	}
	return a, b, true
}

func hasVariant(list ...expr.Expr) bool {
	for _, e := range list {
		if e.Type().OID == types.Variant {
			return true
		}
	}
	return false
}

func asVariant(e expr.Expr) expr.Expr {
	if e.Type().OID == types.Variant {
		return e
	}
	return &expr.Cast{Arg: e, To: types.Of(types.Variant), Context: types.Implicit, Implicit: true}
}

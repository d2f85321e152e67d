package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// hashable reports whether values of two types that an = operator compares are
// equal just when their hashes and the total order say so. Where they are not, = may
// still give NULL rather than false: that of variants does, for cells of types that
// are not comparable.
func hashable(a, b types.OID) bool {
	if a == types.Variant || b == types.Variant {
		return a != types.Record && b != types.Record
	}
	return decidable(a, b)
}

// decidable reports whether values of two types are hashable, and = gives false for
// all that are not equal, but NULL.
func decidable(a, b types.OID) bool {
	if a == b {
		return a != types.Variant && a != types.Record && orderable(a)
	}
	return isInt(a) && isInt(b) || isName(a) && isName(b)
}

// isName reports whether a type is text without blank padding.
func isName(t types.OID) bool { return isText(t) || t == types.Name }

func isInt(t types.OID) bool { return t == types.Int2 || t == types.Int4 || t == types.Int8 }

// orderedMax is how many items a set of them holds; of more, those behind are joined
// in the order of the statement.
const orderedMax = 64

// joiner joins the items of a FROM: it estimates them, searches an order, and
// makes the nodes.
type joiner struct {
	p     *physical
	used  []bool
	items []*fromItem
	conds []joinCond
	class []joinClass
	all   map[int]bool // columns of all items
	limit expr.Expr    // so many rows are needed; nil: all
}

func (j *joiner) join(items []*fromItem, conds []expr.Expr) (Node, *layout, error) {
	j.items, j.all = items, map[int]bool{}
	for _, it := range items {
		it.ids = j.p.owned(it.r)
		for id := range it.ids {
			j.all[id] = true
		}
	}
	if len(items) > orderedMax {
		return j.inOrder(conds)
	}
	j.giveConds(conds)
	j.restrictOrs()
	j.classes()
	for i, it := range items {
		j.needs(i)
		it.rows = j.p.guessRows(it.r, it.conds)
		it.cost = j.p.guessCost(it.r, it.conds, it.rows)
	}
	for i := range j.conds {
		c := &j.conds[i]
		c.sel, c.hash = j.selectivity(c.e), j.equality(c.e)
		for _, e := range c.given {
			c.sel = min(1, c.sel/max(1e-9, j.p.selectivity(e)))
		}
	}
	for k := range j.class {
		for i := range j.class[k].members {
			m := &j.class[k].members[i]
			m.distinct = j.distinctOf(m.col)
		}
	}
	for i, it := range items {
		j.lookups(i)
		if it.kind != JoinInner {
			j.factor(it)
		}
	}
	tree := j.search()
	if tree == nil {
		return j.inOrder(conds)
	}
	node, l, _, err := j.build(tree)
	if err != nil {
		return nil, nil, err
	}
	return j.finish(node, l)
}

// finish applies the conditions that no join took.
func (j *joiner) finish(node Node, l *layout) (Node, *layout, error) {
	var rest []expr.Expr
	for i := range j.conds {
		if c := &j.conds[i]; !c.done {
			rest = append(rest, c.e)
		}
	}
	node, err := j.p.filter(node, rest, l)
	return node, l, err
}

// giveConds gives each item the conditions that concern it alone; those on what
// an outer join may fill in stay above it.
func (j *joiner) giveConds(conds []expr.Expr) {
	for _, c := range conds {
		m := j.maskOf(c)
		if i := one(m); i >= 0 && !isVolatile(c) {
			if it := j.items[i]; it.kind == JoinInner {
				it.conds = append(it.conds, c)
				continue
			}
		}
		j.conds = append(j.conds, joinCond{e: c, mask: m})
		markConds([]expr.Expr{c}, j.used)
	}
	for _, it := range j.items {
		if it.kind == JoinInner {
			continue
		}
		var both []expr.Expr
		for _, c := range it.on {
			if j.p.touches(c, it.ids) && !j.touchesOthers(c, it) && !isVolatile(c) {
				it.conds = append(it.conds, c)
			} else {
				both = append(both, c)
			}
		}
		it.on = both
	}
}

func (j *joiner) touchesOthers(c expr.Expr, it *fromItem) bool {
	found := false
	walkColumns(c, func(id int) { found = found || j.all[id] && !it.ids[id] })
	return found
}

// maskOf is the set of items that an expression reads.
func (j *joiner) maskOf(e expr.Expr) uint64 {
	var m uint64
	walkColumns(e, func(id int) {
		if !j.all[id] {
			return
		}
		for i, it := range j.items {
			if it.ids[id] {
				m |= 1 << i
			}
		}
	})
	return m
}

// needs finds the items that have to come before one.
func (j *joiner) needs(i int) {
	it := j.items[i]
	mapRelation(it.r, func(e expr.Expr) expr.Expr {
		it.needs |= j.maskOf(e)
		return e
	})
	it.needs &^= 1 << i
	it.lateral = it.needs != 0
	for _, c := range it.on {
		it.needs |= j.maskOf(c)
	}
	it.needs &^= 1 << i
}

// build makes the nodes of a tree, and says which items are in it.
func (j *joiner) build(t *joinTree) (Node, *layout, uint64, error) {
	if t.item >= 0 {
		it := j.items[t.item]
		hint := fromHint{}
		if t.item == 0 && j.limit != nil && limitLeft(j.items, j.conds) {
			hint.limit = j.limit
		}
		node, l, _, err := j.p.item(it.r, it.conds, j.used, hint)
		return node, l, 1 << t.item, err
	}
	left, ll, lmask, err := j.build(t.left)
	if err != nil {
		return nil, nil, 0, err
	}
	spec := joinSpec{kind: t.kind, lookup: t.lookup, buildLeft: t.buildLeft, rows: t.rows}
	if t.right.item < 0 {
		right, rl, rmask, err := j.build(t.right)
		if err != nil {
			return nil, nil, 0, err
		}
		spec.conds = j.take(lmask, rmask)
		node, l, err := j.p.joinNodes(left, ll, right, rl, spec)
		return node, l, lmask | rmask, err
	}
	it, rmask := j.items[t.right.item], uint64(1)<<t.right.item
	spec.rightConds, spec.nullAware = it.conds, it.nullAware
	if it.kind == JoinInner {
		spec.conds = j.take(lmask, rmask)
	} else {
		spec.conds = it.on
	}
	node, l, err := j.p.joinWith(left, ll, it.r, spec, j.used)
	if err != nil {
		return nil, nil, 0, err
	}
	if it.kind == JoinLeft {
		node, err = j.p.filter(node, j.take(lmask, rmask), l)
	}
	return node, l, lmask | rmask, err
}

// take returns the conditions that become answerable when the items of two sets
// are joined.
func (j *joiner) take(l, r uint64) []expr.Expr {
	var out []expr.Expr
	for k := range j.class {
		if c := &j.class[k]; c.connects(l, r) {
			if e := j.pair(c, l, r); e != nil {
				out = append(out, e)
			}
		}
	}
	for i := range j.conds {
		if c := &j.conds[i]; !c.done && c.mask != 0 && c.mask&^(l|r) == 0 {
			c.done = true
			out = append(out, c.e)
		}
	}
	return out
}

// inOrder joins the items in the order of the statement.
func (j *joiner) inOrder(conds []expr.Expr) (Node, *layout, error) {
	markConds(conds, j.used)
	j.conds, j.class = nil, nil
	var node Node
	var l *layout
	have := map[int]bool{}
	for _, it := range j.items {
		for id := range it.ids {
			have[id] = true
		}
		var now, later []expr.Expr
		for _, c := range conds {
			ready := j.p.touches(c, j.all)
			walkColumns(c, func(id int) { ready = ready && (!j.all[id] || have[id]) })
			if ready {
				now = append(now, c)
			} else {
				later = append(later, c)
			}
		}
		conds = later
		var err error
		switch {
		case node == nil:
			node, l, _, err = j.p.item(it.r, append(it.conds, now...), j.used, fromHint{})
		case it.kind == JoinInner:
			node, l, err = j.p.joinWith(node, l, it.r, joinSpec{conds: now, rightConds: it.conds}, j.used)
		default:
			spec := joinSpec{kind: it.kind, nullAware: it.nullAware, conds: it.on, rightConds: it.conds}
			if node, l, err = j.p.joinWith(node, l, it.r, spec, j.used); err == nil {
				node, err = j.p.filter(node, now, l)
			}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	for _, c := range conds {
		j.conds = append(j.conds, joinCond{e: c})
	}
	return j.finish(node, l)
}

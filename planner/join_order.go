package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// hashable reports whether values of two types that an = operator compares are
// equal just when their hashes and the total order say so.
func hashable(a, b types.OID) bool {
	if a == b {
		return a != types.Variant && a != types.Record && orderable(a)
	}
	return isInt(a) && isInt(b) || isName(a) && isName(b)
}

// isName reports whether a type is text without blank padding.
func isName(t types.OID) bool { return isText(t) || t == types.Name }

func isInt(t types.OID) bool { return t == types.Int2 || t == types.Int4 || t == types.Int8 }

// joiner orders inner joins: it starts with the item that seems to give the
// fewest rows and goes on with items that a condition connects, so that cross
// products come last. LATERAL items wait for what they read.
type joiner struct {
	p     *physical
	used  []bool
	conds []expr.Expr
}

type joinItem struct {
	r     relation
	ids   map[int]bool
	conds []expr.Expr // on this item only
	rows  float64
	done  bool
}

func (j *joiner) join(rels []relation) (Node, *layout, error) {
	items := make([]*joinItem, len(rels))
	all := map[int]bool{}
	for i, r := range rels {
		items[i] = &joinItem{r: r, ids: j.p.owned(r)}
		for id := range items[i].ids {
			all[id] = true
		}
	}
	j.giveConds(items)
	for _, it := range items {
		it.rows = j.p.guessRows(it.r, it.conds)
	}
	var node Node
	var l *layout
	have := map[int]bool{}
	for range items {
		it := j.next(items, all, have, node == nil)
		it.done = true
		var err error
		if node == nil {
			node, l, _, err = j.p.item(it.r, it.conds, j.used, fromHint{})
		} else {
			conds := j.take(have, it.ids, all)
			node, l, err = j.p.joinWith(JoinInner, node, l, it.r, conds, it.conds, j.used)
		}
		if err != nil {
			return nil, nil, err
		}
		for id := range it.ids {
			have[id] = true
		}
	}
	node, err := j.p.filter(node, j.conds, l)
	return node, l, err
}

// giveConds gives each item the conditions that concern it alone.
func (j *joiner) giveConds(items []*joinItem) {
	var rest []expr.Expr
	for _, c := range j.conds {
		var only *joinItem
		n := 0
		for _, it := range items {
			if j.p.touches(c, it.ids) {
				only = it
				n++
			}
		}
		if n == 1 && !expr.IsVolatile(c) {
			only.conds = append(only.conds, c)
		} else {
			rest = append(rest, c)
		}
	}
	j.conds = rest
	markConds(rest, j.used)
}

// next chooses the item to join.
func (j *joiner) next(items []*joinItem, all, have map[int]bool, first bool) *joinItem {
	var best *joinItem
	bestConnected := false
	for _, it := range items {
		if it.done || j.waits(it, all, have) {
			continue
		}
		connected := !first && j.connected(it, have)
		if best == nil || connected && !bestConnected || connected == bestConnected && it.rows < best.rows {
			best, bestConnected = it, connected
		}
	}
	return best
}

// waits reports whether a LATERAL item reads items that are not joined yet.
func (j *joiner) waits(it *joinItem, all, have map[int]bool) bool {
	wait := false
	mapRelation(it.r, func(e expr.Expr) expr.Expr {
		walkColumns(e, func(id int) { wait = wait || all[id] && !have[id] && !it.ids[id] })
		return e
	})
	return wait
}

func (j *joiner) connected(it *joinItem, have map[int]bool) bool {
	for _, c := range j.conds {
		if j.p.touches(c, it.ids) && j.p.touches(c, have) {
			return true
		}
	}
	return false
}

// take removes and returns the conditions that the joined columns and those of
// ids are enough for.
func (j *joiner) take(have, ids, all map[int]bool) []expr.Expr {
	var out, rest []expr.Expr
	for _, c := range j.conds {
		enough := true
		walkColumns(c, func(id int) { enough = enough && (!all[id] || have[id] || ids[id]) })
		if enough && j.p.touches(c, ids) {
			out = append(out, c)
		} else {
			rest = append(rest, c)
		}
	}
	j.conds = rest
	return out
}

// guessRows estimates an item's rows after its conditions.
func (p *physical) guessRows(r relation, conds []expr.Expr) float64 {
	rows := 1000.0
	switch r := r.(type) {
	case *tableRel:
		rows = max(1, p.b.env.Catalog.Stats(r.table).Rows)
		if p.accessPath(r, conds).points != nil {
			return 1
		}
	case *viewRel:
		rows = 200
	case *funcRel:
		rows = 100
	case *queryRel:
		if v, ok := r.q.body.(*valuesBody); ok {
			rows = float64(len(v.rows))
		}
	}
	for range conds {
		rows /= 10
	}
	return max(1, rows)
}

// lookupPays reports whether looking each left row's match up by the whole
// primary key beats reading the table.
func (p *physical) lookupPays(left Node, ll *layout, t *tableRel, conds, rightConds []expr.Expr) bool {
	if len(t.table.PrimaryKey) == 0 || t.lock != nil {
		return false
	}
	all := append(append([]expr.Expr(nil), rightConds...), conds...)
	p.outer = append(p.outer, ll)
	bounds := p.keyBounds(t, all)
	p.outer = p.outer[:len(p.outer)-1]
	depends := false
	for k := range t.table.PrimaryKey {
		if k >= len(bounds.cols) || len(bounds.cols[k].eq) == 0 {
			return false
		}
		walkColumns(bounds.cols[k].eq[0].value, func(id int) { depends = depends || ll.find(id) >= 0 })
	}
	if !depends {
		return false
	}
	return estimate(left)*4 < p.b.env.Catalog.Stats(t.table).Rows
}

// estimate guesses the rows that a node gives.
func estimate(n Node) float64 {
	switch n := n.(type) {
	case *Scan:
		return n.EstRows
	case *VirtualScan:
		return 100
	case *Values:
		return float64(len(n.Rows))
	case *FunctionScan:
		return 100
	case *Filter:
		return max(1, estimate(n.Input)/3)
	case *Project:
		return estimate(n.Input)
	case *Limit:
		if k, ok := n.Count.(*expr.Const); ok && !k.V.IsNull() {
			return min(float64(k.V.I), estimate(n.Input))
		}
		return estimate(n.Input)
	case *Sort:
		return estimate(n.Input)
	case *LockRows:
		return estimate(n.Input)
	case *Window:
		return estimate(n.Input)
	case *Distinct:
		return max(1, estimate(n.Input)/2)
	case *Aggregate:
		if n.Scalar {
			return 1
		}
		return max(1, estimate(n.Input)/10)
	case *Join:
		l, r := estimate(n.Left), estimate(n.Right)
		switch {
		case n.Lateral:
			return l * max(1, r)
		case len(n.LeftKeys) > 0:
			return max(l, r)
		}
		return l * r
	case *SetOp:
		return estimate(n.Left) + estimate(n.Right)
	case *With:
		return estimate(n.Input)
	case *CTEScan:
		if n.CTE != nil && n.CTE.Plan != nil {
			return estimate(n.CTE.Plan)
		}
		return 100
	case *Insert:
		return estimate(n.Source)
	case *Update:
		return estimate(n.Source)
	case *Delete:
		return estimate(n.Source)
	case *Merge:
		return estimate(n.Source)
	}
	return 1
}

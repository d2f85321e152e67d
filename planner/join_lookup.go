package planner

import "github.com/sparrowdb/sparrow/sql/expr"

// keyColumn says by which items one column of a table's key can be bound: a set of
// items whose columns give its value, 0 for a value that is constant.
type keyColumn struct {
	by       []uint64
	distinct float64
}

// lookups finds what could look an item's rows up by key.
func (j *joiner) lookups(i int) {
	it := j.items[i]
	t, ok := it.r.(*tableRel)
	if !ok || len(t.table.PrimaryKey) == 0 || t.lock != nil {
		return
	}
	conds := append([]expr.Expr(nil), it.conds...)
	if it.kind == JoinInner {
		for k := range j.conds {
			if c := &j.conds[k]; c.mask&(1<<i) != 0 && !expr.IsVolatile(c.e) {
				conds = append(conds, c.e)
			}
		}
		for k := range j.class {
			if c := &j.class[k]; c.items>>i&1 != 0 {
				for _, m := range c.members {
					if m.item != i {
						if e := j.pair(c, 1<<m.item, 1<<i); e != nil {
							conds = append(conds, e)
						}
					}
				}
			}
		}
	} else {
		conds = append(conds, it.on...)
	}
	others := &layout{}
	for id := range j.all {
		if !it.ids[id] {
			others.ids = append(others.ids, id)
		}
	}
	j.p.outer = append(j.p.outer, others)
	kb := j.p.keyBounds(t, conds)
	j.p.outer = j.p.outer[:len(j.p.outer)-1]
	for k := range t.table.PrimaryKey {
		if k >= len(kb.cols) || len(kb.cols[k].eq) == 0 {
			break
		}
		kc := keyColumn{distinct: 1}
		for _, b := range kb.cols[k].eq {
			kc.by = append(kc.by, j.maskOf(b.value))
		}
		for c, id := range t.ids {
			if keyOf(t, id) == k {
				kc.distinct = j.p.distinct(t, c)
			}
		}
		it.keys = append(it.keys, kc)
	}
}

// lookupCost is what finding an item's rows by key costs for each row of the
// items of l; ok is false if these do not tell a key.
func (j *joiner) lookupCost(i int, l uint64) (cost float64, ok bool) {
	it := j.items[i]
	if len(it.keys) == 0 {
		return 0, false
	}
	t := it.r.(*tableRel)
	match, depends, depth := j.p.tableRows(t), false, 0
	for k := range it.keys {
		bound, constant := false, false
		for _, by := range it.keys[k].by {
			bound = bound || by&^l == 0
			constant = constant || by == 0
		}
		depends = depends || bound && !constant
		if !bound {
			break
		}
		depth++
		match /= max(1, it.keys[k].distinct)
	}
	switch {
	case !depends:
		return 0, false
	case depth == len(t.table.PrimaryKey):
		return costLookup, true
	}
	return costRange + max(1, match), true
}

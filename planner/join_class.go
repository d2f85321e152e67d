package planner

import (
	"math/bits"
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// joinClass is columns of several items that inner joins make equal: any
// two of them may be compared where the statement compares others.
type joinClass struct {
	members []classMember
	items   uint64 // of the members
	// constant says that the columns equal a value that is known before: their
	// equality keeps all rows.
	constant bool
}

// classMember is a column of an item.
type classMember struct {
	item     int
	col      *expr.Column
	distinct float64
}

// classes takes equalities of plain columns out of the conditions and makes classes
// of them. What a condition says of one member goes to the others: values, and bounds
// where they narrow a key.
func (j *joiner) classes() {
	rest := j.conds[:0:0]
	for _, c := range j.conds {
		if a, b, ok := j.columnPair(c.e); ok {
			j.merge(a, b)
			continue
		}
		rest = append(rest, c)
	}
	j.conds = rest
	for k := range j.class {
		j.sameItem(&j.class[k])
		j.constants(&j.class[k])
	}
	for _, it := range j.items {
		if it.kind != JoinInner {
			j.outerConstants(it)
		}
	}
}

// columnPair takes apart a = b of two items that are inner joined, of one type.
func (j *joiner) columnPair(e expr.Expr) (a, b classMember, ok bool) {
	call, isCall := e.(*expr.Call)
	if !isCall || !call.F.Operator || call.F.Name != "=" || len(call.Args) != 2 {
		return
	}
	x, okx := call.Args[0].(*expr.Column)
	y, oky := call.Args[1].(*expr.Column)
	if !okx || !oky || x.T.OID != y.T.OID || !hashable(x.T.OID, y.T.OID) {
		return
	}
	a, b = j.member(x), j.member(y)
	return a, b, a.item >= 0 && b.item >= 0 && a.item != b.item
}

// member finds the inner-joined item of a column; item is -1 if there is none.
func (j *joiner) member(c *expr.Column) classMember {
	for i, it := range j.items {
		if it.ids[c.Index] && it.kind == JoinInner {
			return classMember{item: i, col: c}
		}
	}
	return classMember{item: -1, col: c}
}

// merge puts two columns into one class.
func (j *joiner) merge(a, b classMember) {
	x, y := j.classOf(a.col.Index), j.classOf(b.col.Index)
	switch {
	case x < 0 && y < 0:
		j.class = append(j.class, joinClass{members: []classMember{a, b}})
	case x < 0:
		j.class[y].members = append(j.class[y].members, a)
	case y < 0:
		j.class[x].members = append(j.class[x].members, b)
	case x != y:
		j.class[x].members = append(j.class[x].members, j.class[y].members...)
		j.class = slices.Delete(j.class, y, y+1)
	}
}

func (j *joiner) classOf(id int) int {
	for k := range j.class {
		for _, m := range j.class[k].members {
			if m.col.Index == id {
				return k
			}
		}
	}
	return -1
}

// sameItem makes conditions of members of one item, and keeps one of each item.
func (j *joiner) sameItem(c *joinClass) {
	kept := c.members[:0:0]
	for _, m := range c.members {
		first := -1
		for k := range kept {
			if kept[k].item == m.item {
				first = k
			}
		}
		if first < 0 {
			kept = append(kept, m)
		} else if e := j.equal(kept[first].col, m.col); e != nil {
			j.items[m.item].conds = append(j.items[m.item].conds, e)
		}
	}
	c.members = kept
	for _, m := range kept {
		c.items |= 1 << m.item
	}
}

func (j *joiner) equal(a, b expr.Expr) expr.Expr {
	e, err := expr.NewOperator(j.p.b.env.Fn, "=", a, b, 0)
	if err != nil {
		return nil
	}
	return e
}

// constants copies conditions on one member to the others.
func (j *joiner) constants(c *joinClass) {
	for _, m := range c.members {
		for _, e := range j.items[m.item].conds[:len(j.items[m.item].conds):len(j.items[m.item].conds)] {
			if !j.boundTo(e, m.col.Index) {
				continue
			}
			equality := isEquality(e)
			c.constant = c.constant || equality
			for _, other := range c.members {
				if other.item == m.item || !equality && !j.leadsKey(other) {
					continue
				}
				it := j.items[other.item]
				n := replaceColumns(e, map[int]expr.Expr{m.col.Index: other.col})
				if !containsExpr(it.conds, n) {
					it.conds = append(it.conds, n)
				}
			}
		}
	}
}

func containsExpr(list []expr.Expr, e expr.Expr) bool {
	for _, x := range list {
		if sameExpr(x, e) {
			return true
		}
	}
	return false
}

func isEquality(e expr.Expr) bool {
	call, ok := e.(*expr.Call)
	return ok && call.F.Name == "="
}

// leadsKey reports whether a member is the first column of its table's key.
func (j *joiner) leadsKey(m classMember) bool {
	t, ok := j.items[m.item].r.(*tableRel)
	return ok && keyOf(t, m.col.Index) == 0
}

// boundTo reports whether a condition compares a column with a value that no row
// of these items tells, by an operator of its type's order.
func (j *joiner) boundTo(e expr.Expr, id int) bool {
	var left, right expr.Expr
	switch e := e.(type) {
	case *expr.Call:
		if !e.F.Operator || len(e.Args) != 2 {
			return false
		}
		switch e.F.Name {
		case "=", "<", "<=", ">", ">=":
		default:
			return false
		}
		left, right = e.Args[0], e.Args[1]
		if c, ok := right.(*expr.Column); ok && c.Index == id {
			left, right = right, left
		}
		if left.Type().OID != right.Type().OID {
			return false
		}
	case *expr.ScalarArray:
		if e.All {
			return false
		}
		left, right = e.Left, e.Right
	case *expr.InList:
		if e.Not {
			return false
		}
		left = e.Left
		for _, x := range e.List {
			if j.maskOf(x) != 0 || isVolatile(x) {
				return false
			}
		}
	default:
		return false
	}
	c, ok := left.(*expr.Column)
	return ok && c.Index == id && (right == nil || j.maskOf(right) == 0 && !isVolatile(right) && !hasSubquery(right))
}

// outerConstants copies the value of a column to the column that a left, semi or anti
// join compares it with: rows of other values match nothing.
func (j *joiner) outerConstants(it *fromItem) {
	for _, e := range it.on {
		call, ok := e.(*expr.Call)
		if !ok || !isEquality(e) || len(call.Args) != 2 || it.nullAware {
			continue
		}
		x, okx := call.Args[0].(*expr.Column)
		y, oky := call.Args[1].(*expr.Column)
		if !okx || !oky || x.T.OID != y.T.OID {
			continue
		}
		if it.ids[x.Index] {
			x, y = y, x
		}
		m := j.member(x)
		if m.item < 0 || !it.ids[y.Index] {
			continue
		}
		for _, c := range j.items[m.item].conds {
			if j.boundTo(c, x.Index) && isEquality(c) {
				it.conds = append(it.conds, replaceColumns(c, map[int]expr.Expr{x.Index: y}))
			}
		}
	}
}

// connects reports whether a class has members in both sets.
func (c *joinClass) connects(l, r uint64) bool { return c.items&l != 0 && c.items&r != 0 }

// pair returns the equality of a member of each set.
func (j *joiner) pair(c *joinClass, l, r uint64) expr.Expr {
	var a, b *expr.Column
	for _, m := range c.members {
		if a == nil && l>>m.item&1 != 0 {
			a = m.col
		}
		if b == nil && r>>m.item&1 != 0 {
			b = m.col
		}
	}
	return j.equal(a, b)
}

// share is the part of the pairs of a set's items that a class keeps: of its columns, all
// but the one with the fewest values divide them.
func (c *joinClass) share(m uint64) float64 {
	if c.constant {
		return 1
	}
	s, least, n := 1.0, 0.0, 0
	for _, x := range c.members {
		if m>>x.item&1 == 0 {
			continue
		}
		if n == 0 || x.distinct < least {
			least = x.distinct
		}
		s /= max(1, x.distinct)
		n++
	}
	if n < 2 {
		return 1
	}
	return s * max(1, least)
}

// one is the only member of a set; -1 if it has not just one.
func one(m uint64) int {
	if m != 0 && m&(m-1) == 0 {
		return bits.TrailingZeros64(m)
	}
	return -1
}

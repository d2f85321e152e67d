package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Bounds on what an access path is made of: beyond them the table, or a wider
// range of it, is read with a filter.
const (
	pointsMax = 20000
	rangesMax = 1000
)

// path is an access path: points, ranges or (neither) the whole table.
type path struct {
	points [][]expr.Expr
	ranges []KeyRange
	empty  bool
	// consumed are the conditions that the path answers in full.
	consumed map[int]bool
	// fixed are the key positions that have one value in all rows.
	fixed []bool
	// depth is how many leading key columns the ranges bind by equality, and
	// whether the next is bounded: for estimates.
	depth   int
	bounded int
}

// accessPath chooses the access path that the conditions allow.
func (p *physical) accessPath(t *tableRel, conds []expr.Expr) *path {
	n := len(t.table.PrimaryKey)
	kb := p.keyBounds(t, conds)
	pa := &path{consumed: map[int]bool{}, fixed: make([]bool, n)}
	if kb.contradicts() {
		pa.empty = true
		return pa
	}
	if n == 0 {
		return pa
	}
	defer func() {
		for _, c := range kb.always {
			pa.consumed[c] = true
		}
	}()
	if pa.fromPoints(kb, nil, n) {
		return pa
	}
	for i := range kb.ors {
		if pa.fromOrPoints(kb, &kb.ors[i], n) {
			return pa
		}
	}
	if ranges := pa.fromRange(kb, nil, n); ranges != nil {
		pa.ranges = ranges
		return pa
	}
	for i := range kb.ors {
		if pa.fromOrRanges(&kb.ors[i], n) {
			break
		}
	}
	return pa
}

// contradicts reports whether the bounds leave no key.
func (kb *keyBounds) contradicts() bool {
	if kb.never {
		return true
	}
	for i := range kb.cols {
		c := &kb.cols[i]
		for k := range c.eq {
			if k > 0 && compareConst(c.eq[0], c.eq[k], func(d int) bool { return d != 0 }) {
				return true
			}
			for _, l := range c.low {
				if compareConst(c.eq[k], l, func(d int) bool { return d < 0 || d == 0 && !l.inclusive }) {
					return true
				}
			}
			for _, h := range c.top {
				if compareConst(c.eq[k], h, func(d int) bool { return d > 0 || d == 0 && !h.inclusive }) {
					return true
				}
			}
		}
		for _, l := range c.low {
			for _, h := range c.top {
				if compareConst(l, h, func(d int) bool { return d > 0 || d == 0 && !(l.inclusive && h.inclusive) }) {
					return true
				}
			}
		}
	}
	return false
}

// compareConst applies test to the order of two constant bounds; false if one
// is not constant.
func compareConst(a, b bound, test func(int) bool) bool {
	x, ok := a.value.(*expr.Const)
	y, ok2 := b.value.(*expr.Const)
	return ok && ok2 && !x.V.IsNull() && !y.V.IsNull() && test(types.Compare(x.V, y.V))
}

// prefixes builds the tuples of leading key columns that are bound by
// equality or a list, up to most tuples; outside gives what conditions around a
// disjunction say. whole allows arrays that are known at execution only, which
// points can have and ranges can't.
func (kb *keyBounds) prefixes(outside *keyBounds, n, most int, whole bool, consumed map[int]bool, fixed []bool) (tuples [][]expr.Expr, depth int) {
	tuples = [][]expr.Expr{nil}
	for k := 0; k < n; k++ {
		values, one := kb.valuesAt(k, whole, nil)
		own := values != nil
		if !own && outside != nil {
			values, one = outside.valuesAt(k, whole, nil)
		}
		if values == nil || len(tuples)*len(values) > most {
			return tuples, k
		}
		if own {
			kb.valuesAt(k, whole, consumed)
		}
		fixed[k] = one
		next := make([][]expr.Expr, 0, len(tuples)*len(values))
		for _, t := range tuples {
			for _, v := range values {
				next = append(next, append(t[:len(t):len(t)], v))
			}
		}
		tuples = next
	}
	return tuples, n
}

// valuesAt are the values that key column k may have, if they are listed.
func (kb *keyBounds) valuesAt(k int, whole bool, consumed map[int]bool) (values []expr.Expr, one bool) {
	c := &kb.cols[k]
	if len(c.eq) > 0 {
		e := c.eq[0]
		if consumed != nil {
			for _, x := range c.eq {
				if x.exact && sameExpr(x.value, e.value) {
					consumed[x.cond] = true
				}
			}
		}
		return []expr.Expr{e.value}, true
	}
	for _, in := range c.in {
		if in.each && !whole {
			continue
		}
		if consumed != nil && in.exact {
			consumed[in.cond] = true
		}
		return in.values, false
	}
	return nil, false
}

// fromPoints takes the path if every key column is listed.
func (pa *path) fromPoints(kb, outside *keyBounds, n int) bool {
	consumed, fixed := map[int]bool{}, make([]bool, n)
	tuples, depth := kb.prefixes(outside, n, pointsMax, true, consumed, fixed)
	if depth < n {
		return false
	}
	pa.points, pa.consumed, pa.fixed = distinctTuples(tuples), consumed, fixed
	return true
}

// fromOrPoints takes the path if every arm of a disjunction, with the
// conditions around it, lists whole keys.
func (pa *path) fromOrPoints(kb *keyBounds, o *orBound, n int) bool {
	var points [][]expr.Expr
	exact := true
	for i, arm := range o.arms {
		tuples, depth := arm.prefixes(kb, n, pointsMax-len(points), true, map[int]bool{}, make([]bool, n))
		if depth < n {
			return false
		}
		points = append(points, tuples...)
		exact = exact && o.exact[i]
	}
	pa.points = distinctTuples(points)
	if exact {
		pa.consumed[o.cond] = true
	}
	return true
}

// distinctTuples drops repeated constant keys.
func distinctTuples(list [][]expr.Expr) [][]expr.Expr {
	if len(list) < 2 {
		return list
	}
	out := list[:0:0]
	buckets := map[uint64][][]expr.Expr{}
	for _, t := range list {
		hash, constant := uint64(1469598103934665603), true
		for _, e := range t {
			k, ok := e.(*expr.Const)
			if !ok {
				constant = false
				break
			}
			hash = hash*1099511628211 ^ types.Hash(k.V)
		}
		if constant {
			seen := false
			for _, s := range buckets[hash] {
				same := true
				for i := range t {
					same = same && types.Compare(s[i].(*expr.Const).V, t[i].(*expr.Const).V) == 0
				}
				seen = seen || same
			}
			if seen {
				continue
			}
			buckets[hash] = append(buckets[hash], t)
		}
		out = append(out, t)
	}
	return out
}

// fromRange makes the ranges of a conjunction: a prefix bound by equality or
// lists, and bounds on the column behind it. Nil if there is no bound at all.
func (pa *path) fromRange(kb, outside *keyBounds, n int) []KeyRange {
	tuples, depth := kb.prefixes(outside, n, rangesMax, false, pa.consumed, pa.fixed)
	var low, high *Bound
	if depth < n {
		low, high = kb.sidesAt(depth, n, pa.consumed)
	}
	if depth == 0 && low == nil && high == nil {
		return nil
	}
	pa.depth = depth
	ranges := make([]KeyRange, len(tuples))
	for i, t := range tuples {
		ranges[i] = KeyRange{Low: side(t, low), High: side(t, high)}
	}
	if low != nil {
		pa.bounded++
	}
	if high != nil {
		pa.bounded++
	}
	return ranges
}

// side puts a prefix before a bound.
func side(prefix []expr.Expr, b *Bound) Bound {
	if b == nil {
		if len(prefix) == 0 {
			return Bound{}
		}
		return Bound{Values: prefix, Inclusive: true}
	}
	out := *b
	out.Values = append(prefix[:len(prefix):len(prefix)], b.Values...)
	if out.CutNulls {
		out.CutFrom = len(prefix) + 1
	}
	return out
}

// sidesAt are the bounds that begin at key position k.
func (kb *keyBounds) sidesAt(k, n int, consumed map[int]bool) (low, high *Bound) {
	for i := range kb.rows {
		r := &kb.rows[i]
		if r.first != k || k+len(r.values) > n {
			continue
		}
		b := &Bound{Values: r.values, Inclusive: r.incl, CutNulls: !allConst(r.values)}
		if r.low && low == nil {
			low = b
		} else if !r.low && high == nil {
			high = b
		} else {
			continue
		}
		if r.cond >= 0 {
			consumed[r.cond] = true
		}
	}
	c := &kb.cols[k]
	exactBoth := map[int]int{}
	if low == nil {
		if x := tightest(c.low, 1); x != nil {
			low = &Bound{Values: []expr.Expr{x.value}, Inclusive: x.inclusive}
			if x.exact {
				exactBoth[x.cond]++
			}
		}
	}
	if high == nil {
		if x := tightest(c.top, -1); x != nil {
			high = &Bound{Values: []expr.Expr{x.value}, Inclusive: x.inclusive}
			if x.exact {
				exactBoth[x.cond]++
			}
		}
	}
	for cond, have := range exactBoth {
		// LIKE gives two bounds for one condition: both have to be in use.
		if have == countCond(c, cond) {
			consumed[cond] = true
		}
	}
	return low, high
}

func countCond(c *columnBounds, cond int) int {
	n := 0
	for _, list := range [][]bound{c.low, c.top} {
		for _, b := range list {
			if b.cond == cond {
				n++
			}
		}
	}
	return n
}

// tightest picks the greatest (sign 1) or least (-1) constant bound, or the
// first if one is not constant.
func tightest(list []bound, sign int) *bound {
	if len(list) == 0 {
		return nil
	}
	best := &list[0]
	for i := 1; i < len(list); i++ {
		b := &list[i]
		if compareConst(*b, *best, func(d int) bool { return d*sign > 0 || d == 0 && !b.inclusive }) {
			best = b
		}
	}
	return best
}

func allConst(list []expr.Expr) bool {
	for _, e := range list {
		if _, ok := e.(*expr.Const); !ok {
			return false
		}
	}
	return true
}

// fromOrRanges takes the path if every arm of a disjunction has ranges. The
// disjunction stays as the filter.
func (pa *path) fromOrRanges(o *orBound, n int) bool {
	var all []KeyRange
	depth := n
	for _, arm := range o.arms {
		if arm.contradicts() {
			continue
		}
		one := &path{consumed: map[int]bool{}, fixed: make([]bool, n)}
		ranges := one.fromRange(arm, nil, n)
		if ranges == nil || len(all)+len(ranges) > rangesMax {
			return false
		}
		all = append(all, ranges...)
		depth = min(depth, one.depth)
	}
	if len(all) == 0 {
		pa.empty = true
		return true
	}
	pa.ranges, pa.depth = all, depth
	if depth == 0 {
		pa.bounded = 1
	}
	return true
}

// along reports whether key order is the order wanted, and in which direction.
// Columns with one value take no part.
func (pa *path) along(t *tableRel, order []SortKey) (reverse, ok bool) {
	n := len(t.table.PrimaryKey)
	pos, first := 0, true
	for _, k := range order {
		c, isColumn := k.Expr.(*expr.Column)
		if !isColumn {
			return false, false
		}
		key := -1
		for i, id := range t.ids {
			if id == c.Index && t.cols[i].Kind == ScanKey && boundable(t.cols[i].T.OID) {
				key = t.cols[i].Key
			}
		}
		if key < 0 || n == 0 {
			return false, false
		}
		if pa.fixed[key] {
			continue
		}
		for pos < n && pa.fixed[pos] {
			pos++
		}
		if pos == n {
			break
		}
		if key != pos || !first && k.Desc != reverse {
			return false, false
		}
		reverse, first = k.Desc, false
		pos++
		for pos < n && pa.fixed[pos] {
			pos++
		}
		if pos == n {
			// The whole key is in order: it tells all rows apart.
			break
		}
	}
	return reverse, true
}

package planner

import (
	"math/bits"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// dynamicMax is up to how many items all orders of joining are looked at.
const dynamicMax = 10

// joinTree is an order of joins.
type joinTree struct {
	item        int // of a leaf; -1
	left, right *joinTree
	kind        JoinKind
	lookup      bool
	buildLeft   bool
	rows, cost  float64
}

// joinCond is a condition on several items.
type joinCond struct {
	e    expr.Expr
	mask uint64  // the items it reads
	sel  float64 // the share of pairs that it keeps
	hash bool    // an equality that a hash table answers
	done bool
	// given are conditions that items got because of this one.
	given []expr.Expr
}

// What things cost, in rows read from a table.
const (
	costBuild  = 1.0  // a row into a hash table
	costProbe  = 0.5  // a row to look up in it
	costLookup = 4.0  // a point get
	costRange  = 10.0 // a range to begin to read
	costPair   = 0.3  // a pair of a nested loop
	costOut    = 0.1  // a row that comes out
)

// search finds the cheapest order: all of them are looked at up to dynamicMax items,
// bushy ones too; beyond, it grows one tree by what gives the fewest rows.
func (j *joiner) search() *joinTree {
	if len(j.items) > dynamicMax {
		return j.grow()
	}
	n := len(j.items)
	best := make([]*joinTree, 1<<n)
	for i := range j.items {
		if j.free(i) {
			best[1<<i] = j.leaf(i)
		}
	}
	for m := uint64(1); m < 1<<n; m++ {
		if bits.OnesCount64(m) < 2 {
			continue
		}
		rows := j.rowsOf(m)
		// Pairs without a condition between them only if there are no others.
		for _, cross := range [2]bool{false, true} {
			for l := (m - 1) & m; l > 0; l = (l - 1) & m {
				if best[l] == nil || !cross && !j.connectedMasks(l, m&^l) {
					continue
				}
				if t := j.step(best[l], l, m&^l, best[m&^l], rows); t != nil && (best[m] == nil || t.cost < best[m].cost) {
					best[m] = t
				}
			}
			if best[m] != nil {
				break
			}
		}
	}
	return best[1<<n-1]
}

// free reports whether an item can be the first.
func (j *joiner) free(i int) bool {
	return j.items[i].kind == JoinInner && j.items[i].needs == 0
}

func (j *joiner) leaf(i int) *joinTree {
	it := j.items[i]
	return &joinTree{item: i, rows: it.rows, cost: it.cost}
}

// step joins a tree of the items of l with the items of r, for which there is a tree
// unless r is one item that can't stand alone. Nil if that is not possible.
func (j *joiner) step(left *joinTree, l, r uint64, right *joinTree, rows float64) *joinTree {
	one := one(r)
	t := &joinTree{item: -1, left: left, right: right, rows: rows}
	lateral := false
	if one >= 0 && !j.free(one) {
		it := j.items[one]
		if it.needs&^l != 0 {
			return nil
		}
		t.kind, t.right, lateral = it.kind, j.leaf(one), it.lateral
	}
	if t.right == nil {
		return nil
	}
	if lateral {
		t.cost = left.cost + left.rows*(costRange+t.right.cost) + rows*costOut
		return t
	}
	hash := j.hashes(l, r, one)
	if hash {
		build, probe := t.right.rows, left.rows
		if t.kind == JoinInner && left.rows < t.right.rows/2 {
			t.buildLeft = true
			build, probe = probe, build
		}
		t.cost = left.cost + t.right.cost + build*costBuild + probe*costProbe + rows*costOut
	} else {
		t.cost = left.cost + t.right.cost + t.right.rows*costBuild + left.rows*t.right.rows*costPair + rows*costOut
	}
	if one >= 0 && !j.items[one].nullAware {
		if c, ok := j.lookupCost(one, l); ok {
			if c = left.cost + left.rows*c + rows*costOut; c < t.cost {
				t.cost, t.lookup, t.buildLeft = c, true, false
			}
		}
	}
	return t
}

// hashes reports whether an equality connects two sets of items. one is the
// right item if there is just one.
func (j *joiner) hashes(l, r uint64, one int) bool {
	if one >= 0 && j.items[one].kind != JoinInner {
		return j.items[one].hash
	}
	for k := range j.class {
		if j.class[k].connects(l, r) {
			return true
		}
	}
	for i := range j.conds {
		c := &j.conds[i]
		if c.hash && c.mask&l != 0 && c.mask&r != 0 && c.mask&^(l|r) == 0 {
			return true
		}
	}
	return false
}

func (j *joiner) connectedMasks(l, r uint64) bool {
	for k := range j.class {
		if m := j.class[k].items; m&l != 0 && m&r != 0 {
			return true
		}
	}
	for i := range j.conds {
		c := &j.conds[i]
		if c.mask&l != 0 && c.mask&r != 0 && c.mask&^(l|r) == 0 {
			return true
		}
	}
	if r&(r-1) == 0 {
		it := j.items[bits.TrailingZeros64(r)]
		return it.kind != JoinInner || it.needs != 0
	}
	return false
}

// rowsOf estimates the rows of joining a set of items, whatever the order.
func (j *joiner) rowsOf(m uint64) float64 {
	rows := 1.0
	for rest := m; rest != 0; rest &= rest - 1 {
		it := j.items[bits.TrailingZeros64(rest)]
		if it.kind == JoinInner {
			rows *= it.rows
		}
	}
	for i := range j.conds {
		if c := &j.conds[i]; c.mask != 0 && c.mask&^m == 0 {
			rows *= c.sel
		}
	}
	for k := range j.class {
		rows *= j.class[k].share(m)
	}
	for rest := m; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		if it := j.items[i]; it.kind != JoinInner {
			rows *= it.factor
		} else if len(it.keys) > 1 {
			rows *= j.keyFactor(i, m)
		}
	}
	return max(1, rows)
}

// keyFactor corrects the estimate where a key of several columns is bound: its columns
// have fewer combinations than the product of their values, as many as the table has rows.
func (j *joiner) keyFactor(i int, m uint64) float64 {
	it := j.items[i]
	t := it.r.(*tableRel)
	if len(it.keys) < len(t.table.PrimaryKey) {
		return 1
	}
	combinations, joined := 1.0, false
	for k := range it.keys {
		bound := false
		for _, by := range it.keys[k].by {
			if by&^m == 0 {
				bound = true
				joined = joined || by != 0
			}
		}
		if !bound {
			return 1
		}
		combinations *= it.keys[k].distinct
	}
	if !joined {
		return 1
	}
	return max(1, combinations/j.p.tableRows(t))
}

// grow orders many items: from the smallest on, always what gives the fewest rows,
// connected items first.
func (j *joiner) grow() *joinTree {
	first := -1
	for i := range j.items {
		if j.free(i) && (first < 0 || j.items[i].rows < j.items[first].rows) {
			first = i
		}
	}
	if first < 0 {
		return nil
	}
	tree, have := j.leaf(first), uint64(1)<<first
	for n := 1; n < len(j.items); n++ {
		var best *joinTree
		at, connected := -1, false
		for i := range j.items {
			bit := uint64(1) << i
			if have&bit != 0 {
				continue
			}
			c := j.connectedMasks(have, bit)
			if best != nil && connected && !c {
				continue
			}
			var right *joinTree
			if j.free(i) {
				right = j.leaf(i)
			}
			t := j.step(tree, have, bit, right, j.rowsOf(have|bit))
			if t != nil && (best == nil || c && !connected || t.cost < best.cost) {
				best, at, connected = t, i, c
			}
		}
		if best == nil {
			return nil
		}
		tree, have = best, have|uint64(1)<<at
	}
	return tree
}

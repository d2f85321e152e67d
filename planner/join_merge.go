package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// mergeMin is from how many rows on, on both sides, merging is worth more than a hash
// table; mergeRatio how much smaller the smaller side may be.
const (
	mergeMin   = 5000.0
	mergeRatio = 10.0
)

// orderForMerge makes a join one by merging if both sides are scans in the order of its keys,
// of which none is small. The keys are put into that order.
func orderForMerge(j *Join) {
	if j.Kind != JoinInner && j.Kind != JoinLeft || len(j.LeftKeys) == 0 {
		return
	}
	left, right := estimate(j.Left), estimate(j.Right)
	if min(left, right) < mergeMin || max(left, right) > mergeRatio*min(left, right) {
		return
	}
	l, r := scanOrder(j.Left), scanOrder(j.Right)
	n := len(j.LeftKeys)
	if len(l) < n || len(r) < n {
		return
	}
	leftKeys, rightKeys := make([]expr.Expr, n), make([]expr.Expr, n)
	for i := range j.LeftKeys {
		a, ok1 := j.LeftKeys[i].(*expr.Column)
		b, ok2 := j.RightKeys[i].(*expr.Column)
		if !ok1 || !ok2 || a.T.OID != b.T.OID {
			return
		}
		at := indexOf(l[:n], a.Index)
		if at < 0 || r[at] != b.Index || leftKeys[at] != nil {
			return
		}
		leftKeys[at], rightKeys[at] = a, b
	}
	j.Merge, j.BuildLeft = true, false
	j.LeftKeys, j.RightKeys = leftKeys, rightKeys
}

func indexOf(list []int, x int) int {
	for i, y := range list {
		if y == x {
			return i
		}
	}
	return -1
}

// scanOrder lists the output columns of a node in whose ascending order its rows come, the most
// significant first. Key columns have no NULLs.
func scanOrder(n Node) []int {
	switch n := n.(type) {
	case *Filter:
		return scanOrder(n.Input)
	case *Scan:
		if n.Reverse || n.Points != nil || n.Lock != nil || n.Empty {
			return nil
		}
		var out []int
		for k := range n.Table.PrimaryKey {
			at := -1
			for i := range n.Cols {
				if c := &n.Cols[i]; c.Kind == ScanKey && c.Key == k && boundable(c.T.OID) {
					at = i
				}
			}
			if at < 0 && fixedKey(n, k) {
				continue // all rows have the same
			}
			if at < 0 {
				break
			}
			out = append(out, at)
		}
		return out
	case *Join:
		if !n.Merge {
			return nil
		}
		// Rows of equal keys may come in any order.
		order := scanOrder(n.Left)
		return order[:min(len(order), len(n.LeftKeys))]
	case *Aggregate:
		if !n.Sorted {
			return nil
		}
		var out []int
		for _, x := range scanOrder(n.Input) {
			at := slices.IndexFunc(n.Keys, func(k expr.Expr) bool { c, ok := k.(*expr.Column); return ok && mergedWith(n.Input, c.Index) == x })
			if at < 0 {
				break
			}
			out = append(out, at)
		}
		return out
	case *Project:
		var out []int
		for _, x := range scanOrder(n.Input) {
			at := -1
			for i, e := range n.Exprs {
				switch e := e.(type) {
				case *expr.Column:
					if e.Index == x {
						at = i
					}
				case *expr.SetCall:
					return nil
				}
			}
			if at < 0 {
				break
			}
			out = append(out, at)
		}
		return out
	}
	return nil
}

// fixedKey reports whether a scan's range gives the k-th key column one value.
func fixedKey(s *Scan, k int) bool {
	if len(s.Ranges) != 1 {
		return false
	}
	low, high := &s.Ranges[0].Low, &s.Ranges[0].High
	return !low.CutNulls && !high.CutNulls && k < len(low.Values) && k < len(high.Values) &&
		slices.EqualFunc(low.Values[:k+1], high.Values[:k+1], sameExpr)
}

// ordered reports whether a node's rows come in the order of some keys over its
// layout.
func ordered(n Node, l *layout, keys []SortKey) bool {
	order := scanOrder(n)
	if len(keys) > len(order) {
		return false
	}
	for i, k := range keys {
		c, ok := k.Expr.(*expr.Column)
		if !ok || k.Desc || l.ids[order[i]] != c.Index {
			return false
		}
	}
	return true
}

// mergedWith is the column that stands in scanOrder for another: the left key of an
// inner join by merging for its right key.
func mergedWith(n Node, at int) int {
	switch n := n.(type) {
	case *Filter:
		return mergedWith(n.Input, at)
	case *Join:
		if !n.Merge {
			break
		}
		width := len(n.Left.Columns())
		for i := range n.RightKeys {
			left, ok := n.LeftKeys[i].(*expr.Column)
			if right, isColumn := n.RightKeys[i].(*expr.Column); ok && isColumn && n.Kind == JoinInner && width+right.Index == at {
				at = left.Index
			}
		}
		if at < width {
			return mergedWith(n.Left, at)
		}
	}
	return at
}

// sortedBy reports whether a node's rows come in an order in which equal values of
// some columns lie together.
func sortedBy(n Node, keys []expr.Expr) bool {
	order := scanOrder(n)
	if len(keys) == 0 || len(order) < len(keys) {
		return false
	}
	for _, k := range keys {
		c, ok := k.(*expr.Column)
		if !ok || indexOf(order[:len(keys)], mergedWith(n, c.Index)) < 0 {
			return false
		}
	}
	return true
}

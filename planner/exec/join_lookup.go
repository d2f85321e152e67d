package exec

import (
	"bytes"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// lookupJoin finds right rows by full keys that the left rows give: of many left rows
// at a time it gathers the keys, reads each of them once, and goes back to the left
// rows. The right side's filter is looked at with the pairs.
type lookupJoin struct {
	rt    *Runtime
	node  *planner.Join
	scan  *planner.Scan
	left  Operator
	dec   *rowDecoder
	rows  *leftRows
	outer datum.Row
	batch *datum.Batch // the right rows that were fetched
	stats *NodeStats

	from   int         // place in rows.sel of the first row whose keys were fetched
	until  int         // and of the first whose keys were not
	keys   [][]byte    // of these rows
	ends   []int32     // left row → end of its keys in keys
	found  []int32     // key → row of batch, -1: none
	lookup []lookupKey // keys in order
	next   int         // place in keys of the row at work
}

// lookupKey is a key and its place among those of the left rows.
type lookupKey struct {
	key []byte
	at  int32
}

// lookupKeys is about how many keys are fetched at once.
const lookupKeys = datum.BatchRows

// newLookupJoin returns nil if the right side is not one that is found by full keys
// of the left row.
func newLookupJoin(rt *Runtime, n *planner.Join, left Operator) Operator {
	var conds []expr.Expr
	right := n.Right
	for {
		f, ok := right.(*planner.Filter)
		if !ok {
			break
		}
		conds, right = append(conds, expr.Conjuncts(f.Cond)...), f.Input
	}
	s, ok := right.(*planner.Scan)
	if !ok || len(s.Points) == 0 || s.Lock != nil || s.Limit != nil || s.Empty {
		return nil
	}
	if s.Filter != nil {
		conds = append(expr.Conjuncts(s.Filter), conds...)
	}
	wide := len(n.Left.Columns())
	for i, c := range conds {
		if hasSubquery(c) {
			return nil
		}
		conds[i] = expr.Rewrite(c, func(e expr.Expr) expr.Expr { return besideOuter(e, wide) })
	}
	if n.On != nil {
		conds = append(conds, expr.Conjuncts(n.On)...)
	}
	j := &lookupJoin{rt: rt, node: n, scan: s, left: left, dec: newRowDecoder(rt, s.Table, s.Cols), rows: newLeftRows(rt, n)}
	j.batch = datum.NewBatch(columnTypes(s.Out))
	j.rows.pairs.setOn(expr.AndOf(conds), append(slices.Clone(n.Left.Columns()), s.Out...))
	if rt.Stats != nil {
		j.stats = rt.Stats.of(s)
		if n.Right != planner.Node(s) {
			rt.Stats.of(n.Right)
		}
	}
	return j
}

func hasSubquery(e expr.Expr) bool {
	found := false
	expr.Walk(e, func(x expr.Expr) bool {
		_, sub := x.(*expr.Subquery)
		found = found || sub
		return !found
	})
	return found
}

// besideOuter turns an expression over a right row, which sees the left one as its
// outer row, into one over both.
func besideOuter(e expr.Expr, wide int) expr.Expr {
	switch e := e.(type) {
	case *expr.Column:
		c := *e
		c.Index += wide
		return &c
	case *expr.Outer:
		if e.Depth == 1 {
			return &expr.Column{Index: e.Index, T: e.T}
		}
		c := *e
		c.Depth--
		return &c
	}
	return e
}

// want implements narrower.
func (j *lookupJoin) want(cols []bool) { copy(j.rows.pairs.wanted, cols) }

func (j *lookupJoin) Next() (*datum.Batch, error) {
	l := j.rows
	l.pairs.reset()
	for {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		if l.ended() {
			b, err := j.left.Next()
			if err != nil || b == nil {
				return nil, err
			}
			l.open(b)
			j.from, j.until = 0, 0
		}
		if l.at == j.until {
			if err := j.fetch(); err != nil {
				return nil, err
			}
		}
		j.pair()
		if err := l.flush(nil); err != nil {
			return nil, err
		}
		if b := l.give(); b != nil {
			return b, nil
		}
	}
}

// pair adds pairs of left rows and what was fetched for them.
func (j *lookupJoin) pair() {
	l := j.rows
	l.pairs.other = batchRows{j.batch}
	for ; l.at < j.until && !l.pairs.full(); l.at++ {
		for end := int(j.ends[l.at-j.from]); j.next < end; j.next++ {
			if row := j.found[j.next]; row >= 0 {
				if l.pairs.full() {
					return
				}
				l.pairs.add(l.sel[l.at], row)
			}
		}
	}
}

// fetch gathers the keys of the next left rows and reads their rows.
func (j *lookupJoin) fetch() error {
	l := j.rows
	j.from, j.next = l.at, 0
	j.keys, j.ends = j.keys[:0], j.ends[:0]
	for ; j.until < len(l.sel) && len(j.keys) < lookupKeys; j.until++ {
		j.outer = l.pairs.probe.Row(int(l.sel[j.until]), j.outer)
		j.rt.Ctx.Outer = append(j.rt.Ctx.Outer, j.outer)
		keys, err := pointKeys(j.rt, j.scan, j.dec.codec)
		j.rt.Ctx.Outer = j.rt.Ctx.Outer[:len(j.rt.Ctx.Outer)-1]
		if err != nil {
			return err
		}
		j.keys = append(j.keys, keys...)
		j.ends = append(j.ends, int32(len(j.keys)))
	}
	j.batch.Reset()
	if len(j.keys) == 0 {
		return nil
	}
	start := time.Now()
	j.lookup = j.lookup[:0]
	for i, k := range j.keys {
		j.lookup = append(j.lookup, lookupKey{k, int32(i)})
	}
	slices.SortFunc(j.lookup, func(a, b lookupKey) int { return bytes.Compare(a.key, b.key) })
	var distinct [][]byte
	for i, k := range j.lookup {
		if i == 0 || !bytes.Equal(k.key, j.lookup[i-1].key) {
			distinct = append(distinct, k.key)
		}
	}
	rows := make([]int32, len(distinct))
	if err := j.dec.fetch(distinct, j.batch, rows); err != nil {
		return err
	}
	j.found = number(j.found, len(j.keys))
	at := -1
	for i, k := range j.lookup {
		if i == 0 || !bytes.Equal(k.key, j.lookup[i-1].key) {
			at++
		}
		j.found[k.at] = rows[at]
	}
	if j.stats != nil {
		j.stats.Rows += int64(j.batch.N)
		j.stats.Time += time.Since(start)
	}
	return nil
}

func (j *lookupJoin) Close() { j.left.Close() }

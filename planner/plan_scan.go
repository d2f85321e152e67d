package planner

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// scan plans the reading of a table under conditions that concern only it,
// already folded.
func (p *physical) scan(t *tableRel, conds []expr.Expr, used []bool, hint fromHint) (Node, *layout, bool, error) {
	if t.sample != nil {
		conds = append(conds[:len(conds):len(conds)], p.fold(t.sample))
	}
	pa := p.accessPath(t, conds)
	s := &Scan{Table: t.table, Lock: t.lock, Empty: pa.empty}
	var rest []expr.Expr
	if !pa.empty {
		for i, c := range conds {
			if !pa.consumed[i] {
				rest = append(rest, c)
			}
		}
	}
	filtered := map[int]bool(nil)
	for _, c := range rest {
		walkColumns(c, func(id int) {
			if filtered == nil {
				filtered = map[int]bool{}
			}
			filtered[id] = true
		})
	}
	sorted := len(hint.order) == 0 || pa.empty || onePoint(pa.points)
	if !sorted {
		if reverse, ok := pa.along(t, hint.order); ok {
			sorted, s.Reverse = true, reverse
		}
	}
	if !sorted {
		hint.mark(used)
	}
	l := &layout{ids: make([]int, 0, len(t.ids))}
	s.Cols, s.Out = make([]ScanColumn, 0, len(t.ids)), make([]Column, 0, len(t.ids))
	for i, id := range t.ids {
		if id < len(used) && !used[id] && !filtered[id] {
			continue
		}
		l.ids = append(l.ids, id)
		s.Cols = append(s.Cols, t.cols[i])
		s.Out = append(s.Out, p.column(id))
	}
	var err error
	if s.Filter, err = p.finish(expr.AndOf(rest), l); err != nil {
		return nil, nil, false, err
	}
	if s.Points, err = p.finishPoints(pa.points); err != nil {
		return nil, nil, false, err
	}
	if s.Ranges, err = p.finishRanges(pa.ranges); err != nil {
		return nil, nil, false, err
	}
	if sorted && !onePoint(s.Points) {
		s.Limit = hint.limit
	}
	p.estimateScan(s, t, pa, conds, rest)
	return s, l, sorted, nil
}

func (p *physical) finishPoints(points [][]expr.Expr) ([][]expr.Expr, error) {
	if points == nil {
		return nil, nil
	}
	out := make([][]expr.Expr, len(points))
	for i, t := range points {
		out[i] = make([]expr.Expr, len(t))
		for k, e := range t {
			var err error
			if each, ok := e.(*EachElement); ok {
				n := *each
				n.Array, err = p.finish(each.Array, nil)
				out[i][k] = &n
			} else {
				out[i][k], err = p.finish(e, nil)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// onePoint reports whether points are just one key.
func onePoint(points [][]expr.Expr) bool {
	if len(points) != 1 {
		return false
	}
	for _, e := range points[0] {
		if _, many := e.(*EachElement); many {
			return false
		}
	}
	return true
}

func (p *physical) finishRanges(ranges []KeyRange) ([]KeyRange, error) {
	if ranges == nil {
		return nil, nil
	}
	out := make([]KeyRange, len(ranges))
	for i, r := range ranges {
		out[i] = r
		for _, b := range []*Bound{&out[i].Low, &out[i].High} {
			if b.Values == nil {
				continue
			}
			var err error
			if b.Values, err = p.finishList(b.Values, nil); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// arrayGuess is how many elements an array is supposed to have that is known
// at execution only (PostgreSQL's estimate_array_length says 10 as well).
const arrayGuess = 10

// cuBytes is the size of a capacity unit (facts/tablestore.md section 3.1).
const cuBytes = 4096

// estimateScan guesses rows and read capacity units from the table's size and
// what is known of its columns.
func (p *physical) estimateScan(s *Scan, t *tableRel, pa *path, conds, rest []expr.Expr) {
	if pa.empty {
		return
	}
	if pa.points != nil {
		s.EstRows = pointRows(pa.points)
		s.EstCU = s.EstRows
		return
	}
	st := p.b.env.Catalog.Stats(s.Table)
	rows := max(1, st.Rows)
	read := p.readRows(t, pa, conds)
	s.EstRows = max(1, math.Round(rows*p.shareOf(conds)))
	if pa.ranges != nil {
		s.EstRows = min(s.EstRows, max(1, math.Round(read)))
	}
	if k, ok := s.Limit.(*expr.Const); ok && !k.V.IsNull() && len(rest) == 0 && k.V.I >= 0 {
		read = min(read, float64(k.V.I))
		s.EstRows = min(s.EstRows, float64(k.V.I))
	}
	s.EstRead = read
	s.EstCU = max(1, math.Ceil(read*st.RawBytes/rows/cuBytes))
}

// readRows estimates the rows that a path reads: those that the conditions on the key columns
// that make its ranges leave.
func (p *physical) readRows(t *tableRel, pa *path, conds []expr.Expr) float64 {
	rows := p.tableRows(t)
	if pa.ranges == nil {
		return rows
	}
	var made []expr.Expr
	for _, c := range conds {
		own := false
		onKey := true
		walkColumns(c, func(id int) {
			k := keyOf(t, id)
			mine := p.b.cols[id].rel == t
			own = own || mine
			onKey = onKey && (!mine || k >= 0 && k <= pa.depth)
		})
		if own && onKey {
			made = append(made, c)
		}
	}
	return min(max(1, rows*p.shareOf(made)), rows)
}

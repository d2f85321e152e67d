package planner

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// guessRows estimates an item's rows after its conditions, before it is planned.
func (p *physical) guessRows(r relation, conds []expr.Expr) float64 {
	rows := 1000.0
	switch r := r.(type) {
	case *tableRel:
		pa := p.accessPath(r, conds)
		switch {
		case pa.empty:
			return 1
		case pa.points != nil:
			rows = pointRows(pa.points)
			conds = unconsumed(conds, pa)
		default:
			rows = p.tableRows(r)
		}
	case *viewRel:
		rows = 200
	case *funcRel:
		rows = 100
	case *queryRel:
		rows = p.guessQuery(r.q)
	case *cteRel:
		if r.inlined != nil {
			rows = p.guessQuery(r.inlined)
		} else if r.cte.node != nil && r.cte.node.Plan != nil {
			rows = estimate(r.cte.node.Plan)
		}
	case *joinRel:
		rows = max(p.guessRows(r.left, nil), p.guessRows(r.right, nil))
	}
	return max(1, rows*p.shareOf(conds))
}

func (p *physical) tableRows(r *tableRel) float64 {
	return max(1, p.b.env.Catalog.Stats(r.table).Rows)
}

func pointRows(points [][]expr.Expr) float64 {
	if len(points) == 1 && !onePoint(points) {
		return arrayGuess
	}
	return float64(len(points))
}

func unconsumed(conds []expr.Expr, pa *path) []expr.Expr {
	var out []expr.Expr
	for i, c := range conds {
		if !pa.consumed[i] {
			out = append(out, c)
		}
	}
	return out
}

// guessQuery estimates the rows of a query that is not planned yet.
func (p *physical) guessQuery(q *query) float64 {
	rows := 1000.0
	switch bd := q.body.(type) {
	case *valuesBody:
		rows = float64(len(bd.rows))
	case *query:
		rows = p.guessQuery(bd)
	case *setOp:
		rows = p.guessQuery(bd.left)
		if bd.op == Union {
			rows += p.guessQuery(bd.right)
		}
	case *block:
		rows = p.guessBlock(bd)
	}
	if k, ok := p.fold(q.limit).(*expr.Const); ok && !k.V.IsNull() {
		rows = min(rows, float64(k.V.I))
	}
	return max(1, rows)
}

// guessBlock supposes that joins are along keys: as many rows as the largest item has.
func (p *physical) guessBlock(bl *block) float64 {
	rows, largest := 1.0, 1.0
	for _, r := range bl.from {
		ids := p.owned(r)
		var own []expr.Expr
		for _, c := range bl.where {
			if p.touches(c, ids) && !expr.IsVolatile(c) {
				own = append(own, c)
			}
		}
		all := p.guessRows(r, nil)
		share := p.guessRows(r, own) / max(1, all)
		largest = max(largest, all)
		rows *= share
	}
	rows = max(1, rows*largest)
	switch {
	case bl.grouped && len(bl.keys) == 0:
		return 1
	case bl.grouped:
		return p.groupRows(bl, rows)
	case bl.distinct:
		return p.distinctRows(bl.targets, rows)
	}
	return rows
}

// groupRows estimates the groups of so many rows: as many as the keys have values, each
// grouping set by itself.
func (p *physical) groupRows(bl *block, rows float64) float64 {
	of := func(k int) float64 { return p.distinctOf(bl.keys[k].e) }
	if bl.sets == nil {
		groups := 1.0
		for k := range bl.keys {
			groups *= of(k)
		}
		return max(1, math.Round(min(groups, rows)))
	}
	sum := 0.0
	for _, set := range bl.sets {
		groups := 1.0
		for _, k := range set {
			groups *= of(k)
		}
		sum += min(groups, rows)
	}
	return max(1, math.Round(sum))
}

// distinctRows estimates the different rows of a select list.
func (p *physical) distinctRows(targets []target, rows float64) float64 {
	groups := 1.0
	for i := range targets {
		groups *= p.distinctOf(targets[i].e)
	}
	return max(1, math.Round(min(groups, rows)))
}

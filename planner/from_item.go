package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
)

// fromItem is an item of FROM after inner, left and right joins were taken apart,
// or a subquery of WHERE that became a join.
type fromItem struct {
	r relation
	// kind is how the item joins what comes before it: inner, left, semi or anti.
	kind JoinKind
	// on is the condition of a join that is not inner.
	on        []expr.Expr
	nullAware bool // of an anti join: NOT IN

	ids   map[int]bool
	conds []expr.Expr // on this item only, to be applied where it is read
	rows  float64     // estimate, after conds
	cost  float64     // of reading it
	// needs are the items that have to be joined before: those that a LATERAL item or
	// the condition of a join that is not inner reads.
	needs   uint64
	lateral bool
	keys    []keyColumn // what may look the item's rows up by key
	// For an item that is not joined by an inner join: whether a hash table finds its
	// rows, and by how much it makes the rows more or less.
	hash   bool
	factor float64
}

// fromItems takes inner, left and right joins apart: conditions of inner joins are as
// good as WHERE's, and what is left-joined is an item that comes after what
// its condition reads. A left join becomes an inner one if a condition above it
// rejects the NULLs that it fills in.
func (p *physical) fromItems(rels []relation, conds []expr.Expr, keepOuter bool) ([]*fromItem, []expr.Expr) {
	items := make([]*fromItem, 0, len(rels))
	for _, r := range rels {
		j, ok := r.(*joinRel)
		if !ok || j.kind == JoinFull || keepOuter && j.kind != JoinInner {
			items = append(items, &fromItem{r: r})
			continue
		}
		left, right := j.left, j.right
		if j.kind == JoinRight {
			left, right = right, left
		}
		on := p.foldConds(j.on)
		var inner []*fromItem
		if j.kind == JoinInner || p.anyRejectsNull(conds, p.owned(right)) {
			inner, conds = p.fromItems([]relation{left, right}, append(conds[:len(conds):len(conds)], on...), keepOuter)
			items = append(items, inner...)
			continue
		}
		inner, conds = p.fromItems([]relation{left}, conds, keepOuter)
		items = append(append(items, inner...), &fromItem{r: right, kind: JoinLeft, on: on})
	}
	return items, conds
}

// itemIDs are the column numbers that items give.
func (p *physical) itemIDs(items []*fromItem) map[int]bool {
	out := map[int]bool{}
	for _, it := range items {
		if it.kind == JoinInner || it.kind == JoinLeft {
			addOwned(it.r, out)
		}
	}
	return out
}

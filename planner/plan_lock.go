package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// rowLocks are the locks of a FROM that are taken above it, instead of by the
// scans of its tables.
type rowLocks struct {
	rels  []*tableRel
	locks []*RowLock
	conds []expr.Expr // what a changed row must still fulfil
}

// takeLocks takes the locks of a block's tables away from their scans if these give
// rows that the block may not: when they are joined, or sorted by something else
// than the key perhaps. Tables below an outer join are locked where they are
// scanned.
func (p *physical) takeLocks(rels []relation, where []expr.Expr, ordered bool) *rowLocks {
	items, conds := p.flatten(rels, where)
	if len(items) == 1 && !ordered {
		return nil
	}
	k := &rowLocks{conds: conds}
	for _, r := range items {
		if t, ok := r.(*tableRel); ok && t.lock != nil {
			k.rels, k.locks = append(k.rels, t), append(k.locks, t.lock)
			t.lock = nil
		}
	}
	if k.rels == nil {
		return nil
	}
	return k
}

// mark says which columns the locks need from below: keys, and what the
// conditions read.
func (k *rowLocks) mark(used []bool) {
	for _, t := range k.rels {
		for i, id := range t.ids {
			if t.cols[i].Kind == ScanKey {
				markUsed(used, id)
			}
		}
	}
	markConds(k.conds, used)
}

// above puts the locks on a node.
func (p *physical) above(k *rowLocks, node Node, l *layout, limit expr.Expr) (Node, error) {
	n := &LockRows{Input: node, Limit: limit}
	for i, t := range k.rels {
		lt := LockedTable{Table: t.table, Lock: k.locks[i]}
		keys := 0
		for c, id := range t.ids {
			at := l.find(id)
			if at < 0 {
				continue
			}
			if t.cols[c].Kind == ScanKey {
				keys++
			}
			lt.Cols, lt.At = append(lt.Cols, t.cols[c]), append(lt.At, at)
		}
		if keys < max(1, len(t.table.PrimaryKey)) {
			return nil, pgerr.New(pgerr.InternalError, "no key of %s to lock its rows by", t.table.Name)
		}
		n.Tables = append(n.Tables, lt)
	}
	var err error
	n.Recheck, err = p.finish(expr.AndOf(p.foldConds(k.conds)), l)
	return n, err
}

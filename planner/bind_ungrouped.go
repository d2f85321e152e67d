package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// ungroupedAnywhere finds the column that was refused in a window's definition or
// in direct arguments.
func (b *binder) ungroupedAnywhere(bl *block) int {
	for i := range bl.targets {
		if at := ungroupedIn(bl, bl.targets[i].source); at >= 0 {
			return b.pos(at)
		}
	}
	return 0
}

// ungroupedIn finds a column of that name outside of what is aggregated; -1: none.
func ungroupedIn(bl *block, source ast.Expr) ast.Pos {
	at := ast.Pos(-1)
	ast.Walk(source, func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.FuncCall:
			if e.Over == nil && e.WithinGroup && at < 0 {
				for _, a := range e.Args {
					if found := ungroupedIn(bl, a); found >= 0 && at < 0 {
						at = found
					}
				}
			}
			return e.Over != nil || len(fn.Aggregates(e.Name.Object)) == 0
		case *ast.ColumnRef:
			if at < 0 && len(e.Parts) > 0 && e.Parts[len(e.Parts)-1] == bl.ungrouped {
				at = e.At
			}
		}
		return true
	})
	return at
}

// ungroupedPos finds the column that was refused in a target as written.
func (b *binder) ungroupedPos(bl *block, t *target) int {
	if at := ungroupedIn(bl, t.source); at >= 0 {
		return b.pos(at)
	}
	return b.pos(t.at)
}

// qualifiedName is a column as PostgreSQL's errors show it: t.a.
func (b *binder) qualifiedName(bl *block, c *expr.Column) string {
	for _, it := range bl.scope.items {
		switch r := it.rel.(type) {
		case *tableRel:
			if containsInt(r.ids, c.Index) {
				return it.name + "." + c.Name
			}
		case *viewRel:
			if containsInt(r.ids, c.Index) {
				return it.name + "." + c.Name
			}
		case *funcRel:
			if containsInt(r.ids, c.Index) {
				return it.name + "." + c.Name
			}
		case *cteRel:
			if containsInt(r.ids, c.Index) {
				return it.name + "." + c.Name
			}
		case *queryRel:
			for i := range r.q.out {
				if r.q.out[i].id == c.Index {
					return it.name + "." + c.Name
				}
			}
		}
	}
	return c.Name
}

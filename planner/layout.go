package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// layout says which column number is at which position of a node's rows.
type layout struct {
	ids []int
	at  map[int]int // made when ids are many
}

func (l *layout) find(id int) int {
	if l == nil {
		return -1
	}
	if len(l.ids) <= manyColumns {
		for i, x := range l.ids {
			if x == id {
				return i
			}
		}
		return -1
	}
	if l.at == nil {
		l.at = make(map[int]int, len(l.ids))
		for i, x := range l.ids {
			if _, ok := l.at[x]; !ok {
				l.at[x] = i
			}
		}
	}
	if i, ok := l.at[id]; ok {
		return i
	}
	return -1
}

func joined(a, b *layout) *layout {
	return &layout{ids: append(append(make([]int, 0, len(a.ids)+len(b.ids)), a.ids...), b.ids...)}
}

// physical is the state of turning logical queries into nodes.
type physical struct {
	b     *binder
	outer []*layout // rows of the enclosing queries, the outermost first
	// frames are the subqueries being planned.
	frames []frame
	depth  int
	// planned are subqueries planned already: an expression may stand in
	// several places (BETWEEN, multi-column SET), and runs once for all.
	planned map[subqueryAt]*expr.Subquery
}

// subqueryAt is a subquery expression over rows of a layout.
type subqueryAt struct {
	x *expr.Subquery
	l *layout
}

// frame is a subquery being planned: rows below base of the outer stack are
// not its own.
type frame struct {
	base       int
	correlated bool
	uses       []expr.OuterUse // Depth as an index into the outer stack
}

// use notes a column of an enclosing row.
func (f *frame) use(level, index int) {
	f.correlated = true
	u := expr.OuterUse{Depth: level, Index: index}
	for _, x := range f.uses {
		if x == u {
			return
		}
	}
	f.uses = append(f.uses, u)
}

// finish rewrites a bound expression for rows of a layout.
func (p *physical) finish(e expr.Expr, l *layout) (expr.Expr, error) {
	if e == nil {
		return nil, nil
	}
	var failed error
	out := p.rewrite(e, l, &failed)
	return out, failed
}

func (p *physical) rewrite(e expr.Expr, l *layout, failed *error) expr.Expr {
	switch x := e.(type) {
	case *expr.Const, *expr.Param:
		return e
	case *expr.Column:
		out, err := p.resolve(x, l)
		if err != nil && *failed == nil {
			*failed = err
		}
		return out
	case *expr.Subquery:
		out, err := p.subquery(x, l)
		if err != nil && *failed == nil {
			*failed = err
		}
		return out
	case *untypedParam:
		// IS NULL told no type, but another place did.
		return &expr.Param{N: x.n, T: types.Of(p.b.params[x.n-1])}
	}
	return expr.MapChildren(e, func(c expr.Expr) expr.Expr { return p.rewrite(c, l, failed) })
}

// resolve finds a column in the row at hand or in an enclosing one.
func (p *physical) resolve(c *expr.Column, l *layout) (expr.Expr, error) {
	if i := l.find(c.Index); i >= 0 {
		return &expr.Column{Index: i, Name: c.Name, T: c.T}, nil
	}
	for k := len(p.outer) - 1; k >= 0; k-- {
		if i := p.outer[k].find(c.Index); i >= 0 {
			for f := range p.frames {
				if p.frames[f].base > k {
					p.frames[f].use(k, i)
				}
			}
			return &expr.Outer{Depth: len(p.outer) - k, Index: i, Name: c.Name, T: c.T}, nil
		}
	}
	return nil, pgerr.New(pgerr.InternalError, "column %q is not in the row where it is needed", c.Name)
}

// isOuter reports whether all columns in e are of enclosing rows.
func (p *physical) isOuter(e expr.Expr) bool {
	ok := true
	walkColumns(e, func(id int) {
		if !ok {
			return
		}
		for _, l := range p.outer {
			if l.find(id) >= 0 {
				return
			}
		}
		ok = false
	})
	return ok
}

// subquery plans the query of a subquery expression, whose innermost outer row
// is the row of l.
func (p *physical) subquery(x *expr.Subquery, l *layout) (expr.Expr, error) {
	q, ok := x.Plan.(*query)
	if !ok {
		return x, nil
	}
	if done := p.planned[subqueryAt{x, l}]; done != nil {
		return done, nil
	}
	p.outer = append(p.outer, l)
	p.frames = append(p.frames, frame{base: len(p.outer)})
	node, out, err := p.query(q, nil)
	f := p.frames[len(p.frames)-1]
	p.frames = p.frames[:len(p.frames)-1]
	p.outer = p.outer[:len(p.outer)-1]
	if err != nil {
		return nil, err
	}
	n := *x
	n.Plan, n.Correlated = node, f.correlated
	if x.Test != nil {
		n.TestBase = len(l.ids)
		if n.Test, err = p.finish(x.Test, joined(l, out)); err != nil {
			return nil, err
		}
	}
	if f.correlated && !isVolatile(x) && !queryLocks(q) {
		n.Uses = f.usedAt(l, n.Test, n.TestBase)
	}
	if !f.correlated && x.Kind == expr.SubqueryAny {
		n.Left, n.Right = memberTest(n.Test, n.TestBase)
	}
	if p.planned == nil {
		p.planned = map[subqueryAt]*expr.Subquery{}
	}
	p.planned[subqueryAt{x, l}] = &n
	return &n, nil
}

// finishList rewrites a list.
func (p *physical) finishList(list []expr.Expr, l *layout) ([]expr.Expr, error) {
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		var err error
		if out[i], err = p.finish(e, l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p *physical) finishKeys(keys []SortKey, l *layout) ([]SortKey, error) {
	out := make([]SortKey, len(keys))
	for i, k := range keys {
		out[i] = k
		var err error
		if out[i].Expr, err = p.finish(k.Expr, l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fold computes what is constant.
func (p *physical) fold(e expr.Expr) expr.Expr {
	if e == nil || folded(e) {
		return e
	}
	return expr.Fold(p.b.env.Fn, e)
}

// folded spares the commonest expressions the walk: leaves, and calls on
// leaves that are not all constant.
func folded(e expr.Expr) bool {
	switch x := e.(type) {
	case *expr.Column, *expr.Const, *expr.Param:
		return true
	case *expr.Call:
		open := false
		for _, a := range x.Args {
			switch a := a.(type) {
			case *expr.Column, *expr.Param:
				open = true
			case *expr.Const:
				if a.V.IsNull() {
					return false
				}
			default:
				return false
			}
		}
		return open
	}
	return false
}

func (p *physical) enter() error {
	p.depth++
	if p.depth > nestingMax {
		return pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded")
	}
	return nil
}

// usedAt makes the uses of a frame relative to where the subquery is evaluated, over rows of l, and
// adds the columns that its test reads. Nil if the test reads what can't be told.
func (f *frame) usedAt(l *layout, test expr.Expr, base int) []expr.OuterUse {
	out := make([]expr.OuterUse, len(f.uses))
	for i, u := range f.uses {
		out[i] = expr.OuterUse{Depth: f.base - u.Depth, Index: u.Index}
	}
	ok := true
	expr.Walk(test, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column:
			if x.Index < base && !slices.Contains(out, expr.OuterUse{Depth: 1, Index: x.Index}) {
				out = append(out, expr.OuterUse{Depth: 1, Index: x.Index})
			}
		case *expr.Outer:
			u := expr.OuterUse{Depth: x.Depth + 1, Index: x.Index}
			if !slices.Contains(out, u) {
				out = append(out, u)
			}
		case *expr.Subquery:
			ok = false
		}
		return ok
	})
	if !ok {
		return nil
	}
	return out
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// noOver is for a window function that is called like another one.
func noOver(o *fn.Overload, pos int) error {
	return pgerr.New(pgerr.WrongObjectType, "window function %s requires an OVER clause", o.Name).At(pos)
}

// windowCall binds f(…) OVER …. The call is registered with the query level, and the
// column that it becomes is returned.
func (b *binder) windowCall(s *scope, f *ast.FuncCall, among []*fn.Overload) (expr.Expr, error) {
	pos := b.pos(f.At)
	if s.window > 0 && s.agg == 0 {
		return nil, pgerr.New(pgerr.WindowingError, "window function calls cannot be nested").At(pos)
	}
	s.window++
	args, form, err := b.groupArgs(s, f, among)
	s.window--
	if err != nil {
		return nil, err
	}
	call := WindowCall{}
	if f.Filter != nil {
		saved := s.clause
		s.clause = inFilter
		call.Filter, err = b.boolean(s, f.Filter, "FILTER")
		s.clause = saved
		if err != nil {
			return nil, err
		}
	}
	o, coerced, err := fn.ResolveOverload(f.Name.Object, among, typesOf(args), f.Variadic, form.Names)
	if err != nil {
		return nil, pgerr.At(qualified(err, &f.Name), pos)
	}
	if err := windowable(f, o, len(args), pos); err != nil {
		return nil, err
	}
	e, err := expr.NewCallForm(b.env.Fn, o, coerced, args, form, pos)
	if err != nil {
		return nil, err
	}
	switch e := e.(type) {
	case *expr.Aggregate:
		call.F, call.Args, call.T = e.F, e.Args, e.T
	case *expr.Call:
		call.F, call.Args, call.T = e.F, e.Args, e.T
	}
	if s.agg > 0 {
		return nil, pgerr.New(pgerr.GroupingError, "aggregate function calls cannot contain window function calls").At(pos)
	}
	bl := s.block
	if bl == nil || !windowsIn(s.clause) {
		where := s.clause
		switch where {
		case inWindowRows, inWindowRange, inWindowGroups:
			where = inWindow
		}
		return nil, pgerr.New(pgerr.WindowingError, "window functions are not allowed in %s", where).At(pos)
	}
	spec, err := b.windowOf(s, bl, f.Over)
	if err != nil {
		return nil, err
	}
	return b.placeWindow(bl, call, spec), nil
}

func windowsIn(c clause) bool {
	switch c {
	case inTargets, inOrderBy, inDistinct:
		return true
	}
	return false
}

// windowable refuses what PostgreSQL's ParseFuncOrColumn refuses of a call with OVER.
func windowable(f *ast.FuncCall, o *fn.Overload, args, pos int) error {
	name := f.Name.Object
	switch o.Kind {
	case fn.WindowFn:
		if f.WithinGroup {
			return pgerr.New(pgerr.WrongObjectType, "window function %s cannot have WITHIN GROUP", name).At(pos)
		}
	case fn.AggregateFn:
		switch {
		case o.Set != 0 && !f.WithinGroup:
			return pgerr.New(pgerr.WrongObjectType, "WITHIN GROUP is required for ordered-set aggregate %s", name).At(pos)
		case o.Set != 0:
			return pgerr.New(pgerr.FeatureNotSupported, "OVER is not supported for ordered-set aggregate %s", name).At(pos)
		case f.WithinGroup:
			return notOrderedSet(name, pos)
		}
	default:
		if err := notAggregate(f, pos); err != nil {
			return err
		}
		return pgerr.New(pgerr.WrongObjectType, "OVER specified, but %s is not a window function nor an aggregate function", name).At(pos)
	}
	refused := func(what string) error {
		return pgerr.New(pgerr.FeatureNotSupported, "%s", what).At(pos)
	}
	switch {
	case f.Distinct:
		return refused("DISTINCT is not implemented for window functions")
	case o.Kind == fn.AggregateFn && args == 0 && !f.Star:
		return noStar(f, pos)
	case len(f.OrderBy) > 0:
		return refused("aggregate ORDER BY is not implemented for window functions")
	case f.Filter != nil && o.Kind == fn.WindowFn:
		return refused("FILTER is not implemented for non-aggregate window functions")
	}
	return nil
}

// placeWindow finds the call among those of the block, or adds it.
func (b *binder) placeWindow(bl *block, call WindowCall, spec int) expr.Expr {
	for i := range bl.calls {
		if r := &bl.calls[i]; r.spec == spec && sameWindowCall(&r.call, &call) {
			return &expr.Column{Index: r.id, Name: call.F.Name, T: call.T}
		}
	}
	id := b.newColumn(colInfo{name: call.F.Name, t: call.T})
	bl.calls = append(bl.calls, windowRef{call: call, spec: spec, id: id})
	return &expr.Column{Index: id, Name: call.F.Name, T: call.T}
}

func sameWindowCall(a, b *WindowCall) bool {
	if a.F != b.F || len(a.Args) != len(b.Args) || (a.Filter == nil) != (b.Filter == nil) {
		return false
	}
	for i := range a.Args {
		if !sameExpr(a.Args[i], b.Args[i]) || expr.IsVolatile(a.Args[i]) {
			return false
		}
	}
	return a.Filter == nil || sameExpr(a.Filter, b.Filter)
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// aggregateAllowed refuses aggregates inside aggregates' arguments.
func (b *binder) aggregateAllowed(s *scope, pos int) error {
	if s.agg > 0 {
		return pgerr.New(pgerr.GroupingError, "aggregate function calls cannot be nested").At(pos)
	}
	return nil
}

// aggregate registers an aggregate call with the query level that it belongs
// to and returns the column that stands for its result. args are bound; a nil
// among is count(*).
func (b *binder) aggregate(s *scope, f *ast.FuncCall, args []expr.Expr, form expr.Form, among []*fn.Overload) (expr.Expr, error) {
	pos := b.pos(f.At)
	call := AggCall{Distinct: f.Distinct}
	if f.Star {
		if f.Name.Object != "count" {
			return nil, pgerr.New(pgerr.UndefinedFunction, "function %s() does not exist", f.Name.Object).
				WithHint("No function matches the given name and argument types. You might need to add explicit type casts.").At(pos)
		}
		call.Agg = &expr.Aggregate{T: int8T}
	} else {
		o, coerced, err := fn.ResolveOverload(f.Name.Object, among, typesOf(args), f.Variadic, form.Names)
		if err != nil {
			return nil, pgerr.At(err, pos)
		}
		switch {
		case o.Set != 0:
			return nil, pgerr.New(pgerr.WrongObjectType, "WITHIN GROUP is required for ordered-set aggregate %s", f.Name.Object).At(pos)
		case o.Kind == fn.WindowFn:
			return nil, noOver(o, pos)
		case len(args) == 0:
			return nil, noStar(f, pos)
		}
		e, err := expr.NewCallForm(b.env.Fn, o, coerced, args, form, pos)
		if err != nil {
			return nil, err
		}
		agg, ok := e.(*expr.Aggregate)
		if !ok {
			if err := notAggregate(f, pos); err != nil {
				return nil, err
			}
			return e, nil
		}
		call.Agg = agg
	}
	var err error
	if call.OrderBy, err = b.aggregateOrder(s, f, call.Agg.Args); err != nil {
		return nil, err
	}
	if f.Filter != nil {
		saved := s.clause
		s.clause = inFilter
		call.Filter, err = b.boolean(s, f.Filter, "FILTER")
		s.clause = saved
		if err != nil {
			return nil, err
		}
	}
	return b.placeAggregate(s, call, pos)
}

func (b *binder) aggregateOrder(s *scope, f *ast.FuncCall, args []expr.Expr) ([]SortKey, error) {
	var keys []SortKey
	s.agg++
	defer func() { s.agg-- }()
	for i := range f.OrderBy {
		item := &f.OrderBy[i]
		e, err := b.expr(s, item.Expr)
		if err != nil {
			return nil, err
		}
		if e, err = b.coerceUnknownText(e); err != nil {
			return nil, err
		}
		if f.Distinct && !anySame(args, e) {
			return nil, pgerr.New(pgerr.InvalidColumnReference, "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list").At(b.pos(item.Expr.Pos()))
		}
		key, err := b.sortKey(e, item)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func anySame(list []expr.Expr, e expr.Expr) bool {
	for _, x := range list {
		if sameExpr(x, e) {
			return true
		}
	}
	return false
}

// noStar is for an aggregate without arguments.
func noStar(f *ast.FuncCall, pos int) error {
	return pgerr.New(pgerr.WrongObjectType, "%s(*) must be used to call a parameterless aggregate function", f.Name.Object).At(pos)
}

// placeAggregate finds the level whose rows the call aggregates: the nearest
// one whose columns are among its arguments (documentation section 4.2.7).
func (b *binder) placeAggregate(s *scope, call AggCall, pos int) (expr.Expr, error) {
	levels := map[*scope]bool{}
	note := func(id int) {
		if l := b.cols[id].level; l != nil {
			levels[l] = true
		}
	}
	for _, a := range call.Agg.Args {
		walkColumns(a, note)
	}
	for _, k := range call.OrderBy {
		walkColumns(k.Expr, note)
	}
	if call.Filter != nil {
		walkColumns(call.Filter, note)
	}
	home := s
	for level := s; level != nil; level = level.parent {
		if levels[level] {
			home = level
			break
		}
	}
	if err := b.directLevels(s, home, call.Direct, pos); err != nil {
		return nil, err
	}
	bl := home.block
	if bl == nil || !aggregatesIn(home.clause) {
		return nil, pgerr.New(pgerr.GroupingError, "aggregate functions are not allowed in %s", home.clause).At(pos)
	}
	bl.grouped = true
	for i := range bl.aggs {
		if sameAggregate(&bl.aggs[i].call, &call) {
			return b.aggColumn(&bl.aggs[i]), nil
		}
	}
	name := "count"
	if call.Agg.F != nil {
		name = call.Agg.F.Name
	}
	bl.aggs = append(bl.aggs, aggRef{call: call, id: b.newColumn(colInfo{name: name, t: call.Agg.T})})
	return b.aggColumn(&bl.aggs[len(bl.aggs)-1]), nil
}

func (b *binder) aggColumn(a *aggRef) expr.Expr {
	return &expr.Column{Index: a.id, Name: b.cols[a.id].name, T: a.call.Agg.T}
}

func aggregatesIn(c clause) bool {
	switch c {
	case inTargets, inHaving, inOrderBy, inDistinct, inWindow:
		return true
	}
	return false
}

func sameAggregate(a, b *AggCall) bool {
	if a.Agg.F != b.Agg.F || a.Distinct != b.Distinct || len(a.Agg.Args) != len(b.Agg.Args) || len(a.OrderBy) != len(b.OrderBy) || len(a.Direct) != len(b.Direct) {
		return false
	}
	for i := range a.Direct {
		if !sameExpr(a.Direct[i], b.Direct[i]) || expr.IsVolatile(a.Direct[i]) {
			return false
		}
	}
	for i := range a.Agg.Args {
		if !sameExpr(a.Agg.Args[i], b.Agg.Args[i]) || expr.IsVolatile(a.Agg.Args[i]) {
			return false
		}
	}
	for i, k := range a.OrderBy {
		if !sameExpr(k.Expr, b.OrderBy[i].Expr) || k.Desc != b.OrderBy[i].Desc || k.NullsFirst != b.OrderBy[i].NullsFirst {
			return false
		}
	}
	if a.Filter == nil || b.Filter == nil {
		return a.Filter == b.Filter
	}
	return sameExpr(a.Filter, b.Filter)
}

package planner

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func notOrderedSet(name string, pos int) error {
	return pgerr.New(pgerr.WrongObjectType, "%s is not an ordered-set aggregate, so it cannot have WITHIN GROUP", name).At(pos)
}

// orderedSetCall binds f(direct …) WITHIN GROUP (ORDER BY aggregated …).
func (b *binder) orderedSetCall(s *scope, f *ast.FuncCall, among []*fn.Overload) (expr.Expr, error) {
	pos := b.pos(f.At)
	if err := b.aggregateAllowed(s, pos); err != nil {
		return nil, err
	}
	s.agg++
	args, form, err := b.groupArgs(s, f, among)
	s.agg--
	if err != nil {
		return nil, err
	}
	o, coerced, err := fn.ResolveOverload(f.Name.Object, among, typesOf(args), false, form.Names)
	if err != nil {
		return nil, pgerr.At(qualified(err, &f.Name), pos)
	}
	direct := len(args) - len(f.OrderBy)
	switch {
	case o.Kind == fn.WindowFn:
		return nil, noOver(o, pos)
	case o.Kind != fn.AggregateFn:
		return nil, notAggregate(f, pos)
	case o.Set == 0:
		return nil, notOrderedSet(f.Name.Object, pos)
	}
	if err := directCount(f, o, direct, args, pos); err != nil {
		return nil, err
	}
	if o.Set == fn.HypotheticalSet {
		if err := b.unifyHypothetical(f, args, coerced); err != nil {
			return nil, err
		}
	}
	for i, a := range args {
		if args[i], err = b.coerce(a, types.Of(coerced[i]), types.Implicit, pos); err != nil {
			return nil, err
		}
	}
	t, err := fn.ResultType(o, typesOf(args))
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	call := AggCall{Agg: &expr.Aggregate{F: o, Args: args[direct:], T: t}, Direct: args[:direct]}
	for i := range f.OrderBy {
		key, err := b.sortKey(args[direct+i], &f.OrderBy[i])
		if err != nil {
			return nil, err
		}
		call.OrderBy = append(call.OrderBy, key)
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

// directLevels refuses direct arguments with columns of a level below that whose rows
// are aggregated.
func (b *binder) directLevels(s, home *scope, direct []expr.Expr, pos int) error {
	lower := map[*scope]bool{}
	for level := s; level != home && level != nil; level = level.parent {
		lower[level] = true
	}
	bad := false
	for _, d := range direct {
		walkColumns(d, func(id int) { bad = bad || lower[b.cols[id].level] })
	}
	if bad {
		return pgerr.New(pgerr.GroupingError, "outer-level aggregate cannot contain a lower-level variable in its direct arguments").At(pos)
	}
	return nil
}

// groupArgs binds the arguments of a call, then what WITHIN GROUP orders by: a function
// is chosen by all of them.
func (b *binder) groupArgs(s *scope, f *ast.FuncCall, among []*fn.Overload) ([]expr.Expr, expr.Form, error) {
	args, form, err := b.callArgs(s, f)
	if err != nil || !f.WithinGroup {
		return args, form, err
	}
	for i := range f.OrderBy {
		x, err := b.expr(s, f.OrderBy[i].Expr)
		if err != nil {
			return nil, form, err
		}
		args = append(args, x)
	}
	return args, form, nil
}

// directCount refuses a call that divides its arguments otherwise than the
// aggregate has them.
func directCount(f *ast.FuncCall, o *fn.Overload, direct int, args []expr.Expr, pos int) error {
	none := func() *pgerr.Error {
		sig := ""
		for i, a := range args {
			if i > 0 {
				sig += ", "
			}
			sig += types.TypeName(a.Type().OID)
		}
		return pgerr.New(pgerr.UndefinedFunction, "function %s(%s) does not exist", f.Name.Object, sig).At(pos)
	}
	switch {
	case o.Set == fn.HypotheticalSet && direct != len(f.OrderBy):
		return none().WithHint("To use the hypothetical-set aggregate %s, the number of hypothetical direct arguments (here %d) must match the number of ordering columns (here %d).",
			f.Name.Object, direct, len(f.OrderBy))
	case o.Set == fn.OrderedSet && direct != o.Direct:
		plural := "s"
		if o.Direct == 1 {
			plural = ""
		}
		return none().WithHint("There is an ordered-set aggregate %s, but it requires %s direct argument%s, not %d.",
			f.Name.Object, strconv.Itoa(o.Direct), plural, direct)
	}
	return nil
}

// unifyHypothetical makes each direct argument and the column that it is
// compared with of one type (unify_hypothetical_args).
func (b *binder) unifyHypothetical(f *ast.FuncCall, args []expr.Expr, coerced []types.OID) error {
	n := len(f.OrderBy)
	for i := range n {
		pair := []expr.Expr{args[n+i], args[i]}
		_, t, err := expr.Unify(b.env.Fn, pair, "WITHIN GROUP", b.startPos(f.Args[i]))
		if err != nil {
			return err
		}
		coerced[i], coerced[n+i] = t.OID, t.OID
	}
	return nil
}

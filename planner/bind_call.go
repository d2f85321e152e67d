package planner

import (
	"errors"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// call binds a function call: scalar, set-returning or aggregate.
func (b *binder) call(s *scope, f *ast.FuncCall) (expr.Expr, error) {
	pos := b.pos(f.At)
	among, err := b.overloads(&f.Name)
	if err != nil {
		return nil, err
	}
	if f.Over != nil {
		return b.windowCall(s, f, among)
	}
	if f.WithinGroup {
		return b.orderedSetCall(s, f, among)
	}
	agg := isAggregate(among)
	if !agg {
		if f.Star {
			if _, _, err := fn.ResolveOverload(f.Name.Object, among, nil, false, nil); err != nil {
				return nil, pgerr.At(qualified(err, &f.Name), pos)
			}
		}
		if err := notAggregate(f, pos); err != nil {
			return nil, err
		}
	} else {
		if err := b.aggregateAllowed(s, pos); err != nil {
			return nil, err
		}
		if f.Star {
			return b.aggregate(s, f, nil, expr.Form{}, nil)
		}
	}
	if agg {
		s.agg++
		defer func() { s.agg-- }()
	}
	if err := b.checkArgNames(f); err != nil {
		return nil, err
	}
	args, form, err := b.callArgs(s, f)
	if err != nil {
		return nil, err
	}
	if agg {
		return b.aggregate(s, f, args, form, among)
	}
	if len(args) == 1 && len(among) == 0 && f.Name.Schema == "" {
		if x := b.fieldByFunction(args[0], f.Name.Object); x != nil {
			return x, nil
		}
	}
	o, coerced, err := fn.ResolveOverload(f.Name.Object, among, typesOf(args), f.Variadic, form.Names)
	if err != nil {
		if pgerr.CodeOf(err) == pgerr.DatatypeMismatch {
			return nil, err // of polymorphic types, which PostgreSQL reports without a place
		}
		return nil, pgerr.At(qualified(err, &f.Name), pos)
	}
	if o.Kind == fn.WindowFn {
		return nil, noOver(o, pos)
	}
	if o.Kind == fn.SetReturning {
		if err := b.setAllowed(s, pos); err != nil {
			return nil, err
		}
	}
	if last := len(o.Args) - 1; f.Variadic && o.Variadic && o.Args[last] == types.Any && types.ElemOf(coerced[last]) == 0 {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "VARIADIC argument must be an array").At(b.startPos(f.Args[last]))
	}
	if o.RowsOf != nil {
		return b.recordCall(o, coerced, args, form, pos)
	}
	return expr.NewCallForm(b.env.Fn, o, coerced, args, form, pos)
}

// callArgs binds the arguments of a call as they are written.
func (b *binder) callArgs(s *scope, f *ast.FuncCall) ([]expr.Expr, expr.Form, error) {
	args := make([]expr.Expr, 0, len(f.Args))
	form := expr.Form{Variadic: f.Variadic}
	for i, a := range f.Args {
		name := ""
		if n, ok := a.(*ast.NamedArg); ok {
			name, a = n.Name, n.Arg
		}
		if name != "" && form.Names == nil {
			form.Names = make([]string, len(f.Args))
		}
		if form.Names != nil {
			form.Names[i] = name
		}
		x, err := b.rowOrExpr(s, a)
		if err != nil {
			return nil, form, err
		}
		args = append(args, x)
	}
	return args, form, nil
}

// checkArgNames refuses a name given twice, and an argument without one behind
// one that has.
func (b *binder) checkArgNames(f *ast.FuncCall) error {
	var names []string
	for _, a := range f.Args {
		n, ok := a.(*ast.NamedArg)
		switch {
		case !ok && len(names) > 0:
			return pgerr.New(pgerr.SyntaxError, "positional argument cannot follow named argument").At(b.startPos(a))
		case ok && slices.Contains(names, n.Name):
			return pgerr.New(pgerr.SyntaxError, "argument name \"%s\" used more than once", n.Name).At(b.pos(n.At))
		case ok:
			names = append(names, n.Name)
		}
	}
	return nil
}

// qualified puts the schema into the error for a function that was named with
// one.
func qualified(err error, n *ast.Name) error {
	var e *pgerr.Error
	if n.Schema != "" && errors.As(err, &e) {
		if rest, ok := strings.CutPrefix(e.Message, "function "+n.Object); ok {
			e.Message = "function " + n.Schema + "." + n.Object + rest
		}
	}
	return err
}

func typesOf(list []expr.Expr) []types.T {
	out := make([]types.T, len(list))
	for i, e := range list {
		out[i] = e.Type()
	}
	return out
}

// overloads lists the functions of a name: those of its schema, or with a bare
// name those of pg_catalog first, then of the others in the search path.
func (b *binder) overloads(n *ast.Name) ([]*fn.Overload, error) {
	all := fn.Functions(n.Object)
	if n.Schema != "" {
		var out []*fn.Overload
		for _, o := range all {
			if schemaOf(o) == n.Schema {
				out = append(out, o)
			}
		}
		if len(out) == 0 {
			ok, err := b.env.Catalog.HasSchema(n.Schema)
			if err == nil && !ok {
				err = pgerr.New(pgerr.InvalidSchemaName, "schema \"%s\" does not exist", n.Schema).At(b.pos(n.At))
			}
			return nil, err
		}
		return out, nil
	}
	plain := true
	for _, o := range all {
		plain = plain && o.Schema == ""
	}
	if plain {
		return all, nil
	}
	var out []*fn.Overload
	for _, o := range all {
		if o.Schema == "" || inPath(b.env.SearchPath, o.Schema) {
			out = append(out, o)
		}
	}
	return out, nil
}

func schemaOf(o *fn.Overload) string {
	if o.Schema == "" {
		return "pg_catalog"
	}
	return o.Schema
}

func inPath(path []string, schema string) bool {
	for _, p := range path {
		if p == schema {
			return true
		}
	}
	return false
}

func isAggregate(among []*fn.Overload) bool {
	for _, o := range among {
		if o.Kind == fn.AggregateFn {
			return true
		}
	}
	return false
}

// notAggregate refuses what only aggregates take (ParseFuncOrColumn).
func notAggregate(f *ast.FuncCall, pos int) error {
	name := f.Name.Object
	what := ""
	switch {
	case f.Star:
		return pgerr.New(pgerr.WrongObjectType, "%s(*) specified, but %s is not an aggregate function", name, name).At(pos)
	case f.Distinct:
		what = "DISTINCT"
	case f.WithinGroup:
		what = "WITHIN GROUP"
	case len(f.OrderBy) > 0:
		what = "ORDER BY"
	case f.Filter != nil:
		what = "FILTER"
	default:
		return nil
	}
	return pgerr.New(pgerr.WrongObjectType, "%s specified, but %s is not an aggregate function", what, name).At(pos)
}

// setAllowed refuses a set-returning function where there can be none.
func (b *binder) setAllowed(s *scope, pos int) error {
	s.srf.met++
	if s.srf.allowed && s.agg == 0 && s.window == 0 {
		return nil
	}
	where := string(s.clause)
	if s.window > 0 && s.agg == 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "window function calls cannot contain set-returning function calls").
			WithHint("You might be able to move the set-returning function into a LATERAL FROM item.").At(pos)
	}
	if s.agg > 0 {
		return pgerr.New(pgerr.FeatureNotSupported, "aggregate function calls cannot contain set-returning function calls").
			WithHint("You might be able to move the set-returning function into a LATERAL FROM item.").At(pos)
	}
	e := pgerr.New(pgerr.FeatureNotSupported, "set-returning functions are not allowed in %s", where).At(pos)
	if s.srf.construct != "" {
		e = pgerr.New(pgerr.FeatureNotSupported, "set-returning functions are not allowed in %s", s.srf.construct).
			WithHint("You might be able to move the set-returning function into a LATERAL FROM item.").At(pos)
	}
	return e
}

// callNamed calls a function of pg_catalog on bound arguments.
func (b *binder) callNamed(name string, args []expr.Expr, pos int) (expr.Expr, error) {
	o, coerced, err := fn.ResolveFunction(name, typesOf(args), false, nil)
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	return expr.NewCall(b.env.Fn, o, coerced, args, pos)
}

// sqlValue binds CURRENT_DATE and its kin as the functions and casts that
// define them.
func (b *binder) sqlValue(e *ast.SQLValue) (expr.Expr, error) {
	pos := b.pos(e.At)
	mod := int32(-1)
	if e.Precision >= 0 {
		mod = int32(min(e.Precision, 6))
	}
	as := func(name string, t types.OID) (expr.Expr, error) {
		x, err := b.callNamed(name, nil, pos)
		if err != nil {
			return nil, err
		}
		return b.coerce(x, types.T{OID: t, Mod: mod}, types.Explicit, pos)
	}
	switch e.Kind {
	case ast.CurrentDate:
		return as("now", types.Date)
	case ast.CurrentTime:
		return as("now", types.TimeTZ)
	case ast.CurrentTimestamp:
		return as("now", types.TimestampTZ)
	case ast.LocalTime:
		return as("now", types.Time)
	case ast.LocalTimestamp:
		return as("now", types.Timestamp)
	case ast.SessionUser:
		return b.callNamed("session_user", nil, pos)
	case ast.CurrentCatalog:
		return b.callNamed("current_database", nil, pos)
	case ast.CurrentSchema:
		return b.callNamed("current_schema", nil, pos)
	}
	return b.callNamed("current_user", nil, pos)
}

func (b *binder) subscript(s *scope, e *ast.Subscript) (expr.Expr, error) {
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	slice := false
	for _, ix := range e.Index {
		slice = slice || ix.Slice
	}
	var index, lower, upper []expr.Expr
	for _, ix := range e.Index {
		var lo, hi expr.Expr
		if ix.Lower != nil {
			if lo, err = b.expr(s, ix.Lower); err != nil {
				return nil, err
			}
		}
		if ix.Upper != nil {
			if hi, err = b.expr(s, ix.Upper); err != nil {
				return nil, err
			}
		}
		if !slice && arg.Type().OID == types.JSONB {
			if lo, err = expr.JSONBIndex(b.env.Fn, lo, b.pos(ix.Lower.Pos())); err != nil {
				return nil, err
			}
		}
		if slice && !ix.Slice {
			// Beside a slice a plain index i means 1:i.
			lo, hi = expr.NewConst(types.NewInt4(1)), lo
		}
		index, lower, upper = append(index, lo), append(lower, lo), append(upper, hi)
	}
	if slice {
		return expr.NewSlice(b.env.Fn, arg, lower, upper, b.pos(e.At))
	}
	return expr.NewSubscript(b.env.Fn, arg, index, b.pos(e.At))
}

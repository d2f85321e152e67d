package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func (b *binder) boolean(s *scope, e ast.Expr, construct string) (expr.Expr, error) {
	out, err := b.expr(s, e)
	if err != nil {
		return nil, err
	}
	return b.asBoolean(out, construct, b.startPos(e))
}

func (b *binder) asBoolean(e expr.Expr, construct string, pos int) (expr.Expr, error) {
	t := e.Type()
	if t.OID == types.Bool {
		return e, nil
	}
	if t.OID == types.Unknown {
		return b.coerce(e, boolT, types.Implicit, pos)
	}
	err := pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s", construct, "boolean", types.TypeName(t.OID)).At(pos)
	if t.OID == types.Variant {
		err.Hint = fn.VariantHint(types.Bool)
	}
	return nil, err
}

func (b *binder) booleans(s *scope, list []ast.Expr, construct string) ([]expr.Expr, error) {
	out := make([]expr.Expr, 0, len(list))
	for _, e := range list {
		x, err := b.boolean(s, e, construct)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

func (b *binder) test(s *scope, e ast.Expr) (expr.Expr, error) {
	switch e := e.(type) {
	case *ast.IsNull:
		arg, err := b.expr(s, e.Arg)
		return &expr.IsNull{Arg: arg, Not: e.Not}, err
	case *ast.BoolTest:
		names := [...]string{"TRUE", "FALSE", "UNKNOWN"}
		kinds := [...]expr.BoolTestKind{expr.IsTrue, expr.IsFalse, expr.IsUnknown}
		construct := "IS "
		if e.Not {
			construct = "IS NOT "
		}
		arg, err := b.boolean(s, e.Arg, construct+names[e.Test])
		return &expr.BoolTest{Arg: arg, Kind: kinds[e.Test], Not: e.Not}, err
	case *ast.IsDistinct:
		args, err := b.exprs(s, []ast.Expr{e.Left, e.Right})
		if err != nil {
			return nil, err
		}
		return b.isDistinct(args[0], args[1], e.Not, b.pos(e.At))
	case *ast.IsNormalized:
		form := &ast.Const{Loc: e.Loc, Kind: ast.String, Text: e.Form}
		c := &ast.FuncCall{Loc: e.Loc, Name: ast.Name{Loc: e.Loc, Schema: "pg_catalog", Object: "is_normalized"}, Args: []ast.Expr{e.Arg, form}}
		out, err := b.call(s, c)
		if err == nil && e.Not {
			out = &expr.Not{Arg: out}
		}
		return out, err
	}
	return nil, pgerr.Unsupported("type xml").At(b.pos(e.Pos()))
}

func (b *binder) isDistinct(left, right expr.Expr, not bool, pos int) (expr.Expr, error) {
	l, lok := left.(*expr.RowCtor)
	r, rok := right.(*expr.RowCtor)
	if lok && rok {
		if len(l.Args) != len(r.Args) {
			return nil, pgerr.New(pgerr.SyntaxError, "unequal number of entries in row expressions").At(pos)
		}
		list := make([]expr.Expr, len(l.Args))
		for i := range list {
			var err error
			if list[i], err = b.isDistinct(l.Args[i], r.Args[i], not, pos); err != nil {
				return nil, err
			}
		}
		switch {
		case len(list) == 1:
			return list[0], nil
		case not:
			return &expr.And{Args: list}, nil
		}
		return &expr.Or{Args: list}, nil
	}
	eq, left, right, err := expr.NewComparison(b.env.Fn, "=", left, right, pos)
	return &expr.IsDistinct{Left: left, Right: right, Eq: eq, Not: not}, err
}

func (b *binder) between(s *scope, e *ast.Between) (expr.Expr, error) {
	args, err := b.exprs(s, []ast.Expr{e.Arg, e.Low, e.High})
	if err != nil {
		return nil, err
	}
	pos := b.pos(e.At)
	half := func(low, high expr.Expr) (expr.Expr, error) {
		lowOp, highOp := ">=", "<="
		if e.Not {
			lowOp, highOp = "<", ">"
		}
		x, err := b.operator(lowOp, args[0], low, pos)
		if err != nil {
			return nil, err
		}
		y, err := b.operator(highOp, args[0], high, pos)
		if e.Not {
			return &expr.Or{Args: []expr.Expr{x, y}}, err
		}
		return &expr.And{Args: []expr.Expr{x, y}}, err
	}
	x, err := half(args[1], args[2])
	if err != nil || !e.Symmetric {
		return x, err
	}
	y, err := half(args[2], args[1])
	if e.Not {
		return &expr.And{Args: []expr.Expr{x, y}}, err
	}
	return &expr.Or{Args: []expr.Expr{x, y}}, err
}

func (b *binder) inList(s *scope, e *ast.InList) (expr.Expr, error) {
	left, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	list, err := b.exprs(s, e.List)
	if err != nil {
		return nil, err
	}
	return expr.NewInList(b.env.Fn, left, list, e.Not, b.pos(e.At))
}

func (b *binder) like(s *scope, e *ast.Like) (expr.Expr, error) {
	args, err := b.exprs(s, []ast.Expr{e.Arg, e.Pattern})
	if err != nil {
		return nil, err
	}
	pos := b.pos(e.At)
	arg, pattern := args[0], args[1]
	var escape []expr.Expr
	if e.Escape != nil {
		x, err := b.expr(s, e.Escape)
		if err != nil {
			return nil, err
		}
		escape = append(escape, x)
	}
	op := "~~"
	switch {
	case e.Kind == ast.SimilarPattern:
		op = "~"
		if pattern, err = b.callNamed("similar_to_escape", append([]expr.Expr{pattern}, escape...), pos); err != nil {
			return nil, err
		}
	case e.Kind == ast.ILikePattern:
		op = "~~*"
		fallthrough
	default:
		if len(escape) > 0 {
			if pattern, err = b.callNamed("like_escape", append([]expr.Expr{pattern}, escape...), pos); err != nil {
				return nil, err
			}
		}
	}
	if e.Not {
		op = "!" + op
	}
	return b.operator(op, arg, pattern, pos)
}

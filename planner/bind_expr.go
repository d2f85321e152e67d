package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

var (
	boolT = types.Of(types.Bool)
	textT = types.Of(types.Text)
	int4T = types.Of(types.Int4)
	int8T = types.Of(types.Int8)
)

// expr binds an expression. Its type may still be unknown.
func (b *binder) expr(s *scope, e ast.Expr) (expr.Expr, error) {
	if err := b.enter(); err != nil {
		return nil, err
	}
	out, err := b.exprNode(s, e)
	b.depth--
	return out, err
}

func (b *binder) exprNode(s *scope, e ast.Expr) (expr.Expr, error) {
	switch e := e.(type) {
	case *ast.Const:
		return b.literal(e)
	case *ast.Param:
		return b.param(e)
	case *ast.ColumnRef:
		if e.Star {
			return nil, pgerr.New(pgerr.FeatureNotSupported, "row expansion via \"*\" is not supported here").At(b.pos(e.At))
		}
		return b.columnRef(s, e)
	case *ast.Binary:
		return b.binary(s, e)
	case *ast.Unary:
		return b.unary(s, e)
	case *ast.And:
		args, err := b.booleans(s, e.Args, "AND")
		return &expr.And{Args: args}, err
	case *ast.Or:
		args, err := b.booleans(s, e.Args, "OR")
		return &expr.Or{Args: args}, err
	case *ast.Not:
		arg, err := b.boolean(s, e.Arg, "NOT")
		return &expr.Not{Arg: arg}, err
	case *ast.FuncCall:
		return b.call(s, e)
	case *ast.Cast:
		return b.cast(s, e)
	case *ast.IsNull, *ast.BoolTest, *ast.IsDistinct, *ast.IsNormalized, *ast.IsDocument:
		return b.test(s, e)
	case *ast.Between:
		return b.between(s, e)
	case *ast.InList:
		return b.inList(s, e)
	case *ast.Like:
		return b.like(s, e)
	case *ast.Case:
		return b.caseExpr(s, e)
	case *ast.Coalesce:
		args, err := b.noSets(s, e.Args, "COALESCE")
		if err != nil {
			return nil, err
		}
		return expr.NewCoalesce(b.env.Fn, args, b.pos(e.At))
	case *ast.MinMax:
		args, err := b.exprs(s, e.Args)
		if err != nil {
			return nil, err
		}
		return expr.NewMinMax(b.env.Fn, args, !e.Least, b.pos(e.At))
	case *ast.NullIf:
		args, err := b.exprs(s, []ast.Expr{e.Left, e.Right})
		if err != nil {
			return nil, err
		}
		return expr.NewNullIf(b.env.Fn, args[0], args[1], b.pos(e.At))
	case *ast.Array:
		return b.array(s, e, types.T{})
	case *ast.Row:
		return b.row(s, e)
	case *ast.Collate:
		return b.collate(s, e)
	case *ast.SQLValue:
		return b.sqlValue(e)
	case *ast.Subscript:
		return b.subscript(s, e)
	case *ast.FieldSelect:
		return b.fieldSelect(s, e)
	case *ast.Quantified, *ast.Exists, *ast.Subquery, *ast.ArraySubquery, *ast.InSubquery:
		return b.subquery(s, e)
	case *ast.Grouping:
		return b.grouping(s, e)
	case *ast.Default:
		return nil, pgerr.New(pgerr.SyntaxError, "DEFAULT is not allowed in this context").At(b.pos(e.At))
	case *ast.CurrentOf:
		return nil, pgerr.Unsupported("WHERE CURRENT OF").At(b.pos(e.At))
	case *ast.NamedArg:
		return nil, pgerr.New(pgerr.SyntaxError, "named arguments are only allowed in function calls").At(b.pos(e.At))
	}
	return nil, pgerr.Unsupported("this expression").At(b.pos(e.Pos()))
}

func (b *binder) exprs(s *scope, list []ast.Expr) ([]expr.Expr, error) {
	out := make([]expr.Expr, len(list))
	for i, e := range list {
		var err error
		if out[i], err = b.expr(s, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// noSets binds arguments of a construct that may skip some of them and so
// takes no set-returning function.
func (b *binder) noSets(s *scope, list []ast.Expr, construct string) ([]expr.Expr, error) {
	saved := s.srf
	s.srf.allowed = false
	s.srf.construct = construct
	out, err := b.exprs(s, list)
	met := s.srf.met
	s.srf = saved
	s.srf.met = met
	return out, err
}

// boolean binds the argument of a construct that wants a boolean.
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
		err.WithHint("A free attribute that holds values of several types has to be cast first: x::boolean, or try_cast(x, 'boolean').")
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

// coerce converts e; see expr.Coerce.
func (b *binder) coerce(e expr.Expr, to types.T, context types.CastContext, pos int) (expr.Expr, error) {
	return expr.Coerce(b.env.Fn, e, to, context, pos)
}

// coerceUnknownText makes an expression of unknown type text: what a result
// column, a GROUP BY or an ORDER BY does with it.
func (b *binder) coerceUnknownText(e expr.Expr) (expr.Expr, error) {
	if e.Type().OID != types.Unknown {
		return e, nil
	}
	return b.coerce(e, textT, types.Implicit, 0)
}

func (b *binder) unary(s *scope, e *ast.Unary) (expr.Expr, error) {
	if k, ok := e.Arg.(*ast.Const); ok && e.Op.Name == "-" && (k.Kind == ast.Integer || k.Kind == ast.Float) {
		return b.number(k, true)
	}
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	return expr.NewOperator(b.env.Fn, e.Op.Name, nil, arg, b.pos(e.At))
}

func (b *binder) binary(s *scope, e *ast.Binary) (expr.Expr, error) {
	if e.Op.Schema != "" && e.Op.Schema != "pg_catalog" {
		return nil, pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s.%s", e.Op.Schema, e.Op.Name).At(b.pos(e.At))
	}
	// A chain of one operator (a || b || c …) nests to the left: it is bound in a
	// loop, so that its length is not a depth.
	var chain []*ast.Binary
	left := ast.Expr(e)
	for {
		next, ok := left.(*ast.Binary)
		if !ok || next.Op.Schema != "" && next.Op.Schema != "pg_catalog" {
			break
		}
		chain = append(chain, next)
		left = next.Left
	}
	_, beside := chain[len(chain)-1].Right.(*ast.Row)
	out, err := b.operand(s, left, beside)
	if err != nil {
		return nil, err
	}
	for i := len(chain) - 1; i >= 0; i-- {
		_, beside := out.(*expr.RowCtor)
		right, err := b.operand(s, chain[i].Right, beside)
		if err != nil {
			return nil, err
		}
		if out, err = b.operator(chain[i].Op.Name, out, right, b.pos(chain[i].At)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// operand binds an operand: beside a row, a subquery gives a row.
func (b *binder) operand(s *scope, e ast.Expr, besideRow bool) (expr.Expr, error) {
	if _, ok := e.(*ast.Subquery); ok && besideRow {
		s.multi = true
	}
	return b.expr(s, e)
}

// operator makes left op right, rows compared column by column.
func (b *binder) operator(op string, left, right expr.Expr, pos int) (expr.Expr, error) {
	left, right = rowOperands(left, right)
	return expr.NewRowComparison(b.env.Fn, op, left, right, pos)
}

// rowOperands takes a subquery with several columns apart when it is compared
// with a row constructor.
func rowOperands(left, right expr.Expr) (expr.Expr, expr.Expr) {
	if _, ok := left.(*expr.RowCtor); ok {
		right = subqueryFields(right)
	} else if _, ok := right.(*expr.RowCtor); ok {
		left = subqueryFields(left)
	}
	return left, right
}

func subqueryFields(e expr.Expr) expr.Expr {
	sub, ok := e.(*expr.Subquery)
	if !ok || sub.Kind != expr.SubqueryRow {
		return e
	}
	q := sub.Plan.(*query)
	row := &expr.RowCtor{}
	for i, c := range q.out {
		row.Args = append(row.Args, &expr.Field{Arg: sub, Index: i, Name: c.name, T: c.t})
		row.Names = append(row.Names, c.name)
	}
	return row
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

func (b *binder) caseExpr(s *scope, e *ast.Case) (expr.Expr, error) {
	var operand, otherwise expr.Expr
	var err error
	saved := s.srf
	s.srf.allowed, s.srf.construct = false, "CASE"
	defer func() { s.srf.allowed, s.srf.construct = saved.allowed, saved.construct }()
	if e.Arg != nil {
		if operand, err = b.expr(s, e.Arg); err != nil {
			return nil, err
		}
	}
	whens := make([]expr.When, len(e.Whens))
	for i, w := range e.Whens {
		if e.Arg != nil {
			whens[i].Cond, err = b.expr(s, w.Cond)
		} else {
			whens[i].Cond, err = b.boolean(s, w.Cond, "CASE/WHEN")
		}
		if err != nil {
			return nil, err
		}
		if whens[i].Then, err = b.expr(s, w.Result); err != nil {
			return nil, err
		}
	}
	if e.Else != nil {
		if otherwise, err = b.expr(s, e.Else); err != nil {
			return nil, err
		}
	}
	if operand != nil {
		return expr.NewSimpleCase(b.env.Fn, operand, whens, otherwise, b.pos(e.At))
	}
	return expr.NewCase(b.env.Fn, whens, otherwise, b.pos(e.At))
}

func (b *binder) cast(s *scope, e *ast.Cast) (expr.Expr, error) {
	to, err := b.typeName(e.Type)
	if err != nil {
		return nil, err
	}
	if types.IsReg(to.OID) {
		b.uncached = true
	}
	if a, ok := e.Arg.(*ast.Array); ok && types.ElemOf(to.OID) != 0 {
		return b.array(s, a, to)
	}
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	return b.coerce(arg, to, types.Explicit, b.pos(e.At))
}

// array binds ARRAY[…]; to, if not zero, is the type that it is cast to.
func (b *binder) array(s *scope, e *ast.Array, to types.T) (expr.Expr, error) {
	list := make([]expr.Expr, len(e.Elems))
	for i, x := range e.Elems {
		var err error
		if a, ok := x.(*ast.Array); ok {
			err = b.enter()
			if err == nil {
				list[i], err = b.array(s, a, to)
			}
			b.depth--
		} else {
			list[i], err = b.expr(s, x)
		}
		if err != nil {
			return nil, err
		}
	}
	if to.OID != 0 {
		return expr.NewArrayOf(b.env.Fn, list, to, b.pos(e.At))
	}
	return expr.NewArray(b.env.Fn, list, b.pos(e.At))
}

func (b *binder) row(s *scope, e *ast.Row) (expr.Expr, error) {
	row := &expr.RowCtor{}
	for _, x := range e.Elems {
		if ref, ok := x.(*ast.ColumnRef); ok && ref.Star {
			list, err := b.star(s, ref)
			if err != nil {
				return nil, err
			}
			for _, c := range list {
				row.Args = append(row.Args, c.e)
			}
			continue
		}
		arg, err := b.expr(s, x)
		if err != nil {
			return nil, err
		}
		row.Args = append(row.Args, arg)
	}
	return row, nil
}

// collate checks the collation: all that Sparrow has order by bytes.
func (b *binder) collate(s *scope, e *ast.Collate) (expr.Expr, error) {
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	if arg, err = b.coerceUnknownText(arg); err != nil {
		return nil, err
	}
	if info := types.Lookup(arg.Type().OID); info == nil || info.Collation == 0 {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", types.TypeName(arg.Type().OID)).At(b.pos(e.At))
	}
	switch e.Collation.Object {
	case "C", "POSIX", "default", "ucs_basic", "C.UTF-8", "C.utf8":
		return arg, nil
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "collation \"%s\" for encoding \"UTF8\" does not exist", e.Collation.Object).
		WithHint("Sparrow orders text by its UTF-8 bytes: collation \"C\".").At(b.pos(e.At))
}

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
	// What comes after binding walks the chain as deep as it is long.
	if len(chain) > nestingMax {
		return nil, b.tooDeep()
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

// array binds ARRAY[…]; to, if not zero, is the type that it is cast to.
// collate checks the collation: all that Sparrow has order by bytes.

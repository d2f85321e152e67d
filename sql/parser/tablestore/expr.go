package tablestore

import (
	"strconv"

	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// expr lowers a value expression; nil for none.
func (l *lowering) expr(n my.ExprNode) ast.Expr {
	if n == nil || l.err != nil {
		return nil
	}
	if !l.descend() {
		return nil
	}
	defer l.ascend()
	at := l.locate(n)
	switch n := n.(type) {
	case *value:
		return l.literal(at, n)
	case *param:
		return l.parameter(n.offset)
	case *my.ColumnNameExpr:
		return l.columnRef(at, n.Name)
	case *my.ParenthesesExpr:
		return l.expr(n.Expr)
	case *my.BinaryOperationExpr:
		return l.binary(at, n)
	case *my.UnaryOperationExpr:
		return l.unary(at, n)
	case *my.BetweenExpr:
		return &ast.Between{Loc: at, Arg: l.expr(n.Expr), Low: l.expr(n.Left), High: l.expr(n.Right), Not: n.Not}
	case *my.PatternInExpr:
		return l.in(at, n)
	case *my.PatternLikeOrIlikeExpr:
		return l.like(at, n)
	case *my.IsNullExpr:
		return &ast.IsNull{Loc: at, Arg: l.expr(n.Expr), Not: n.Not}
	case *my.IsTruthExpr:
		test := ast.IsTrue
		if n.True == 0 {
			test = ast.IsFalse
		}
		return &ast.BoolTest{Loc: at, Arg: l.condition(n.Expr), Test: test, Not: n.Not}
	case *my.CaseExpr:
		return l.caseOf(at, n)
	case *my.FuncCallExpr:
		return l.call(at, n)
	case *my.AggregateFuncExpr:
		return l.aggregate(at, n)
	case *my.FuncCastExpr:
		return l.cast(at, n)
	case *my.ValuesExpr:
		if l.target == "" {
			l.refuse(n.OriginTextPosition(), "VALUES() outside of ON DUPLICATE KEY UPDATE")
			return nil
		}
		return &ast.ColumnRef{Loc: at, Parts: []string{"excluded", column(n.Column.Name)}}
	case *my.DefaultExpr:
		l.refuseIf(n.Name != nil, "DEFAULT(column)")
		return &ast.Default{Loc: at}
	case *my.PositionExpr:
		return &ast.Const{Loc: at, Kind: ast.Integer, Text: strconv.Itoa(n.N)}
	}
	return l.otherExpr(at, n)
}

// otherExpr lowers or refuses what is rare.
func (l *lowering) otherExpr(at ast.Loc, n my.ExprNode) ast.Expr {
	offset := n.OriginTextPosition()
	switch n := n.(type) {
	case *my.RowExpr:
		r := &ast.Row{Loc: at}
		for _, v := range n.Values {
			r.Elems = append(r.Elems, l.expr(v))
		}
		return r
	case *my.SubqueryExpr, *my.ExistsSubqueryExpr, *my.CompareSubqueryExpr:
		l.refuse(offset, "a subquery outside of FROM")
	case *my.WindowFuncExpr:
		l.refuse(offset, "a window function")
	case *my.PatternRegexpExpr:
		l.refuse(offset, "REGEXP")
	case *my.MatchAgainst:
		l.refuse(offset, "MATCH … AGAINST")
	case *my.SetCollationExpr:
		l.refuse(offset, "COLLATE")
	case *my.VariableExpr:
		l.refuse(offset, "a variable")
	case *my.TimeUnitExpr:
		l.refuse(offset, "a time unit")
	default:
		l.refuse(offset, "this expression")
	}
	return nil
}

// condition lowers an expression where a truth value is expected: a number there is
// true unless it is zero.
func (l *lowering) condition(n my.ExprNode) ast.Expr {
	for {
		p, ok := n.(*my.ParenthesesExpr)
		if !ok {
			break
		}
		n = p.Expr
	}
	v, ok := n.(*value)
	if !ok {
		return l.expr(n)
	}
	truth, isNumber := false, true
	switch x := v.v.(type) {
	case int64:
		truth = x != 0
	case uint64:
		truth = x != 0
	case float64:
		truth = x != 0
	case decimal:
		f, _ := strconv.ParseFloat(string(x), 64)
		truth = f != 0
	default:
		isNumber = false
	}
	if !isNumber {
		return l.expr(n)
	}
	return &ast.Const{Loc: l.locate(n), Kind: ast.Bool, Text: strconv.FormatBool(truth)}
}

// literal lowers a constant. A number with an exponent is a DOUBLE.
func (l *lowering) literal(at ast.Loc, n *value) ast.Expr {
	switch v := n.v.(type) {
	case nil:
		return &ast.Const{Loc: at, Kind: ast.Null}
	case bool:
		return &ast.Const{Loc: at, Kind: ast.Bool, Text: strconv.FormatBool(v)}
	case int64:
		return &ast.Const{Loc: at, Kind: ast.Integer, Text: strconv.FormatInt(v, 10)}
	case uint64:
		return &ast.Const{Loc: at, Kind: ast.Integer, Text: strconv.FormatUint(v, 10)}
	case decimal:
		return &ast.Const{Loc: at, Kind: ast.Float, Text: string(v)}
	case float64:
		return l.as(at, &ast.Const{Loc: at, Kind: ast.Float, Text: strconv.FormatFloat(v, 'e', -1, 64)}, "float8")
	case string:
		return &ast.Const{Loc: at, Kind: ast.String, Text: v}
	}
	l.refuse(n.OriginTextPosition(), "a hexadecimal or bit literal")
	return nil
}

// columnRef lowers the name of a column.
func (l *lowering) columnRef(at ast.Loc, n *my.ColumnName) ast.Expr {
	if n.Table.O == "" && l.aliases != nil {
		if e, ok := l.aliases[n.Name.L]; ok {
			aliases := l.aliases
			l.aliases = nil // an alias doesn't see the others
			defer func() { l.aliases = aliases }()
			return l.expr(e)
		}
	}
	ref := &ast.ColumnRef{Loc: at}
	switch {
	case n.Schema.O != "":
		ref.Parts = append(ref.Parts, n.Schema.O, n.Table.O)
	case n.Table.O != "":
		ref.Parts = append(ref.Parts, n.Table.O)
	case l.target != "": // the proposed row has the same names
		ref.Parts = append(ref.Parts, l.target)
	}
	ref.Parts = append(ref.Parts, column(n))
	return ref
}

func (l *lowering) caseOf(at ast.Loc, n *my.CaseExpr) ast.Expr {
	c := &ast.Case{Loc: at, Arg: l.expr(n.Value), Else: l.expr(n.ElseClause)}
	for _, w := range n.WhenClauses {
		when := ast.When{Loc: l.locate(w.Expr), Result: l.expr(w.Result)}
		if n.Value == nil {
			when.Cond = l.condition(w.Expr)
		} else {
			when.Cond = l.expr(w.Expr)
		}
		c.Whens = append(c.Whens, when)
	}
	return c
}

// as is arg::name with a type of pg_catalog.
func (l *lowering) as(at ast.Loc, arg ast.Expr, name string) ast.Expr {
	return &ast.Cast{Loc: at, Arg: arg, Type: typeName(at, name)}
}

func typeName(at ast.Loc, name string) *ast.TypeName {
	return &ast.TypeName{Loc: at, Name: ast.Name{Loc: at, Schema: "pg_catalog", Object: name}, Precision: -1}
}

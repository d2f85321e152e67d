package tablestore

import (
	my "github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// operators are those that mean the same under PostgreSQL's name.
var operators = map[opcode.Op]string{
	opcode.EQ: "=", opcode.NE: "<>", opcode.LT: "<", opcode.LE: "<=", opcode.GT: ">", opcode.GE: ">=",
	opcode.Plus: "+", opcode.Minus: "-", opcode.Mul: "*",
	opcode.And: "&", opcode.Or: "|", opcode.Xor: "#", opcode.LeftShift: "<<", opcode.RightShift: ">>",
}

// binary lowers an infix operator. Division gives a DOUBLE, and NULL by zero.
func (l *lowering) binary(at ast.Loc, n *my.BinaryOperationExpr) ast.Expr {
	switch n.Op {
	case opcode.LogicAnd:
		return &ast.And{Loc: at, Args: l.chain(n, opcode.LogicAnd)}
	case opcode.LogicOr:
		return &ast.Or{Loc: at, Args: l.chain(n, opcode.LogicOr)}
	case opcode.LogicXor:
		return &ast.Binary{Loc: at, Op: ast.Op{Name: "<>"}, Left: l.condition(n.L), Right: l.condition(n.R)}
	case opcode.NullEQ:
		return &ast.IsDistinct{Loc: at, Left: l.expr(n.L), Right: l.expr(n.R), Not: true}
	case opcode.Div:
		return &ast.Binary{Loc: at, Op: ast.Op{Name: "/"}, Left: l.as(at, l.expr(n.L), "float8"), Right: l.notZero(at, l.as(at, l.expr(n.R), "float8"))}
	case opcode.IntDiv:
		return l.as(at, l.function(at, "div", l.as(at, l.expr(n.L), "numeric"), l.notZero(at, l.as(at, l.expr(n.R), "numeric"))), "int8")
	case opcode.Mod:
		return &ast.Binary{Loc: at, Op: ast.Op{Name: "%"}, Left: l.expr(n.L), Right: l.notZero(at, l.expr(n.R))}
	}
	name, ok := operators[n.Op]
	if !ok {
		l.refuse(n.OriginTextPosition(), "the operator "+n.Op.String())
		return nil
	}
	b := &ast.Binary{Loc: at, Op: ast.Op{Name: name}, Left: l.expr(n.L), Right: l.expr(n.R)}
	if n.Op == opcode.LeftShift || n.Op == opcode.RightShift {
		b.Left, b.Right = l.as(at, b.Left, "int8"), l.as(at, b.Right, "int4")
	}
	return b
}

// notZero is NULL instead of zero.
func (l *lowering) notZero(at ast.Loc, e ast.Expr) ast.Expr {
	return &ast.NullIf{Loc: at, Left: e, Right: &ast.Const{Loc: at, Kind: ast.Integer, Text: "0"}}
}

// chain collects the conditions of a chain of AND or OR, which nests to the left.
func (l *lowering) chain(n *my.BinaryOperationExpr, op opcode.Op) []ast.Expr {
	var args []ast.Expr
	for {
		args = append(args, l.condition(n.R))
		left, ok := n.L.(*my.BinaryOperationExpr)
		if !ok || left.Op != op {
			break
		}
		n = left
	}
	args = append(args, l.condition(n.L))
	for i, j := 0, len(args)-1; i < j; i, j = i+1, j-1 {
		args[i], args[j] = args[j], args[i]
	}
	return args
}

func (l *lowering) unary(at ast.Loc, n *my.UnaryOperationExpr) ast.Expr {
	switch n.Op {
	case opcode.Not, opcode.Not2:
		if e, ok := n.V.(*my.ExistsSubqueryExpr); ok {
			return l.expr(e)
		}
		return &ast.Not{Loc: at, Arg: l.condition(n.V)}
	case opcode.Plus:
		return l.expr(n.V)
	case opcode.BitNeg:
		return &ast.Unary{Loc: at, Op: ast.Op{Name: "~"}, Arg: l.expr(n.V)}
	case opcode.Minus:
		arg := l.expr(n.V)
		if c, ok := arg.(*ast.Const); ok && (c.Kind == ast.Integer || c.Kind == ast.Float) && c.Text[0] != '-' {
			return &ast.Const{Loc: at, Kind: c.Kind, Text: "-" + c.Text}
		}
		return &ast.Unary{Loc: at, Op: ast.Op{Name: "-"}, Arg: arg}
	}
	l.refuse(n.OriginTextPosition(), "the operator "+n.Op.String())
	return nil
}

func (l *lowering) in(at ast.Loc, n *my.PatternInExpr) ast.Expr {
	if n.Sel != nil {
		l.refuse(n.OriginTextPosition(), "a subquery outside of FROM")
		return nil
	}
	e := &ast.InList{Loc: at, Arg: l.expr(n.Expr), Not: n.Not}
	for _, v := range n.List {
		e.List = append(e.List, l.expr(v))
	}
	return e
}

func (l *lowering) like(at ast.Loc, n *my.PatternLikeOrIlikeExpr) ast.Expr {
	if !n.IsLike {
		l.refuse(n.OriginTextPosition(), "ILIKE")
		return nil
	}
	e := &ast.Like{Loc: at, Arg: l.expr(n.Expr), Pattern: l.expr(n.Pattern), Not: n.Not}
	if n.Escape != '\\' {
		text := ""
		if n.Escape != 0 {
			text = string(rune(n.Escape))
		}
		e.Escape = &ast.Const{Loc: at, Kind: ast.String, Text: text}
	}
	return e
}

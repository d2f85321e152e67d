package tablestore

import (
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// json lowers the JSON functions over jsonb: documents are kept in MEDIUMTEXT columns.
// The operators -> and ->> come as calls.
func (l *lowering) json(at ast.Loc, n *my.FuncCallExpr) ast.Expr {
	args := n.Args
	switch name := n.FnName.L; {
	case name == "json_extract" && len(args) == 2:
		return l.extract(at, l.document(at, args[0]), args[1])
	case name == "json_unquote" && len(args) == 1:
		return l.unquote(at, l.document(at, args[0]))
	case name == "json_contains" && (len(args) == 2 || len(args) == 3):
		doc := l.document(at, args[0])
		if len(args) == 3 {
			doc = l.extract(at, doc, args[2])
		}
		return &ast.Binary{Loc: at, Op: ast.Op{Name: "@>"}, Left: doc, Right: l.document(at, args[1])}
	case name == "json_length" && len(args) == 1:
		return l.length(at, l.document(at, args[0]))
	case name == "json_length" && len(args) == 2:
		return l.length(at, l.extract(at, l.document(at, args[0]), args[1]))
	case name == "json_type" && len(args) == 1:
		return l.function(at, "upper", l.function(at, "jsonb_typeof", l.document(at, args[0])))
	}
	l.refuse(n.OriginTextPosition(), "the function "+n.FnName.L+"() with "+itoa(int64(len(args)))+" arguments")
	return nil
}

// document is an argument as jsonb.
func (l *lowering) document(at ast.Loc, n my.ExprNode) ast.Expr {
	return l.as(at, l.expr(n), "jsonb")
}

// extract is what a path finds: with wildcards all of it, as an array.
func (l *lowering) extract(at ast.Loc, doc ast.Expr, path my.ExprNode) ast.Expr {
	f := "jsonb_path_query_first"
	if v, ok := path.(*value); ok {
		if s, ok := v.v.(string); ok && strings.Contains(s, "*") {
			f = "jsonb_path_query_array"
		}
	}
	return l.function(at, f, doc, l.as(at, l.expr(path), "jsonpath"))
}

// unquote is a JSON value as text: strings without their quotes.
func (l *lowering) unquote(at ast.Loc, doc ast.Expr) ast.Expr {
	return &ast.Binary{Loc: at, Op: ast.Op{Name: "#>>"}, Left: doc, Right: &ast.Const{Loc: at, Kind: ast.String, Text: "{}"}}
}

// length is the number of elements or members; of other values it is 1.
func (l *lowering) length(at ast.Loc, doc ast.Expr) ast.Expr {
	word := func(s string) ast.Expr { return &ast.Const{Loc: at, Kind: ast.String, Text: s} }
	keys := l.function(at, "jsonb_path_query_array", doc, l.as(at, word("$.*"), "jsonpath"))
	return &ast.Case{Loc: at, Arg: l.function(at, "jsonb_typeof", doc), Whens: []ast.When{
		{Loc: at, Cond: word("array"), Result: l.function(at, "jsonb_array_length", doc)},
		{Loc: at, Cond: word("object"), Result: l.function(at, "jsonb_array_length", keys)},
		{Loc: at, Cond: &ast.Const{Loc: at, Kind: ast.Null}, Result: &ast.Const{Loc: at, Kind: ast.Null}},
	}, Else: &ast.Case{Loc: at, Whens: []ast.When{{Loc: at, Cond: &ast.IsNull{Loc: at, Arg: doc, Not: true}, Result: &ast.Const{Loc: at, Kind: ast.Integer, Text: "1"}}}}}
}

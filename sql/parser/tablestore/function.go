package tablestore

import (
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// function is a call of a function of pg_catalog.
func (l *lowering) function(at ast.Loc, name string, args ...ast.Expr) ast.Expr {
	return &ast.FuncCall{Loc: at, Name: ast.Name{Loc: at, Schema: "pg_catalog", Object: name}, Args: args}
}

// sameFunction has PostgreSQL's name for functions that mean the same, with the numbers
// of arguments that they take.
var sameFunction = map[string]struct {
	name     string
	min, max int
}{
	"abs": {"abs", 1, 1}, "ceil": {"ceil", 1, 1}, "ceiling": {"ceil", 1, 1}, "floor": {"floor", 1, 1},
	"round": {"round", 1, 1}, "sign": {"sign", 1, 1}, "sqrt": {"sqrt", 1, 1}, "pow": {"power", 2, 2},
	"power": {"power", 2, 2}, "exp": {"exp", 1, 1}, "ln": {"ln", 1, 1},
	"lower": {"lower", 1, 1}, "lcase": {"lower", 1, 1}, "upper": {"upper", 1, 1}, "ucase": {"upper", 1, 1},
	"length": {"octet_length", 1, 1}, "octet_length": {"octet_length", 1, 1},
	"char_length": {"char_length", 1, 1}, "character_length": {"char_length", 1, 1},
	"ltrim": {"ltrim", 1, 1}, "rtrim": {"rtrim", 1, 1}, "reverse": {"reverse", 1, 1}, "replace": {"replace", 3, 3},
	"lpad": {"lpad", 3, 3}, "rpad": {"rpad", 3, 3}, "md5": {"md5", 1, 1},
	"json_array": {"jsonb_build_array", 0, 100}, "json_object": {"jsonb_build_object", 0, 100},
}

// call lowers a call of a scalar function.
func (l *lowering) call(at ast.Loc, n *my.FuncCallExpr) ast.Expr {
	name := n.FnName.L
	if n.Schema.O != "" {
		l.refuse(n.OriginTextPosition(), "a function of a schema")
		return nil
	}
	if f, ok := sameFunction[name]; ok && len(n.Args) >= f.min && len(n.Args) <= f.max {
		return l.function(at, f.name, l.list(n.Args)...)
	}
	if strings.HasPrefix(name, "json_") {
		return l.json(at, n)
	}
	switch name + "/" + itoa(int64(len(n.Args))) {
	case "if/3":
		return &ast.Case{Loc: at, Whens: []ast.When{{Loc: at, Cond: l.condition(n.Args[0]), Result: l.expr(n.Args[1])}}, Else: l.expr(n.Args[2])}
	case "ifnull/2":
		return &ast.Coalesce{Loc: at, Args: l.list(n.Args)}
	case "nullif/2":
		return &ast.NullIf{Loc: at, Left: l.expr(n.Args[0]), Right: l.expr(n.Args[1])}
	case "isnull/1":
		return &ast.IsNull{Loc: at, Arg: l.expr(n.Args[0])}
	case "mod/2":
		return &ast.Binary{Loc: at, Op: ast.Op{Name: "%"}, Left: l.expr(n.Args[0]), Right: l.notZero(at, l.expr(n.Args[1]))}
	case "trim/1":
		return l.function(at, "btrim", l.expr(n.Args[0]))
	case "left/2", "right/2":
		// A negative count gives the empty string, not all but the last ones.
		count := &ast.MinMax{Loc: at, Args: []ast.Expr{l.as(at, l.expr(n.Args[1]), "int4"), &ast.Const{Loc: at, Kind: ast.Integer, Text: "0"}}}
		return l.function(at, name, l.expr(n.Args[0]), count)
	case "now/0", "current_timestamp/0":
		return &ast.SQLValue{Loc: at, Kind: ast.LocalTimestamp, Precision: 0}
	case "curdate/0", "current_date/0":
		return &ast.SQLValue{Loc: at, Kind: ast.CurrentDate, Precision: -1}
	case "unix_timestamp/0":
		return l.as(at, l.function(at, "date_part", &ast.Const{Loc: at, Kind: ast.String, Text: "epoch"}, l.function(at, "now")), "int8")
	}
	return l.variadic(at, n)
}

// variadic lowers functions of any number of arguments.
func (l *lowering) variadic(at ast.Loc, n *my.FuncCallExpr) ast.Expr {
	switch name := n.FnName.L; {
	case name == "coalesce" && len(n.Args) > 0:
		return &ast.Coalesce{Loc: at, Args: l.list(n.Args)}
	case name == "round" && len(n.Args) == 2:
		return l.as(at, l.function(at, "round", l.as(at, l.expr(n.Args[0]), "numeric"), l.as(at, l.expr(n.Args[1]), "int4")), "float8")
	case (name == "substring" || name == "substr") && (len(n.Args) == 2 || len(n.Args) == 3):
		return l.substring(at, n.Args)
	case name == "concat" && len(n.Args) > 0:
		// NULL when any of them is, unlike PostgreSQL's.
		e := l.as(at, l.expr(n.Args[0]), "text")
		for _, a := range n.Args[1:] {
			e = &ast.Binary{Loc: at, Op: ast.Op{Name: "||"}, Left: e, Right: l.as(at, l.expr(a), "text")}
		}
		return e
	case name == "concat_ws" && len(n.Args) > 1:
		return l.function(at, "concat_ws", l.list(n.Args)...)
	}
	l.refuse(n.OriginTextPosition(), "the function "+n.FnName.L+"() with "+itoa(int64(len(n.Args)))+" arguments")
	return nil
}

// substring lowers SUBSTRING with a constant place, which may count from the end.
func (l *lowering) substring(at ast.Loc, list []my.ExprNode) ast.Expr {
	args := l.list(list)
	if c, ok := args[1].(*ast.Const); ok && c.Kind == ast.Integer && strings.HasPrefix(c.Text, "-") {
		s := l.function(at, "right", args[0], &ast.Const{Loc: at, Kind: ast.Integer, Text: c.Text[1:]})
		if len(args) == 2 {
			return s
		}
		return l.function(at, "substr", s, &ast.Const{Loc: at, Kind: ast.Integer, Text: "1"}, args[2])
	}
	return l.function(at, "substr", args...)
}

func (l *lowering) list(nodes []my.ExprNode) []ast.Expr {
	var args []ast.Expr
	for _, n := range nodes {
		args = append(args, l.expr(n))
	}
	return args
}

// aggregate lowers COUNT, SUM, AVG, MAX and MIN. The average of BIGINTs is a DOUBLE.
func (l *lowering) aggregate(at ast.Loc, n *my.AggregateFuncExpr) ast.Expr {
	name := strings.ToLower(n.F)
	switch name {
	case my.AggFuncCount, my.AggFuncSum, my.AggFuncAvg, my.AggFuncMax, my.AggFuncMin:
	default:
		l.refuse(n.OriginTextPosition(), "the aggregate function "+name+"()")
		return nil
	}
	if len(n.Args) != 1 {
		l.refuse(n.OriginTextPosition(), name+"() of several columns")
		return nil
	}
	f := &ast.FuncCall{Loc: at, Name: ast.Name{Loc: at, Schema: "pg_catalog", Object: name}, Distinct: n.Distinct}
	if v, ok := n.Args[0].(*value); ok && name == my.AggFuncCount && !n.Distinct && v.v != nil {
		f.Star = true // the grammar makes COUNT(1) of COUNT(*)
		return f
	}
	arg := l.expr(n.Args[0])
	if name == my.AggFuncAvg {
		arg = l.as(at, arg, "float8")
	}
	f.Args = []ast.Expr{arg}
	return f
}

// cast lowers CAST and CONVERT.
func (l *lowering) cast(at ast.Loc, n *my.FuncCastExpr) ast.Expr {
	name := ""
	switch n.Tp.GetType() {
	case mysql.TypeLonglong:
		if !mysql.HasUnsignedFlag(n.Tp.GetFlag()) {
			name = "int8"
		}
	case mysql.TypeDouble, mysql.TypeFloat:
		name = "float8"
	case mysql.TypeVarString:
		if n.Tp.GetCharset() != "binary" && n.Tp.GetFlen() < 0 {
			name = "text"
		}
	case mysql.TypeJSON:
		name = "jsonb"
	}
	if name == "" || n.FunctionType == my.CastBinaryOperator {
		l.refuse(n.OriginTextPosition(), "a cast to "+n.Tp.String())
		return nil
	}
	return l.as(at, l.expr(n.Expr), name)
}

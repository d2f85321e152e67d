package ast

import (
	"strconv"
	"strings"
)

// Format prints e as SQL with no more parentheses than it needs, for EXPLAIN and
// for messages. Parsing the text gives the same tree, except that a subquery
// inside shows as (SELECT …).
func Format(e Expr) string {
	var f formatter
	f.expr(e, 0)
	return f.String()
}

// Binding strengths in the order of PostgreSQL's grammar; an operand that binds
// less than its place demands gets parentheses.
const (
	bindOr = iota + 1
	bindAnd
	bindNot
	bindIs
	bindCompare
	bindLike
	bindOp
	bindAdd
	bindMul
	bindPower
	bindAt
	bindCollate
	bindSign
	bindCast
	bindPrimary // names, constants, calls
	bindArray   // what may have a subscript behind it
)

type formatter struct{ strings.Builder }

// expr prints e for a place that demands the strength min.
func (f *formatter) expr(e Expr, min int) {
	if e == nil {
		return
	}
	if strength(e) < min {
		f.WriteByte('(')
		f.bare(e)
		f.WriteByte(')')
		return
	}
	f.bare(e)
}

// strength returns how strongly e's outermost operator binds.
func strength(e Expr) int {
	switch e := e.(type) {
	case *Or:
		return bindOr
	case *And:
		return bindAnd
	case *Not:
		return bindNot
	case *IsNull, *BoolTest, *IsDistinct, *IsNormalized, *IsDocument:
		return bindIs
	case *Between, *InList, *InSubquery, *Like:
		return bindLike
	case *Quantified:
		return opStrength(e.Op)
	case *Binary:
		return opStrength(e.Op)
	case *Unary:
		if e.Op.Name == "-" || e.Op.Name == "+" {
			return bindSign
		}
		return bindOp
	case *Collate:
		return bindCollate
	case *Cast:
		return bindCast
	case *FuncCall:
		if e.SQLSyntax && e.Name.Object == "timezone" {
			return bindAt
		}
	case *Const:
		if strings.HasPrefix(e.Text, "-") && (e.Kind == Integer || e.Kind == Float) {
			return bindSign
		}
	case *ColumnRef:
		if !e.Star {
			return bindArray
		}
	case *FieldSelect:
		if !e.Star {
			return bindArray
		}
	case *Param, *Subquery:
		return bindArray
	}
	return bindPrimary
}

func opStrength(op Op) int {
	if op.Schema != "" {
		return bindOp
	}
	switch op.Name {
	case "<", ">", "=", "<=", ">=", "<>":
		return bindCompare
	case "+", "-":
		return bindAdd
	case "*", "/", "%":
		return bindMul
	case "^":
		return bindPower
	case "~~", "!~~", "~~*", "!~~*": // LIKE ANY
		return bindOp
	}
	return bindOp
}

// bare prints e without parentheses around it.
func (f *formatter) bare(e Expr) {
	switch e := e.(type) {
	case *Or:
		f.join(e.Args, " OR ", bindOr+1)
	case *And:
		f.join(e.Args, " AND ", bindAnd+1)
	case *Not:
		f.WriteString("NOT ")
		f.expr(e.Arg, bindNot)
	case *Binary:
		bind := opStrength(e.Op)
		left := bind
		if bind == bindCompare {
			left++ // not associative
		}
		f.expr(e.Left, left)
		f.WriteString(" " + opText(e.Op) + " ")
		f.expr(e.Right, bind+1)
	case *Unary:
		f.WriteString(opText(e.Op))
		f.prefixArg(e)
	case *Quantified:
		f.quantified(e)
	case *Collate:
		f.expr(e.Arg, bindCollate)
		f.WriteString(" COLLATE " + quoteName(e.Collation))
	case *Cast:
		f.expr(e.Arg, bindCast)
		f.WriteString("::" + e.Type.String())
	case *Subscript:
		f.expr(e.Arg, bindArray)
		f.indexes(e.Index)
	case *FieldSelect:
		f.WriteByte('(')
		f.expr(e.Arg, 0)
		f.WriteString(").")
		if e.Star {
			f.WriteByte('*')
		} else {
			f.WriteString(quoteIdent(e.Field))
		}
	case *NamedArg:
		f.WriteString(quoteIdent(e.Name) + " => ")
		f.expr(e.Arg, 0)
	case *Case:
		f.caseExpr(e)
	case *FuncCall:
		f.call(e)
	default:
		if !f.predicate(e) {
			f.primary(e)
		}
	}
}

// prefixArg prints a prefix operator's argument so that no other token arises.
func (f *formatter) prefixArg(e *Unary) {
	bind := bindOp + 1
	if strength(e) == bindSign {
		bind = bindSign
		if c, ok := e.Arg.(*Const); ok && (c.Kind == Integer || c.Kind == Float) {
			bind = bindArray // -(1) is not the number -1
		}
	}
	if _, ok := e.Arg.(*Unary); ok || e.Op.Name != "-" && e.Op.Name != "+" {
		f.WriteByte(' ')
	}
	f.expr(e.Arg, bind)
}

func (f *formatter) join(list []Expr, sep string, min int) {
	for i, e := range list {
		if i > 0 {
			f.WriteString(sep)
		}
		f.expr(e, min)
	}
}

// parens prints name(list).
func (f *formatter) parens(name string, list []Expr) {
	f.WriteString(name + "(")
	f.join(list, ", ", 0)
	f.WriteByte(')')
}

func (f *formatter) indexes(list []Index) {
	for _, ix := range list {
		f.WriteByte('[')
		f.expr(ix.Lower, 0)
		if ix.Slice {
			f.WriteByte(':')
			f.expr(ix.Upper, 0)
		}
		f.WriteByte(']')
	}
}

func (f *formatter) quantified(e *Quantified) {
	bind := opStrength(e.Op)
	if bind == bindCompare {
		bind++
	}
	f.expr(e.Left, bind)
	f.WriteString(" " + opText(e.Op))
	if e.All {
		f.WriteString(" ALL (")
	} else {
		f.WriteString(" ANY (")
	}
	if e.Query != nil {
		f.WriteString("SELECT …")
	} else {
		f.expr(e.Array, 0)
	}
	f.WriteByte(')')
}

func (f *formatter) caseExpr(e *Case) {
	f.WriteString("CASE")
	if e.Arg != nil {
		f.WriteByte(' ')
		f.expr(e.Arg, 0)
	}
	for _, w := range e.Whens {
		f.WriteString(" WHEN ")
		f.expr(w.Cond, 0)
		f.WriteString(" THEN ")
		f.expr(w.Result, 0)
	}
	if e.Else != nil {
		f.WriteString(" ELSE ")
		f.expr(e.Else, 0)
	}
	f.WriteString(" END")
}

// primary prints names, constants and what looks like a call.
func (f *formatter) primary(e Expr) {
	switch e := e.(type) {
	case *Const:
		f.WriteString(constText(e))
	case *Param:
		f.WriteString("$" + strconv.Itoa(e.Number))
	case *ColumnRef:
		for i, p := range e.Parts {
			if i > 0 {
				f.WriteByte('.')
			}
			f.WriteString(quoteIdent(p))
		}
		if e.Star && len(e.Parts) > 0 {
			f.WriteByte('.')
		}
		if e.Star {
			f.WriteByte('*')
		}
	case *Exists:
		f.WriteString("EXISTS (SELECT …)")
	case *Subquery:
		f.WriteString("(SELECT …)")
	case *ArraySubquery:
		f.WriteString("ARRAY(SELECT …)")
	case *Array:
		f.WriteString("ARRAY[")
		f.join(e.Elems, ", ", 0)
		f.WriteByte(']')
	case *Row:
		f.parens("ROW", e.Elems)
	case *Coalesce:
		f.parens("COALESCE", e.Args)
	case *MinMax:
		if e.Least {
			f.parens("LEAST", e.Args)
		} else {
			f.parens("GREATEST", e.Args)
		}
	case *NullIf:
		f.parens("NULLIF", []Expr{e.Left, e.Right})
	case *Grouping:
		f.parens("GROUPING", e.Args)
	case *SQLValue:
		f.WriteString(strings.ToUpper(e.Kind.String()))
		if e.Precision >= 0 {
			f.WriteString("(" + strconv.Itoa(e.Precision) + ")")
		}
	case *Default:
		f.WriteString("DEFAULT")
	case *CurrentOf:
		f.WriteString("CURRENT OF " + quoteIdent(e.Cursor))
	}
}

func constText(c *Const) string {
	switch c.Kind {
	case Null:
		return "NULL"
	case String:
		return quoteString(c.Text)
	case BitString:
		return strings.ToUpper(c.Text[:1]) + quoteString(c.Text[1:])
	}
	return c.Text
}

func quoteString(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func opText(op Op) string {
	if op.Schema != "" {
		return "OPERATOR(" + quoteIdent(op.Schema) + "." + op.Name + ")"
	}
	return op.Name
}

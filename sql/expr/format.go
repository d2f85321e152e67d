package expr

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Format shows e as EXPLAIN does: (a > 5), 'x'::text, $1.
func Format(e Expr) string {
	var p printer
	p.expr(e)
	return p.b.String()
}

type printer struct{ b strings.Builder }

func (p *printer) s(parts ...string) {
	for _, s := range parts {
		p.b.WriteString(s)
	}
}

func (p *printer) list(list []Expr, sep string) {
	for i, e := range list {
		if i > 0 {
			p.s(sep)
		}
		p.expr(e)
	}
}

func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case nil:
		p.s("NULL")
	case *Const:
		p.constant(e)
	case *Param:
		p.s("$", strconv.Itoa(e.N))
	case *Column:
		p.s(Ident(e.Name))
	case *Outer:
		p.s("outer.", Ident(e.Name))
	case *Call:
		p.call(e)
	case *SetCall:
		p.s(Ident(e.F.Name), "(")
		p.list(e.Args, ", ")
		p.s(")")
	case *Aggregate:
		p.aggregate(e)
	case *And:
		p.s("(")
		p.list(e.Args, " AND ")
		p.s(")")
	case *Or:
		p.s("(")
		p.list(e.Args, " OR ")
		p.s(")")
	case *Not:
		p.s("(NOT ")
		p.expr(e.Arg)
		p.s(")")
	default:
		p.predicate(e)
	}
}

func (p *printer) predicate(e Expr) {
	switch e := e.(type) {
	case *IsNull:
		p.postfix(e.Arg, e.Not, "NULL")
	case *BoolTest:
		p.postfix(e.Arg, e.Not, [...]string{"TRUE", "FALSE", "UNKNOWN"}[e.Kind])
	case *IsDistinct:
		p.s("(")
		p.expr(e.Left)
		if e.Not {
			p.s(" IS NOT DISTINCT FROM ")
		} else {
			p.s(" IS DISTINCT FROM ")
		}
		p.expr(e.Right)
		p.s(")")
	case *ScalarArray:
		p.s("(")
		p.expr(e.Left)
		p.s(" ", e.Op.F.Name)
		if e.All {
			p.s(" ALL (")
		} else {
			p.s(" ANY (")
		}
		p.expr(e.Right)
		p.s("))")
	case *InList:
		p.inList(e)
	case *RowOrder:
		p.s("(ROW(")
		p.list(e.Left, ", ")
		p.s(") ", e.Op, " ROW(")
		p.list(e.Right, ", ")
		p.s("))")
	default:
		p.compound(e)
	}
}

func (p *printer) postfix(arg Expr, not bool, what string) {
	p.s("(")
	p.expr(arg)
	p.s(" IS ")
	if not {
		p.s("NOT ")
	}
	p.s(what, ")")
}

func (p *printer) compound(e Expr) {
	switch e := e.(type) {
	case *Case:
		p.cases(e)
	case *CaseValue:
		p.s("CASE_TEST_EXPR")
	case *Coalesce:
		p.function("COALESCE", e.Args)
	case *NullIf:
		p.function("NULLIF", []Expr{e.Left, e.Right})
	case *MinMax:
		if e.Max {
			p.function("GREATEST", e.Args)
		} else {
			p.function("LEAST", e.Args)
		}
	case *Cast:
		p.cast(e)
	case *ArrayCtor:
		p.s("ARRAY[")
		p.list(e.Elems, ", ")
		p.s("]")
	case *RowCtor:
		p.function("ROW", e.Args)
	case *Field:
		p.s("(")
		p.expr(e.Arg)
		p.s(").", Ident(e.Name))
	case *Subscript:
		p.expr(e.Arg)
		for _, x := range e.Index {
			p.s("[")
			p.expr(x)
			p.s("]")
		}
	case *DomainCheck:
		p.s("(")
		p.expr(e.Arg)
		p.s(")::", e.Domain)
	case *FieldAssign:
		if shape, ok := types.RowFields(e.Type().OID); ok {
			p.expr(&Field{Arg: e.Arg, Index: e.Index, Name: shape[e.Index].Name})
		}
		p.s(" := ")
		p.expr(e.Value)
	case *ArrayAssign:
		p.arrayAssign(e)
	case *Slice:
		p.slice(e)
	case *Subquery:
		p.s([...]string{"(SubPlan)", "EXISTS(SubPlan)", "ARRAY(SubPlan)", "ANY(SubPlan)", "ALL(SubPlan)", "ROW(SubPlan)"}[e.Kind])
	}
}

func (p *printer) function(name string, args []Expr) {
	p.s(name, "(")
	p.list(args, ", ")
	p.s(")")
}

func (p *printer) call(e *Call) {
	if !e.F.Operator {
		p.function(Ident(e.F.Name), e.Args)
		return
	}
	p.s("(")
	if len(e.Args) == 1 {
		p.s(e.F.Name, " ")
		p.expr(e.Args[0])
	} else {
		p.expr(e.Args[0])
		p.s(" ", e.F.Name, " ")
		p.expr(e.Args[1])
	}
	p.s(")")
}

func (p *printer) aggregate(e *Aggregate) {
	if e.F == nil || len(e.Args) == 0 {
		p.s("count(*)")
		return
	}
	p.function(Ident(e.F.Name), e.Args)
}

func (p *printer) inList(e *InList) {
	p.s("(")
	p.expr(e.Left)
	op, quantifier := "=", " ANY ("
	if e.Not {
		op, quantifier = "<>", " ALL ("
	}
	p.s(" ", op, quantifier)
	if v, ok := constArray(e.List); ok {
		p.constant(v)
	} else {
		p.s("ARRAY[")
		p.list(e.List, ", ")
		p.s("]")
	}
	p.s("))")
}

// constArray makes the array constant that PostgreSQL shows for an IN list.
func constArray(list []Expr) (*Const, bool) {
	oid := types.ArrayOf(list[0].Type().OID)
	if oid == 0 {
		return nil, false
	}
	a := &types.Array{Elem: types.ElemOf(oid), Dims: []types.Dim{{Len: int32(len(list)), Lower: 1}}}
	for _, x := range list {
		k, ok := x.(*Const)
		if !ok {
			return nil, false
		}
		a.Elems = append(a.Elems, k.V)
	}
	return NewConst(types.Value{OID: oid, X: a}), true
}

func (p *printer) cases(e *Case) {
	p.s("CASE")
	if e.Operand != nil {
		p.s(" ")
		p.expr(e.Operand)
	}
	for _, w := range e.Whens {
		p.s(" WHEN ")
		cond := w.Cond
		if k, ok := cond.(*Call); ok && e.Operand != nil && len(k.Args) == 2 {
			cond = k.Args[1]
		}
		p.expr(cond)
		p.s(" THEN ")
		p.expr(w.Then)
	}
	if e.Else != nil {
		p.s(" ELSE ")
		p.expr(e.Else)
	}
	p.s(" END")
}

func (p *printer) cast(e *Cast) {
	if e.To.OID == types.Variant {
		p.expr(e.Arg)
		return
	}
	p.s("(")
	p.expr(e.Arg)
	p.s(")::", types.FormatType(e.To))
}

// arrayAssign shows what EXPLAIN has no syntax of SQL for: a[2] := 5.
func (p *printer) arrayAssign(e *ArrayAssign) {
	if e.IsSlice {
		p.slice(&Slice{Arg: e.Arg, Lower: e.Lower, Upper: e.Upper})
	} else {
		p.expr(&Subscript{Arg: e.Arg, Index: e.Upper})
	}
	p.s(" := ")
	p.expr(e.Value)
}

func (p *printer) slice(e *Slice) {
	p.expr(e.Arg)
	for i := range e.Lower {
		p.s("[")
		if e.Lower[i] != nil {
			p.expr(e.Lower[i])
		}
		p.s(":")
		if e.Upper[i] != nil {
			p.expr(e.Upper[i])
		}
		p.s("]")
	}
}

func (p *printer) constant(e *Const) {
	if e.V.IsNull() {
		p.s("NULL")
		if e.T.OID != types.Unknown {
			p.s("::", types.FormatType(e.T))
		}
		return
	}
	text := types.TextOf(e.V, nil)
	switch e.V.OID {
	case types.Bool:
		p.s(map[bool]string{true: "true", false: "false"}[e.V.Bool()])
		return
	case types.Int4:
		if e.V.I >= 0 {
			p.s(text)
			return
		}
	case types.Numeric:
		if text[0] >= '0' && text[0] <= '9' && strings.Contains(text, ".") {
			p.s(text)
			return
		}
	}
	p.s(Literal(text))
	if t := e.T; t.OID != types.Unknown {
		if t.OID == types.Variant {
			t = types.Of(e.V.OID)
		}
		p.s("::", types.FormatType(t))
	}
}

// Literal quotes s as a string literal.
func Literal(s string) string {
	q := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return " E" + strings.ReplaceAll(q, `\`, `\\`)
	}
	return q
}

// Ident quotes an identifier if it has to be quoted.
func Ident(s string) string {
	for i, r := range s {
		if r == '_' || r >= 'a' && r <= 'z' || i > 0 && (r >= '0' && r <= '9' || r == '$') {
			continue
		}
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	if s == "" {
		return `""`
	}
	return s
}

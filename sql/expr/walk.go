package expr

// Children returns the direct subexpressions of e, none of them nil. The plan
// of a Subquery is not among them, its Test is.
func Children(e Expr) []Expr {
	var out []Expr
	MapChildren(e, func(x Expr) Expr {
		out = append(out, x)
		return x
	})
	return out
}

// Walk visits e and what is below it, parents first, as long as visit says
// true for the parent.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	for _, x := range Children(e) {
		Walk(x, visit)
	}
}

// Rewrite rebuilds e from below: f sees each node after its children were
// rewritten and returns what to put in its place. Nodes are copied, never
// changed, and only where something below them changed.
func Rewrite(e Expr, f func(Expr) Expr) Expr {
	if e == nil {
		return nil
	}
	return f(MapChildren(e, func(x Expr) Expr { return Rewrite(x, f) }))
}

// MapChildren returns e with f applied to each direct subexpression: e itself
// if f changed none.
func MapChildren(e Expr, f func(Expr) Expr) Expr {
	m := mapper{f: f}
	var out Expr
	switch e := e.(type) {
	case *Call:
		n := *e
		n.Args = m.list(e.Args)
		out = &n
	case *SetCall:
		n := *e
		n.Args = m.list(e.Args)
		out = &n
	case *Aggregate:
		n := *e
		n.Args = m.list(e.Args)
		out = &n
	case *And:
		out = &And{Args: m.list(e.Args)}
	case *Or:
		out = &Or{Args: m.list(e.Args)}
	case *Not:
		out = &Not{Arg: m.one(e.Arg)}
	case *IsNull:
		out = &IsNull{Arg: m.one(e.Arg), Not: e.Not}
	case *BoolTest:
		out = &BoolTest{Arg: m.one(e.Arg), Kind: e.Kind, Not: e.Not}
	case *IsDistinct:
		out = &IsDistinct{Left: m.one(e.Left), Right: m.one(e.Right), Eq: e.Eq, Not: e.Not}
	case *Case:
		n := *e
		n.Operand = m.one(e.Operand)
		n.Whens = make([]When, len(e.Whens))
		for i, w := range e.Whens {
			n.Whens[i] = When{Cond: m.one(w.Cond), Then: m.one(w.Then)}
		}
		n.Else = m.one(e.Else)
		out = &n
	case *Coalesce:
		out = &Coalesce{Args: m.list(e.Args), T: e.T}
	case *NullIf:
		out = &NullIf{Left: m.one(e.Left), Right: m.one(e.Right), Eq: e.Eq}
	case *MinMax:
		out = &MinMax{Args: m.list(e.Args), Max: e.Max, T: e.T}
	case *Cast:
		n := *e
		n.Arg = m.one(e.Arg)
		out = &n
	case *ArrayCtor:
		out = &ArrayCtor{Elems: m.list(e.Elems), T: e.T, Pos: e.Pos}
	case *RowCtor:
		out = &RowCtor{Args: m.list(e.Args), Names: e.Names, T: e.T}
	case *Field:
		n := *e
		n.Arg = m.one(e.Arg)
		out = &n
	case *ScalarArray:
		out = &ScalarArray{Left: m.one(e.Left), Right: m.one(e.Right), Op: e.Op, All: e.All}
	case *InList:
		n := &InList{Left: m.one(e.Left), List: m.list(e.List), Eq: e.Eq, Not: e.Not}
		if m.changed {
			n.prepare()
		}
		out = n
	case *RowOrder:
		n := *e
		n.Left, n.Right = m.list(e.Left), m.list(e.Right)
		out = &n
	case *Subscript:
		out = &Subscript{Arg: m.one(e.Arg), Index: m.list(e.Index), T: e.T}
	case *Slice:
		out = &Slice{Arg: m.one(e.Arg), Lower: m.list(e.Lower), Upper: m.list(e.Upper)}
	case *ArrayAssign:
		n := *e
		n.Arg, n.Lower, n.Upper, n.Value = m.one(e.Arg), m.list(e.Lower), m.list(e.Upper), m.one(e.Value)
		out = &n
	case *DomainCheck:
		n := *e
		n.Arg, n.Conds = m.one(e.Arg), m.list(e.Conds)
		out = &n
	case *FieldAssign:
		out = &FieldAssign{Arg: m.one(e.Arg), Index: e.Index, Value: m.one(e.Value)}
	case *Subquery:
		n := *e
		n.Test = m.one(e.Test)
		out = &n
	}
	if !m.changed {
		return e
	}
	return out
}

type mapper struct {
	f       func(Expr) Expr
	changed bool
}

func (m *mapper) one(e Expr) Expr {
	if e == nil {
		return nil
	}
	n := m.f(e)
	m.changed = m.changed || n != e
	return n
}

func (m *mapper) list(list []Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = m.one(e)
	}
	return out
}

package ast

// Walk calls visit for e and, as long as it returns true, for the expressions
// below it in the order they were written. It does not enter subqueries: visit
// sees the Subquery, Exists, InSubquery, ArraySubquery or Quantified that holds
// one. A nil e is no expression.
func Walk(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	switch e := e.(type) {
	case *Subscript:
		Walk(e.Arg, visit)
		for _, ix := range e.Index {
			Walk(ix.Lower, visit)
			Walk(ix.Upper, visit)
		}
	case *FieldSelect:
		Walk(e.Arg, visit)
	case *Unary:
		Walk(e.Arg, visit)
	case *Binary:
		Walk(e.Left, visit)
		Walk(e.Right, visit)
	case *And:
		walkAll(e.Args, visit)
	case *Or:
		walkAll(e.Args, visit)
	case *Not:
		Walk(e.Arg, visit)
	case *IsNull:
		Walk(e.Arg, visit)
	case *BoolTest:
		Walk(e.Arg, visit)
	case *IsDistinct:
		Walk(e.Left, visit)
		Walk(e.Right, visit)
	case *IsNormalized:
		Walk(e.Arg, visit)
	case *IsDocument:
		Walk(e.Arg, visit)
	case *Between:
		Walk(e.Arg, visit)
		Walk(e.Low, visit)
		Walk(e.High, visit)
	case *InList:
		Walk(e.Arg, visit)
		walkAll(e.List, visit)
	case *InSubquery:
		Walk(e.Arg, visit)
	case *Like:
		Walk(e.Arg, visit)
		Walk(e.Pattern, visit)
		Walk(e.Escape, visit)
	case *Quantified:
		Walk(e.Left, visit)
		Walk(e.Array, visit)
	case *Array:
		walkAll(e.Elems, visit)
	case *Row:
		walkAll(e.Elems, visit)
	case *Case:
		Walk(e.Arg, visit)
		for _, w := range e.Whens {
			Walk(w.Cond, visit)
			Walk(w.Result, visit)
		}
		Walk(e.Else, visit)
	case *Coalesce:
		walkAll(e.Args, visit)
	case *MinMax:
		walkAll(e.Args, visit)
	case *NullIf:
		Walk(e.Left, visit)
		Walk(e.Right, visit)
	case *Cast:
		Walk(e.Arg, visit)
	case *Collate:
		Walk(e.Arg, visit)
	case *Grouping:
		walkAll(e.Args, visit)
	case *NamedArg:
		Walk(e.Arg, visit)
	case *FuncCall:
		walkFunc(e, visit)
	}
}

func walkAll(list []Expr, visit func(Expr) bool) {
	for _, e := range list {
		Walk(e, visit)
	}
}

func walkSort(items []SortItem, visit func(Expr) bool) {
	for i := range items {
		Walk(items[i].Expr, visit)
	}
}

func walkFunc(e *FuncCall, visit func(Expr) bool) {
	walkAll(e.Args, visit)
	walkSort(e.OrderBy, visit)
	Walk(e.Filter, visit)
	if w := e.Over; w != nil {
		walkAll(w.PartitionBy, visit)
		walkSort(w.OrderBy, visit)
		if w.Frame != nil {
			Walk(w.Frame.Start.Offset, visit)
			Walk(w.Frame.End.Offset, visit)
		}
	}
}

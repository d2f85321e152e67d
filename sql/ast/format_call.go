package ast

// call prints a function call, AT TIME ZONE in its own form.
func (f *formatter) call(e *FuncCall) {
	if e.SQLSyntax && e.Name.Object == "timezone" && len(e.Args) == 2 {
		f.expr(e.Args[1], bindAt)
		f.WriteString(" AT TIME ZONE ")
		f.expr(e.Args[0], bindAt+1)
		return
	}
	if e.SQLSyntax && e.Name.Object == "extract" && len(e.Args) == 2 {
		f.WriteString("EXTRACT(")
		f.expr(e.Args[0], 0)
		f.WriteString(" FROM ")
		f.expr(e.Args[1], 0)
		f.WriteByte(')')
		return
	}
	f.WriteString(quoteName(e.Name) + "(")
	switch {
	case e.Star:
		f.WriteByte('*')
	case e.Distinct:
		f.WriteString("DISTINCT ")
	}
	for i, a := range e.Args {
		if i > 0 {
			f.WriteString(", ")
		}
		if e.Variadic && i == len(e.Args)-1 {
			f.WriteString("VARIADIC ")
		}
		f.expr(a, 0)
	}
	if !e.WithinGroup {
		f.orderBy(" ORDER BY ", e.OrderBy)
	}
	f.WriteByte(')')
	if e.WithinGroup {
		f.orderBy(" WITHIN GROUP (ORDER BY ", e.OrderBy)
		f.WriteByte(')')
	}
	if e.Filter != nil {
		f.WriteString(" FILTER (WHERE ")
		f.expr(e.Filter, 0)
		f.WriteByte(')')
	}
	if e.Over != nil {
		f.WriteString(" OVER ")
		f.window(e.Over)
	}
}

// orderBy prints head and the items, if there are any.
func (f *formatter) orderBy(head string, items []SortItem) {
	for i, it := range items {
		if i == 0 {
			f.WriteString(head)
		} else {
			f.WriteString(", ")
		}
		f.expr(it.Expr, 0)
		switch it.Order {
		case SortAsc:
			f.WriteString(" ASC")
		case SortDesc:
			f.WriteString(" DESC")
		case SortUsing:
			f.WriteString(" USING " + opText(it.Using))
		}
		f.WriteString([...]string{NullsDefault: "", NullsFirst: " NULLS FIRST", NullsLast: " NULLS LAST"}[it.Nulls])
	}
}

func (f *formatter) window(w *Window) {
	if w.Bare {
		f.WriteString(quoteIdent(w.Ref))
		return
	}
	sep := ""
	f.WriteByte('(')
	if w.Ref != "" {
		f.WriteString(quoteIdent(w.Ref))
		sep = " "
	}
	if len(w.PartitionBy) > 0 {
		f.WriteString(sep + "PARTITION BY ")
		f.join(w.PartitionBy, ", ", 0)
		sep = " "
	}
	f.orderBy(sep+"ORDER BY ", w.OrderBy)
	if len(w.OrderBy) > 0 {
		sep = " "
	}
	if w.Frame != nil {
		f.WriteString(sep)
		f.frame(w.Frame)
	}
	f.WriteByte(')')
}

func (f *formatter) frame(w *Frame) {
	f.WriteString([...]string{FrameRange: "RANGE", FrameRows: "ROWS", FrameGroups: "GROUPS"}[w.Mode] + " BETWEEN ")
	f.bound(w.Start)
	f.WriteString(" AND ")
	f.bound(w.End)
	f.WriteString([...]string{ExcludeNoOthers: "", ExcludeCurrentRow: " EXCLUDE CURRENT ROW", ExcludeGroup: " EXCLUDE GROUP",
		ExcludeTies: " EXCLUDE TIES"}[w.Exclude])
}

func (f *formatter) bound(b Bound) {
	switch b.Kind {
	case UnboundedPreceding:
		f.WriteString("UNBOUNDED PRECEDING")
	case OffsetPreceding:
		f.expr(b.Offset, 0)
		f.WriteString(" PRECEDING")
	case CurrentRow:
		f.WriteString("CURRENT ROW")
	case OffsetFollowing:
		f.expr(b.Offset, 0)
		f.WriteString(" FOLLOWING")
	case UnboundedFollowing:
		f.WriteString("UNBOUNDED FOLLOWING")
	}
}

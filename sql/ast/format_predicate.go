package ast

// predicate prints the tests that SQL spells with key words; false if e is none.
func (f *formatter) predicate(e Expr) bool {
	switch e := e.(type) {
	case *IsNull:
		f.is(e.Arg, e.Not, "NULL")
	case *BoolTest:
		f.is(e.Arg, e.Not, [...]string{IsTrue: "TRUE", IsFalse: "FALSE", IsUnknown: "UNKNOWN"}[e.Test])
	case *IsDocument:
		f.is(e.Arg, e.Not, "DOCUMENT")
	case *IsNormalized:
		f.is(e.Arg, e.Not, e.Form+" NORMALIZED")
	case *IsDistinct:
		f.expr(e.Left, bindIs+1)
		f.WriteString(" IS " + not(e.Not) + "DISTINCT FROM ")
		f.expr(e.Right, bindIs+1)
	case *Between:
		f.expr(e.Arg, bindLike+1)
		f.WriteString(" " + not(e.Not) + "BETWEEN ")
		if e.Symmetric {
			f.WriteString("SYMMETRIC ")
		}
		f.expr(e.Low, bindOp)
		f.WriteString(" AND ")
		f.expr(e.High, bindLike+1)
	case *InList:
		f.expr(e.Arg, bindLike+1)
		f.parens(" "+not(e.Not)+"IN ", e.List)
	case *InSubquery:
		f.expr(e.Arg, bindLike+1)
		f.WriteString(" " + not(e.Not) + "IN (SELECT …)")
	case *Like:
		f.expr(e.Arg, bindLike+1)
		f.WriteString(" " + not(e.Not) + [...]string{LikePattern: "LIKE ", ILikePattern: "ILIKE ", SimilarPattern: "SIMILAR TO "}[e.Kind])
		f.expr(e.Pattern, bindLike+1)
		if e.Escape != nil {
			f.WriteString(" ESCAPE ")
			f.expr(e.Escape, bindLike+1)
		}
	default:
		return false
	}
	return true
}

// is prints a test behind IS.
func (f *formatter) is(arg Expr, negated bool, test string) {
	f.expr(arg, bindIs+1)
	f.WriteString(" IS " + not(negated) + test)
}

func not(negated bool) string {
	if negated {
		return "NOT "
	}
	return ""
}

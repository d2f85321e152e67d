package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// call parses the arguments of a function call and the clauses behind it. A
// string behind a plain call makes it a type with modifiers: float(3) '1.5'.
func (p *parser) call(name ast.Name) ast.Expr {
	f := &ast.FuncCall{Loc: name.Loc, Name: name}
	p.expectKind('(')
	plain, order := p.callArgs(f)
	p.expectKind(')')
	if plain && !p.windowless && p.kind() == tokString {
		for _, a := range f.Args {
			if _, named := a.(*ast.NamedArg); named {
				p.refuse(a.Pos(), "type modifier cannot have parameter name")
				return nil
			}
		}
		if len(f.OrderBy) > 0 {
			p.refuse(order, "type modifier cannot have ORDER BY")
			return nil
		}
		return p.typedConst(name.Loc, &ast.TypeName{Loc: name.Loc, Name: name, Mods: f.Args, Precision: -1})
	}
	if !p.windowless {
		p.callClauses(f)
	}
	return f
}

// callArgs parses what is between a call's parentheses and reports whether that
// could be a type's modifiers as well, and where ORDER BY began.
func (p *parser) callArgs(f *ast.FuncCall) (plain bool, order ast.Pos) {
	switch {
	case p.kind() == ')':
		return false, order
	case p.acceptKind('*'):
		f.Star = true
		return false, order
	case p.accept("all"):
	case p.accept("distinct"):
		f.Distinct = true
	default:
		plain = true
	}
	p.list(func() {
		if p.is("variadic") && plain {
			p.next()
			f.Variadic, plain = true, false
		} else if f.Variadic {
			p.syntaxErrorAt(p.i - 1)
			return
		}
		f.Args = append(f.Args, p.arg())
	})
	order = p.pos()
	f.OrderBy = p.orderBy()
	return plain, order
}

// namedArg reports whether name => or name := comes next.
func (p *parser) namedArg() bool {
	k := p.ahead(1).kind
	return p.tok().isFuncName() && (k == tokEqualsGreater || k == tokColonEquals)
}

// arg parses one argument, perhaps name => value.
func (p *parser) arg() ast.Expr {
	if !p.namedArg() {
		return p.expr()
	}
	a := &ast.NamedArg{Loc: p.loc(), Name: p.tok().text}
	p.i += 2
	a.Arg = p.expr()
	return a
}

// callClauses parses WITHIN GROUP, FILTER and OVER.
func (p *parser) callClauses(f *ast.FuncCall) {
	if loc := p.loc(); p.accept("within") {
		p.expect("group")
		p.expectKind('(')
		order := p.orderBy()
		if order == nil {
			p.syntaxError()
		}
		p.expectKind(')')
		switch {
		case p.err != nil:
		case len(f.OrderBy) > 0:
			p.refuse(loc.At, "cannot use multiple ORDER BY clauses with WITHIN GROUP")
		case f.Distinct:
			p.refuse(loc.At, "cannot use DISTINCT with WITHIN GROUP")
		case f.Variadic:
			p.refuse(loc.At, "cannot use VARIADIC with WITHIN GROUP")
		}
		f.OrderBy, f.WithinGroup = order, true
	}
	if p.accept("filter") {
		p.expectKind('(')
		p.expect("where")
		f.Filter = p.expr()
		p.expectKind(')')
	}
	if p.accept("over") {
		if p.kind() == '(' {
			f.Over = p.windowSpec()
		} else {
			f.Over = &ast.Window{Loc: p.loc(), Bare: true, Ref: p.columnName()}
		}
	}
}

// windowSpec parses ([name] [PARTITION BY …] [ORDER BY …] [frame]).
func (p *parser) windowSpec() *ast.Window {
	w := &ast.Window{Loc: p.loc()}
	p.expectKind('(')
	if p.tok().isColumnName() && !p.isAny("partition", "range", "rows", "groups") {
		w.Ref = p.next().text
	}
	if p.accept("partition") {
		p.expect("by")
		w.PartitionBy = p.exprList()
	}
	w.OrderBy = p.orderBy()
	if p.isAny("range", "rows", "groups") {
		w.Frame = p.frame()
	}
	p.expectKind(')')
	return w
}

// frame parses a window frame.
func (p *parser) frame() *ast.Frame {
	f := &ast.Frame{Loc: p.loc()}
	switch p.next().text {
	case "rows":
		f.Mode = ast.FrameRows
	case "groups":
		f.Mode = ast.FrameGroups
	}
	between := p.accept("between")
	startAt := p.pos()
	f.Start, f.End.Kind = p.bound(), ast.CurrentRow
	endAt := startAt
	if between {
		p.expect("and")
		endAt = p.pos()
		f.End = p.bound()
	}
	if p.accept("exclude") {
		switch {
		case p.accept("current"):
			p.expect("row")
			f.Exclude = ast.ExcludeCurrentRow
		case p.accept("group"):
			f.Exclude = ast.ExcludeGroup
		case p.accept("ties"):
			f.Exclude = ast.ExcludeTies
		default:
			p.expect("no", "others")
		}
	}
	p.checkFrame(f, between, startAt, endAt)
	return f
}

// checkFrame refuses frames that end before they start, in PostgreSQL's words.
func (p *parser) checkFrame(f *ast.Frame, between bool, startAt, endAt ast.Pos) {
	bad := func(at ast.Pos, message string) { p.fail(pgerr.New(pgerr.WindowingError, "%s", message), at) }
	s, e := f.Start.Kind, f.End.Kind
	switch {
	case s == ast.UnboundedFollowing:
		bad(startAt, "frame start cannot be UNBOUNDED FOLLOWING")
	case !between && s == ast.OffsetFollowing:
		bad(startAt, "frame starting from following row cannot end with current row")
	case e == ast.UnboundedPreceding:
		bad(endAt, "frame end cannot be UNBOUNDED PRECEDING")
	case s == ast.CurrentRow && e == ast.OffsetPreceding:
		bad(endAt, "frame starting from current row cannot have preceding rows")
	case s == ast.OffsetFollowing && (e == ast.OffsetPreceding || e == ast.CurrentRow):
		bad(endAt, "frame starting from following row cannot have preceding rows")
	}
}

// bound parses one end of a frame.
func (p *parser) bound() ast.Bound {
	switch {
	case p.accept("unbounded", "preceding"):
		return ast.Bound{Kind: ast.UnboundedPreceding}
	case p.accept("unbounded", "following"):
		return ast.Bound{Kind: ast.UnboundedFollowing}
	case p.accept("current", "row"):
		return ast.Bound{Kind: ast.CurrentRow}
	}
	b := ast.Bound{Kind: ast.OffsetPreceding, Offset: p.expr()}
	if p.accept("following") {
		b.Kind = ast.OffsetFollowing
	} else {
		p.expect("preceding")
	}
	return b
}

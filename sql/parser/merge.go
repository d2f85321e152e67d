package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// merge parses MERGE behind its key word.
func (p *parser) merge(loc ast.Loc, with *ast.With) ast.Statement {
	p.expect("into")
	s := &ast.Merge{Loc: loc, With: with, Table: p.dmlTarget()}
	p.expect("using")
	s.Source = p.tableRef()
	p.expect("on")
	s.On = p.expr()
	if !p.is("when") {
		p.syntaxError()
	}
	for p.is("when") {
		s.Whens = append(s.Whens, p.mergeWhen())
	}
	return s
}

// mergeWhen parses WHEN [NOT] MATCHED [AND condition] THEN action.
func (p *parser) mergeWhen() ast.MergeWhen {
	w := ast.MergeWhen{Loc: p.loc()}
	p.next()
	w.Matched = !p.accept("not")
	p.expect("matched")
	if p.accept("and") {
		w.Cond = p.expr()
	}
	p.expect("then")
	switch {
	case p.accept("do"):
		p.expect("nothing")
	case w.Matched && p.accept("update"):
		w.Action = ast.MergeUpdate
		p.expect("set")
		w.Set = p.setClauses()
	case w.Matched && p.accept("delete"):
		w.Action = ast.MergeDelete
	case !w.Matched && p.accept("insert"):
		w.Action = ast.MergeInsert
		if p.accept("default") {
			p.expect("values")
			return w
		}
		if p.kind() == '(' {
			w.Columns = p.insertColumns()
		}
		w.Overriding = p.overriding()
		p.expect("values")
		w.Values = p.parenExprList()
	default:
		p.syntaxError()
	}
	return w
}

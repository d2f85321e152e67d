package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// prepare parses PREPARE and PREPARE TRANSACTION.
func (p *parser) prepare(loc ast.Loc) ast.Statement {
	if p.is("transaction") && p.ahead(1).kind == tokString {
		p.next()
		return &ast.Transaction{Loc: loc, Kind: ast.TxPrepare, Name: p.stringConst()}
	}
	s := &ast.Prepare{Loc: loc, Name: p.columnName()}
	if p.kind() == '(' {
		p.parens(func() { s.Types = append(s.Types, p.typeName()) })
	}
	p.expect("as")
	s.Start = p.pos()
	outer := p.params
	p.params = 0
	s.Stmt = p.preparable()
	s.End, s.Params = p.lastEnd(), p.params
	p.params = outer
	return s
}

// execute parses EXECUTE.
func (p *parser) execute(loc ast.Loc) ast.Statement {
	s := &ast.Execute{Loc: loc, Name: p.columnName()}
	if p.kind() == '(' {
		s.Args = p.parenExprList()
	}
	return s
}

// deallocate parses DEALLOCATE.
func (p *parser) deallocate(loc ast.Loc) ast.Statement {
	if p.is("prepare") && (p.ahead(1).isColumnName() || p.ahead(1).isWord("all")) {
		p.next()
	}
	if p.accept("all") {
		return &ast.Deallocate{Loc: loc}
	}
	return &ast.Deallocate{Loc: loc, Name: p.columnName()}
}

// explain parses EXPLAIN.
func (p *parser) explain(loc ast.Loc) ast.Statement {
	s := &ast.Explain{Loc: loc}
	if p.kind() == '(' && p.ahead(1).kind != '(' && !p.startsQuery(1) {
		s.Options = p.utilityOptions()
	} else {
		if at := p.loc(); p.accept("analyze") || p.accept("analyse") {
			s.Options = append(s.Options, word(at, "analyze", ""))
		}
		if at := p.loc(); p.accept("verbose") {
			s.Options = append(s.Options, word(at, "verbose", ""))
		}
	}
	s.Stmt = p.explainable()
	return s
}

// explainable parses a statement that EXPLAIN takes.
func (p *parser) explainable() ast.Statement {
	if p.kind() == '(' || p.isAny("select", "values", "table") {
		return p.selectStatement()
	}
	if p.is("with") {
		return p.withStatement(true)
	}
	loc := p.loc()
	switch {
	case p.accept("execute"):
		return p.execute(loc)
	case p.accept("declare"):
		return p.declare(loc)
	case p.accept("refresh"):
		return p.refresh(loc)
	case p.accept("create"):
		s := p.create(loc)
		if _, ok := s.(*ast.CreateTableAs); !ok {
			p.syntaxError()
		}
		return s
	}
	return p.preparable()
}

// declare parses DECLARE … CURSOR FOR.
func (p *parser) declare(loc ast.Loc) ast.Statement {
	s := &ast.DeclareCursor{Loc: loc, Name: p.columnName()}
	for !p.is("cursor") && p.err == nil {
		scroll := true
		switch {
		case p.accept("binary"):
			s.Binary = true
		case p.accept("insensitive"):
			s.Insensitive = true
		case p.accept("asensitive"):
			s.Asensitive = true
		case p.accept("scroll"):
			s.Scroll = &scroll
		case p.accept("no", "scroll"):
			scroll = false
			s.Scroll = &scroll
		default:
			p.syntaxError()
		}
	}
	p.expect("cursor")
	if s.Hold = p.accept("with"); s.Hold || p.accept("without") {
		p.expect("hold")
	}
	p.expect("for")
	s.Query = p.query()
	return s
}

func (p *parser) fetch(loc ast.Loc) ast.Statement { return p.fetchArgs(&ast.Fetch{Loc: loc}) }

func (p *parser) move(loc ast.Loc) ast.Statement {
	return p.fetchArgs(&ast.Fetch{Loc: loc, Move: true})
}

// fetchArgs parses the direction and cursor of FETCH and MOVE. A word of
// direction with nothing behind it is the cursor's name.
func (p *parser) fetchArgs(f *ast.Fetch) ast.Statement {
	f.Count = 1
	last := p.ahead(1).kind == ';' || p.ahead(1).kind == tokEOF
	switch {
	case last:
	case p.accept("next"):
	case p.accept("prior"):
		f.Direction = ast.FetchBackward
	case p.accept("first"):
		f.Direction = ast.FetchAbsolute
	case p.accept("last"):
		f.Direction, f.Count = ast.FetchAbsolute, -1
	case p.accept("absolute"):
		f.Direction, f.Count = ast.FetchAbsolute, int64(p.signedInteger())
	case p.accept("relative"):
		f.Direction, f.Count = ast.FetchRelative, int64(p.signedInteger())
	case p.accept("all"):
		f.All = true
	case p.startsNumber():
		f.Count = int64(p.signedInteger())
	case p.is("forward"), p.is("backward"):
		if p.next().text == "backward" {
			f.Direction = ast.FetchBackward
		}
		if p.accept("all") {
			f.All = true
		} else if p.startsNumber() {
			f.Count = int64(p.signedInteger())
		}
	}
	if !p.accept("from") {
		p.accept("in")
	}
	f.Cursor = p.columnName()
	return f
}

func (p *parser) closeCursor(loc ast.Loc) ast.Statement {
	if p.accept("all") {
		return &ast.CloseCursor{Loc: loc}
	}
	return &ast.CloseCursor{Loc: loc, Name: p.columnName()}
}

package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// copy parses COPY. STDIN and STDOUT mean the same in both directions.
func (p *parser) copy(loc ast.Loc) ast.Statement {
	c := &ast.Copy{Loc: loc}
	if p.kind() == '(' {
		p.next()
		c.Query = p.preparable()
		p.expectKind(')')
		p.expect("to")
	} else {
		if at := p.loc(); p.accept("binary") {
			c.Options = append(c.Options, word(at, "format", "binary"))
		}
		c.Table = &ast.Table{Loc: p.loc(), Name: p.name()}
		c.Columns = p.optionalColumnList()
		if c.From = p.accept("from"); !c.From {
			p.expect("to")
		}
	}
	c.Program = p.accept("program")
	if c.Program || !p.accept("stdin") && !p.accept("stdout") {
		file := p.stringConst()
		c.File = &file
	}
	if c.Query == nil {
		if at := p.loc(); p.accept("using", "delimiters") || p.accept("delimiters") {
			c.Options = append(c.Options, str(at, "delimiter", p.stringConst()))
		}
	}
	p.accept("with")
	if p.kind() == '(' {
		c.Options = append(c.Options, p.copyOptions()...)
	} else {
		p.oldCopyOptions(c)
	}
	if at := p.pos(); c.Query == nil && p.is("where") {
		if c.Where = p.where(); !c.From {
			p.refuse(at, "WHERE clause not allowed with COPY TO")
		}
	}
	return c
}

// copyOptions parses (format csv, force_quote (a, b), header).
func (p *parser) copyOptions() []ast.Option {
	var opts []ast.Option
	p.parens(func() {
		o := ast.Option{Loc: p.loc(), Name: p.label()}
		switch p.kind() {
		case ',', ')':
		case '*':
			o.Values = []ast.OptionValue{{Loc: p.loc(), Kind: ast.OptionStar, Text: "*"}}
			p.next()
		case '(':
			o.List = true
			p.parens(func() { o.Values = append(o.Values, p.wordValue(isSettingWord)) })
		default:
			o.Values = []ast.OptionValue{p.settingValue()}
		}
		opts = append(opts, o)
	})
	return opts
}

// oldCopyOptions parses the options of PostgreSQL before 9.0.
func (p *parser) oldCopyOptions(c *ast.Copy) {
	text := func(at ast.Loc, name string) ast.Option {
		p.accept("as")
		return str(at, name, p.stringConst())
	}
	for p.err == nil {
		var o ast.Option
		at := p.loc()
		switch {
		case p.accept("binary"):
			o = word(at, "format", "binary")
		case p.accept("csv"):
			o = word(at, "format", "csv")
		case p.accept("freeze"):
			o = word(at, "freeze", "true")
		case p.accept("header"):
			o = word(at, "header", "true")
		case p.accept("delimiter"):
			o = text(at, "delimiter")
		case p.accept("null"):
			o = text(at, "null")
		case p.accept("quote"):
			o = text(at, "quote")
		case p.accept("escape"):
			o = text(at, "escape")
		case p.accept("encoding"):
			o = str(at, "encoding", p.stringConst())
		case p.accept("force"):
			o = p.oldForce(at)
		default:
			return
		}
		c.Options = append(c.Options, o)
	}
}

// oldForce parses FORCE QUOTE, FORCE NOT NULL and FORCE NULL.
func (p *parser) oldForce(at ast.Loc) ast.Option {
	o := ast.Option{Loc: at, Name: "force_null", List: true}
	switch {
	case p.accept("quote"):
		o.Name = "force_quote"
		if star := p.loc(); p.acceptKind('*') {
			return ast.Option{Loc: at, Name: o.Name, Values: []ast.OptionValue{{Loc: star, Kind: ast.OptionStar, Text: "*"}}}
		}
	case p.accept("not"):
		p.expect("null")
		o.Name = "force_not_null"
	default:
		p.expect("null")
	}
	p.list(func() {
		o.Values = append(o.Values, ast.OptionValue{Loc: p.loc(), Text: p.columnName()})
	})
	return o
}

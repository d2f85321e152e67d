package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// settingName parses the name of a setting: words joined by dots. Other than in
// PostgreSQL the words of a dotted name may be reserved, for Sparrow has
// settings like limit.name_bytes.
func (p *parser) settingName() string {
	if p.ahead(1).kind != '.' {
		return p.columnName()
	}
	name := p.label()
	for p.acceptKind('.') {
		name += "." + p.label()
	}
	return name
}

// isSettingName reports whether the current key word is a setting's name after
// all: SET session = 1.
func (p *parser) isSettingName() bool {
	next := p.ahead(1)
	return next.kind == '=' || next.kind == '.' || next.isWord("to") || next.isWord("from")
}

// set parses SET.
func (p *parser) set(loc ast.Loc) ast.Statement {
	s := &ast.Set{Loc: loc}
	session, local := false, false
	if !p.isSettingName() {
		switch {
		case p.is("constraints"):
			return p.setConstraints(loc)
		case p.is("session") && !p.ahead(1).isWord("authorization"):
			p.next()
			session = true
		case p.accept("local"):
			local = true
			s.Scope = ast.ScopeLocal
		}
	}
	if !p.isSettingName() {
		switch {
		case session && p.accept("characteristics"):
			p.expect("as", "transaction")
			return &ast.SetTransaction{Loc: loc, Session: true, Modes: p.txModes(true)}
		case p.accept("transaction", "snapshot"):
			return &ast.SetTransaction{Loc: loc, Local: local, Snapshot: p.stringConst()}
		case p.accept("transaction"):
			return &ast.SetTransaction{Loc: loc, Local: local, Modes: p.txModes(true)}
		}
	}
	p.setting(s, true)
	return s
}

// setConstraints parses SET CONSTRAINTS.
func (p *parser) setConstraints(loc ast.Loc) ast.Statement {
	p.next()
	c := &ast.SetConstraints{Loc: loc}
	if !p.accept("all") {
		c.Names = p.names()
	}
	if c.Deferred = p.accept("deferred"); !c.Deferred {
		p.expect("immediate")
	}
	return c
}

// setting parses what follows SET: name = value or one of the special forms.
// FROM CURRENT is for functions and roles only, but PostgreSQL's grammar takes
// it everywhere.
func (p *parser) setting(s *ast.Set, special bool) {
	if special && !p.isSettingName() && p.specialSetting(s) {
		return
	}
	s.Name = p.settingName()
	switch {
	case p.accept("from"):
		p.expect("current")
		s.FromCurrent = true
		return
	case p.accept("to"):
	default:
		p.expectKind('=')
	}
	if p.accept("default") {
		s.Default = true
		return
	}
	p.list(func() { s.Values = append(s.Values, p.settingValue()) })
}

// specialSetting parses the forms of SET that have a syntax of their own.
func (p *parser) specialSetting(s *ast.Set) bool {
	str := func(name string) {
		s.Name = name
		at := p.loc()
		s.Values = []ast.OptionValue{{Loc: at, Kind: ast.OptionString, Text: p.stringConst()}}
	}
	switch {
	case p.accept("time", "zone"):
		p.timeZone(s)
	case p.accept("schema"):
		str("search_path")
	case p.accept("catalog"):
		p.i--
		p.refuse(p.pos(), "current database cannot be changed")
	case p.accept("names"):
		s.Name = "client_encoding"
		if p.accept("default") || p.kind() != tokString {
			s.Default = true
		} else {
			str("client_encoding")
		}
	case p.accept("role"):
		s.Name = "role"
		s.Values = []ast.OptionValue{p.wordValue((*token).isNonReserved)}
	case p.accept("session", "authorization"):
		s.Name = "session_authorization"
		if p.accept("default") {
			s.Default = true
		} else {
			s.Values = []ast.OptionValue{p.wordValue((*token).isNonReserved)}
		}
	case p.accept("xml", "option"):
		s.Name = "xmloption"
		loc := p.loc()
		if !p.is("document") && !p.is("content") {
			p.syntaxError()
			return true
		}
		s.Values = []ast.OptionValue{{Loc: loc, Text: p.next().text}}
	default:
		return false
	}
	return true
}

// timeZone parses the value of SET TIME ZONE.
func (p *parser) timeZone(s *ast.Set) {
	s.Name = "timezone"
	t := p.tok()
	switch {
	case p.accept("default"), p.accept("local"):
		s.Default = true
	case p.startsNumber():
		s.Values = []ast.OptionValue{p.number()}
	case t.isWord("interval"):
		loc := p.loc()
		typ := p.constType()
		c, _ := p.typedConst(loc, typ).(*ast.Cast)
		if typ.Precision < 0 {
			p.intervalFields(typ)
		}
		switch typ.Interval {
		case ast.IntervalAny, ast.IntervalHour, ast.IntervalHourToMinute:
		default:
			p.refuse(loc.At, "time zone interval must be HOUR or HOUR TO MINUTE")
		}
		s.Interval = c
	default:
		s.Values = []ast.OptionValue{p.wordValue(func(t *token) bool { return t.class == notKeyword })}
	}
}

// reset parses RESET.
func (p *parser) reset(loc ast.Loc) ast.Statement {
	s := &ast.Set{Loc: loc, Reset: true}
	s.Name, s.All = p.showName()
	return s
}

// show parses SHOW.
func (p *parser) show(loc ast.Loc) ast.Statement {
	s := &ast.Show{Loc: loc}
	s.Name, s.All = p.showName()
	return s
}

// showName parses the name of a setting, its special spelling, or ALL.
func (p *parser) showName() (string, bool) {
	switch {
	case p.accept("all"):
		return "", true
	case p.accept("time", "zone"):
		return "timezone", false
	case p.accept("transaction", "isolation"):
		p.expect("level")
		return "transaction_isolation", false
	case p.accept("session", "authorization"):
		return "session_authorization", false
	}
	return p.settingName(), false
}

// discard parses DISCARD.
func (p *parser) discard(loc ast.Loc) ast.Statement {
	d := &ast.Discard{Loc: loc}
	switch {
	case p.accept("all"):
		d.What = "ALL"
	case p.accept("temp"), p.accept("temporary"):
		d.What = "TEMP"
	case p.accept("plans"):
		d.What = "PLANS"
	case p.accept("sequences"):
		d.What = "SEQUENCES"
	default:
		p.syntaxError()
	}
	return d
}

// setOrReset parses the SET or RESET clause of ALTER ROLE, DATABASE or SYSTEM;
// nil if there is none.
func (p *parser) setOrReset(special bool) *ast.Set {
	loc := p.loc()
	switch {
	case p.accept("set"):
		s := &ast.Set{Loc: loc}
		p.setting(s, special)
		return s
	case p.accept("reset"):
		s := &ast.Set{Loc: loc, Reset: true}
		if special {
			s.Name, s.All = p.showName()
		} else if s.All = p.accept("all"); !s.All {
			s.Name = p.settingName()
		}
		return s
	}
	return nil
}

// alterSystem parses ALTER SYSTEM behind its key words.
func (p *parser) alterSystem(loc ast.Loc) ast.Statement {
	s := p.setOrReset(false)
	if s == nil {
		p.syntaxError()
	}
	return &ast.AlterSystem{Loc: loc, Set: s}
}

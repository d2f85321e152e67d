package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// createSequence parses CREATE SEQUENCE.
func (p *parser) createSequence(loc ast.Loc, persist ast.Persistence) ast.Statement {
	s := &ast.CreateSequence{Loc: loc, Persistence: persist, IfNotExists: p.ifNotExists()}
	s.Name = p.name()
	s.Options = p.sequenceOptions()
	return s
}

// sequenceOptions parses the options of a sequence; see ast.CreateSequence for
// their names.
func (p *parser) sequenceOptions() []ast.Option {
	var opts []ast.Option
	for p.err == nil {
		o, ok := p.sequenceOption()
		if !ok {
			break
		}
		opts = append(opts, o)
	}
	return opts
}

func (p *parser) sequenceOption() (ast.Option, bool) {
	o := ast.Option{Loc: p.loc()}
	number := func(name string) (ast.Option, bool) {
		o.Name, o.Values = name, []ast.OptionValue{p.number()}
		return o, true
	}
	switch {
	case p.accept("as"):
		if t := p.simpleType(); t != nil {
			return word(o.Loc, "as", t.Name.Object), true
		}
		return o, true
	case p.accept("cache"):
		return number("cache")
	case p.accept("cycle"):
		return word(o.Loc, "cycle", "true"), true
	case p.accept("no", "cycle"):
		return word(o.Loc, "cycle", "false"), true
	case p.accept("increment"):
		p.accept("by")
		return number("increment")
	case p.accept("maxvalue"):
		return number("maxvalue")
	case p.accept("minvalue"):
		return number("minvalue")
	case p.accept("no", "maxvalue"):
		return word(o.Loc, "maxvalue", ""), true
	case p.accept("no", "minvalue"):
		return word(o.Loc, "minvalue", ""), true
	case p.accept("start"):
		p.accept("with")
		return number("start")
	case p.accept("restart"):
		if p.accept("with") || p.startsNumber() {
			return number("restart")
		}
		return word(o.Loc, "restart", ""), true
	case p.accept("owned"):
		p.expect("by")
		return p.dottedOption(o.Loc, "owned_by"), true
	case p.accept("sequence", "name"):
		return p.dottedOption(o.Loc, "sequence_name"), true
	}
	return o, false
}

// dottedOption parses a dotted name as the values of an option.
func (p *parser) dottedOption(loc ast.Loc, name string) ast.Option {
	o := ast.Option{Loc: loc, Name: name, List: true}
	v := ast.OptionValue{Loc: p.loc(), Text: p.columnName()}
	o.Values = append(o.Values, v)
	for p.acceptKind('.') {
		v = ast.OptionValue{Loc: p.loc(), Text: p.label()}
		o.Values = append(o.Values, v)
	}
	return o
}

package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// word makes an option whose value is a word, or that has none if it is empty.
func word(loc ast.Loc, name, value string) ast.Option {
	o := ast.Option{Loc: loc, Name: name}
	if value != "" {
		o.Values = []ast.OptionValue{{Loc: loc, Kind: ast.OptionWord, Text: value}}
	}
	return o
}

// str makes an option whose value is a string.
func str(loc ast.Loc, name, value string) ast.Option {
	return ast.Option{Loc: loc, Name: name, Values: []ast.OptionValue{{Loc: loc, Kind: ast.OptionString, Text: value}}}
}

// startsNumber reports whether a number, perhaps with a sign, comes next.
func (p *parser) startsNumber() bool {
	k := p.kind()
	if k == '-' || k == '+' {
		k = p.ahead(1).kind
	}
	return k == tokInteger || k == tokFloat
}

// number parses NumericOnly.
func (p *parser) number() ast.OptionValue {
	v := ast.OptionValue{Loc: p.loc()}
	if p.acceptKind('-') {
		v.Text = "-"
	} else {
		p.acceptKind('+')
	}
	switch p.kind() {
	case tokInteger:
		v.Kind = ast.OptionInteger
	case tokFloat:
		v.Kind = ast.OptionFloat
	default:
		p.syntaxError()
		return v
	}
	v.Text += p.next().text
	return v
}

// wordValue parses a word of the class that ok accepts, or a string.
func (p *parser) wordValue(ok func(t *token) bool) ast.OptionValue {
	t, v := p.tok(), ast.OptionValue{Loc: p.loc()}
	switch {
	case t.kind == tokString:
		v.Kind = ast.OptionString
	case t.kind == tokIdent && ok(t):
		if t.quoted {
			v.Kind = ast.OptionQuotedWord
		}
	default:
		p.syntaxError()
		return v
	}
	v.Text = p.next().text
	return v
}

// isSettingWord accepts the words of a setting's value: true, false, on, and
// all that are not reserved.
func isSettingWord(t *token) bool {
	return t.isNonReserved() || t.isWord("true") || t.isWord("false") || t.isWord("on")
}

// isOptionWord accepts the words of an option's value: types and NONE, but no
// other key word that can only name columns.
func isOptionWord(t *token) bool {
	if t.class != ColumnName || t.text == "none" {
		return true
	}
	_, plain := plainTypes[t.text]
	return plain || strings.Contains("bit char character float interval national nchar setof time timestamp varchar", t.text)
}

// settingValue parses a value of SET, EXPLAIN (…) or COPY (…).
func (p *parser) settingValue() ast.OptionValue {
	if p.startsNumber() {
		return p.number()
	}
	return p.wordValue(isSettingWord)
}

// utilityOptions parses (name [value], …) of EXPLAIN, VACUUM and the like.
func (p *parser) utilityOptions() []ast.Option {
	var opts []ast.Option
	p.parens(func() {
		o := ast.Option{Loc: p.loc()}
		if p.isAny("analyze", "analyse") {
			p.next()
			o.Name = "analyze"
		} else {
			o.Name = p.nonReserved()
		}
		if p.kind() != ',' && p.kind() != ')' {
			o.Values = []ast.OptionValue{p.settingValue()}
		}
		opts = append(opts, o)
	})
	return opts
}

// relOptions parses (name [= value], …) of WITH and SET; names may have a
// namespace.
func (p *parser) relOptions() []ast.Option {
	var opts []ast.Option
	p.parens(func() {
		o := ast.Option{Loc: p.loc(), Name: p.label()}
		if p.acceptKind('.') {
			o.Namespace, o.Name = o.Name, p.label()
		}
		if p.acceptKind('=') {
			o.Values = []ast.OptionValue{p.optionValue()}
		}
		opts = append(opts, o)
	})
	return opts
}

// withOptions parses WITH (…), if there.
func (p *parser) withOptions() []ast.Option {
	if p.is("with") && p.ahead(1).kind == '(' {
		p.next()
		return p.relOptions()
	}
	return nil
}

// optionValue parses a number, a string or any word.
func (p *parser) optionValue() ast.OptionValue {
	if p.startsNumber() {
		return p.number()
	}
	return p.wordValue(isOptionWord)
}

// genericOptions parses OPTIONS (name 'value', …) of foreign objects.
func (p *parser) genericOptions() []ast.Option {
	if !p.accept("options") {
		return nil
	}
	var opts []ast.Option
	p.parens(func() {
		loc, name := p.loc(), p.label()
		opts = append(opts, str(loc, name, p.stringConst()))
	})
	return opts
}

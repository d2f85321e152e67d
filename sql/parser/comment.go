package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// namedKinds are the kinds of objects that a name alone identifies.
var namedKinds = splitWords("table", "view", "materialized view", "foreign table", "foreign data wrapper", "index",
	"sequence", "schema", "database", "role", "tablespace", "extension", "type", "domain", "collation", "conversion",
	"statistics", "language", "procedural language", "server", "publication", "subscription", "event trigger",
	"access method", "text search configuration", "text search dictionary", "text search parser", "text search template")

// comment parses COMMENT ON.
func (p *parser) comment(loc ast.Loc) ast.Statement {
	c := &ast.Comment{Loc: loc}
	p.expect("on")
	c.Kind, c.Name, c.Sub = p.object()
	c.Text = p.isText()
	return c
}

// securityLabel parses SECURITY LABEL.
func (p *parser) securityLabel(loc ast.Loc) ast.Statement {
	p.expect("label")
	s := &ast.SecurityLabel{Loc: loc}
	if p.accept("for") {
		s.Provider = p.wordValue((*token).isNonReserved).Text
	}
	p.expect("on")
	s.Kind, s.Name, s.Sub = p.object()
	s.Text = p.isText()
	return s
}

// isText parses IS 'text' or IS NULL.
func (p *parser) isText() *string {
	p.expect("is")
	if p.accept("null") {
		return nil
	}
	text := p.stringConst()
	return &text
}

// object parses the kind and name of an object up to IS. What is identified by
// more than a name (functions, casts, operators) is passed unread.
func (p *parser) object() (kind ast.ObjectKind, name ast.Name, sub string) {
	switch {
	case p.accept("column"):
		name, sub = p.columnOf()
		return ast.KindColumn, name, sub
	case p.isAny("constraint", "trigger", "policy", "rule"):
		kind = ast.ObjectKind(strings.ToUpper(p.next().text))
		sub = p.columnName()
		p.expect("on")
		if kind == ast.KindConstraint && p.accept("domain") {
			kind = "DOMAIN CONSTRAINT"
		}
		return kind, p.name(), sub
	}
	if k := p.acceptAny(namedKinds); k != "" {
		return ast.ObjectKind(k), p.name(), ""
	}
	k := p.acceptAny(foreignKinds)
	if k == "" {
		p.syntaxError()
		return "", name, ""
	}
	name.Loc = p.loc()
	if ast.ObjectKind(k) == ast.KindLargeObject {
		name.Object = p.number().Text
		return ast.KindLargeObject, name, ""
	}
	for depth := 0; ; p.next() {
		switch p.kind() {
		case '(':
			depth++
		case ')':
			depth--
		case tokEOF, tokError, ';':
			p.syntaxError()
			return ast.ObjectKind(k), name, ""
		}
		if depth == 0 && p.is("is") {
			name.Object = strings.TrimSpace(p.text[name.At:p.lastEnd()])
			return ast.ObjectKind(k), name, ""
		}
	}
}

// columnOf parses [[database.]schema.]table.column.
func (p *parser) columnOf() (table ast.Name, column string) {
	table.Loc = p.loc()
	parts := []string{p.columnName()}
	for p.acceptKind('.') {
		parts = append(parts, p.label())
	}
	if len(parts) < 2 || len(parts) > 4 {
		if p.err == nil {
			p.refuse(table.At, "column name must be qualified")
		}
		return table, ""
	}
	n := len(parts)
	table.Object, column = parts[n-2], parts[n-1]
	if n > 2 {
		table.Schema = parts[n-3]
	}
	if n > 3 {
		table.Database = parts[0]
	}
	return table, column
}

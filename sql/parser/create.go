package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// foreignKinds are the kinds of objects that Sparrow has none of, word by word;
// CREATE and ALTER of them are accepted and refused by name.
var foreignKinds = splitWords("access method", "aggregate", "cast", "collation", "conversion", "event trigger",
	"extension", "foreign data wrapper", "foreign table", "function", "language", "large object", "operator class",
	"operator family", "operator", "policy", "procedure", "publication", "routine", "rule", "server", "statistics",
	"subscription", "tablespace", "text search configuration", "text search dictionary", "text search parser",
	"text search template", "transform", "trigger", "user mapping")

func splitWords(phrases ...string) [][]string {
	out := make([][]string, len(phrases))
	for i, s := range phrases {
		out[i] = strings.Fields(s)
	}
	return out
}

// acceptAny passes the first of the phrases that comes next and returns it in
// upper case, or "".
func (p *parser) acceptAny(phrases [][]string) string {
	for _, words := range phrases {
		if p.accept(words...) {
			return strings.ToUpper(strings.Join(words, " "))
		}
	}
	return ""
}

// foreignKind passes the words of one of foreignKinds and returns it in upper
// case, or "".
func (p *parser) foreignKind() string {
	switch {
	case p.are("user", "mapping") && !p.ahead(2).isWord("for") && !p.ahead(2).isWord("if"):
		return "" // a user of that name
	case p.are("constraint", "trigger"), p.are("default", "conversion"):
		p.next()
	case p.are("trusted", "language"), p.are("procedural", "language"):
		p.next()
	case p.are("trusted", "procedural", "language"):
		p.i += 2
	}
	return p.acceptAny(foreignKinds)
}

// create parses CREATE.
func (p *parser) create(loc ast.Loc) ast.Statement {
	replace := p.accept("or", "replace")
	if kind := p.foreignKind(); kind != "" {
		return p.unsupported(loc, "CREATE "+kind)
	}
	persist := p.persistence()
	switch {
	case p.accept("view"):
		return p.createView(&ast.CreateView{Loc: loc, OrReplace: replace, Persistence: persist})
	case p.accept("recursive", "view"):
		return p.createView(&ast.CreateView{Loc: loc, OrReplace: replace, Persistence: persist, Recursive: true})
	case replace:
		p.syntaxError()
		return nil
	case p.accept("table"):
		return p.createTable(loc, persist)
	case p.accept("sequence"):
		return p.createSequence(loc, persist)
	case persist != ast.Temporary && p.accept("materialized", "view"):
		return p.createMaterializedView(loc, persist)
	case persist != ast.Permanent:
		p.syntaxError()
		return nil
	}
	switch t := p.next(); t.text {
	case "unique":
		p.expect("index")
		return p.createIndex(loc, true)
	case "index":
		return p.createIndex(loc, false)
	case "schema":
		return p.createSchema(loc)
	case "database":
		return p.createDatabase(loc)
	case "role", "user", "group":
		return p.createRole(loc, strings.ToUpper(t.text))
	case "type":
		return p.createType(loc)
	case "domain":
		return p.createDomain(loc)
	}
	p.syntaxErrorAt(p.i - 1)
	return nil
}

// createSchema parses CREATE SCHEMA with its elements.
func (p *parser) createSchema(loc ast.Loc) ast.Statement {
	s := &ast.CreateSchema{Loc: loc, IfNotExists: p.ifNotExists()}
	if !p.is("authorization") {
		s.Name = p.columnName()
	}
	if p.accept("authorization") {
		r := p.role()
		s.Owner = &r
	}
	for p.isAny("create", "grant") {
		if s.IfNotExists {
			p.refuse(p.pos(), "CREATE SCHEMA IF NOT EXISTS cannot include schema elements")
			return nil
		}
		s.Elements = append(s.Elements, p.statement())
	}
	return s
}

// createView parses CREATE VIEW behind its key words.
func (p *parser) createView(v *ast.CreateView) ast.Statement {
	v.Name = p.name()
	if v.Recursive {
		v.Columns = p.columnList()
	} else {
		v.Columns = p.optionalColumnList()
	}
	v.Options = p.withOptions()
	p.expect("as")
	v.Query = p.query()
	switch {
	case p.accept("with", "check", "option"), p.accept("with", "cascaded", "check", "option"):
		v.CheckOption = "CASCADED"
	case p.accept("with", "local", "check", "option"):
		v.CheckOption = "LOCAL"
	}
	return v
}

// createMaterializedView parses CREATE MATERIALIZED VIEW.
func (p *parser) createMaterializedView(loc ast.Loc, persist ast.Persistence) ast.Statement {
	c := &ast.CreateTableAs{Loc: loc, Persistence: persist, Materialized: true, IfNotExists: p.ifNotExists()}
	c.Name = p.name()
	c.Columns = p.optionalColumnList()
	if p.accept("using") {
		c.Method = p.columnName()
	}
	c.Options = p.withOptions()
	if p.accept("tablespace") {
		c.Tablespace = p.columnName()
	}
	p.expect("as")
	if q := p.query(); q != nil {
		c.Source = q
	}
	c.NoData = p.withNoData()
	return c
}

// createType parses CREATE TYPE of enums and composite types.
func (p *parser) createType(loc ast.Loc) ast.Statement {
	t := &ast.CreateType{Loc: loc, Name: p.name()}
	switch {
	case p.accept("as", "enum"):
		t.Enum = true
		p.expectKind('(')
		if p.kind() != ')' {
			p.list(func() { t.Labels = append(t.Labels, p.stringConst()) })
		}
		p.expectKind(')')
	case p.is("as") && p.ahead(1).kind == '(':
		p.next()
		if p.ahead(1).kind == ')' {
			p.i += 2
		} else {
			t.Attributes = p.columnDefList()
		}
	case p.is("as") && p.ahead(1).isWord("range"):
		p.skipStatement()
		return &ast.Unsupported{Loc: loc, Tag: "CREATE TYPE AS RANGE",
			Hint: "There are int4range, int8range, numrange, tsrange, tstzrange and daterange, and their multiranges."}
	default:
		return p.unsupported(loc, "CREATE TYPE")
	}
	return t
}

// createDomain parses CREATE DOMAIN.
func (p *parser) createDomain(loc ast.Loc) ast.Statement {
	d := &ast.CreateDomain{Loc: loc, Name: p.name()}
	p.accept("as")
	d.Type = p.typeName()
	var col ast.ColumnDef
	p.columnConstraints(&col)
	d.Collation, d.Constraints = col.Collation, col.Constraints
	return d
}

// createIndex parses CREATE INDEX.
func (p *parser) createIndex(loc ast.Loc, unique bool) ast.Statement {
	s := &ast.CreateIndex{Loc: loc, Unique: unique}
	s.Concurrently = p.accept("concurrently")
	if s.IfNotExists = p.ifNotExists(); s.IfNotExists || !p.is("on") {
		s.Name = p.columnName()
	}
	p.expect("on")
	s.Table = p.relation()
	if p.accept("using") {
		s.Method = p.columnName()
	}
	p.parens(func() { s.Items = append(s.Items, p.indexItem()) })
	if p.accept("include") {
		p.parens(func() { s.Include = append(s.Include, p.indexItem()) })
	}
	s.NullsNotDistinct = p.nullsNotDistinct()
	s.Options = p.withOptions()
	if p.accept("tablespace") {
		s.Tablespace = p.columnName()
	}
	s.Where = p.where()
	return s
}

// nullsNotDistinct parses [NULLS [NOT] DISTINCT].
func (p *parser) nullsNotDistinct() bool {
	if p.accept("nulls", "not", "distinct") {
		return true
	}
	p.accept("nulls", "distinct")
	return false
}

// indexItem parses a column, function or (expression) with its operator class
// and order.
func (p *parser) indexItem() ast.IndexItem {
	it := ast.IndexItem{Loc: p.loc()}
	switch {
	case p.acceptKind('('):
		it.Expr = p.expr()
		p.expectKind(')')
	case p.startsFunction():
		it.Expr = p.windowlessCall()
	default:
		it.Expr = &ast.ColumnRef{Loc: it.Loc, Parts: []string{p.columnName()}}
	}
	it.Collation = p.optionalName("collate")
	if p.tok().isColumnName() && !(p.is("nulls") && (p.ahead(1).isWord("first") || p.ahead(1).isWord("last"))) {
		n := p.name()
		it.OpClass = &n
		if p.kind() == '(' {
			it.OpOptions = p.relOptions()
		}
	}
	it.Order, it.Nulls = p.sortOrder()
	return it
}

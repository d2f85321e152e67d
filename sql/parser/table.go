package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// createTable parses CREATE TABLE and CREATE TABLE AS.
func (p *parser) createTable(loc ast.Loc, persist ast.Persistence) ast.Statement {
	guard := p.ifNotExists()
	name := p.name()
	if p.createsAs() {
		return p.createTableAs(&ast.CreateTableAs{Loc: loc, Name: name, Persistence: persist, IfNotExists: guard})
	}
	t := &ast.CreateTable{Loc: loc, Name: name, Persistence: persist, IfNotExists: guard}
	switch {
	case p.accept("of"):
		of := p.name()
		t.OfType = &of
		p.typedElements(t)
	case p.accept("partition", "of"):
		of := p.name()
		t.PartitionOf = &of
		p.typedElements(t)
		t.Bound = p.partitionBound()
	default:
		p.expectKind('(')
		if p.kind() != ')' {
			p.list(func() { p.tableElement(t) })
		}
		p.expectKind(')')
		if p.accept("inherits") {
			p.expectKind('(')
			t.Inherits = p.names()
			p.expectKind(')')
		}
	}
	if p.is("partition") {
		t.PartitionBy = p.partitionBy()
	}
	t.Method, t.Options, t.OnCommit, t.Tablespace = p.tableTail()
	if p.is("as") { // CREATE TABLE t (a) WITH (…) AS
		p.syntaxError()
	}
	return t
}

// createsAs reports whether a CREATE TABLE takes its rows from a query: columns
// have no types then, and AS is in front of the query.
func (p *parser) createsAs() bool {
	if p.kind() == '(' {
		next := p.ahead(2).kind
		return p.ahead(1).isColumnName() && (next == ',' || next == ')')
	}
	return p.isAny("as", "using", "with", "without", "on", "tablespace")
}

// createTableAs parses CREATE TABLE AS behind the name.
func (p *parser) createTableAs(c *ast.CreateTableAs) ast.Statement {
	c.Columns = p.optionalColumnList()
	c.Method, c.Options, c.OnCommit, c.Tablespace = p.tableTail()
	p.expect("as")
	if at := p.loc(); p.accept("execute") {
		c.Source = p.execute(at)
	} else if q := p.query(); q != nil {
		c.Source = q
	}
	c.NoData = p.withNoData()
	return c
}

// tableTail parses what may stand behind the columns of a table.
func (p *parser) tableTail() (method string, opts []ast.Option, commit ast.OnCommit, tablespace string) {
	if p.accept("using") {
		method = p.columnName()
	}
	if opts = p.withOptions(); opts == nil {
		p.accept("without", "oids")
	}
	if p.accept("on", "commit") {
		switch {
		case p.accept("drop"):
			commit = ast.OnCommitDrop
		case p.accept("delete", "rows"):
			commit = ast.OnCommitDelete
		default:
			p.expect("preserve", "rows")
			commit = ast.OnCommitPreserve
		}
	}
	if p.accept("tablespace") {
		tablespace = p.columnName()
	}
	return method, opts, commit, tablespace
}

// tableElement parses a column, a constraint or LIKE.
func (p *parser) tableElement(t *ast.CreateTable) {
	switch {
	case p.is("like"):
		like := p.likeClause()
		like.Before = len(t.Columns)
		t.Likes = append(t.Likes, like)
	case p.startsConstraint():
		t.Constraints = append(t.Constraints, p.tableConstraint())
	default:
		t.Columns = append(t.Columns, p.columnDef())
	}
}

// typedElements parses (column WITH OPTIONS …, constraint, …), if there.
func (p *parser) typedElements(t *ast.CreateTable) {
	if p.kind() != '(' {
		return
	}
	p.parens(func() {
		if p.startsConstraint() {
			t.Constraints = append(t.Constraints, p.tableConstraint())
			return
		}
		c := ast.ColumnDef{Loc: p.loc(), Name: p.columnName()}
		if p.accept("with") {
			p.expect("options")
		}
		p.columnConstraints(&c)
		t.Columns = append(t.Columns, c)
	})
}

// columnDef parses name type and what belongs to them.
func (p *parser) columnDef() ast.ColumnDef {
	c := ast.ColumnDef{Loc: p.loc(), Name: p.columnName()}
	c.Type = p.typeName()
	if p.accept("compression") {
		if !p.accept("default") {
			c.Compression = p.columnName()
		} else {
			c.Compression = "default"
		}
	}
	c.Options = p.genericOptions()
	p.columnConstraints(&c)
	return c
}

// likeClause parses LIKE table [INCLUDING | EXCLUDING what]….
func (p *parser) likeClause() ast.LikeClause {
	l := ast.LikeClause{Loc: p.loc()}
	p.next()
	l.Table = p.name()
	for p.isAny("including", "excluding") {
		o := ast.LikeOption{Loc: p.loc(), Exclude: p.next().text == "excluding"}
		if !p.isAny("comments", "compression", "constraints", "defaults", "identity", "generated", "indexes", "statistics",
			"storage", "all") {
			p.syntaxError()
			return l
		}
		o.What = p.next().text
		l.Options = append(l.Options, o)
	}
	return l
}

// partitionBy parses PARTITION BY method (…).
func (p *parser) partitionBy() *ast.PartitionBy {
	b := &ast.PartitionBy{Loc: p.loc()}
	p.expect("partition", "by")
	b.Method = p.columnName()
	p.parens(func() {
		it := p.indexItem()
		b.Items = append(b.Items, ast.ConflictItem{Loc: it.Loc, Expr: it.Expr, Collation: it.Collation, OpClass: it.OpClass})
	})
	return b
}

// partitionBound parses FOR VALUES … or DEFAULT.
func (p *parser) partitionBound() *ast.PartitionBound {
	b := &ast.PartitionBound{Loc: p.loc()}
	if p.accept("default") {
		b.Default = true
		return b
	}
	p.expect("for", "values")
	switch {
	case p.accept("in"):
		b.In = p.parenExprList()
	case p.accept("from"):
		b.From = p.parenExprList()
		p.expect("to")
		b.To = p.parenExprList()
	default:
		p.expect("with")
		b.Hash = true
		p.parens(func() {
			at, what := p.pos(), p.nonReserved()
			n := p.integer()
			switch strings.ToLower(what) {
			case "modulus":
				b.Modulus = n
			case "remainder":
				b.Remainder = n
			default:
				p.refuse(at, `unrecognized hash partition bound specification "%s"`, what)
			}
		})
	}
	return b
}

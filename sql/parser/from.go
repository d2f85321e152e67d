package parser

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// fromList parses item, item, … of FROM or USING.
func (p *parser) fromList() []ast.TableRef {
	list := []ast.TableRef{p.tableRef()}
	for p.acceptKind(',') {
		list = append(list, p.tableRef())
	}
	return list
}

// tableRef parses one item of FROM with all its joins.
func (p *parser) tableRef() ast.TableRef {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	outer := p.height
	p.height = 0
	t := p.joins(p.tablePrimary())
	p.height = max(outer, p.height)
	return t
}

// startsJoin reports whether a join comes next.
func (p *parser) startsJoin() bool {
	return p.isAny("join", "cross", "natural", "inner", "left", "right", "full")
}

// joins parses the joins behind left. In a JOIN b JOIN c ON … ON …, the second
// join is the right side of the first, for the first has no condition yet.
func (p *parser) joins(left ast.TableRef) ast.TableRef {
	for p.startsJoin() {
		if !p.enter() {
			return nil
		}
		p.grow()
		j := &ast.Join{Loc: p.loc(), Left: left}
		switch {
		case p.accept("cross"):
			p.expect("join")
			j.Kind = ast.CrossJoin
			j.Right = p.tablePrimary()
		case p.accept("natural"):
			j.Natural = true
			p.joinKind(j)
			j.Right = p.tablePrimary()
		default:
			p.joinKind(j)
			j.Right = p.joins(p.tablePrimary())
			p.joinCondition(j)
		}
		p.leave()
		left = j
	}
	return left
}

// joinKind parses [INNER | LEFT | RIGHT | FULL [OUTER]] JOIN.
func (p *parser) joinKind(j *ast.Join) {
	outer := true
	switch {
	case p.accept("left"):
		j.Kind = ast.LeftJoin
	case p.accept("right"):
		j.Kind = ast.RightJoin
	case p.accept("full"):
		j.Kind = ast.FullJoin
	default:
		p.accept("inner")
		outer = false
	}
	if outer {
		p.accept("outer")
	}
	p.expect("join")
}

// joinCondition parses ON or USING.
func (p *parser) joinCondition(j *ast.Join) {
	if p.accept("using") {
		j.Using = p.columnList()
		if p.accept("as") {
			j.UsingAlias = p.columnName()
		}
		return
	}
	p.expect("on")
	j.On = p.expr()
}

// tablePrimary parses one item of FROM without joins.
func (p *parser) tablePrimary() ast.TableRef {
	loc := p.loc()
	lateral := p.accept("lateral")
	t := p.tok()
	switch {
	case p.kind() == '(' && lateral:
		return p.subqueryRef(loc, p.parenQuery(), true)
	case p.kind() == '(':
		q, ref := p.parenTable()
		if q != nil {
			return p.subqueryRef(loc, q, false)
		}
		return ref
	case t.isWord("rows") && p.ahead(1).isWord("from") && p.ahead(2).kind == '(':
		return p.rowsFrom(loc, lateral)
	case t.isWord("xmltable"):
		p.fail(pgerr.Unsupported("XMLTABLE"), loc.At)
		return nil
	case t.class == TypeFuncName && p.ahead(1).kind != '(' && !p.startsFunction():
		p.next() // FROM JOIN b: a function's name, so the parenthesis is missing
		p.syntaxError()
		return nil
	case lateral || p.startsFunction():
		f := &ast.FuncRef{Loc: loc, Lateral: lateral}
		f.Funcs = []ast.FuncItem{{Call: p.windowlessCall()}}
		f.Ordinality = p.ordinality()
		f.Alias, f.Defs = p.funcAlias()
		return f
	}
	table := p.relation()
	if table == nil {
		return nil
	}
	table.Alias = p.tableAlias()
	if p.is("tablesample") {
		table.Sample = p.tableSample()
	}
	return table
}

// callForms are the key words of class ColumnName whose special forms count as
// function calls.
var callForms = map[string]bool{"coalesce": true, "greatest": true, "least": true, "nullif": true, "extract": true,
	"normalize": true, "overlay": true, "position": true, "substring": true, "treat": true, "trim": true,
	"xmlconcat": true, "xmlelement": true, "xmlexists": true, "xmlforest": true, "xmlparse": true, "xmlpi": true,
	"xmlroot": true, "xmlserialize": true}

// startsFunction reports whether a function comes next, not a table: a name
// with a parenthesis behind it, or one of the functions SQL has words for.
func (p *parser) startsFunction() bool {
	t := p.tok()
	if t.class == Reserved {
		_, value := sqlValues[t.text]
		return value || t.text == "cast"
	}
	if t.isWord("current_schema") || t.isWord("collation") && p.ahead(1).isWord("for") {
		return true
	}
	if t.kind != tokIdent {
		return false
	}
	if t.class == ColumnName && p.ahead(1).kind == '(' {
		return callForms[t.text]
	}
	n := 1
	for p.ahead(n).kind == '.' && p.ahead(n+1).kind == tokIdent {
		n += 2
	}
	return p.ahead(n).kind == '('
}

// windowlessCall parses a function of FROM, which takes no FILTER and OVER.
func (p *parser) windowlessCall() ast.Expr {
	p.windowless = true
	start := p.i
	e := p.primary()
	p.windowless = false
	switch e.(type) {
	case *ast.FuncCall, *ast.SQLValue, *ast.Coalesce, *ast.MinMax, *ast.NullIf, *ast.Cast, nil:
		return e
	}
	p.syntaxErrorAt(start)
	return nil
}

// parenTable parses a parenthesis in FROM: a query, or joined tables.
func (p *parser) parenTable() (*ast.Query, ast.TableRef) {
	if !p.enter() {
		return nil, nil
	}
	defer p.leave()
	p.expectKind('(')
	if p.startsQuery(0) {
		q := p.query()
		p.expectKind(')')
		return q, nil
	}
	var first ast.TableRef
	if inner := p.loc(); p.kind() == '(' {
		q, ref := p.parenTable()
		if q != nil && (p.kind() == ')' || p.goesOn()) {
			if p.kind() != ')' {
				q = p.queryFrom(q)
			}
			p.expectKind(')')
			return q, nil
		}
		first = ref
		if q != nil {
			first = p.subqueryRef(inner, q, false)
		}
	} else {
		first = p.tablePrimary()
	}
	join, ok := p.joins(first).(*ast.Join)
	if !ok || join.Alias != nil {
		p.syntaxError() // only joins, without an alias yet, may be in parentheses
		return nil, nil
	}
	p.expectKind(')')
	join.Alias = p.tableAlias()
	return nil, join
}

// subqueryRef parses the alias of a query in FROM.
func (p *parser) subqueryRef(loc ast.Loc, q *ast.Query, lateral bool) ast.TableRef {
	s := &ast.SubqueryRef{Loc: loc, Query: q, Lateral: lateral, Alias: p.tableAlias()}
	if s.Alias == nil && p.err == nil {
		what, example := "subquery", "SELECT ..."
		if _, values := q.Body.(*ast.ValuesClause); values {
			what, example = "VALUES", "VALUES ..."
		}
		p.fail(pgerr.New(pgerr.SyntaxError, "%s in FROM must have an alias", what).
			WithHint("For example, FROM (%s) [AS] foo.", example), loc.At)
	}
	return s
}

// rowsFrom parses ROWS FROM (…).
func (p *parser) rowsFrom(loc ast.Loc, lateral bool) ast.TableRef {
	f := &ast.FuncRef{Loc: loc, RowsFrom: true, Lateral: lateral}
	p.i += 2
	p.parens(func() {
		item := ast.FuncItem{Call: p.windowlessCall()}
		if p.accept("as") {
			item.Defs = p.columnDefList()
		}
		f.Funcs = append(f.Funcs, item)
	})
	f.Ordinality = p.ordinality()
	f.Alias, f.Defs = p.funcAlias()
	return f
}

func (p *parser) ordinality() bool { return p.accept("with", "ordinality") }

// relation parses a table's name: [ONLY] name [*].
func (p *parser) relation() *ast.Table {
	t := &ast.Table{Loc: p.loc()}
	if p.accept("only") {
		t.Only = true
		if p.acceptKind('(') {
			t.Name = p.name()
			p.expectKind(')')
			return t
		}
		t.Name = p.name()
		return t
	}
	t.Name = p.name()
	p.acceptKind('*')
	if p.err != nil {
		return nil
	}
	return t
}

// tableAlias parses [AS] name [(columns)], if there.
func (p *parser) tableAlias() *ast.Alias {
	loc := p.loc()
	if !p.accept("as") && !p.tok().isColumnName() {
		return nil
	}
	a := &ast.Alias{Loc: loc, Name: p.columnName()}
	a.Columns = p.optionalColumnList()
	return a
}

// funcAlias parses the alias of a function, which may define columns.
func (p *parser) funcAlias() (*ast.Alias, []ast.ColumnDef) {
	loc := p.loc()
	as := p.accept("as")
	if as && p.kind() == '(' {
		return &ast.Alias{Loc: loc}, p.columnDefList()
	}
	if !as && !p.tok().isColumnName() {
		return nil, nil
	}
	a := &ast.Alias{Loc: loc, Name: p.columnName()}
	if p.kind() == '(' {
		if k := p.ahead(2).kind; k != ',' && k != ')' {
			return a, p.columnDefList()
		}
		a.Columns = p.columnList()
	}
	return a, nil
}

// columnDefList parses (name type [COLLATE c], …).
func (p *parser) columnDefList() []ast.ColumnDef {
	var defs []ast.ColumnDef
	p.parens(func() {
		d := ast.ColumnDef{Loc: p.loc(), Name: p.columnName(), Type: p.typeName()}
		d.Collation = p.optionalName("collate")
		defs = append(defs, d)
	})
	return defs
}

// tableSample parses TABLESAMPLE method (args) [REPEATABLE (seed)].
func (p *parser) tableSample() *ast.TableSample {
	s := &ast.TableSample{Loc: p.loc()}
	p.next()
	s.Method = p.funcName()
	s.Args = p.parenExprList()
	if p.accept("repeatable") {
		p.expectKind('(')
		s.Repeatable = p.expr()
		p.expectKind(')')
	}
	return s
}

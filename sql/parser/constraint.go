package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// startsConstraint reports whether a table constraint comes next. EXCLUDE alone
// may be a column.
func (p *parser) startsConstraint() bool {
	if p.is("exclude") {
		return p.ahead(1).kind == '(' || p.ahead(1).isWord("using")
	}
	return p.isAny("constraint", "check", "unique", "primary", "foreign")
}

// columnConstraints parses the constraints of a column and its COLLATE.
func (p *parser) columnConstraints(col *ast.ColumnDef) {
	for p.err == nil {
		if p.is("collate") {
			if col.Collation != nil {
				p.refuse(p.pos(), "multiple COLLATE clauses not allowed")
				return
			}
			col.Collation = p.optionalName("collate")
			continue
		}
		if p.constraintTiming(col) {
			continue
		}
		c := ast.Constraint{Loc: p.loc()}
		named := p.accept("constraint")
		if named {
			c.Name = p.columnName()
		}
		if !p.columnConstraint(&c) {
			if p.accept("not") || named {
				p.syntaxError()
			}
			return
		}
		col.Constraints = append(col.Constraints, c)
	}
}

// constraintTiming parses DEFERRABLE and the like, which belong to the
// constraint before.
func (p *parser) constraintTiming(col *ast.ColumnDef) bool {
	at, start := p.pos(), p.i
	var c ast.Constraint
	if n := len(col.Constraints); n > 0 {
		c = col.Constraints[n-1]
	}
	if !p.timing(&c) {
		return false
	}
	switch c.Kind {
	case ast.ConstraintPrimaryKey, ast.ConstraintUnique, ast.ConstraintReferences:
		col.Constraints[len(col.Constraints)-1] = c
	default:
		p.refuse(at, "misplaced %s clause", p.text[at:p.toks[max(start, p.i-1)].end])
	}
	return true
}

// timing parses [NOT] DEFERRABLE or INITIALLY DEFERRED | IMMEDIATE.
func (p *parser) timing(c *ast.Constraint) bool {
	switch {
	case p.accept("deferrable"):
		c.Deferrable = true
	case p.accept("not", "deferrable"):
		c.Deferrable = false
	case p.accept("initially", "deferred"):
		c.Deferrable, c.InitiallyDeferred = true, true
	case p.accept("initially", "immediate"):
		c.InitiallyDeferred = false
	default:
		return false
	}
	return true
}

// columnConstraint parses one constraint of a column, if there.
func (p *parser) columnConstraint(c *ast.Constraint) bool {
	switch {
	case p.accept("not", "null"):
		c.Kind = ast.ConstraintNotNull
	case p.accept("null"):
		c.Kind = ast.ConstraintNull
	case p.accept("default"):
		c.Kind = ast.ConstraintDefault
		from := p.pos()
		c.Expr = p.plainExpr()
		c.Text = p.source(from)
	case p.accept("unique"):
		c.Kind = ast.ConstraintUnique
		c.NullsNotDistinct = p.nullsNotDistinct()
		p.indexParameters(c)
	case p.accept("primary"):
		p.expect("key")
		c.Kind = ast.ConstraintPrimaryKey
		p.indexParameters(c)
	case p.accept("check"):
		p.check(c)
		c.NoInherit = p.accept("no", "inherit")
	case p.accept("references"):
		p.references(c)
	case p.accept("generated"):
		p.generated(c)
	default:
		return false
	}
	return true
}

// check parses the condition of CHECK.
func (p *parser) check(c *ast.Constraint) {
	c.Kind = ast.ConstraintCheck
	p.expectKind('(')
	from := p.pos()
	c.Expr = p.expr()
	c.Text = p.source(from)
	p.expectKind(')')
}

// indexParameters parses [WITH (…)] [USING INDEX TABLESPACE name].
func (p *parser) indexParameters(c *ast.Constraint) {
	c.Options = p.withOptions()
	if p.accept("using", "index", "tablespace") {
		c.Tablespace = p.columnName()
	}
}

// generated parses GENERATED … AS IDENTITY or AS (expression) STORED.
func (p *parser) generated(c *ast.Constraint) {
	at := p.pos()
	c.Always = p.generatedWhen()
	p.expect("as")
	if p.accept("identity") {
		c.Kind = ast.ConstraintIdentity
		if p.acceptKind('(') {
			c.Sequence = p.sequenceOptions()
			p.expectKind(')')
		}
		return
	}
	c.Kind = ast.ConstraintGenerated
	p.expectKind('(')
	from := p.pos()
	c.Expr = p.expr()
	c.Text = p.source(from)
	p.expectKind(')')
	p.expect("stored")
	if !c.Always && p.err == nil {
		p.refuse(at, "for a generated column, GENERATED ALWAYS must be specified")
	}
}

// generatedWhen parses ALWAYS or BY DEFAULT.
func (p *parser) generatedWhen() bool {
	if p.accept("always") {
		return true
	}
	p.expect("by", "default")
	return false
}

// references parses what follows REFERENCES.
func (p *parser) references(c *ast.Constraint) {
	c.Kind = ast.ConstraintReferences
	n := p.name()
	c.RefTable = &n
	c.RefColumns = p.optionalColumnList()
	if p.accept("match") {
		if c.MatchFull = p.accept("full"); !c.MatchFull && !p.accept("simple") {
			p.expect("partial")
			if p.err == nil {
				p.refuse(p.toks[p.i-1].pos, "MATCH PARTIAL not yet implemented")
			}
		}
	}
	for seen := map[string]bool{}; p.accept("on"); {
		event := p.tok().text
		if !p.isAny("delete", "update") {
			p.syntaxError()
			return
		}
		if p.next(); seen[event] {
			p.syntaxErrorAt(p.i - 1)
			return
		}
		seen[event] = true
		action, cols := p.refAction(event == "delete")
		if event == "delete" {
			c.OnDelete, c.OnDeleteCols = action, cols
		} else {
			c.OnUpdate = action
		}
	}
}

// refAction parses CASCADE, SET NULL and the like, the latter with columns if
// those are allowed.
func (p *parser) refAction(columns bool) (a ast.RefAction, cols []string) {
	switch {
	case p.accept("no", "action"):
		return ast.RefNoAction, nil
	case p.accept("restrict"):
		return ast.RefRestrict, nil
	case p.accept("cascade"):
		return ast.RefCascade, nil
	case p.accept("set", "null"):
		a = ast.RefSetNull
	default:
		p.expect("set", "default")
		a = ast.RefSetDefault
	}
	if columns {
		cols = p.optionalColumnList()
	}
	return a, cols
}

// tableConstraint parses [CONSTRAINT name] and a constraint of a table.
func (p *parser) tableConstraint() ast.Constraint {
	c := ast.Constraint{Loc: p.loc()}
	if p.accept("constraint") {
		c.Name = p.columnName()
	}
	switch {
	case p.accept("check"):
		p.check(&c)
	case p.accept("unique"):
		c.Kind = ast.ConstraintUnique
		p.keyConstraint(&c)
	case p.accept("primary"):
		p.expect("key")
		c.Kind = ast.ConstraintPrimaryKey
		p.keyConstraint(&c)
	case p.accept("foreign"):
		p.expect("key")
		c.Columns = p.columnList()
		p.expect("references")
		p.references(&c)
	default:
		p.expect("exclude")
		p.exclude(&c)
	}
	for p.err == nil {
		switch {
		case p.timing(&c):
		case p.accept("not", "valid"):
			c.NotValid = true
		case p.accept("no", "inherit"):
			c.NoInherit = true
		default:
			return c
		}
	}
	return c
}

// keyConstraint parses the columns of UNIQUE or PRIMARY KEY, or USING INDEX.
func (p *parser) keyConstraint(c *ast.Constraint) {
	if p.accept("using", "index") {
		c.UsingIndex = p.columnName()
		return
	}
	if c.Kind == ast.ConstraintUnique {
		c.NullsNotDistinct = p.nullsNotDistinct()
	}
	c.Columns = p.columnList()
	if p.accept("include") {
		c.Include = p.columnList()
	}
	p.indexParameters(c)
}

// exclude parses an exclusion constraint.
func (p *parser) exclude(c *ast.Constraint) {
	c.Kind = ast.ConstraintExclude
	if p.accept("using") {
		c.ExcludeMethod = p.columnName()
	}
	p.parens(func() {
		it := ast.ExcludeItem{Loc: p.loc(), Item: p.indexItem()}
		p.expect("with")
		if p.is("operator") {
			it.Op = p.qualifiedOp()
		} else {
			it.Op = ast.Op{Name: p.operatorName()}
		}
		c.Exclude = append(c.Exclude, it)
	})
	if p.accept("include") {
		c.Include = p.columnList()
	}
	p.indexParameters(c)
	if p.accept("where") {
		p.expectKind('(')
		c.Expr = p.expr()
		p.expectKind(')')
	}
}

// source is the text from a place up to the end of the token read last.
func (p *parser) source(from ast.Pos) string {
	if p.err != nil || p.i == 0 {
		return ""
	}
	return p.text[from:p.toks[p.i-1].end]
}

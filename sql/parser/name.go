package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// isColumnName reports whether t may name a column or table (gram.y: ColId).
func (t *token) isColumnName() bool { return t.kind == tokIdent && t.class <= ColumnName }

// isFuncName reports whether t may name a function or type
// (type_function_name).
func (t *token) isFuncName() bool {
	return t.kind == tokIdent && (t.class <= Unreserved || t.class == TypeFuncName)
}

// isNonReserved reports whether t is not a reserved word (NonReservedWord).
func (t *token) isNonReserved() bool { return t.kind == tokIdent && t.class != Reserved }

// isBareLabel reports whether t may be a column label without AS.
func (t *token) isBareLabel() bool { return t.kind == tokIdent && (t.class == notKeyword || t.bare) }

// columnName parses ColId.
func (p *parser) columnName() string {
	if !p.tok().isColumnName() {
		p.syntaxError()
		return ""
	}
	return p.next().text
}

// nonReserved parses NonReservedWord.
func (p *parser) nonReserved() string {
	if !p.tok().isNonReserved() {
		p.syntaxError()
		return ""
	}
	return p.next().text
}

// isLabel reports whether the token n places on may be a label (ColLabel): any
// word, but NOT in front of LIKE and its kin is one token with that.
func (p *parser) isLabel(n int) bool {
	t := p.ahead(n)
	return t.kind == tokIdent && (t.class != Reserved || t.text != "not" || !p.ahead(n+1).isTest())
}

// isTest reports whether t is one of the key words that NOT merges with.
func (t *token) isTest() bool {
	if t.class == notKeyword {
		return false
	}
	switch t.text {
	case "between", "in", "like", "ilike", "similar":
		return true
	}
	return false
}

// label parses ColLabel: any word.
func (p *parser) label() string {
	if !p.isLabel(0) {
		p.syntaxError()
		return ""
	}
	return p.next().text
}

// columnNames parses name, name, ….
func (p *parser) columnNames() []string {
	var names []string
	p.list(func() { names = append(names, p.columnName()) })
	return names
}

// columnList parses (name, name, …).
func (p *parser) columnList() []string {
	p.expectKind('(')
	names := p.columnNames()
	p.expectKind(')')
	return names
}

// optionalColumnList parses columnList if a parenthesis is there.
func (p *parser) optionalColumnList() []string {
	if p.kind() != '(' {
		return nil
	}
	return p.columnList()
}

// name parses a possibly qualified name whose first part is a ColId
// (qualified_name, any_name).
func (p *parser) name() ast.Name {
	start := p.i
	if !p.tok().isColumnName() {
		p.syntaxError()
		return ast.Name{}
	}
	return p.nameFrom(start, p.next().text)
}

// nameFrom parses the .parts after the first one, token start.
func (p *parser) nameFrom(start int, first string) ast.Name {
	n := ast.Name{Loc: ast.At(p.toks[start].pos), Object: first}
	for parts := 1; p.acceptKind('.'); parts++ {
		if parts == 3 {
			long := n.String() + "." + p.label()
			for p.acceptKind('.') {
				long += "." + p.label()
			}
			p.refuse(n.At, "improper qualified name (too many dotted names): %s", long)
			return n
		}
		n.Database, n.Schema, n.Object = n.Schema, n.Object, p.label()
	}
	return n
}

// names parses name, name, ….
func (p *parser) names() []ast.Name {
	var names []ast.Name
	p.list(func() { names = append(names, p.name()) })
	return names
}

// optionalName parses a name after a key word, if that is there.
func (p *parser) optionalName(word string) *ast.Name {
	if !p.accept(word) {
		return nil
	}
	n := p.name()
	return &n
}

// funcName parses the name of a function: a type_function_name alone, or a
// qualified one that begins with a ColId.
func (p *parser) funcName() ast.Name {
	start, t := p.i, p.tok()
	if p.ahead(1).kind == '.' && t.isColumnName() || t.isFuncName() {
		return p.nameFrom(start, p.next().text)
	}
	p.syntaxError()
	return ast.Name{}
}

// ifExists parses IF EXISTS.
func (p *parser) ifExists() bool { return p.accept("if", "exists") }

// ifNotExists parses IF NOT EXISTS.
func (p *parser) ifNotExists() bool { return p.accept("if", "not", "exists") }

// cascade parses [CASCADE | RESTRICT].
func (p *parser) cascade() bool {
	if p.accept("cascade") {
		return true
	}
	p.accept("restrict")
	return false
}

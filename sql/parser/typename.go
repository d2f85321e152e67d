package parser

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// systemType makes the name of a built-in type.
func systemType(at ast.Pos, name string) *ast.TypeName {
	return &ast.TypeName{Loc: ast.At(at), Name: ast.Name{Loc: ast.At(at), Schema: "pg_catalog", Object: name}, Precision: -1}
}

// plainTypes are SQL's spellings of types without modifiers of their own.
var plainTypes = map[string]string{
	"int": "int4", "integer": "int4", "smallint": "int2", "bigint": "int8", "real": "float4", "boolean": "bool",
	"decimal": "numeric", "dec": "numeric", "numeric": "numeric",
}

// typeName parses a type (Typename).
func (p *parser) typeName() *ast.TypeName {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	at := p.pos()
	setOf := p.accept("setof")
	t := p.simpleType()
	if t == nil {
		return nil
	}
	t.At, t.SetOf = at, setOf
	if p.accept("array") {
		size := -1
		if p.acceptKind('[') {
			size = p.integer()
			p.expectKind(']')
		}
		t.Dims = []int{size}
		return t
	}
	for p.acceptKind('[') {
		size := -1
		if p.kind() != ']' {
			size = p.integer()
		}
		p.expectKind(']')
		t.Dims = append(t.Dims, size)
	}
	return t
}

// simpleType parses a type without SETOF and array bounds.
func (p *parser) simpleType() *ast.TypeName {
	if t, ok := p.sqlType(true); ok {
		return t
	}
	if !p.tok().isFuncName() {
		p.syntaxError()
		return nil
	}
	start := p.i
	name := p.nameFrom(start, p.next().text)
	t := &ast.TypeName{Loc: name.Loc, Name: name, Precision: -1}
	if p.kind() == '(' {
		t.Mods = p.parenExprList()
	}
	return t
}

// constType parses the type in front of a string: it has SQL's own spelling and,
// unlike elsewhere, char and bit have no length when none is written.
func (p *parser) constType() *ast.TypeName {
	t, _ := p.sqlType(false)
	return t
}

// startsTypedConst reports whether key word t begins type 'string' in one of
// SQL's own spellings.
func (p *parser) startsTypedConst(t *token) bool {
	next := p.ahead(1)
	switch t.text {
	case "int", "integer", "smallint", "bigint", "real", "boolean":
		return next.kind == tokString
	case "float", "decimal", "dec", "numeric", "interval", "time", "timestamp":
		return next.kind == tokString || next.kind == '(' || next.isWord("with") && p.ahead(2).isWord("time") || next.isWord("without")
	case "char", "character", "nchar", "varchar", "bit":
		return next.kind == tokString || next.kind == '(' || next.isWord("varying")
	case "national":
		return next.isWord("character") || next.isWord("char")
	case "double":
		return next.isWord("precision")
	}
	return false
}

// sqlType parses a type in one of SQL's own spellings; false if there is none.
func (p *parser) sqlType(lengths bool) (*ast.TypeName, bool) {
	w := p.tok()
	if w.class != ColumnName && !w.isWord("double") {
		return nil, false
	}
	at := p.pos()
	switch w.text {
	case "double":
		if !p.accept("double", "precision") {
			return nil, false
		}
		return systemType(at, "float8"), true
	case "float":
		p.next()
		return p.floatType(at), true
	case "bit":
		p.next()
		name := "bit"
		if p.accept("varying") {
			name = "varbit"
		}
		return p.lengthType(at, name, lengths && name == "bit"), true
	case "char", "character", "nchar", "national", "varchar":
		return p.characterType(at, lengths), true
	case "time", "timestamp":
		return p.timeType(at), true
	case "interval":
		p.next()
		t := systemType(at, "interval")
		if p.acceptKind('(') {
			t.Precision = p.integer()
			p.expectKind(')')
		} else if lengths {
			p.intervalFields(t)
		}
		return t, true
	}
	name, ok := plainTypes[w.text]
	if !ok {
		return nil, false
	}
	p.next()
	t := systemType(at, name)
	if name == "numeric" && p.kind() == '(' {
		t.Mods = p.parenExprList()
	}
	return t, true
}

// floatType picks float4 or float8 by the binary precision.
func (p *parser) floatType(at ast.Pos) *ast.TypeName {
	if !p.acceptKind('(') {
		return systemType(at, "float8")
	}
	where := p.pos()
	bits := p.integer()
	p.expectKind(')')
	switch {
	case p.err != nil:
	case bits < 1:
		p.fail(pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be at least 1 bit"), where)
	case bits <= 24:
		return systemType(at, "float4")
	case bits > 53:
		p.fail(pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be less than 54 bits"), where)
	}
	return systemType(at, "float8")
}

// lengthType parses the (n) behind a type; without one, the length is 1 if one
// is due.
func (p *parser) lengthType(at ast.Pos, name string, due bool) *ast.TypeName {
	t := systemType(at, name)
	switch {
	case p.kind() != '(':
		if due {
			t.Mods = []ast.Expr{&ast.Const{Loc: ast.At(ast.NoPos), Kind: ast.Integer, Text: "1"}}
		}
	case name == "bit" || name == "varbit":
		t.Mods = p.parenExprList()
	default:
		p.next()
		loc := p.loc()
		t.Mods = []ast.Expr{&ast.Const{Loc: loc, Kind: ast.Integer, Text: strconv.Itoa(p.integer())}}
		p.expectKind(')')
	}
	return t
}

// characterType parses CHARACTER [VARYING], CHAR, VARCHAR, NATIONAL CHAR, NCHAR.
func (p *parser) characterType(at ast.Pos, lengths bool) *ast.TypeName {
	name := "bpchar"
	switch p.next().text {
	case "varchar":
		return p.lengthType(at, "varchar", false)
	case "national":
		if !p.accept("character") {
			p.expect("char")
		}
	}
	if p.accept("varying") {
		name = "varchar"
	}
	return p.lengthType(at, name, lengths && name == "bpchar")
}

// timeType parses TIME and TIMESTAMP with precision and time zone.
func (p *parser) timeType(at ast.Pos) *ast.TypeName {
	name := p.next().text
	var mods []ast.Expr
	if p.acceptKind('(') {
		loc := p.loc()
		mods = []ast.Expr{&ast.Const{Loc: loc, Kind: ast.Integer, Text: strconv.Itoa(p.integer())}}
		p.expectKind(')')
	}
	switch {
	case p.is("with") && p.ahead(1).isWord("time"):
		p.i += 2
		p.expect("zone")
		name += "tz"
	case p.accept("without"):
		p.expect("time", "zone")
	}
	t := systemType(at, name)
	t.Mods = mods
	return t
}

// intervalFields parses YEAR, DAY TO SECOND(3) and the like behind INTERVAL.
func (p *parser) intervalFields(t *ast.TypeName) {
	switch {
	case p.accept("year"):
		t.Interval = p.fieldTo(ast.IntervalYear, map[string]ast.IntervalField{"month": ast.IntervalYearToMonth})
	case p.accept("month"):
		t.Interval = ast.IntervalMonth
	case p.accept("day"):
		t.Interval = p.fieldTo(ast.IntervalDay, map[string]ast.IntervalField{"hour": ast.IntervalDayToHour,
			"minute": ast.IntervalDayToMinute, "second": ast.IntervalDayToSecond})
	case p.accept("hour"):
		t.Interval = p.fieldTo(ast.IntervalHour, map[string]ast.IntervalField{"minute": ast.IntervalHourToMinute,
			"second": ast.IntervalHourToSecond})
	case p.accept("minute"):
		t.Interval = p.fieldTo(ast.IntervalMinute, map[string]ast.IntervalField{"second": ast.IntervalMinuteToSecond})
	case p.accept("second"):
		t.Interval = ast.IntervalSecond
	}
	switch t.Interval {
	case ast.IntervalSecond, ast.IntervalDayToSecond, ast.IntervalHourToSecond, ast.IntervalMinuteToSecond:
		if p.acceptKind('(') {
			t.Precision = p.integer()
			p.expectKind(')')
		}
	}
}

// fieldTo parses TO field behind the first field of an interval.
func (p *parser) fieldTo(alone ast.IntervalField, to map[string]ast.IntervalField) ast.IntervalField {
	if !p.is("to") {
		return alone
	}
	f, ok := to[p.ahead(1).text]
	if !ok || p.ahead(1).class == notKeyword {
		p.next()
		p.syntaxError()
		return alone
	}
	p.i += 2
	return f
}

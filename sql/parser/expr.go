package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// level is the binding strength of an operator, in the order of gram.y.
type level uint8

const (
	levelNone level = iota
	levelOr
	levelAnd
	levelNot
	levelIs      // IS, ISNULL, NOTNULL
	levelCompare // < > = <= >= <>, not associative
	levelLike    // BETWEEN, IN, LIKE, ILIKE, SIMILAR, not associative
	levelOp      // all other operators
	levelAdd
	levelMul
	levelPower
	levelAt      // AT TIME ZONE
	levelCollate // COLLATE
	levelSign    // unary + and -
	levelCast    // ::
)

// expr parses a value expression (a_expr).
func (p *parser) expr() ast.Expr { return p.operand(levelOr, false) }

// plainExpr parses the restricted expression that may stand where key words
// like AND and NOT mean something else (b_expr).
func (p *parser) plainExpr() ast.Expr { return p.operand(levelOr, true) }

// exprList parses expr, expr, ….
func (p *parser) exprList() []ast.Expr {
	list := []ast.Expr{p.expr()}
	for p.acceptKind(',') {
		list = append(list, p.expr())
	}
	return list
}

// parenExprList parses (expr, expr, …).
func (p *parser) parenExprList() []ast.Expr {
	p.expectKind('(')
	list := p.exprList()
	p.expectKind(')')
	return list
}

// operand parses an expression of operators that bind at least as strongly as
// min.
func (p *parser) operand(min level, plain bool) ast.Expr {
	if !p.enter() {
		return nil
	}
	outer, windowless := p.height, p.windowless
	p.height, p.windowless = 0, false
	start := p.pos()
	left := p.prefix(plain)
	if row, ok := left.(*ast.Row); ok && !plain && row.At == start {
		left = p.overlaps(row)
	}
	e := p.infix(left, min, plain)
	p.height, p.windowless = max(outer, p.height), windowless
	p.leave()
	return e
}

// prefix parses a prefix operator with its argument, or a primary.
func (p *parser) prefix(plain bool) ast.Expr {
	t := p.tok()
	switch t.kind {
	case '-', '+':
		return p.sign(plain)
	case tokOp:
		loc := p.loc()
		op := ast.Op{Name: p.next().text}
		return &ast.Unary{Loc: loc, Op: op, Arg: p.operand(levelOp+1, plain)}
	case tokIdent:
		switch {
		case t.class == Reserved && t.text == "not" && !plain:
			loc := p.loc()
			p.next()
			return &ast.Not{Loc: loc, Arg: p.operand(levelNot, false)}
		case t.class == Unreserved && t.text == "operator" && p.ahead(1).kind == '(':
			loc := p.loc()
			op := p.qualifiedOp()
			return &ast.Unary{Loc: loc, Op: op, Arg: p.operand(levelOp+1, plain)}
		}
	}
	return p.primary()
}

// sign parses a unary + or -. A minus right before a number becomes part of it,
// so that the least integer of a type can be written.
func (p *parser) sign(plain bool) ast.Expr {
	loc, op := p.loc(), p.next().text
	e := p.operand(levelSign, plain)
	if c, ok := e.(*ast.Const); ok && op == "-" && (c.Kind == ast.Integer || c.Kind == ast.Float) {
		if c.Text[0] == '-' {
			c.Loc, c.Text = loc, c.Text[1:]
		} else {
			c.Loc, c.Text = loc, "-"+c.Text
		}
		return c
	}
	return &ast.Unary{Loc: loc, Op: ast.Op{Name: op}, Arg: e}
}

// infixLevel returns the level of the operator that the current token begins,
// or levelNone. A plain expression has fewer of them.
func (p *parser) infixLevel(plain bool) level {
	t := p.tok()
	switch t.kind {
	case '<', '>', '=', tokLessEquals, tokGreaterEquals, tokNotEquals:
		return levelCompare
	case tokOp:
		return levelOp
	case '+', '-':
		return levelAdd
	case '*', '/', '%':
		return levelMul
	case '^':
		return levelPower
	case tokTypecast:
		return levelCast
	case tokIdent:
		if t.class == notKeyword {
			return levelNone
		}
		return p.wordLevel(t, plain)
	}
	return levelNone
}

// isBareLabel reports whether the operator word that comes next is a column's label:
// SELECT a between, b. That shows by what follows, and only where no operand
// has been begun.
func (p *parser) isBareLabel() bool {
	t := p.tok()
	return t.bare && p.depth == p.labelDepth && p.ahead(1).endsTarget()
}

func (p *parser) wordLevel(t *token, plain bool) level {
	switch t.text {
	case "is":
		return levelIs
	case "operator":
		if p.depth != p.labelDepth || p.ahead(1).kind == '(' {
			return levelOp
		}
	}
	if plain {
		return levelNone
	}
	switch t.text {
	case "and":
		return levelAnd
	case "or":
		return levelOr
	case "isnull", "notnull":
		return levelIs
	case "similar":
		if p.depth == p.similarDepth && !p.ahead(1).isWord("to") {
			return levelNone
		}
		return levelLike
	case "between", "in", "like", "ilike":
		return levelLike
	case "not":
		if p.ahead(1).isTest() {
			return levelLike
		}
	case "at":
		if p.depth != p.labelDepth || p.ahead(1).isWord("time") {
			return levelAt
		}
	case "collate":
		return levelCollate
	}
	return levelNone
}

// infix parses the operators behind left that bind at least as strongly as min.
func (p *parser) infix(left ast.Expr, min level, plain bool) ast.Expr {
	blocked := levelNone // the level that may not follow: a < b < c
	for p.err == nil {
		lv := p.infixLevel(plain)
		if lv == levelNone || lv < min {
			return left
		}
		if lv == blocked {
			p.syntaxError() // not associative
			return nil
		}
		if p.isBareLabel() {
			return left
		}
		blocked = levelNone
		p.grow()
		loc := p.loc()
		switch lv {
		case levelOr:
			left = p.orChain(left)
		case levelAnd:
			left = p.andChain(left)
		case levelIs:
			left, blocked = p.isTest(left, plain)
		case levelLike:
			left, blocked = p.likeTest(left)
		case levelAt:
			p.next()
			p.expect("time", "zone")
			zone := p.operand(levelAt+1, false)
			left = p.sqlCall(loc, "timezone", zone, left)
		case levelCollate:
			p.next()
			left = &ast.Collate{Loc: loc, Arg: left, Collation: p.name()}
		case levelCast:
			p.next()
			left = &ast.Cast{Loc: loc, Arg: left, Type: p.typeName()}
		default:
			op := p.infixOp()
			if !plain && p.isAny("any", "some", "all") {
				left = p.quantified(loc, left, op)
				continue
			}
			left = &ast.Binary{Loc: loc, Op: op, Left: left, Right: p.operand(lv+1, plain)}
			if lv == levelCompare {
				blocked = lv
			}
		}
	}
	return left
}

// infixOp passes an operator token or OPERATOR(schema.op).
func (p *parser) infixOp() ast.Op {
	if p.kind() == tokIdent {
		return p.qualifiedOp()
	}
	return ast.Op{Name: p.next().text}
}

// qualifiedOp parses OPERATOR(schema.op).
func (p *parser) qualifiedOp() ast.Op {
	p.expect("operator")
	p.expectKind('(')
	var op ast.Op
	for p.tok().isColumnName() {
		op.Schema = p.next().text
		p.expectKind('.')
	}
	op.Name = p.operatorName()
	p.expectKind(')')
	return op
}

// operatorName passes any operator token.
func (p *parser) operatorName() string {
	switch p.kind() {
	case '+', '-', '*', '/', '%', '^', '<', '>', '=', tokOp, tokLessEquals, tokGreaterEquals, tokNotEquals:
		return p.next().text
	}
	p.syntaxError()
	return ""
}

// orChain parses OR operands into one flat node.
func (p *parser) orChain(left ast.Expr) ast.Expr {
	loc := p.loc()
	p.next()
	right := p.operand(levelOr+1, false)
	if or, ok := left.(*ast.Or); ok {
		or.Args = append(or.Args, right)
		p.height--
		return or
	}
	return &ast.Or{Loc: loc, Args: []ast.Expr{left, right}}
}

// andChain parses AND operands into one flat node.
func (p *parser) andChain(left ast.Expr) ast.Expr {
	loc := p.loc()
	p.next()
	right := p.operand(levelAnd+1, false)
	if and, ok := left.(*ast.And); ok {
		and.Args = append(and.Args, right)
		p.height--
		return and
	}
	return &ast.And{Loc: loc, Args: []ast.Expr{left, right}}
}

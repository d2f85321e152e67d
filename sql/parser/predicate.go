package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// isTest parses what follows an operand from IS, ISNULL or NOTNULL on. It also
// returns the level that may not follow.
func (p *parser) isTest(left ast.Expr, plain bool) (ast.Expr, level) {
	loc := p.loc()
	switch p.next().text {
	case "isnull":
		return &ast.IsNull{Loc: loc, Arg: left}, levelNone
	case "notnull":
		return &ast.IsNull{Loc: loc, Arg: left, Not: true}, levelNone
	}
	not := p.accept("not")
	switch {
	case p.accept("distinct"):
		p.expect("from")
		return &ast.IsDistinct{Loc: loc, Left: left, Right: p.operand(levelIs+1, plain), Not: not}, levelIs
	case p.accept("document"):
		return &ast.IsDocument{Loc: loc, Arg: left, Not: not}, levelNone
	case plain:
	case p.accept("null"):
		return &ast.IsNull{Loc: loc, Arg: left, Not: not}, levelNone
	case p.accept("true"):
		return &ast.BoolTest{Loc: loc, Arg: left, Test: ast.IsTrue, Not: not}, levelNone
	case p.accept("false"):
		return &ast.BoolTest{Loc: loc, Arg: left, Test: ast.IsFalse, Not: not}, levelNone
	case p.accept("unknown"):
		return &ast.BoolTest{Loc: loc, Arg: left, Test: ast.IsUnknown, Not: not}, levelNone
	case p.accept("normalized"):
		return &ast.IsNormalized{Loc: loc, Arg: left, Form: "NFC", Not: not}, levelNone
	}
	if !plain {
		if form := p.normalForm(); form != "" {
			p.expect("normalized")
			return &ast.IsNormalized{Loc: loc, Arg: left, Form: form, Not: not}, levelNone
		}
	}
	p.syntaxError()
	return nil, levelNone
}

// normalForm parses the name of a Unicode normal form, if one is there.
func (p *parser) normalForm() string {
	for word, form := range map[string]string{"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD"} {
		if p.accept(word) {
			return form
		}
	}
	return ""
}

// likeTest parses [NOT] BETWEEN, IN, LIKE, ILIKE or SIMILAR TO.
func (p *parser) likeTest(left ast.Expr) (ast.Expr, level) {
	loc := p.loc()
	not := p.accept("not")
	switch p.next().text {
	case "between":
		b := &ast.Between{Loc: loc, Arg: left, Not: not}
		if p.accept("symmetric") {
			b.Symmetric = true
		} else {
			p.accept("asymmetric")
		}
		b.Low = p.plainExpr()
		p.expect("and")
		b.High = p.operand(levelLike+1, false)
		return b, levelLike
	case "in":
		q, list := p.paren(false)
		if q != nil {
			return &ast.InSubquery{Loc: loc, Arg: left, Query: q, Not: not}, levelNone
		}
		return &ast.InList{Loc: loc, Arg: left, List: list, Not: not}, levelNone
	case "similar":
		p.expect("to")
		return p.pattern(loc, left, ast.SimilarPattern, not), levelLike
	case "ilike":
		if p.isAny("any", "some", "all") {
			return p.quantified(loc, left, likeOp("~~*", not)), levelNone
		}
		return p.pattern(loc, left, ast.ILikePattern, not), levelLike
	}
	if p.isAny("any", "some", "all") {
		return p.quantified(loc, left, likeOp("~~", not)), levelNone
	}
	return p.pattern(loc, left, ast.LikePattern, not), levelLike
}

func likeOp(name string, not bool) ast.Op {
	if not {
		name = "!" + name
	}
	return ast.Op{Name: name}
}

// pattern parses the pattern of LIKE and its kin.
func (p *parser) pattern(loc ast.Loc, left ast.Expr, kind ast.LikeKind, not bool) ast.Expr {
	e := &ast.Like{Loc: loc, Kind: kind, Arg: left, Not: not, Pattern: p.operand(levelLike+1, false)}
	if p.accept("escape") {
		e.Escape = p.operand(levelLike+1, false)
	}
	return e
}

// quantified parses ANY, SOME or ALL with an array or a subquery.
func (p *parser) quantified(loc ast.Loc, left ast.Expr, op ast.Op) ast.Expr {
	e := &ast.Quantified{Loc: loc, Left: left, Op: op, All: p.next().text == "all"}
	q, list := p.paren(true)
	switch {
	case q != nil:
		e.Query = q
	case len(list) == 1:
		e.Array = list[0]
	}
	return e
}

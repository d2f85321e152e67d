package parser

import "github.com/sparrowdb/sparrow/sql/ast"

// statement parses one statement, chosen by its first word.
func (p *parser) statement() ast.Statement {
	if p.kind() == '(' {
		return p.selectStatement()
	}
	t := p.tok()
	if t.kind == tokIdent && !t.quoted && t.text == "backup" {
		loc := p.loc()
		p.next()
		return p.backup(loc)
	}
	if t.class == notKeyword {
		p.syntaxError()
		return nil
	}
	switch t.text {
	case "select", "values", "table":
		return p.selectStatement()
	case "with":
		return p.withStatement(true)
	case "insert", "update", "delete", "merge":
		return p.dml(p.loc(), nil)
	}
	parse, ok := statements[t.text]
	if !ok {
		p.syntaxError()
		return nil
	}
	loc := p.loc()
	p.next()
	return parse(p, loc)
}

// statements holds the parsers of all other statements by their first word,
// which they find passed.
var statements map[string]func(p *parser, loc ast.Loc) ast.Statement

func init() {
	statements = map[string]func(p *parser, loc ast.Loc) ast.Statement{
		"abort":      (*parser).abort,
		"alter":      (*parser).alter,
		"analyse":    (*parser).analyze,
		"analyze":    (*parser).analyze,
		"begin":      (*parser).begin,
		"call":       (*parser).callStatement,
		"checkpoint": (*parser).checkpoint,
		"close":      (*parser).closeCursor,
		"cluster":    (*parser).cluster,
		"comment":    (*parser).comment,
		"commit":     (*parser).commit,
		"copy":       (*parser).copy,
		"create":     (*parser).create,
		"deallocate": (*parser).deallocate,
		"declare":    (*parser).declare,
		"discard":    (*parser).discard,
		"do":         (*parser).do,
		"drop":       (*parser).drop,
		"end":        (*parser).commit,
		"execute":    (*parser).execute,
		"explain":    (*parser).explain,
		"fetch":      (*parser).fetch,
		"grant":      (*parser).grant,
		"import":     (*parser).importSchema,
		"listen":     (*parser).listen,
		"load":       (*parser).load,
		"lock":       (*parser).lockTable,
		"move":       (*parser).move,
		"notify":     (*parser).notify,
		"prepare":    (*parser).prepare,
		"reassign":   (*parser).reassign,
		"refresh":    (*parser).refresh,
		"reindex":    (*parser).reindex,
		"release":    (*parser).release,
		"reset":      (*parser).reset,
		"revoke":     (*parser).revoke,
		"rollback":   (*parser).rollback,
		"savepoint":  (*parser).savepoint,
		"security":   (*parser).securityLabel,
		"set":        (*parser).set,
		"show":       (*parser).show,
		"start":      (*parser).startTransaction,
		"truncate":   (*parser).truncate,
		"unlisten":   (*parser).unlisten,
		"vacuum":     (*parser).vacuum,
	}
}

// selectStatement parses a query that is a statement, perhaps with INTO.
func (p *parser) selectStatement() ast.Statement {
	if q := p.queryInto(); q != nil {
		return q
	}
	return nil
}

// unsupported accepts the rest of a statement that is never executed, so that
// it can be refused by name. Parentheses must balance.
func (p *parser) unsupported(loc ast.Loc, tag string) ast.Statement {
	p.skipStatement()
	return &ast.Unsupported{Loc: loc, Tag: tag}
}

// skipStatement passes tokens up to the end of the statement: the semicolon
// outside of parentheses and of BEGIN ATOMIC … END.
func (p *parser) skipStatement() {
	var open []tokenKind
	blocks := 0
	for {
		switch k := p.kind(); k {
		case tokEOF, tokError:
			if len(open) > 0 || blocks > 0 || k == tokError {
				p.syntaxError()
			}
			return
		case ';':
			if len(open) == 0 && blocks == 0 {
				return
			}
		case '(', '[':
			open = append(open, k)
		case ')', ']':
			if len(open) == 0 || (k == ')') != (open[len(open)-1] == '(') {
				p.syntaxError()
				return
			}
			open = open[:len(open)-1]
		case tokIdent:
			switch {
			case p.is("begin") && p.ahead(1).isWord("atomic"), blocks > 0 && p.is("case"):
				blocks++
			case blocks > 0 && p.is("end"):
				blocks--
			}
		}
		p.next()
	}
}

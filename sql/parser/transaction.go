package parser

import "github.com/sparrowdb/sparrow/sql/ast"

func (p *parser) begin(loc ast.Loc) ast.Statement {
	p.transactionWord()
	return &ast.Transaction{Loc: loc, Kind: ast.TxBegin, Modes: p.txModes(false)}
}

// startTransaction parses START TRANSACTION.
func (p *parser) startTransaction(loc ast.Loc) ast.Statement {
	p.expect("transaction")
	return &ast.Transaction{Loc: loc, Kind: ast.TxBegin, Start: true, Modes: p.txModes(false)}
}

// commit parses COMMIT and END.
func (p *parser) commit(loc ast.Loc) ast.Statement {
	if p.toks[p.i-1].text == "commit" && p.accept("prepared") {
		return &ast.Transaction{Loc: loc, Kind: ast.TxCommitPrepared, Name: p.stringConst()}
	}
	p.transactionWord()
	return &ast.Transaction{Loc: loc, Kind: ast.TxCommit, Chain: p.chain()}
}

func (p *parser) abort(loc ast.Loc) ast.Statement {
	p.transactionWord()
	return &ast.Transaction{Loc: loc, Kind: ast.TxRollback, Chain: p.chain()}
}

// rollback parses ROLLBACK, ROLLBACK TO and ROLLBACK PREPARED.
func (p *parser) rollback(loc ast.Loc) ast.Statement {
	if p.accept("prepared") {
		return &ast.Transaction{Loc: loc, Kind: ast.TxRollbackPrepared, Name: p.stringConst()}
	}
	p.transactionWord()
	if p.accept("to") {
		return &ast.Transaction{Loc: loc, Kind: ast.TxRollbackTo, Name: p.savepointName()}
	}
	return &ast.Transaction{Loc: loc, Kind: ast.TxRollback, Chain: p.chain()}
}

func (p *parser) savepoint(loc ast.Loc) ast.Statement {
	return &ast.Transaction{Loc: loc, Kind: ast.TxSavepoint, Name: p.columnName()}
}

func (p *parser) release(loc ast.Loc) ast.Statement {
	return &ast.Transaction{Loc: loc, Kind: ast.TxRelease, Name: p.savepointName()}
}

// savepointName parses [SAVEPOINT] name.
func (p *parser) savepointName() string {
	if p.is("savepoint") && p.ahead(1).isColumnName() {
		p.next()
	}
	return p.columnName()
}

// transactionWord parses [WORK | TRANSACTION].
func (p *parser) transactionWord() {
	if !p.accept("work") {
		p.accept("transaction")
	}
}

// chain parses [AND [NO] CHAIN].
func (p *parser) chain() bool {
	if !p.accept("and") {
		return false
	}
	no := p.accept("no")
	p.expect("chain")
	return !no
}

// txModes parses transaction modes, with or without commas between them.
func (p *parser) txModes(required bool) ast.TxMode {
	var m ast.TxMode
	yes, no := true, false
	for n := 0; ; n++ {
		if n > 0 && p.acceptKind(',') {
			required = true
		}
		switch {
		case p.accept("isolation"):
			p.expect("level")
			m.Isolation = p.isolation()
		case p.accept("read", "only"):
			m.ReadOnly = &yes
		case p.accept("read", "write"):
			m.ReadOnly = &no
		case p.accept("deferrable"):
			m.Deferrable = &yes
		case p.accept("not", "deferrable"):
			m.Deferrable = &no
		default:
			if required {
				p.syntaxError()
			}
			return m
		}
		required = false
	}
}

func (p *parser) isolation() string {
	switch {
	case p.accept("read", "uncommitted"):
		return "read uncommitted"
	case p.accept("read", "committed"):
		return "read committed"
	case p.accept("repeatable", "read"):
		return "repeatable read"
	case p.accept("serializable"):
		return "serializable"
	}
	p.syntaxError()
	return ""
}

package sql

import (
	"context"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// statement is one statement of a script. The tree's positions count in the
// script's text.
type statement struct {
	tree   ast.Statement
	script string
	text   string
	params int // the highest $n

	// Of a text of one statement in the simple protocol: its shape, whether that has come
	// before, and, if the plan of the shape serves it, the plan and the literals.
	key     planKey
	seen    bool
	literal *literalPlan
	cut     []parser.Literal
}

// Text implements pgwire.Statement.
func (st *statement) Text() string { return st.text }

// ParseScript implements pgwire.Session.
func (s *Session) ParseScript(ctx context.Context, text string) ([]pgwire.Statement, error) {
	lp, key, seen := s.matchLiterals(text)
	if lp != nil {
		s.multi = false
		return []pgwire.Statement{&statement{tree: lp.tree, script: text, text: trimStatement(text), key: key, literal: lp, cut: s.cut}}, nil
	}
	stmts, err := s.parse(text)
	if err != nil {
		return nil, sqlError(ctx, err)
	}
	s.multi = len(stmts) > 1
	list := make([]pgwire.Statement, len(stmts))
	for i, st := range stmts {
		list[i] = &statement{tree: selectInto(st.Tree), script: text, text: st.Text(text), params: st.Params, key: key, seen: seen}
	}
	return list, nil
}

// trimStatement is the text of a script's one statement.
func trimStatement(script string) string {
	return strings.TrimRight(strings.TrimSpace(script), "; \t\r\n\f")
}

// prepared is an analysed statement: of Parse, of PREPARE, or of a script for
// the time it runs. It is immutable but for plan, which belongs to the session.
type prepared struct {
	statement
	plan    *planner.Plan // nil for utility statements
	catalog uint64        // version of the catalog that plan was made for
	regs    []regName     // names of objects that became constants of the plan
	stars   []uint64      // versions of the dictionaries that * was read from
	role    types.OID     // role and search path that plan was made under
	path    string
	ownDDL  bool // the plan was made over DDL that was not committed
	params  []types.OID
	columns []pgwire.Column
	at      time.Time // when it was prepared
	fromSQL bool      // made by PREPARE: pg_prepared_statements.from_sql
	hints   []types.OID
}

var _ pgwire.Prepared = (*prepared)(nil)

// Empty implements pgwire.Prepared.
func (p *prepared) Empty() bool { return p.tree == nil }

// Params implements pgwire.Prepared.
func (p *prepared) Params() []types.OID { return p.params }

// Columns implements pgwire.Prepared.
func (p *prepared) Columns() []pgwire.Column { return p.columns }

// IsTransactionExit implements pgwire.Prepared.
func (p *prepared) IsTransactionExit() bool { return exitsTransaction(p.tree) }

// exitsTransaction reports the statements that a failed transaction accepts.
func exitsTransaction(tree ast.Statement) bool {
	t, ok := tree.(*ast.Transaction)
	return ok && (t.Kind == ast.TxCommit || t.Kind == ast.TxRollback || t.Kind == ast.TxRollbackTo || t.Kind == ast.TxPrepare)
}

// Prepare implements pgwire.Session.
func (s *Session) Prepare(ctx context.Context, text string, hints []types.OID) (pgwire.Prepared, error) {
	ctx, done := s.active(ctx, text, true)
	defer done()
	key := s.planKey(text, hintsText(hints))
	if s.plans.get(key) != nil && (s.tx == nil || !s.tx.failed) {
		if _, err := s.storage(ctx); err != nil {
			return nil, sqlError(ctx, err)
		}
		if p, err := s.cached(ctx, key); p != nil || err != nil {
			return p.again(), sqlError(ctx, err)
		}
	}
	stmts, err := s.parse(text)
	if err != nil {
		return nil, sqlError(ctx, err)
	}
	if len(stmts) == 0 {
		return &prepared{}, nil
	}
	if len(stmts) > 1 {
		return nil, pgerr.New(pgerr.SyntaxError, "cannot insert multiple commands into a prepared statement")
	}
	st := statement{tree: selectInto(stmts[0].Tree), script: text, text: stmts[0].Text(text), params: stmts[0].Params}
	p, err := s.analyse(ctx, st, hints)
	if err != nil {
		return nil, sqlError(ctx, err)
	}
	if p.plan != nil {
		s.keep(key, p.again())
	}
	return p, nil
}

// again is the statement as prepared once more.
func (p *prepared) again() *prepared {
	if p == nil {
		return nil
	}
	fresh := *p
	fresh.at = time.Now()
	return &fresh
}

// analyse plans a statement, or works out the columns of a utility one.
func (s *Session) analyse(ctx context.Context, st statement, hints []types.OID) (*prepared, error) {
	if err := s.checkNotFailed(st.tree); err != nil {
		return nil, err
	}
	p := &prepared{statement: st, hints: hints, at: time.Now()}
	switch n := st.tree.(type) {
	case *ast.Query, *ast.Insert, *ast.Update, *ast.Delete, *ast.Merge:
		if err := s.planInto(ctx, p, nil); err != nil {
			return nil, err
		}
		return p, nil
	case *ast.Explain:
		p.columns = explainColumns(n)
	case *ast.Show:
		p.columns = showColumns(n)
	case *ast.Backup:
		p.columns = backupColumns()
	case *ast.Execute:
		target, ok := s.prepared[n.Name]
		if !ok {
			return nil, undefinedStatement(n.Name)
		}
		p.columns = target.columns
	case *ast.Fetch:
		if c, ok := s.cursors[n.Cursor]; ok && !n.Move {
			p.columns = c.columns
		}
	}
	if st.params > 0 {
		p.params = make([]types.OID, st.params)
		for i := range p.params {
			p.params[i] = types.Text
			if i < len(hints) && hints[i] != 0 {
				p.params[i] = hints[i]
			}
		}
	}
	return p, nil
}

// checkNotFailed is 25P02 for what a failed transaction doesn't accept.
func (s *Session) checkNotFailed(tree ast.Statement) error {
	if s.tx != nil && s.tx.failed && !exitsTransaction(tree) {
		return pgerr.New(pgerr.InFailedSQLTransaction, "current transaction is aborted, commands ignored until end of transaction block")
	}
	return nil
}

// StatementStore implements pgwire.Session.
func (s *Session) StatementStore() pgwire.StatementStore { return statementStore{s} }

// statementStore keeps the named statements of a session.
type statementStore struct{ s *Session }

func (st statementStore) Get(name string) (pgwire.Prepared, bool) {
	p, ok := st.s.prepared[name]
	return p, ok
}

func (st statementStore) Put(name string, p pgwire.Prepared) error {
	if _, taken := st.s.prepared[name]; taken && name != "" {
		return pgerr.New(pgerr.DuplicatePreparedStatement, "prepared statement %q already exists", name)
	}
	st.s.prepared[name] = p.(*prepared)
	return nil
}

func (st statementStore) Delete(name string) { delete(st.s.prepared, name) }

func undefinedStatement(name string) error {
	return pgerr.New(pgerr.InvalidSQLStatementName, "prepared statement %q does not exist", name)
}

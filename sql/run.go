package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// result is what a utility statement gives: rows, if it has columns, and the
// command tag.
type result struct {
	columns []pgwire.Column
	rows    []datum.Row
	tag     string
}

// Run implements pgwire.Session.
func (s *Session) Run(ctx context.Context, st pgwire.Statement, sink pgwire.Sink) error {
	stmt := st.(*statement)
	ctx, done := s.active(ctx, stmt.text, true)
	defer done()
	return sqlError(ctx, s.run(ctx, *stmt, sink))
}

func (s *Session) run(ctx context.Context, st statement, sink pgwire.Sink) error {
	if st.params > 0 {
		if _, prepares := st.tree.(*ast.Prepare); !prepares {
			return pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%d", 1)
		}
	}
	if st.literal != nil {
		if done, err := s.runLiterals(ctx, st, sink); done {
			return err
		}
		stmts, err := parser.Parse(st.script)
		if err != nil {
			return err
		}
		st = statement{tree: selectInto(stmts[0].Tree), script: st.script, text: stmts[0].Text(st.script)}
	}
	switch n := st.tree.(type) {
	case *ast.Query, *ast.Insert, *ast.Update, *ast.Delete, *ast.Merge:
		p, err := s.planCached(ctx, st)
		if err != nil {
			return err
		}
		if st.seen {
			s.learnLiterals(ctx, st.key, st.script, p)
		}
		return s.runPlanned(ctx, p, nil, sink)
	case *ast.Execute:
		return s.runExecute(ctx, n, st, sink)
	case *ast.Copy:
		return s.runCopy(ctx, n, st, sink)
	}
	r, err := s.utility(ctx, st, nil)
	if err != nil {
		return err
	}
	return r.send(sink)
}

// send hands a result to the client.
func (r *result) send(sink pgwire.Sink) error {
	if r.columns != nil {
		if err := sink.Columns(r.columns); err != nil {
			return err
		}
	}
	for _, row := range r.rows {
		if err := sink.Row(row); err != nil {
			return err
		}
	}
	return sink.Complete(r.tag)
}

// utility runs a statement that is neither planned nor a COPY.
func (s *Session) utility(ctx context.Context, st statement, params []datum.Datum) (*result, error) {
	if err := s.checkNotFailed(st.tree); err != nil {
		return nil, err
	}
	var tag string
	var err error
	switch n := st.tree.(type) {
	case *ast.Transaction:
		tag, err = s.runTransaction(ctx, n)
	case *ast.Set:
		tag, err = s.runSet(ctx, n)
	case *ast.SetTransaction:
		tag, err = s.runSetTransaction(n)
	case *ast.SetConstraints:
		tag = "SET CONSTRAINTS"
	case *ast.Show:
		return s.runShow(n)
	case *ast.Discard:
		tag, err = s.runDiscard(ctx, n)
	case *ast.Explain:
		return s.runExplain(ctx, n, st, params)
	case *ast.Prepare:
		tag, err = s.runPrepare(ctx, n, st)
	case *ast.Deallocate:
		tag, err = s.runDeallocate(n)
	case *ast.DeclareCursor:
		tag, err = s.runDeclare(ctx, n, st, params)
	case *ast.Fetch:
		return s.runFetch(ctx, n)
	case *ast.CloseCursor:
		tag, err = s.runCloseCursor(n)
	case *ast.LockTable:
		tag, err = s.runLockTable(ctx, n, st)
	case *ast.Listen:
		return nil, pgerr.Unsupported("LISTEN").WithHint("Notifications arrive with a later release; poll for changes.")
	case *ast.Unlisten:
		tag = "UNLISTEN" // nothing is listened to
	case *ast.Vacuum:
		tag, err = s.runVacuum(ctx, n)
	case *ast.Checkpoint:
		tag, err = s.runCheckpoint(ctx)
	case *ast.Backup:
		return s.runBackup(ctx, n)
	case *ast.Notify:
		return nil, pgerr.Unsupported("NOTIFY").WithHint("Notifications arrive with a later release; poll for changes.")
	case *ast.Call:
		return nil, pgerr.Unsupported("CALL")
	case *ast.Do:
		return nil, pgerr.Unsupported("DO")
	case *ast.Load:
		return nil, pgerr.Unsupported("LOAD")
	case *ast.Cluster:
		return nil, pgerr.Unsupported("CLUSTER").WithHint("Rows are always stored in the order of the primary key.")
	case *ast.Reindex:
		return nil, pgerr.Unsupported("REINDEX").WithHint("There is nothing to rebuild: rows are found by the primary key.")
	case *ast.Unsupported:
		return nil, pgerr.Unsupported(n.Tag).WithHint("%s", n.Hint).At(ast.Position(st.script, n.Pos()))
	default:
		tag, err = s.runDDL(ctx, st)
	}
	if err != nil {
		return nil, err
	}
	return &result{tag: tag}, nil
}

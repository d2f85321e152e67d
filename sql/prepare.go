package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// runPrepare is SQL's PREPARE.
func (s *Session) runPrepare(ctx context.Context, n *ast.Prepare, st statement) (string, error) {
	if _, taken := s.prepared[n.Name]; taken {
		return "", pgerr.New(pgerr.DuplicatePreparedStatement, "prepared statement %q already exists", n.Name)
	}
	switch n.Stmt.(type) {
	case *ast.Query, *ast.Insert, *ast.Update, *ast.Delete, *ast.Merge:
	default:
		return "", pgerr.New(pgerr.SyntaxError, "PREPARE takes SELECT, INSERT, UPDATE, DELETE, MERGE or VALUES")
	}
	env, _, err := s.planEnv(ctx, st.script)
	if err != nil {
		return "", err
	}
	hints := make([]types.OID, len(n.Types))
	for i, tn := range n.Types {
		t, err := planner.BaseTypeOf(env, tn)
		if err != nil {
			return "", err
		}
		hints[i] = t.OID
	}
	p, err := s.analyse(ctx, statement{tree: n.Stmt, script: st.script, text: st.text, params: n.Params}, hints)
	if err != nil {
		return "", err
	}
	p.fromSQL = true
	s.prepared[n.Name] = p
	return "PREPARE", nil
}

// runExecute is SQL's EXECUTE.
func (s *Session) runExecute(ctx context.Context, n *ast.Execute, st statement, sink pgwire.Sink) error {
	if err := s.checkNotFailed(n); err != nil {
		return err
	}
	p, params, err := s.executeArgs(ctx, n, st)
	if err != nil {
		return err
	}
	return s.runPlanned(ctx, p, params, sink)
}

// executeArgs finds the statement of an EXECUTE and evaluates its arguments.
func (s *Session) executeArgs(ctx context.Context, n *ast.Execute, st statement) (*prepared, []datum.Datum, error) {
	p, ok := s.prepared[n.Name]
	if !ok {
		return nil, nil, undefinedStatement(n.Name)
	}
	if p.plan == nil {
		return nil, nil, pgerr.Unsupported("EXECUTE of a statement without a plan").WithHint("Send the statement itself.")
	}
	if len(n.Args) != len(p.params) {
		return nil, nil, pgerr.New(pgerr.SyntaxError, "wrong number of parameters for prepared statement %q", n.Name).
			WithDetail("Expected %d parameters but got %d.", len(p.params), len(n.Args))
	}
	env, _, err := s.planEnv(ctx, st.script)
	if err != nil {
		return nil, nil, err
	}
	params := make([]datum.Datum, len(n.Args))
	for i, a := range n.Args {
		e, err := planner.BindExpr(env, a, types.Of(p.params[i]), "EXECUTE parameters")
		if err != nil {
			return nil, nil, err
		}
		if params[i], err = e.Eval(&expr.Context{Context: *env.Fn}, nil); err != nil {
			return nil, nil, err
		}
	}
	return p, params, s.revalidate(ctx, p)
}

// runDeallocate is SQL's DEALLOCATE.
func (s *Session) runDeallocate(n *ast.Deallocate) (string, error) {
	if n.Name == "" {
		for name := range s.prepared {
			if name != "" {
				delete(s.prepared, name)
			}
		}
		return "DEALLOCATE ALL", nil
	}
	if _, ok := s.prepared[n.Name]; !ok {
		return "", undefinedStatement(n.Name)
	}
	delete(s.prepared, n.Name)
	return "DEALLOCATE", nil
}

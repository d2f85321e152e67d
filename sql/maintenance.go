package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// runVacuum is VACUUM and ANALYZE. The engine reclaims space by itself, so VACUUM
// alone only checks the names.
func (s *Session) runVacuum(ctx context.Context, n *ast.Vacuum) (string, error) {
	tag := "VACUUM"
	if n.Analyze {
		tag = "ANALYZE"
	}
	if !n.Analyze && s.tx != nil && (!s.tx.implicit || s.multi) {
		return "", pgerr.New(pgerr.ActiveSQLTransaction, "VACUUM cannot run inside a transaction block")
	}
	if n.Analyze || vacuumAnalyzes(n) {
		return tag, s.runAnalyze(ctx, n)
	}
	if len(n.Targets) == 0 {
		return tag, nil
	}
	view, err := s.catalogView(ctx)
	if err != nil {
		return "", err
	}
	for _, t := range n.Targets {
		if _, err := s.resolveTable(view, t.Table.Name, 0); err != nil {
			return "", err
		}
	}
	return tag, nil
}

// vacuumAnalyzes reports whether VACUUM has the option ANALYZE.
func vacuumAnalyzes(n *ast.Vacuum) bool {
	for _, o := range n.Options {
		on := true
		if o.Name == "analyze" && optionBool(o, &on) == nil && on {
			return true
		}
	}
	return false
}

// runCheckpoint is CHECKPOINT.
func (s *Session) runCheckpoint(ctx context.Context) (string, error) {
	if !s.superuser() {
		return "", pgerr.New(pgerr.InsufficientPrivilege, "must be superuser or have privileges of pg_checkpoint to do CHECKPOINT")
	}
	return "CHECKPOINT", s.engine.store.Checkpoint(ctx)
}

package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// runTransaction is BEGIN, COMMIT, ROLLBACK, SAVEPOINT and so on; it returns
// the command tag.
func (s *Session) runTransaction(ctx context.Context, n *ast.Transaction) (string, error) {
	switch n.Kind {
	case ast.TxBegin:
		return s.runBegin(n)
	case ast.TxCommit, ast.TxRollback:
		return s.runEnd(ctx, n)
	case ast.TxPrepare, ast.TxCommitPrepared, ast.TxRollbackPrepared:
		return "", pgerr.Unsupported("two-phase commit").WithHint("max_prepared_transactions is 0 here.")
	}
	if s.tx == nil || s.tx.implicit && !s.multi {
		what := map[ast.TxKind]string{ast.TxSavepoint: "SAVEPOINT", ast.TxRelease: "RELEASE SAVEPOINT", ast.TxRollbackTo: "ROLLBACK TO SAVEPOINT"}[n.Kind]
		return "", pgerr.New(pgerr.NoActiveSQLTransaction, "%s can only be used in transaction blocks", what)
	}
	switch n.Kind {
	case ast.TxSavepoint:
		s.savepoint(n.Name)
		return "SAVEPOINT", nil
	case ast.TxRelease:
		return "RELEASE", s.release(n.Name)
	default:
		return "ROLLBACK", s.rollbackTo(n.Name)
	}
}

func (s *Session) runBegin(n *ast.Transaction) (string, error) {
	tag := "BEGIN"
	if n.Start {
		tag = "START TRANSACTION"
	}
	if s.tx != nil && !s.tx.implicit {
		s.warn(pgerr.New(pgerr.ActiveSQLTransaction, "there is already a transaction in progress"))
		return tag, s.setModes(n.Modes)
	}
	// A BEGIN amid a script takes what the script has done so far with it.
	s.open().implicit = false
	return tag, s.setModes(n.Modes)
}

func (s *Session) runEnd(ctx context.Context, n *ast.Transaction) (string, error) {
	tag := "COMMIT"
	if n.Kind == ast.TxRollback {
		tag = "ROLLBACK"
	}
	if s.tx == nil || s.tx.implicit {
		if n.Chain {
			return "", pgerr.New(pgerr.NoActiveSQLTransaction, "%s AND CHAIN can only be used in transaction blocks", tag)
		}
		s.warn(pgerr.New(pgerr.NoActiveSQLTransaction, "there is no transaction in progress"))
	}
	if s.tx == nil {
		return tag, nil
	}
	old := s.tx
	if n.Kind == ast.TxRollback || old.failed {
		tag = "ROLLBACK"
		s.rollback()
	} else if err := s.commit(ctx); err != nil {
		return "", err
	}
	if n.Chain {
		s.tx = s.newTransaction(false)
		s.tx.isolation, s.tx.readOnly = old.isolation, old.readOnly
	}
	return tag, nil
}

// setModes applies the modes of BEGIN or SET TRANSACTION.
func (s *Session) setModes(m ast.TxMode) error {
	if m.Isolation != "" {
		if err := s.setTransactionMode("transaction_isolation", m.Isolation); err != nil {
			return err
		}
	}
	if m.ReadOnly != nil {
		on := map[bool]string{true: "on", false: "off"}[*m.ReadOnly]
		return s.setTransactionMode("transaction_read_only", on)
	}
	return nil
}

// setTransactionMode changes a mode of the running transaction.
func (s *Session) setTransactionMode(name, value string) error {
	tx := s.open()
	switch name {
	case "transaction_isolation":
		if value != tx.isolation && tx.used {
			return pgerr.New(pgerr.ActiveSQLTransaction, "SET TRANSACTION ISOLATION LEVEL must be called before any query")
		}
		tx.isolation = value
	case "transaction_read_only":
		if value == "off" && tx.readOnly && tx.used {
			return pgerr.New(pgerr.ActiveSQLTransaction, "transaction read-write mode must be set before any query")
		}
		tx.readOnly = value == "on"
	}
	return nil
}

// runSetTransaction is SET TRANSACTION and SET SESSION CHARACTERISTICS.
func (s *Session) runSetTransaction(n *ast.SetTransaction) (string, error) {
	if n.Snapshot != "" {
		return "", pgerr.Unsupported("SET TRANSACTION SNAPSHOT")
	}
	if !n.Session {
		if s.tx == nil || s.tx.implicit && !s.multi {
			s.warn(pgerr.New(pgerr.NoActiveSQLTransaction, "SET TRANSACTION can only be used in transaction blocks"))
			return "SET", nil
		}
		return "SET", s.setModes(n.Modes)
	}
	if n.Modes.Isolation != "" {
		if err := s.changeSetting("default_transaction_isolation", n.Modes.Isolation, false); err != nil {
			return "", err
		}
	}
	for name, v := range map[string]*bool{"default_transaction_read_only": n.Modes.ReadOnly, "default_transaction_deferrable": n.Modes.Deferrable} {
		if v == nil {
			continue
		}
		if err := s.changeSetting(name, map[bool]string{true: "on", false: "off"}[*v], false); err != nil {
			return "", err
		}
	}
	return "SET", nil
}

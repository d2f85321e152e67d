package sql

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// tableLockPrefix begins the keys that stand for whole tables in the lock
// table. Nothing is ever stored under them.
const tableLockPrefix = 0x08

// sharedTableLocks are the modes that Sparrow maps to a shared lock. LOCK
// TABLE locks sessions against each other that use it, as migration tools do;
// rows are guarded by their own locks.
var sharedTableLocks = map[string]bool{"ACCESS SHARE": true, "ROW SHARE": true, "ROW EXCLUSIVE": true, "SHARE": true}

// runLockTable is LOCK TABLE.
func (s *Session) runLockTable(ctx context.Context, n *ast.LockTable, st statement) (string, error) {
	if s.tx == nil || s.tx.implicit && !s.multi {
		return "", pgerr.New(pgerr.NoActiveSQLTransaction, "LOCK TABLE can only be used in transaction blocks")
	}
	tx, err := s.storage(ctx)
	if err != nil {
		return "", err
	}
	view, err := s.catalogView(ctx)
	if err != nil {
		return "", err
	}
	opts := kv.LockOptions{}
	if sharedTableLocks[n.Mode] {
		opts.Mode = kv.LockShared
	}
	if n.NoWait {
		opts.Policy = kv.NoWait
	}
	if tx.readOnly && n.Mode != "ACCESS SHARE" {
		return "", pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute LOCK TABLE in a read-only transaction")
	}
	for _, tn := range n.Tables {
		pos := ast.Position(st.script, tn.Pos())
		t, err := s.resolveTable(view, tn.Name, pos)
		if err != nil {
			return "", err
		}
		if t == nil || tx.readOnly {
			continue // nothing to lock in a system view; readers need no lock
		}
		if ok, err := view.Allowed(t, "SELECT"); err != nil || !ok {
			return "", pgerr.New(pgerr.InsufficientPrivilege, "permission denied for table %s", t.Name)
		}
		key := binary.BigEndian.AppendUint32([]byte{tableLockPrefix}, uint32(t.ID))
		if _, err := tx.kv.Lock(ctx, [][]byte{key}, opts); n.NoWait && errors.Is(err, kv.ErrLocked) {
			return "", pgerr.New(pgerr.LockNotAvailable, "could not obtain lock on relation %q", t.Name)
		} else if err != nil {
			return "", err
		}
	}
	return "LOCK TABLE", nil
}

// resolveTable finds a table by name; nil without error for a system view.
func (s *Session) resolveTable(view *catalogView, name ast.Name, pos int) (*catalog.Table, error) {
	path := []string{name.Schema}
	if name.Schema == "" {
		path = s.searchPath(view.snap)
	}
	for _, schema := range path {
		if t, err := view.Table(schema, name.Object); err != nil || t != nil {
			return t, err
		}
		if view.View(schema, name.Object) != nil {
			return nil, nil
		}
	}
	return nil, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", name.String()).At(pos)
}

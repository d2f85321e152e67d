package sql

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// transaction is the running transaction of a session. The storage
// transaction begins with the first statement that needs one, so that BEGIN
// costs nothing and SET TRANSACTION can still shape it.
type transaction struct {
	implicit  bool // ends with the Query message or at Sync
	failed    bool
	isolation string
	readOnly  bool
	started   time.Time
	kv        kv.Txn
	cat       *catalog.Tx
	used      bool // a statement has had its snapshot
	// snapshotAt is when kv's snapshot was taken.
	snapshotAt time.Time
	points     []savepoint
	held       map[catalog.TableID]bool // tables whose descriptors are held
	advisory   []advisoryHeld           // pg_advisory_xact_lock
}

// savepoint is a point to roll back to, or the start of the transaction.
type savepoint struct {
	name     string
	kv       int
	cat      catalog.Mark
	settings int
	hasKV    bool
	advisory int // how many advisory locks the transaction held
	cursors  int // how many cursors the session had declared so far
}

// isolationOf maps PostgreSQL's level names; read uncommitted is read
// committed, as there.
var isolationOf = map[string]kv.Isolation{
	"read uncommitted": kv.ReadCommitted,
	"read committed":   kv.ReadCommitted,
	"repeatable read":  kv.SnapshotIsolation,
	"serializable":     kv.Serializable,
}

// open makes sure that a transaction runs; an implicit one is started if none
// is.
func (s *Session) open() *transaction {
	if s.tx == nil {
		s.tx = s.newTransaction(true)
	}
	return s.tx
}

func (s *Session) newTransaction(implicit bool) *transaction {
	now := s.engine.now()
	f := *s.format
	f.Now = now
	s.format = &f
	return &transaction{
		implicit:  implicit,
		isolation: s.value("default_transaction_isolation"),
		readOnly:  s.value("default_transaction_read_only") == "on",
		started:   now,
	}
}

// storage begins the storage transaction if it has not begun, and gives each
// READ COMMITTED statement one snapshot of its own: planning and execution see
// the same.
func (s *Session) storage(ctx context.Context) (*transaction, error) {
	tx := s.open()
	if tx.kv == nil {
		txn, err := s.engine.store.Begin(ctx, kv.TxnOptions{
			ReadOnly: tx.readOnly, Isolation: isolationOf[tx.isolation], Owner: uint64(s.start.PID),
			BytesMax: int(limits.TransactionBytes.Value(s.engine.limits)),
		})
		if err != nil {
			return nil, err
		}
		tx.kv, tx.cat, tx.snapshotAt = txn, s.engine.catalog.Begin(txn), time.Now()
		s.noteSnapshot()
	} else if s.stale && isolationOf[tx.isolation] == kv.ReadCommitted {
		if err := tx.kv.Refresh(ctx); err != nil {
			return nil, err
		}
		tx.snapshotAt = time.Now()
		s.noteSnapshot()
	}
	tx.kv.SetLockTimeout(s.lockTimeout())
	tx.used, s.stale = true, false
	return tx, nil
}

// lockTimeout is the longest wait for a lock; 0 is for ever.
func (s *Session) lockTimeout() time.Duration {
	return time.Duration(s.intValue("lock_timeout")) * time.Millisecond
}

// hold keeps the tables of a plan that writes from being changed by DDL until
// the transaction ends, and plans anew if one was changed before that.
func (s *Session) hold(ctx context.Context, tx *transaction, p *prepared) error {
	for {
		fresh, err := s.holdTables(ctx, tx, p.plan)
		if err != nil || !fresh {
			return err
		}
		if err := s.revalidate(ctx, p); err != nil {
			return err
		}
	}
}

// holdTables holds the tables of a plan. fresh is true if some were not held
// yet: the plan may be outdated then, and the next look at the catalog is at a
// new snapshot.
func (s *Session) holdTables(ctx context.Context, tx *transaction, plan *planner.Plan) (fresh bool, err error) {
	for _, d := range plan.Deps.Tables {
		if tx.held[d.ID] {
			continue
		}
		if err := tx.cat.HoldTable(ctx, d.ID, false); err != nil {
			return false, err
		}
		if tx.held == nil {
			tx.held = map[catalog.TableID]bool{}
		}
		tx.held[d.ID], fresh, s.stale = true, true, true
	}
	return fresh, nil
}

// commit ends the transaction; if that fails it is rolled back.
func (s *Session) commit(ctx context.Context) error {
	tx := s.tx
	s.closePortals(true)
	if s.onCommit && tx.kv != nil {
		if err := s.emptyTemporary(ctx); err != nil {
			s.rollback()
			return err
		}
	}
	if tx.kv != nil {
		if _, err := tx.kv.Commit(ctx); err != nil {
			s.rollback()
			return err
		}
		tx.cat.Committed()
	}
	s.endAdvisory(tx, 0)
	s.tx = nil
	s.noteSnapshot()
	changed := s.settings.changed()
	s.settings.commit()
	if !changed {
		return nil
	}
	return s.applySettings()
}

// rollback ends the transaction without its effects.
func (s *Session) rollback() {
	tx := s.tx
	s.closePortals(false)
	if tx.kv != nil {
		tx.kv.Rollback()
	}
	s.endAdvisory(tx, 0)
	s.tx = nil
	s.noteSnapshot()
	if s.settings.changed() {
		s.settings.rollbackTo(0)
		s.settings.commit()
		s.applySettingsAfterRollback()
	}
}

// abort makes the transaction a failed one. What it did since its last savepoint
// is undone at once, and nobody waits for its locks any more.
func (s *Session) abort() {
	tx := s.tx
	for p := range s.portals {
		p.fail()
	}
	if n := len(tx.points); n > 0 {
		s.closeCursorsSince(tx.points[n-1].cursors)
		if err := s.undo(n - 1); err != nil {
			s.engine.log.Error("savepoint after an error", "error", err)
		}
	} else {
		s.closeCursorsSince(0)
		if tx.kv != nil {
			tx.kv.Rollback()
			tx.kv, tx.cat = nil, nil
		}
		s.endAdvisory(tx, 0)
		s.settings.rollbackTo(0)
		s.applySettingsAfterRollback()
	}
	tx.failed = true
	s.noteSnapshot()
}

// applySettingsAfterRollback works the settings out again; what was valid
// before still is.
func (s *Session) applySettingsAfterRollback() {
	if err := s.applySettings(); err != nil {
		s.engine.log.Error("settings after rollback", "error", err)
	}
}

// savepoint marks the state under a name.
func (s *Session) savepoint(name string) {
	tx := s.tx
	p := savepoint{name: name, settings: s.settings.mark(), advisory: len(tx.advisory), cursors: s.declared}
	if tx.kv != nil {
		p.kv, p.cat, p.hasKV = tx.kv.Savepoint(), tx.cat.Savepoint(), true
	}
	tx.points = append(tx.points, p)
}

// findSavepoint is the index of the newest savepoint of a name.
func (s *Session) findSavepoint(name string) (int, error) {
	for i := len(s.tx.points) - 1; i >= 0; i-- {
		if s.tx.points[i].name == name {
			return i, nil
		}
	}
	return 0, pgerr.New(pgerr.SavepointInvalid, "savepoint %q does not exist", name)
}

// rollbackTo takes back what happened since a savepoint, which stays.
func (s *Session) rollbackTo(name string) error {
	i, err := s.findSavepoint(name)
	if err != nil {
		return err
	}
	s.closePortalsSince(s.tx.points[i].cursors)
	if err := s.undo(i); err != nil {
		return err
	}
	s.tx.failed = false
	return nil
}

// undo takes back what happened since the savepoint with index i, and forgets the
// savepoints after it.
func (s *Session) undo(i int) error {
	tx, p := s.tx, s.tx.points[i]
	if p.hasKV {
		if err := tx.kv.RollbackTo(p.kv); err != nil {
			return err
		}
		tx.cat.RollbackTo(p.cat)
	} else if tx.kv != nil {
		tx.kv.Rollback()
		tx.kv, tx.cat, tx.used = nil, nil, false
	}
	s.endAdvisory(tx, p.advisory)
	clear(tx.held) // the locks taken since are released: ask again
	tx.points = tx.points[:i+1]
	s.settings.rollbackTo(p.settings)
	return s.applySettings()
}

// release forgets a savepoint and those after it.
func (s *Session) release(name string) error {
	i, err := s.findSavepoint(name)
	if err != nil {
		return err
	}
	for j := len(s.tx.points) - 1; j >= i; j-- {
		if p := s.tx.points[j]; p.hasKV {
			s.tx.cat.Release(p.cat)
		}
	}
	s.tx.points = s.tx.points[:i]
	return nil
}

// isolation is the level in force, or that of the next transaction.
func (s *Session) isolation() string {
	if s.tx != nil {
		return s.tx.isolation
	}
	v, _ := s.settings.get("default_transaction_isolation")
	return v
}

func (s *Session) readOnly() bool {
	if s.tx != nil {
		return s.tx.readOnly
	}
	v, _ := s.settings.get("default_transaction_read_only")
	return v == "on"
}

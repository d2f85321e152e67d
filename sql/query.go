package sql

import (
	"context"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// query is a planned statement that runs.
type query struct {
	stmt   *prepared
	rt     *exec.Runtime
	cursor *exec.Cursor
	ended  bool // all rows were handed out

	// Of a query that goes on in later statements: what it opened lives in a
	// context of its own, which the statement that reads from it can end.
	ctx    context.Context
	cancel context.CancelCauseFunc

	view    kv.Snapshot // what it reads from if writes come between, else nil
	fixedAt time.Time   // when the snapshot of view was taken
}

// startResumable is startQuery for a query whose rows later statements ask
// for: the contexts of those end one by one, the query's own when it closes.
func (s *Session) startResumable(ctx context.Context, p *prepared, params []datum.Datum) (*query, error) {
	own, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()
	q, err := s.startQuery(own, p, params)
	if err != nil {
		cancel(nil)
		return nil, err
	}
	q.ctx, q.cancel = own, cancel
	if q.view == nil {
		if err := q.fix(s.tx); err != nil {
			q.close()
			return nil, err
		}
	}
	return q, nil
}

// startQuery makes a planned statement ready to run in the transaction.
func (s *Session) startQuery(ctx context.Context, p *prepared, params []datum.Datum) (*query, error) {
	tx, err := s.storage(ctx)
	if err != nil {
		return nil, err
	}
	if !p.plan.ReadOnly {
		if tx.readOnly {
			return nil, pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute %s in a read-only transaction", p.plan.Tag)
		}
		if err := s.hold(ctx, tx, p); err != nil {
			return nil, err
		}
	}
	rt, err := s.newRuntime(ctx, tx, params)
	if err != nil {
		return nil, err
	}
	q := &query{stmt: p, rt: rt, cursor: exec.NewCursor(rt, p.plan.Root)}
	if !p.plan.ReadOnly {
		if err := q.fix(tx); err != nil {
			return nil, err
		}
	}
	return q, nil
}

// fix lets the query read the state of now until it closes, whatever is written
// meanwhile: a statement never sees its own writes, nor a cursor later ones.
func (q *query) fix(tx *transaction) error {
	view, err := q.rt.Txn.View()
	if err != nil {
		return err
	}
	q.view, q.rt.Reader, q.fixedAt = view, view, tx.snapshotAt
	return nil
}

// newRuntime is what an execution in tx works with.
func (s *Session) newRuntime(ctx context.Context, tx *transaction, params []datum.Datum) (*exec.Runtime, error) {
	view, err := s.catalogView(ctx)
	if err != nil {
		return nil, err
	}
	rt := &exec.Runtime{
		Ctx:           &expr.Context{Context: *s.fnContext(ctx), Params: params},
		Txn:           tx.kv,
		Reader:        tx.kv,
		Store:         s.engine.store,
		Dict:          tx.cat.Dictionary(),
		Meter:         partition.NewMeter(s.meter),
		Memory:        limits.NewLimitAccount("statement", s.engine.memory, limits.StatementMemoryBytes, s.engine.limits),
		Limits:        s.engine.limits,
		ViewSources:   s.sources(view),
		ReadCommitted: isolationOf[tx.isolation] == kv.ReadCommitted,
	}
	s.setWork(rt)
	rt.Ctx.Cells = cellReader{s: s, rt: rt}
	return rt, nil
}

// fetch hands at most max rows to the client (0: all). more is true if that
// many were sent.
func (q *query) fetch(ctx context.Context, sink pgwire.Sink, max int) (n int, more bool, err error) {
	if q.ctx != nil {
		defer context.AfterFunc(ctx, func() { q.cancel(context.Cause(ctx)) })()
		ctx = q.ctx
	}
	q.rt.Ctx.Context.Context = ctx
	if q.stmt.plan.Columns == nil {
		if q.ended {
			return 0, false, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "portal cannot be run anymore")
		}
		q.ended = true
		return 0, false, q.cursor.Run()
	}
	if err := sink.Columns(q.stmt.columns); err != nil {
		return 0, false, err
	}
	return q.cursor.Fetch(sink, max)
}

// tag is the command tag after n rows were handed out: what returns rows
// counts those of the last fetch, as PostgreSQL does also for RETURNING.
func (q *query) tag(n int) string {
	count := strconv.Itoa(n)
	if q.stmt.plan.Columns == nil {
		count = strconv.FormatInt(q.rt.Affected, 10)
	}
	switch q.stmt.plan.Tag {
	case planner.TagSelect:
		return "SELECT " + count
	case planner.TagInsert:
		return "INSERT 0 " + count
	}
	return string(q.stmt.plan.Tag) + " " + count
}

func (q *query) close() {
	q.cursor.Close()
	if q.view != nil {
		q.view.Close()
	}
	if q.cancel != nil {
		q.cancel(nil)
	}
}

// runPlanned runs a planned statement to its end.
func (s *Session) runPlanned(ctx context.Context, p *prepared, params []datum.Datum, sink pgwire.Sink) error {
	q, err := s.startQuery(ctx, p, params)
	if err != nil {
		return err
	}
	defer q.close()
	n, _, err := q.fetch(ctx, sink, 0)
	if err != nil {
		return err
	}
	return sink.Complete(q.tag(n))
}

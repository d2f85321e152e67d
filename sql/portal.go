package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// portal is a statement bound to parameters, running or about to.
type portal struct {
	s      *Session
	stmt   *prepared
	params []datum.Datum
	query  *query  // of a planned statement, once it has begun
	static *result // of a utility statement, once it has run
	sent   int     // rows of static handed out
	ended  bool
}

var _ pgwire.Portal = (*portal)(nil)

// Bind implements pgwire.Session.
func (s *Session) Bind(ctx context.Context, p pgwire.Prepared, params []datum.Datum) (pgwire.Portal, error) {
	stmt := p.(*prepared)
	ctx, done := s.active(ctx, stmt.text, true)
	defer done()
	if err := s.checkNotFailed(stmt.tree); err != nil {
		return nil, err
	}
	if err := s.revalidate(ctx, stmt); err != nil {
		return nil, sqlError(ctx, err)
	}
	po := &portal{s: s, stmt: stmt, params: append([]datum.Datum(nil), params...)}
	s.portals[po] = struct{}{}
	return po, nil
}

// Columns implements pgwire.Portal.
func (p *portal) Columns() []pgwire.Column { return p.stmt.columns }

// Execute implements pgwire.Portal.
func (p *portal) Execute(ctx context.Context, sink pgwire.Sink, maxRows int) (suspended bool, err error) {
	ctx, done := p.s.active(ctx, p.stmt.text, p.stmt.plan == nil)
	defer done()
	suspended, err = p.execute(ctx, sink, maxRows)
	return suspended, sqlError(ctx, err)
}

func (p *portal) execute(ctx context.Context, sink pgwire.Sink, maxRows int) (bool, error) {
	switch n := p.stmt.tree.(type) {
	case *ast.Copy:
		return false, p.s.runCopy(ctx, n, p.stmt.statement, sink)
	case *ast.Execute:
		return false, p.s.runExecute(ctx, n, p.stmt.statement, sink)
	}
	if p.stmt.plan == nil {
		return p.executeUtility(ctx, sink, maxRows)
	}
	if err := p.s.checkNotFailed(p.stmt.tree); err != nil {
		return false, err
	}
	if p.query == nil {
		start := p.s.startQuery
		if maxRows > 0 {
			start = p.s.startResumable
		}
		q, err := start(ctx, p.stmt, p.params)
		if err != nil {
			return false, err
		}
		p.query = q
	}
	n, more, err := p.query.fetch(ctx, sink, maxRows)
	if err != nil {
		return false, err
	}
	if more {
		return true, nil
	}
	return false, sink.Complete(p.query.tag(n))
}

// executeUtility runs a utility statement at the first Execute and hands its
// rows out. Statements without rows can't run twice.
func (p *portal) executeUtility(ctx context.Context, sink pgwire.Sink, maxRows int) (bool, error) {
	if p.static == nil {
		r, err := p.s.utility(ctx, p.stmt.statement, p.params)
		if err != nil {
			return false, err
		}
		p.static = r
	} else if p.static.columns == nil {
		return false, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "portal cannot be run anymore")
	}
	if p.static.columns != nil {
		if err := sink.Columns(p.static.columns); err != nil {
			return false, err
		}
	}
	n := 0
	for ; p.sent < len(p.static.rows) && (maxRows == 0 || n < maxRows); n++ {
		if err := sink.Row(p.static.rows[p.sent]); err != nil {
			return false, err
		}
		p.sent++
	}
	if n == maxRows && n > 0 {
		return true, nil
	}
	return false, sink.Complete(p.static.tag)
}

// Ended implements pgwire.Portal.
func (p *portal) Ended() bool { return p.ended }

// Close implements pgwire.Portal.
func (p *portal) Close() {
	p.stop()
	delete(p.s.portals, p)
}

func (p *portal) stop() {
	p.fail()
	p.ended = true
}

// fail ends what the portal runs. The portal itself stays until its transaction
// ends, and refuses to run in one that has failed.
func (p *portal) fail() {
	if p.query != nil {
		p.query.close()
		p.query = nil
	}
}

// closePortalsSince ends the portals, and the cursors but the first n that the
// session declared: those of before a savepoint outlive the return to it.
func (s *Session) closePortalsSince(n int) {
	for p := range s.portals {
		p.stop()
		delete(s.portals, p)
	}
	s.closeCursorsSince(n)
}

func (s *Session) closeCursorsSince(n int) {
	for name, c := range s.cursors {
		if c.number > n && !c.committed {
			c.close()
			delete(s.cursors, name)
		}
	}
}

// closePortals ends the portals and cursors of the transaction. At a commit
// cursors WITH HOLD keep their rows.
func (s *Session) closePortals(committing bool) {
	for p := range s.portals {
		// A COMMIT or ROLLBACK is itself running in a portal: it stays usable
		// until it has answered.
		p.stop()
		delete(s.portals, p)
	}
	for name, c := range s.cursors {
		if committing && c.hold && c.kept || c.committed {
			c.committed = true
			continue
		}
		c.close()
		delete(s.cursors, name)
	}
}

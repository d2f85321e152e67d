package sql

import (
	"context"
	"strconv"
	"time"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// cursor is a cursor of DECLARE. A forward-only one reads its query as it is
// asked; one WITH HOLD keeps its rows from the commit on, and one declared
// SCROLL from its start on.
type cursor struct {
	name, text string
	number     int // in order of declaration in the session
	columns    []pgwire.Column
	query      *query
	rows       []datum.Row // of a kept cursor, all; else those fetched ahead
	pos        int         // rows before the position: 0 is before the first
	kept       bool        // rows has all rows
	hold       bool
	scroll     bool
	binary     bool
	committed  bool // the transaction that declared it has committed
	declared   time.Time
}

func (c *cursor) close() {
	if c.query != nil {
		c.query.close()
		c.query = nil
	}
}

// runDeclare is DECLARE … CURSOR.
func (s *Session) runDeclare(ctx context.Context, n *ast.DeclareCursor, st statement, params []datum.Datum) (string, error) {
	if !n.Hold && (s.tx == nil || s.tx.implicit && !s.multi) {
		return "", pgerr.New(pgerr.NoActiveSQLTransaction, "DECLARE CURSOR can only be used in transaction blocks")
	}
	if _, taken := s.cursors[n.Name]; taken {
		return "", pgerr.New(pgerr.DuplicateCursor, "cursor %q already exists", n.Name)
	}
	p, err := s.analyse(ctx, statement{tree: n.Query, script: st.script, text: st.text}, nil)
	if err != nil {
		return "", err
	}
	q, err := s.startResumable(ctx, p, params)
	if err != nil {
		return "", err
	}
	s.declared++
	c := &cursor{name: n.Name, number: s.declared, text: st.text, columns: p.columns, query: q, hold: n.Hold, scroll: n.Scroll != nil && *n.Scroll, binary: n.Binary, declared: time.Now()}
	if c.hold || c.scroll {
		if err := c.keep(ctx); err != nil {
			q.close()
			return "", err
		}
	}
	s.cursors[n.Name] = c
	return "DECLARE CURSOR", nil
}

// keep reads the query to its end.
func (c *cursor) keep(ctx context.Context) error {
	rows := &rowCollector{}
	if _, _, err := c.query.fetch(ctx, rows, 0); err != nil {
		return err
	}
	c.rows, c.kept = rows.rows, true
	c.close()
	return nil
}

// runFetch is FETCH and MOVE.
func (s *Session) runFetch(ctx context.Context, n *ast.Fetch) (*result, error) {
	c, ok := s.cursors[n.Cursor]
	if !ok {
		return nil, pgerr.New(pgerr.InvalidCursorName, "cursor %q does not exist", n.Cursor)
	}
	rows, err := c.fetch(ctx, n)
	if err != nil {
		return nil, err
	}
	r := &result{columns: c.columns, rows: rows, tag: "FETCH " + strconv.Itoa(len(rows))}
	if n.Move {
		r.columns, r.rows, r.tag = nil, nil, "MOVE "+strconv.Itoa(len(rows))
	}
	return r, nil
}

// fetch moves the cursor and returns the rows passed.
func (c *cursor) fetch(ctx context.Context, n *ast.Fetch) ([]datum.Row, error) {
	count := n.Count
	dir := n.Direction
	if dir == ast.FetchBackward && !n.All {
		dir, count = ast.FetchForward, -count
	}
	if !c.kept {
		if dir != ast.FetchForward || count < 0 {
			return nil, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "cursor can only scan forward").
				WithHint("Declare it with SCROLL option to enable backward scan.")
		}
		rows := &rowCollector{}
		if n.All {
			count = 0
		} else if count == 0 {
			return nil, nil
		}
		got, _, err := c.query.fetch(ctx, rows, int(count))
		c.pos += got
		return rows.rows, err
	}
	return c.scrollBy(dir, count, n.All), nil
}

// scrollBy moves over the kept rows. pos is the number of the row the cursor
// is on, 0 before the first and len+1 after the last.
func (c *cursor) scrollBy(dir ast.FetchDirection, count int64, all bool) []datum.Row {
	end := len(c.rows) + 1
	one := func(to int64) []datum.Row {
		c.pos = int(min(max(to, 0), int64(end)))
		if c.pos == 0 || c.pos == end {
			return nil
		}
		return c.rows[c.pos-1 : c.pos]
	}
	switch {
	case dir == ast.FetchAbsolute && count < 0:
		return one(int64(end) + count)
	case dir == ast.FetchAbsolute:
		return one(count)
	case dir == ast.FetchRelative, dir == ast.FetchForward && !all && count == 0:
		return one(int64(c.pos) + count)
	case dir == ast.FetchBackward: // ALL
		count = -int64(end)
	case all:
		count = int64(end)
	}
	var out []datum.Row
	for ; count > 0 && c.pos < end; count-- {
		if c.pos++; c.pos < end {
			out = append(out, c.rows[c.pos-1])
		}
	}
	for ; count < 0 && c.pos > 0; count++ {
		if c.pos--; c.pos > 0 {
			out = append(out, c.rows[c.pos-1])
		}
	}
	return out
}

// runCloseCursor is CLOSE.
func (s *Session) runCloseCursor(n *ast.CloseCursor) (string, error) {
	if n.Name == "" {
		for name, c := range s.cursors {
			c.close()
			delete(s.cursors, name)
		}
		return "CLOSE CURSOR ALL", nil
	}
	c, ok := s.cursors[n.Name]
	if !ok {
		return "", pgerr.New(pgerr.InvalidCursorName, "cursor %q does not exist", n.Name)
	}
	c.close()
	delete(s.cursors, n.Name)
	return "CLOSE CURSOR", nil
}

// rowCollector is a Sink that keeps the rows.
type rowCollector struct {
	rows []datum.Row
	tag  string
}

var _ pgwire.Sink = (*rowCollector)(nil)

func (c *rowCollector) Columns([]pgwire.Column) error { return nil }

func (c *rowCollector) Row(r datum.Row) error {
	c.rows = append(c.rows, append(datum.Row(nil), r...))
	return nil
}

func (c *rowCollector) Batch(b *datum.Batch) error {
	for i := range b.Rows() {
		c.rows = append(c.rows, b.Row(b.Index(i), nil))
	}
	return nil
}

func (c *rowCollector) Complete(tag string) error {
	c.tag = tag
	return nil
}

func (c *rowCollector) CopyIn(int, bool) (pgwire.CopyReader, error) {
	return nil, pgerr.Unsupported("COPY here")
}

func (c *rowCollector) CopyOut(int, bool) (pgwire.CopyWriter, error) {
	return nil, pgerr.Unsupported("COPY here")
}

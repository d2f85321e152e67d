package pgwire

import (
	"errors"

	"github.com/jackc/pgproto3/v2"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// query answers a Query message: each statement of the script in turn, until
// one fails.
func (c *conn) query(body []byte) error {
	text, err := decodeQuery(body)
	if err != nil {
		return err
	}
	// PostgreSQL's exec_simple_query drops what is unnamed first.
	c.session.StatementStore().Delete("")
	c.closePortal("")
	script, err := c.session.ParseScript(c.ctx, text)
	if err != nil {
		return err
	}
	if len(script) == 0 {
		c.out.send(&pgproto3.EmptyQueryResponse{})
	}
	for i, stmt := range script {
		sink := scriptSink{rowSink{c: c}, "", false}
		if err := c.session.Run(c.ctx, stmt, &sink); err != nil {
			return err
		}
		if err := c.checkCompleted(sink.completed); err != nil {
			return err
		}
		if i == len(script)-1 {
			// What is done must be durable before the client hears so.
			if err := c.session.Sync(c.ctx); err != nil {
				return err
			}
		}
		if err := c.complete(sink.tag); err != nil {
			return err
		}
	}
	return c.finish()
}

var errNotCompleted = errors.New("pgwire: the statement ended without a tag")

// checkCompleted is called after a statement that did not fail. One that is
// terminated at its last moment is not committed.
func (c *conn) checkCompleted(completed bool) error {
	if c.terminated.Load() {
		return adminShutdown()
	}
	if !completed {
		return errNotCompleted
	}
	return nil
}

// complete sends CommandComplete, or EmptyQueryResponse.
func (c *conn) complete(tag string) error {
	if tag == "" {
		return c.out.send(&pgproto3.EmptyQueryResponse{})
	}
	return c.out.send(&pgproto3.CommandComplete{CommandTag: []byte(tag)})
}

// scriptSink takes the results of a statement of the simple protocol: all text,
// each result with its RowDescription. The tag waits for the commit.
type scriptSink struct {
	rowSink
	tag       string
	completed bool
}

func (s *scriptSink) Columns(cols []Column) error {
	s.rowSink.begin(cols, nil)
	return s.c.sendRowDescription(cols, nil)
}

func (s *scriptSink) Complete(tag string) error {
	s.tag, s.completed = tag, true
	return nil
}

// rowSink is what the sinks of both protocols share.
type rowSink struct {
	c   *conn
	enc rowEncoder
}

func (s *rowSink) begin(cols []Column, formats []int16) {
	s.enc = newRowEncoder(s.c.out, cols, formats, s.c.session.Format())
}

func (s *rowSink) Row(row datum.Row) error { return s.enc.row(row) }

func (s *rowSink) Batch(b *datum.Batch) error { return s.enc.batch(b) }

func (s *rowSink) CopyIn(columns int, binary bool) (CopyReader, error) {
	return s.c.copyIn(columns, binary)
}

func (s *rowSink) CopyOut(columns int, binary bool) (CopyWriter, error) {
	return s.c.copyOut(columns, binary)
}

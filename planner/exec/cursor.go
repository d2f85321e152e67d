package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// Sink takes result rows: whole batches, or single rows on the paths that make
// no batches. Neither is kept after the call.
type Sink interface {
	Batch(*datum.Batch) error
	Row(datum.Row) error
}

// Cursor runs a plan and hands its rows out bit by bit.
type Cursor struct {
	rt      *Runtime
	root    planner.Node
	op      Operator
	batch   *datum.Batch // rows left of the last one
	started bool
	done    bool
}

// NewCursor makes the cursor of a plan. Nothing runs before the first Fetch.
func NewCursor(rt *Runtime, root planner.Node) *Cursor {
	rt.Init()
	return &Cursor{rt: rt, root: root}
}

// Fetch hands at most max rows to sink (0: all) and returns how many. more
// says that max rows were handed out: there may be more, or not.
func (c *Cursor) Fetch(sink Sink, max int) (n int, more bool, err error) {
	if !c.started {
		c.started = true
		if ok, n, err := runPoint(c.rt, c.root, sink); ok {
			c.done = true
			return n, max > 0 && n >= max, err
		}
		if c.op, err = Build(c.rt, c.root); err != nil {
			c.done = true
			return 0, false, err
		}
	}
	for !c.done || c.batch != nil {
		if c.batch == nil {
			if c.batch, err = c.op.Next(); err != nil || c.batch == nil {
				c.batch, c.done = nil, true
				return n, false, err
			}
		}
		sel := selection(c.batch)
		if max > 0 && len(sel) > max-n {
			take := max - n
			part := datum.Batch{Cols: c.batch.Cols, N: c.batch.N, Sel: sel[:take]}
			if err := sink.Batch(&part); err != nil {
				return n, false, err
			}
			c.batch.Sel = sel[take:]
			return max, true, nil
		}
		err := sink.Batch(c.batch)
		n += len(sel)
		c.batch = nil
		if err != nil {
			return n, false, err
		}
		if max > 0 && n == max {
			return n, true, nil
		}
	}
	return n, false, nil
}

// Run runs a plan whose rows nobody wants to its end.
func (c *Cursor) Run() error {
	_, _, err := c.Fetch(discard{}, 0)
	return err
}

// Close releases what the cursor holds. A second call does nothing.
func (c *Cursor) Close() {
	if c.op != nil {
		c.op.Close()
		c.op = nil
	}
	c.batch, c.done = nil, true
	c.rt.close()
}

// discard is the Sink of statements without RETURNING.
type discard struct{}

func (discard) Batch(*datum.Batch) error { return nil }
func (discard) Row(datum.Row) error      { return nil }

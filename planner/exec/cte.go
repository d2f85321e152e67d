package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// cteState makes the rows of a CTE, as far as they are asked for, during one
// execution of its WITH. All its readers share the rows.
type cteState struct {
	rt    *Runtime
	node  *planner.CTE
	outer []datum.Row // Context.Outer as the WITH sees it
	rows  *rowSpool
	op    Operator // makes the next rows; nil: before the beginning, or done
	begun bool
	done  bool

	// Recursion: the rows of the last round, those of this one so far, and, for UNION, all
	// that were ever made.
	working *rowSpool
	fresh   *rowSpool
	seen    *distinctRows
}

// pull makes more rows; false at the end.
func (s *cteState) pull() (bool, error) {
	// The scan that asks may stand in a deeper query than the WITH does.
	here := s.rt.Ctx.Outer
	s.rt.Ctx.Outer = s.outer
	defer func() { s.rt.Ctx.Outer = here }()
	for !s.done {
		if err := s.rt.interrupted(); err != nil {
			return false, err
		}
		if s.op == nil {
			if err := s.begin(); err != nil || s.done {
				return false, err
			}
		}
		b, err := s.op.Next()
		if err != nil {
			return false, err
		}
		if b == nil {
			s.op.Close()
			s.op = nil
			continue
		}
		if s.seen != nil {
			if err := s.seen.filter(b); err != nil {
				return false, err
			}
		}
		if b.Rows() == 0 {
			continue
		}
		if s.fresh != nil {
			if err := s.fresh.append(b); err != nil {
				return false, err
			}
		}
		return true, s.rows.append(b)
	}
	return false, nil
}

// begin starts the query, or the next round of its recursion.
func (s *cteState) begin() (err error) {
	n := s.node
	ts := columnTypes(n.Plan.Columns())
	switch {
	case !s.begun:
		s.begun = true
		s.rows = newRowSpool(s.rt, ts)
		if n.Recursive != nil {
			s.fresh = newRowSpool(s.rt, ts)
			if !n.UnionAll {
				s.seen = newDistinctRows(s.rt, ts)
			}
		}
		s.op, err = Build(s.rt, n.Plan)
		return err
	case n.Recursive == nil || s.fresh.size == 0:
		s.done = true
		s.release()
		return nil
	}
	if s.working != nil {
		s.working.close()
	}
	s.working, s.fresh = s.fresh, newRowSpool(s.rt, ts)
	s.op, err = Build(s.rt, n.Recursive)
	return err
}

// release gives back what only the making of rows needs.
func (s *cteState) release() {
	if s.op != nil {
		s.op.Close()
		s.op = nil
	}
	for _, spool := range []*rowSpool{s.working, s.fresh} {
		if spool != nil {
			spool.close()
		}
	}
	if s.seen != nil {
		s.seen.close()
	}
	s.working, s.fresh, s.seen = nil, nil, nil
}

func (s *cteState) close() {
	s.done = true
	s.release()
	if s.rows != nil {
		s.rows.close()
		s.rows = nil
	}
}

// with runs its CTEs for its input: those that modify data to their end at once, the
// others as far as CTEScans ask.
type with struct {
	rt      *Runtime
	node    *planner.With
	in      Operator
	states  []*cteState
	started bool
}

func newWith(rt *Runtime, n *planner.With) (Operator, error) {
	in, err := Build(rt, n.Input)
	if err != nil {
		return nil, err
	}
	return &with{rt: rt, node: n, in: in}, nil
}

func (w *with) Next() (*datum.Batch, error) {
	if !w.started {
		w.started = true
		for _, c := range w.node.CTEs {
			s := &cteState{rt: w.rt, node: c, outer: slices.Clone(w.rt.Ctx.Outer)}
			w.states = append(w.states, s)
			w.rt.ctes[c] = s
		}
		for _, s := range w.states {
			for more := s.node.Modifies; more; {
				var err error
				if more, err = s.pull(); err != nil {
					return nil, err
				}
			}
		}
	}
	return w.in.Next()
}

func (w *with) Close() {
	w.in.Close()
	for _, s := range w.states {
		s.close()
	}
	w.states = nil
}

// cteScan reads the rows of a CTE.
type cteScan struct {
	rt     *Runtime
	node   *planner.CTEScan
	reader *spoolReader
}

func (s *cteScan) Next() (*datum.Batch, error) {
	state := s.rt.ctes[s.node.CTE]
	if s.node.Working {
		if s.reader == nil {
			s.reader = state.working.read()
		}
		return s.reader.next()
	}
	for {
		if s.reader == nil && state.rows != nil {
			s.reader = state.rows.read()
		}
		if s.reader != nil {
			if b, err := s.reader.next(); err != nil || b != nil {
				return b, err
			}
		}
		if more, err := state.pull(); err != nil || !more {
			return nil, err
		}
	}
}

func (s *cteScan) Close() {}

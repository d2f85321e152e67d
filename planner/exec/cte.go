package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// cteState holds the rows of a CTE during one execution of its WITH.
type cteState struct {
	rows    []datum.Row
	done    bool
	working []datum.Row // recursion: the rows of the last round
	outer   []datum.Row // Context.Outer as the WITH sees it
}

// with runs its CTEs for its input: those that modify data at once, the
// others when a CTEScan first asks.
type with struct {
	rt      *Runtime
	node    *planner.With
	in      Operator
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
			w.rt.ctes[c] = &cteState{outer: slices.Clone(w.rt.Ctx.Outer)}
		}
		for _, c := range w.node.CTEs {
			if c.Modifies {
				if _, err := w.rt.cteRows(c); err != nil {
					return nil, err
				}
			}
		}
	}
	return w.in.Next()
}

func (w *with) Close() { w.in.Close() }

// cteRows returns the rows of a CTE, running it if nobody has yet.
func (rt *Runtime) cteRows(c *planner.CTE) ([]datum.Row, error) {
	s := rt.ctes[c]
	if s.done {
		return s.rows, nil
	}
	s.done = true
	// The scan that asks may stand in a deeper query than the WITH does.
	here := rt.Ctx.Outer
	rt.Ctx.Outer = s.outer
	defer func() { rt.Ctx.Outer = here }()
	var seen *rowSet
	if c.Recursive != nil && !c.UnionAll {
		seen = newRowSet(rt)
	}
	fresh, err := rt.collect(c.Plan, seen)
	if err != nil {
		return nil, err
	}
	s.rows = fresh
	for c.Recursive != nil && len(fresh) > 0 {
		if err := rt.interrupted(); err != nil {
			return nil, err
		}
		s.working = fresh
		if fresh, err = rt.collect(c.Recursive, seen); err != nil {
			return nil, err
		}
		s.rows = append(s.rows, fresh...)
	}
	s.working = nil
	return s.rows, nil
}

// collect runs a plan to its end and keeps its rows; those that seen has are
// left out.
func (rt *Runtime) collect(n planner.Node, seen *rowSet) ([]datum.Row, error) {
	op, err := Build(rt, n)
	if err != nil {
		return nil, err
	}
	defer op.Close()
	var rows []datum.Row
	err = eachRow(op, func(row datum.Row) error {
		if seen != nil {
			if _, fresh, err := seen.add(row); err != nil || !fresh {
				return err
			}
		}
		rows = append(rows, cloneRow(row))
		return rt.grow(rowSize(len(row)))
	})
	return rows, err
}

// cteScan reads the rows of a CTE.
type cteScan struct {
	rt   *Runtime
	node *planner.CTEScan
	list *rowList
}

func (s *cteScan) Next() (*datum.Batch, error) {
	if s.list == nil {
		s.list = newRowList(columnTypes(s.node.Out))
		if s.node.Working {
			s.list.rows = s.rt.ctes[s.node.CTE].working
		} else {
			rows, err := s.rt.cteRows(s.node.CTE)
			if err != nil {
				return nil, err
			}
			s.list.rows = rows
		}
	}
	return s.list.next(), nil
}

func (s *cteScan) Close() {}

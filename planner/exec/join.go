package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// join joins two inputs: the right one is held in memory (by hash when there
// are keys), or, Lateral, run anew for each left row.
type join struct {
	rt    *Runtime
	node  *planner.Join
	left  Operator
	list  *rowList
	src   rowReader
	right *joinTable
	wide  int // columns on the right
	state joinState
}

// joinState says what a join is about to do.
type joinState uint8

const (
	joinProbe joinState = iota
	joinUnmatched
	joinDone
)

func newJoin(rt *Runtime, n *planner.Join) (Operator, error) {
	left, err := Build(rt, n.Left)
	if err != nil {
		return nil, err
	}
	return &join{rt: rt, node: n, left: left, list: newRowList(columnTypes(n.Columns())), wide: len(n.Right.Columns())}, nil
}

func (j *join) Next() (*datum.Batch, error) {
	if j.src.op == nil {
		j.src.op = j.left
		if !j.node.Lateral {
			if err := j.load(); err != nil {
				return nil, err
			}
		}
	}
	for j.state != joinDone && len(j.list.rows) < datum.BatchRows {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		if j.state == joinUnmatched {
			j.unmatchedRight()
			j.state = joinDone
			break
		}
		row, err := j.src.read()
		if err != nil {
			return nil, err
		}
		if row == nil {
			j.state = joinDone
			if j.node.Kind == planner.JoinRight || j.node.Kind == planner.JoinFull {
				j.state = joinUnmatched
			}
			continue
		}
		if err := j.probe(row); err != nil {
			return nil, err
		}
	}
	return j.list.next(), nil
}

// load reads the right input.
func (j *join) load() error {
	op, err := Build(j.rt, j.node.Right)
	if err != nil {
		return err
	}
	defer op.Close()
	j.right, err = newJoinTable(j.rt, op, j.node.RightKeys)
	return err
}

// probe appends what one left row gives.
func (j *join) probe(left datum.Row) error {
	table := j.right
	if j.node.Lateral {
		j.rt.Ctx.Outer = append(j.rt.Ctx.Outer, left)
		err := j.load()
		j.rt.Ctx.Outer = j.rt.Ctx.Outer[:len(j.rt.Ctx.Outer)-1]
		if err != nil {
			return err
		}
		table = j.right
	}
	if j.node.NullAware {
		if drops, err := j.nullDrops(left); err != nil || drops {
			return err
		}
	}
	matches, err := table.lookup(j.rt, j.node.LeftKeys, left)
	if err != nil {
		return err
	}
	matched := false
	pair := make(datum.Row, len(left), len(left)+j.wide)
	copy(pair, left)
	for _, m := range matches {
		if err := j.rt.interrupted(); err != nil {
			return err
		}
		both := append(pair[:len(left)], table.rows[m]...)
		if j.node.On != nil {
			ok, err := isTrue(j.rt, j.node.On, both)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
		}
		matched = true
		table.matched[m] = true
		switch j.node.Kind {
		case planner.JoinSemi:
			j.list.rows = append(j.list.rows, cloneRow(left))
			return nil
		case planner.JoinAnti:
			return nil
		}
		j.list.rows = append(j.list.rows, cloneRow(both))
	}
	if matched {
		return nil
	}
	switch j.node.Kind {
	case planner.JoinAnti:
		j.list.rows = append(j.list.rows, cloneRow(left))
	case planner.JoinLeft, planner.JoinFull:
		j.list.rows = append(j.list.rows, append(cloneRow(left), make(datum.Row, j.wide)...))
	}
	return nil
}

// nullDrops reports whether a NULL decides that a left row of NOT IN does not
// qualify.
func (j *join) nullDrops(left datum.Row) (bool, error) {
	if len(j.right.rows) == 0 {
		return false, nil
	}
	if j.right.nulls {
		return true, nil
	}
	_, null, err := joinKey(j.rt, j.node.LeftKeys, left)
	return null, err
}

// unmatchedRight appends the right rows that no left row met.
func (j *join) unmatchedRight() {
	width := len(j.node.Left.Columns())
	for i, m := range j.right.matched {
		if !m {
			j.list.rows = append(j.list.rows, append(make(datum.Row, width), j.right.rows[i]...))
		}
	}
}

func (j *join) Close() { j.left.Close() }

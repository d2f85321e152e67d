package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// lateralJoin runs its right input anew for each left row, which that sees as its
// innermost outer row.
type lateralJoin struct {
	rt    *Runtime
	node  *planner.Join
	left  Operator
	rows  *leftRows
	outer datum.Row
	right Operator     // for the left row at work; nil: not begun
	inner *datum.Batch // rows of it
	from  int          // of which so many have been paired
}

// newLateral makes the operator of a lateral join: a lookup join, where the right
// side is found by its key.
func newLateral(rt *Runtime, n *planner.Join, left Operator) Operator {
	if l := newLookupJoin(rt, n, left); l != nil {
		return l
	}
	return &lateralJoin{rt: rt, node: n, left: left, rows: newLeftRows(rt, n)}
}

func (j *lateralJoin) Next() (*datum.Batch, error) {
	l := j.rows
	l.pairs.reset()
	for {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		if l.ended() {
			b, err := j.left.Next()
			if err != nil || b == nil {
				return nil, err
			}
			l.open(b)
		}
		if err := j.step(); err != nil {
			return nil, err
		}
		if b := l.give(); b != nil {
			return b, nil
		}
	}
}

// step pairs the left row at work with some right rows.
func (j *lateralJoin) step() error {
	l := j.rows
	if j.right == nil {
		j.outer = l.pairs.probe.Row(int(l.sel[l.at]), j.outer)
		var err error
		if j.right, err = Build(j.rt, j.node.Right); err != nil {
			return err
		}
	}
	if j.inner == nil {
		j.rt.Ctx.Outer = append(j.rt.Ctx.Outer, j.outer)
		b, err := j.right.Next()
		j.rt.Ctx.Outer = j.rt.Ctx.Outer[:len(j.rt.Ctx.Outer)-1]
		if err != nil {
			return err
		}
		j.inner, j.from = b, 0
	}
	if j.inner != nil {
		l.pairs.other = batchRows{j.inner}
		n := j.inner.Rows()
		for ; j.from < n && !l.pairs.full(); j.from++ {
			l.pairs.add(l.sel[l.at], int32(j.inner.Index(j.from)))
		}
		if err := l.flush(nil); err != nil {
			return err
		}
		if j.from < n && !l.enough() {
			return nil
		}
		j.inner = nil
		if !l.enough() {
			return nil
		}
	}
	j.right.Close()
	j.right = nil
	l.at++
	if keepsLeft(l.kind) { // it may have met nothing
		return l.flush(nil)
	}
	return nil
}

func (j *lateralJoin) Close() {
	j.left.Close()
	if j.right != nil {
		j.right.Close()
		j.right = nil
	}
	j.inner = nil
}

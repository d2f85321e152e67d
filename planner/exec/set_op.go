package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// newSetOp makes the operator of a set operation.
func newSetOp(rt *Runtime, n *planner.SetOp) (Operator, error) {
	left, err := Build(rt, n.Left)
	if err != nil {
		return nil, err
	}
	right, err := Build(rt, n.Right)
	if err != nil {
		left.Close()
		return nil, err
	}
	if n.Op != planner.Union {
		return &setOp{rt: rt, node: n, left: left, right: right}, nil
	}
	var op Operator = &concat{inputs: []Operator{left, right}, batch: datum.NewBatch(columnTypes(n.Out))}
	if !n.All {
		op = newDistinct(rt, &planner.Distinct{Input: n}, op)
	}
	return op, nil
}

// concat gives the rows of its inputs one after the other.
type concat struct {
	inputs []Operator
	at     int
	batch  *datum.Batch
}

func (c *concat) Next() (*datum.Batch, error) {
	for c.at < len(c.inputs) {
		b, err := c.inputs[c.at].Next()
		if err != nil || b != nil {
			return b, err
		}
		c.at++
	}
	return nil, nil
}

func (c *concat) Close() {
	for _, in := range c.inputs {
		in.Close()
	}
}

// setOp is INTERSECT and EXCEPT. It counts the right rows, then passes the
// left ones that have (or lack) a partner.
type setOp struct {
	rt          *Runtime
	node        *planner.SetOp
	left, right Operator
	rows        *rowSet
	count       []int64 // right rows of each number not yet paired
	emitted     *rowSet // without ALL: what has been given
	buf         datum.Row
	sel         []int32
}

func (s *setOp) Next() (*datum.Batch, error) {
	if s.rows == nil {
		if err := s.load(); err != nil {
			return nil, err
		}
	}
	for {
		b, err := s.left.Next()
		if err != nil || b == nil {
			return nil, err
		}
		s.sel = s.sel[:0]
		for i := range b.Rows() {
			at := b.Index(i)
			s.buf = b.Row(at, s.buf)
			keep, err := s.keep(s.buf)
			if err != nil {
				return nil, err
			}
			if keep {
				s.sel = append(s.sel, int32(at))
			}
		}
		if len(s.sel) > 0 {
			b.Sel = s.sel
			return b, nil
		}
	}
}

func (s *setOp) load() error {
	s.rows, s.emitted = newRowSet(s.rt), newRowSet(s.rt)
	return eachRow(s.right, func(row datum.Row) error {
		n, fresh, err := s.rows.add(row)
		if fresh {
			s.count = append(s.count, 0)
		}
		if err == nil {
			s.count[n]++
		}
		return err
	})
}

func (s *setOp) keep(row datum.Row) (bool, error) {
	n := s.rows.find(row)
	if s.node.All {
		paired := n >= 0 && s.count[n] > 0
		if paired {
			s.count[n]--
		}
		return paired == (s.node.Op == planner.Intersect), nil
	}
	if (n >= 0) != (s.node.Op == planner.Intersect) {
		return false, nil
	}
	_, fresh, err := s.emitted.add(row)
	return fresh, err
}

func (s *setOp) Close() {
	s.left.Close()
	s.right.Close()
}

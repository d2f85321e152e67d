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
		return newSetDifference(rt, n, left, right), nil
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

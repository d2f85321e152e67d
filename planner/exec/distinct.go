package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// distinct drops rows whose key was seen before: the whole row, or the On
// expressions.
type distinct struct {
	rt   *Runtime
	node *planner.Distinct
	in   Operator
	seen *rowSet
	buf  datum.Row
	keys datum.Row
	sel  []int32
}

func newDistinct(rt *Runtime, n *planner.Distinct, in Operator) Operator {
	return &distinct{rt: rt, node: n, in: in, seen: newRowSet(rt)}
}

func (d *distinct) Next() (*datum.Batch, error) {
	for {
		b, err := d.in.Next()
		if err != nil || b == nil {
			return nil, err
		}
		d.sel = d.sel[:0]
		for i := range b.Rows() {
			at := b.Index(i)
			d.buf = b.Row(at, d.buf)
			key := d.buf
			if d.node.On != nil {
				d.keys = d.keys[:0]
				for _, e := range d.node.On {
					v, err := e.Eval(d.rt.Ctx, d.buf)
					if err != nil {
						return nil, err
					}
					d.keys = append(d.keys, v)
				}
				key = d.keys
			}
			_, fresh, err := d.seen.add(key)
			if err != nil {
				return nil, err
			}
			if fresh {
				d.sel = append(d.sel, int32(at))
			}
		}
		if len(d.sel) > 0 {
			b.Sel = d.sel
			return b, nil
		}
	}
}

func (d *distinct) Close() { d.in.Close() }

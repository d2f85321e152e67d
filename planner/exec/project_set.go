package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// projectSet is a projection with set-returning functions at the top of
// targets: each input row gives as many rows as the longest set, the shorter
// ones padded with NULL (PostgreSQL documentation section 38.5.8).
type projectSet struct {
	rt   *Runtime
	node *planner.Project
	in   Operator
	list *rowList
	src  rowReader
	done bool
}

func (p *projectSet) Next() (*datum.Batch, error) {
	if p.list == nil {
		p.list = newRowList(columnTypes(p.node.Out))
		p.src.op = p.in
	}
	for !p.done && len(p.list.rows) < datum.BatchRows {
		row, err := p.src.read()
		if err != nil {
			return nil, err
		}
		if row == nil {
			p.done = true
			break
		}
		if err := p.expand(row); err != nil {
			return nil, err
		}
	}
	return p.list.next(), nil
}

// expand appends the rows that one input row gives.
func (p *projectSet) expand(row datum.Row) error {
	n := 0
	sets := make([][]datum.Datum, len(p.node.Exprs))
	plain := make(datum.Row, len(p.node.Exprs))
	for i, e := range p.node.Exprs {
		call, ok := e.(*expr.SetCall)
		if !ok {
			d, err := e.Eval(p.rt.Ctx, row)
			if err != nil {
				return err
			}
			plain[i] = d
			continue
		}
		err := callSet(p.rt, call, row, func(r datum.Row) error {
			sets[i] = append(sets[i], setCell(call, r))
			return p.rt.interrupted()
		})
		if err != nil {
			return err
		}
		n = max(n, len(sets[i]))
	}
	for k := range n {
		out := cloneRow(plain)
		for i, set := range sets {
			if k < len(set) {
				out[i] = set[k]
			}
		}
		p.list.rows = append(p.list.rows, out)
	}
	return nil
}

func (p *projectSet) Close() { p.in.Close() }

// setCell is what one row of a set gives in a target list: its one column, or
// all as a record.
func setCell(call *expr.SetCall, r datum.Row) datum.Datum {
	if len(call.Cols) > 1 {
		return recordOf(call.Cols, r)
	}
	return r[0]
}

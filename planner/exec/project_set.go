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
	rt    *Runtime
	node  *planner.Project
	in    Operator
	src   rowReader
	batch *datum.Batch

	// Of the input row that is being expanded; none when plain is nil.
	plain datum.Row
	sets  []*setRows // by target; nil where there is no set or it has ended
}

func (p *projectSet) Next() (*datum.Batch, error) {
	if p.batch == nil {
		p.batch = datum.NewBatch(columnTypes(p.node.Out))
		p.src.op = p.in
		p.sets = make([]*setRows, len(p.node.Exprs))
	}
	p.batch.Reset()
	for p.batch.N < datum.BatchRows {
		if p.plain == nil {
			row, err := p.src.read()
			if err != nil {
				return nil, err
			}
			if row == nil {
				break
			}
			if err := p.begin(row); err != nil {
				return nil, err
			}
		}
		out, err := p.expand()
		if err != nil {
			return nil, err
		}
		if out == nil {
			p.plain = nil
			continue
		}
		p.batch.AppendRow(out)
	}
	if p.batch.N == 0 {
		return nil, nil
	}
	return p.batch, nil
}

// begin opens the sets of an input row.
func (p *projectSet) begin(row datum.Row) error {
	p.plain = make(datum.Row, len(p.node.Exprs))
	for i, e := range p.node.Exprs {
		if call, ok := e.(*expr.SetCall); ok {
			p.sets[i] = openSet(p.rt, call, row)
			continue
		}
		d, err := e.Eval(p.rt.Ctx, row)
		if err != nil {
			return err
		}
		p.plain[i] = d
	}
	return nil
}

// expand returns the next row that the input row gives, or nil when all of its
// sets have ended.
func (p *projectSet) expand() (datum.Row, error) {
	out := p.plain
	any := false
	for i, set := range p.sets {
		if set == nil {
			continue
		}
		r, err := set.read()
		if err != nil {
			return nil, err
		}
		if r == nil {
			set.close()
			p.sets[i], p.plain[i] = nil, datum.Datum{}
			continue
		}
		any = true
		out[i] = setCell(p.node.Exprs[i].(*expr.SetCall), r)
	}
	if !any {
		return nil, nil
	}
	return out, nil
}

func (p *projectSet) Close() {
	for _, set := range p.sets {
		if set != nil {
			set.close()
		}
	}
	p.sets = nil
	p.in.Close()
}

// setCell is what one row of a set gives in a target list: its one column, or
// all as a record.
func setCell(call *expr.SetCall, r datum.Row) datum.Datum {
	if len(call.Cols) > 1 {
		return recordOf(call.Cols, r)
	}
	return r[0]
}

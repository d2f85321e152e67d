package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// project computes expressions over its input.
type project struct {
	rt   *Runtime
	node *planner.Project
	in   Operator
	out  datum.Batch
}

func newProject(rt *Runtime, n *planner.Project, in Operator) Operator {
	for _, e := range n.Exprs {
		if _, ok := e.(*expr.SetCall); ok {
			return &projectSet{rt: rt, node: n, in: in}
		}
	}
	return &project{rt: rt, node: n, in: in, out: datum.Batch{Cols: make([]*datum.Vector, len(n.Exprs))}}
}

func (p *project) Next() (*datum.Batch, error) {
	b, err := p.in.Next()
	if err != nil || b == nil {
		return nil, err
	}
	for i, e := range p.node.Exprs {
		if c, ok := e.(*expr.Column); ok {
			p.out.Cols[i] = b.Cols[c.Index]
			continue
		}
		if p.out.Cols[i], err = expr.EvalBatch(p.rt.Ctx, e, b); err != nil {
			return nil, err
		}
	}
	p.out.N, p.out.Sel = b.N, b.Sel
	return &p.out, nil
}

func (p *project) Close() { p.in.Close() }

package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// project computes expressions over its input, a piece of a batch at a time: what
// they make of a whole one may be many times larger than the batch.
type project struct {
	rt    *Runtime
	node  *planner.Project
	in    Operator
	out   datum.Batch
	batch datum.Batch // the input's, with the rows of the piece
	rest  []int32     // rows of it that come after
	all   []int32     // memory for rest
	piece int         // rows of the next piece at most
	held  int64       // bytes accounted for the piece that is out
}

const (
	// pieceFirst is the size of the first piece, in rows; they double while they
	// stay small.
	pieceFirst = 1
	// pieceBytes is about what a piece may take, in bytes.
	pieceBytes = 1 << 20
)

func newProject(rt *Runtime, n *planner.Project, in Operator) Operator {
	for _, e := range n.Exprs {
		if _, ok := e.(*expr.SetCall); ok {
			return &projectSet{rt: rt, node: n, in: in}
		}
	}
	return &project{rt: rt, node: n, in: in, out: datum.Batch{Cols: make([]*datum.Vector, len(n.Exprs))}, piece: pieceFirst}
}

func (p *project) Next() (*datum.Batch, error) {
	p.release()
	if len(p.rest) == 0 {
		b, err := p.in.Next()
		if err != nil || b == nil {
			return nil, err
		}
		p.open(b)
	}
	p.cut()
	size := int64(0)
	for i, e := range p.node.Exprs {
		if c, ok := e.(*expr.Column); ok {
			p.out.Cols[i] = p.batch.Cols[c.Index]
			continue
		}
		v, err := expr.EvalBatch(p.rt.Ctx, e, &p.batch)
		if err != nil {
			return nil, err
		}
		p.out.Cols[i] = v
		size += cellBytes(v, &p.batch)
	}
	if err := p.rt.grow(size); err != nil {
		return nil, err
	}
	p.held = size
	each := size/int64(p.batch.Rows()) + 1
	p.piece = max(1, int(min(2*int64(p.piece), pieceBytes/each, datum.BatchRows)))
	p.out.N, p.out.Sel = p.batch.N, p.batch.Sel
	return &p.out, nil
}

// open begins a batch of the input.
func (p *project) open(b *datum.Batch) {
	p.batch = datum.Batch{Cols: b.Cols, N: b.N, Sel: b.Sel}
	if p.computes() && b.Rows() > p.piece {
		p.rest = p.all[:0]
		for i := range b.Rows() {
			p.rest = append(p.rest, int32(b.Index(i)))
		}
		p.all = p.rest
	}
}

// computes reports whether there is more to do than to pass columns on.
func (p *project) computes() bool {
	for _, e := range p.node.Exprs {
		if _, ok := e.(*expr.Column); !ok {
			return true
		}
	}
	return false
}

// cut makes the next piece of what is left of a batch that is done in pieces.
func (p *project) cut() {
	if n := min(p.piece, len(p.rest)); n > 0 {
		p.batch.Sel, p.rest = p.rest[:n:n], p.rest[n:]
	}
}

// cellBytes is what the live cells of a vector take besides it, in bytes.
func cellBytes(v *datum.Vector, b *datum.Batch) (n int64) {
	if v.Kind == datum.KindInt {
		return 0
	}
	for i := range b.Rows() {
		if v.Kind == datum.KindString {
			n += int64(len(v.Strs[b.Index(i)]))
		} else {
			n += int64(datum.Size(v.Vals[b.Index(i)]))
		}
	}
	return n
}

func (p *project) release() {
	p.rt.Memory.Shrink(p.held)
	p.held = 0
}

func (p *project) Close() {
	p.release()
	p.in.Close()
}

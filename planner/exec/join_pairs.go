package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// gatherer is where the rows of a join's second side are. Row -1 is one of NULLs.
type gatherer interface {
	gatherCells(dst *datum.Vector, col int, rows []int32)
}

// joinPairs makes output rows of pairs of a row of a batch, the probing side, and
// a row of another side: it drops those for which the join's condition is not true,
// and gathers columns for the rest.
type joinPairs struct {
	rt     *Runtime
	on     expr.Expr
	onCols []int // columns that on reads
	wide   [2]int
	side   int // which side probes: 0 is the left one
	test   *datum.Batch
	out    *datum.Batch
	wanted []bool // of out's columns
	blank  []*datum.Vector

	probe     *datum.Batch
	other     gatherer
	probeRows []int32
	otherRows []int32
}

// pairRows is how many pairs are looked at together.
const pairRows = datum.BatchRows

func newJoinPairs(rt *Runtime, n *planner.Join, side int) *joinPairs {
	left, right := n.Left.Columns(), n.Right.Columns()
	p := &joinPairs{
		rt: rt, on: n.On, side: side, wide: [2]int{len(left), len(right)}, out: datum.NewBatch(columnTypes(n.Out)),
		other: noRows{}, probeRows: make([]int32, 0, pairRows), otherRows: make([]int32, 0, pairRows),
	}
	p.wanted, p.blank = make([]bool, len(n.Out)), make([]*datum.Vector, len(n.Out))
	for i := range p.wanted {
		p.wanted[i] = true
	}
	p.setOn(n.On, append(append([]planner.Column(nil), left...), right...))
	return p
}

// setOn changes the condition.
func (p *joinPairs) setOn(on expr.Expr, both []planner.Column) {
	p.on, p.onCols = on, nil
	if on == nil {
		return
	}
	p.test = datum.NewBatch(columnTypes(both))
	reads := make([]bool, len(both))
	markColumns(on, reads)
	for c, yes := range reads {
		if yes {
			p.onCols = append(p.onCols, c)
		}
	}
}

// want implements narrower for the join and returns what it wants of its inputs.
func (p *joinPairs) want(cols []bool, keys [2][]expr.Expr) (inputs [2][]bool) {
	copy(p.wanted, cols)
	both := make([]bool, p.wide[0]+p.wide[1])
	copy(both, cols)
	if p.on != nil {
		markColumns(p.on, both)
	}
	inputs = [2][]bool{both[:p.wide[0]], both[p.wide[0]:]}
	for side := range inputs {
		for _, k := range keys[side] {
			markColumns(k, inputs[side])
		}
	}
	return inputs
}

// full reports that the pairs must be flushed before more are added.
func (p *joinPairs) full() bool { return len(p.probeRows) >= pairRows }

func (p *joinPairs) add(probe, other int32) {
	p.probeRows, p.otherRows = append(p.probeRows, probe), append(p.otherRows, other)
}

func (p *joinPairs) clear() { p.probeRows, p.otherRows = p.probeRows[:0], p.otherRows[:0] }

// filter drops the pairs for which the condition does not hold.
func (p *joinPairs) filter() error {
	if p.on == nil || len(p.probeRows) == 0 {
		return nil
	}
	p.test.Reset()
	for _, c := range p.onCols {
		p.gather(p.test.Cols[c], c)
	}
	p.test.N = len(p.probeRows)
	if err := expr.FilterBatch(p.rt.Ctx, p.on, p.test); err != nil {
		return err
	}
	if p.test.Sel == nil {
		return nil
	}
	for to, from := range p.test.Sel {
		p.probeRows[to], p.otherRows[to] = p.probeRows[from], p.otherRows[from]
	}
	p.probeRows, p.otherRows = p.probeRows[:len(p.test.Sel)], p.otherRows[:len(p.test.Sel)]
	return nil
}

// emit appends the pairs to out and clears them.
func (p *joinPairs) emit() {
	n := len(p.probeRows)
	if n == 0 {
		return
	}
	for c := range p.out.Cols {
		if p.wanted[c] {
			p.gather(p.out.Cols[c], c)
		}
	}
	p.out.N += n
	p.clear()
}

// gather appends the cells of column c of both sides.
func (p *joinPairs) gather(dst *datum.Vector, c int) {
	side := 0
	if c >= p.wide[0] {
		side, c = 1, c-p.wide[0]
	}
	switch {
	case side != p.side:
		p.other.gatherCells(dst, c, p.otherRows)
	case p.probeRows[0] < 0: // none of them has a probing row
		dst.AppendNulls(len(p.probeRows))
	default:
		gatherVector(dst, p.probe.Cols[c], p.probeRows)
	}
}

// take hands out the rows of out; nil if there are none. reset has to be called
// before more are made.
func (p *joinPairs) take() *datum.Batch {
	if p.out.N == 0 {
		return nil
	}
	for c := range p.out.Cols {
		if !p.wanted[c] {
			p.out.Cols[c] = p.blankOf(c, p.out.N)
		}
	}
	return p.out
}

// reset empties out.
func (p *joinPairs) reset() { p.out.Reset() }

// blankOf is a column of n NULLs for one that nobody wants.
func (p *joinPairs) blankOf(c, n int) *datum.Vector {
	v := p.blank[c]
	if v == nil {
		v = datum.NewVector(p.out.Cols[c].T)
		p.blank[c] = v
	}
	if v.Len() < n {
		v.AppendNulls(n - v.Len())
	} else {
		v.Truncate(n)
	}
	return v
}

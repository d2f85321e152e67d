package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// leftRows makes the output of joins that go through the left input row by row, in
// its order. Their right rows come from anywhere.
type leftRows struct {
	kind    planner.JoinKind
	pairs   *joinPairs
	sel     []int32 // live rows of the batch, pairs.probe
	at      int     // place in sel of the row at work
	padded  int     // rows before this place have been padded where they met nothing
	matched []bool
	keepSel []int32
	passed  datum.Batch
	wide    int
	spare   [2][]int32
}

func newLeftRows(rt *Runtime, n *planner.Join) *leftRows {
	return &leftRows{kind: n.Kind, pairs: newJoinPairs(rt, n, 0), wide: len(n.Left.Columns())}
}

// open begins a batch of the left input.
func (l *leftRows) open(b *datum.Batch) {
	l.pairs.probe, l.sel, l.at, l.padded = b, selection(b), 0, 0
	if cap(l.matched) < b.N {
		l.matched = make([]bool, max(b.N, datum.BatchRows))
	}
	l.matched = l.matched[:b.N]
	clear(l.matched)
}

// ended reports that all rows of the batch are done.
func (l *leftRows) ended() bool { return l.at >= len(l.sel) }

// enough reports that nothing more can change what the row at work gives.
func (l *leftRows) enough() bool { return l.pairless() && l.matched[l.sel[l.at]] }

func (l *leftRows) pairless() bool { return l.kind == planner.JoinSemi || l.kind == planner.JoinAnti }

// flush makes output of the pairs that were added; met, if not nil, hears of the other
// side's row of each that counts.
func (l *leftRows) flush(met func(row int32)) error {
	p := l.pairs
	if err := p.filter(); err != nil {
		return err
	}
	for k, i := range p.probeRows {
		l.matched[i] = true
		if met != nil {
			met(p.otherRows[k])
		}
	}
	if l.pairless() {
		p.clear()
		return nil
	}
	if keepsLeft(l.kind) {
		l.pad()
	}
	p.emit()
	return nil
}

// pad puts rows that met nothing among the pairs, in the left input's order.
func (l *leftRows) pad() {
	p := l.pairs
	probe, other := l.spare[0][:0], l.spare[1][:0]
	k := 0
	for ; l.padded < l.at; l.padded++ {
		i := l.sel[l.padded]
		if !l.matched[i] {
			probe, other = append(probe, i), append(other, -1)
		}
		for k < len(p.probeRows) && p.probeRows[k] == i {
			probe, other = append(probe, i), append(other, p.otherRows[k])
			k++
		}
	}
	probe, other = append(probe, p.probeRows[k:]...), append(other, p.otherRows[k:]...)
	l.spare = [2][]int32{p.probeRows, p.otherRows}
	p.probeRows, p.otherRows = probe, other
}

// give is the output so far, if it is worth handing out: when the batch has ended, or
// there is much of it.
func (l *leftRows) give() *datum.Batch {
	if !l.ended() && l.pairs.out.N < pairRows/2 {
		return nil
	}
	if !l.pairless() {
		return l.pairs.take()
	}
	if !l.ended() {
		return nil
	}
	l.keepSel = l.keepSel[:0]
	for _, i := range l.sel {
		if l.matched[i] == (l.kind == planner.JoinSemi) {
			l.keepSel = append(l.keepSel, i)
		}
	}
	l.sel = nil
	if len(l.keepSel) == 0 {
		return nil
	}
	b := l.pairs.probe
	l.passed = datum.Batch{Cols: b.Cols[:l.wide], N: b.N, Sel: l.keepSel}
	return &l.passed
}

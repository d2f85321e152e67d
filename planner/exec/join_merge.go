package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// mergeJoin goes through two inputs that are sorted by their keys, NULLs last. Of the
// right one it holds a window: the rows with the key of the left row at work, and
// some around them.
type mergeJoin struct {
	rt      *Runtime
	node    *planner.Join
	inputs  [2]Operator // left, right
	sides   [2]*joinSide
	orders  []sortColumn // of the keys
	rows    *leftRows
	keys    []*datum.Vector // of the left batch
	account *limits.Account
	window  *rowStore
	marks   []bool // window rows that have met a partner
	ended   bool   // the right input has
	from    int    // first window row that a left row may still meet
	end     int    // end of the rows with from's key, if it is known: else at most from
	next    int    // row of these to be paired with the left row at work; -1: not known yet
	given   int    // window rows, of those before from, that have been looked at
	leftEnd bool
}

// mergeWindow is how many rows that nothing can meet any more a window may have.
const mergeWindow = 2 * datum.BatchRows

func newMergeJoin(rt *Runtime, n *planner.Join, left, right Operator) *mergeJoin {
	j := &mergeJoin{rt: rt, node: n, inputs: [2]Operator{left, right}, rows: newLeftRows(rt, n), next: -1}
	j.sides = [2]*joinSide{
		newJoinSide(rt, columnTypes(n.Left.Columns()), n.LeftKeys),
		newJoinSide(rt, columnTypes(n.Right.Columns()), n.RightKeys),
	}
	for _, k := range n.LeftKeys {
		j.orders = append(j.orders, sortColumn{class: orderClassOf(k.Type())})
	}
	j.account = limits.NewAccount("operator", rt.Memory, nil)
	j.window = newRowStore(j.sides[1].ts, j.account)
	return j
}

// want implements narrower.
func (j *mergeJoin) want(cols []bool) {
	for side, wanted := range j.rows.pairs.want(cols, [2][]expr.Expr{j.node.LeftKeys, j.node.RightKeys}) {
		wantColumns(j.inputs[side], wanted)
	}
}

func (j *mergeJoin) Next() (*datum.Batch, error) {
	l := j.rows
	l.pairs.reset()
	for {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		if err := j.shrink(); err != nil {
			return nil, err
		}
		if l.pairs.out.N >= pairRows/2 {
			return l.pairs.take(), nil
		}
		if l.ended() && !j.leftEnd {
			if err := j.open(); err != nil {
				return nil, err
			}
		}
		if j.leftEnd {
			if more, err := j.remains(); err != nil || !more {
				return l.pairs.take(), err
			}
			continue
		}
		for !l.ended() && !l.pairs.full() {
			if known, err := j.position(); err != nil {
				return nil, err
			} else if !known {
				break
			}
			j.pair()
		}
		if err := l.flush(j.met); err != nil {
			return nil, err
		}
		if b := l.give(); b != nil {
			return b, nil
		}
	}
}

// open begins the next left batch.
func (j *mergeJoin) open() error {
	b, err := j.inputs[0].Next()
	if err != nil {
		return err
	}
	if b == nil {
		j.leftEnd = true
		return nil
	}
	if b, err = j.sides[0].extend(b); err != nil {
		return err
	}
	j.rows.open(b)
	j.keys = j.sides[0].keysOf(b.Cols)
	j.rows.pairs.other = j.window
	return nil
}

// met marks a right row.
func (j *mergeJoin) met(row int32) { j.marks[row] = true }

// position finds the right rows with the key of the left row at work: none, if that
// moves on. known is false if the window has to shrink first.
func (j *mergeJoin) position() (known bool, err error) {
	if j.next >= 0 {
		return true, nil
	}
	l := j.rows
	i := int(l.sel[l.at])
	if nullKey(j.keys, i) {
		l.at++
		return true, nil
	}
	for {
		if j.from >= j.window.len() {
			if j.from > mergeWindow {
				return false, nil
			}
			if more, err := j.load(); err != nil {
				return false, err
			} else if !more {
				l.at++
				return true, nil
			}
		}
		r := j.compare(i, j.from)
		if r < 0 {
			l.at++
			return true, nil
		}
		if r == 0 {
			break
		}
		j.from++
	}
	if j.end <= j.from {
		if err := j.extend(); err != nil {
			return false, err
		}
	}
	j.next = j.from
	return true, nil
}

// extend finds the end of the rows with from's key.
func (j *mergeJoin) extend() error {
	first := j.window.chunks[j.from>>chunkShift]
	for j.end = j.from + 1; ; j.end++ {
		if j.end >= j.window.len() {
			if more, err := j.load(); err != nil || !more {
				return err
			}
		}
		c := j.window.chunks[j.end>>chunkShift]
		for k, at := range j.sides[1].keys {
			if !sameKey(first.Cols[at], j.from&chunkMask, c.Cols[at], j.end&chunkMask, j.sides[1].classes[k]) {
				return nil
			}
		}
	}
}

// compare orders left row i and a window row. NULLs, which only the window row may have,
// come last.
func (j *mergeJoin) compare(i, row int) int {
	c := j.window.chunks[row>>chunkShift]
	for k := range j.orders {
		if r := j.orders[k].compare(j.keys[k], i, c.Cols[j.sides[1].keys[k]], row&chunkMask); r != 0 {
			return r
		}
	}
	return 0
}

// load adds a batch of the right input to the window; false at its end.
func (j *mergeJoin) load() (bool, error) {
	if j.ended {
		return false, nil
	}
	if err := j.rt.interrupted(); err != nil {
		return false, err
	}
	b, err := j.inputs[1].Next()
	if err != nil {
		return false, err
	}
	if b == nil {
		j.ended = true
		return false, nil
	}
	if b, err = j.sides[1].extend(b); err != nil {
		return false, err
	}
	if err := j.window.append(b, selection(b)); err != nil {
		return false, err
	}
	j.marks = append(j.marks, make([]bool, j.window.len()-len(j.marks))...)
	return true, nil
}

// pair pairs the left row at work with the right rows that were found for it.
func (j *mergeJoin) pair() {
	l := j.rows
	if j.next < 0 {
		return
	}
	if l.pairless() && j.node.On == nil {
		j.end = j.from + 1
	}
	for ; j.next < j.end && !l.pairs.full(); j.next++ {
		if l.enough() {
			j.next = j.end
			break
		}
		l.pairs.add(l.sel[l.at], int32(j.next))
	}
	if j.next >= j.end {
		j.next = -1
		l.at++
	}
}

// shrink drops rows from the window that no left row can meet any more, and gives
// those out that have met none.
func (j *mergeJoin) shrink() error {
	if j.from <= mergeWindow && !(j.leftEnd && j.from > 0) {
		return nil
	}
	if keepsRight(j.node.Kind) {
		p := j.rows.pairs
		for to := min(j.from, j.given+pairRows); j.given < to; j.given++ {
			if !j.marks[j.given] {
				p.add(-1, int32(j.given))
			}
		}
		p.other = j.window
		p.emit()
		if j.given < j.from {
			return nil
		}
	}
	rest := newRowStore(j.window.ts, j.account)
	var sel []int32
	for row := j.from; row < j.window.len(); {
		c := j.window.chunks[row>>chunkShift]
		sel = sel[:0]
		for i := row & chunkMask; i < c.N; i++ {
			sel = append(sel, int32(i))
		}
		if err := rest.append(c, sel); err != nil {
			return err
		}
		row += len(sel)
	}
	j.window.reset()
	j.window = rest
	j.rows.pairs.other = rest
	j.marks = append(j.marks[:0], j.marks[j.from:]...)
	j.end, j.next = max(0, j.end-j.from), max(-1, j.next-j.from)
	j.from, j.given = 0, 0
	return nil
}

// remains goes on with the right rows when there are no left ones any more; false
// at the end.
func (j *mergeJoin) remains() (bool, error) {
	if !keepsRight(j.node.Kind) {
		return false, nil
	}
	if j.from < j.window.len() {
		j.from = j.window.len()
		return true, nil
	}
	if j.from > 0 { // shrink is at work
		return true, nil
	}
	return j.load()
}

func (j *mergeJoin) Close() {
	for _, in := range j.inputs {
		in.Close()
	}
	j.window.reset()
	j.account.Close()
}

package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// hashJoin holds one input, the build side, in a table and looks the rows of the
// other, the probe side, up in it, batch by batch. When work_mem is used up, both
// inputs go to files by the hash of their keys, and files of the same hashes are
// joined pair by pair (join_spill.go).
type hashJoin struct {
	rt     *Runtime
	node   *planner.Join
	inputs [2]Operator // left, right
	sides  [2]*joinSide
	build  int
	probe  int
	kind   joinTraits

	account *limits.Account
	table   *joinTable
	forced  int64 // bytes of rows held at the statement's expense
	pairs   *joinPairs
	state   joinState

	// The probe batch at work.
	batch   *datum.Batch
	sel     []int32 // its rows
	heads   []int32
	matched []bool // by row of the batch
	at      int    // place in sel
	chain   int32  // next row of the build side for it
	rest    int    // rows of the table whose marks have been looked at

	// rightNull and rightRows are for NOT IN: whether there is a NULL key, or any row,
	// on the right.
	rightNull, rightRows bool

	waiting []joinFiles
	current *joinFiles // nil: the inputs
	reader  *spill.Reader
	blocks  joinBlocks
	keepSel []int32
	passed  datum.Batch
}

// joinState says what a join is about to do.
type joinState uint8

const (
	joinLoad     joinState = iota
	joinProbe              // probe with the rest of the probe side
	joinRest               // give out build rows by their marks
	joinBlock              // go on with the next block of a build side that does not fit
	joinUnpaired           // give out probe rows that met nothing in any block
	joinNext               // go on with the next files
	joinDone
)

// joinTraits is the kind of a join, as seen from its build and probe sides.
type joinTraits struct {
	semi, anti bool
	// byProbe: a semi or anti join gives rows of the probe side; else of the build side.
	byProbe              bool
	keepProbe, keepBuild bool // rows without a partner are padded
}

// chainFresh says that the chain of a probe row has not been begun; -1 is its end.
const chainFresh = -2

// Probe rows, build rows alone decide whether there is work without the other side.
func (k joinTraits) aloneProbe() bool { return k.keepProbe || k.anti && k.byProbe }
func (k joinTraits) aloneBuild() bool { return k.keepBuild || k.anti && !k.byProbe }

// pairless reports that what is given out are not pairs.
func (k joinTraits) pairless() bool { return k.semi || k.anti }

func newHashJoin(rt *Runtime, n *planner.Join, left, right Operator) *hashJoin {
	j := &hashJoin{rt: rt, node: n, inputs: [2]Operator{left, right}, build: 1, account: rt.newHashWork()}
	if n.BuildLeft {
		j.build, j.probe = 0, 1
	}
	j.sides = [2]*joinSide{
		newJoinSide(rt, columnTypes(n.Left.Columns()), n.LeftKeys),
		newJoinSide(rt, columnTypes(n.Right.Columns()), n.RightKeys),
	}
	j.kind = joinTraits{semi: n.Kind == planner.JoinSemi, anti: n.Kind == planner.JoinAnti, byProbe: j.probe == 0}
	keeps := [2]bool{keepsLeft(n.Kind), keepsRight(n.Kind)}
	j.kind.keepProbe, j.kind.keepBuild = keeps[j.probe], keeps[j.build]
	j.table = newJoinTable(j.sides[j.build], newRowStore(j.sides[j.build].ts, j.account))
	j.pairs = newJoinPairs(rt, n, j.probe)
	return j
}

// want implements narrower.
func (j *hashJoin) want(cols []bool) {
	for side, wanted := range j.pairs.want(cols, [2][]expr.Expr{j.node.LeftKeys, j.node.RightKeys}) {
		wantColumns(j.inputs[side], wanted)
	}
}

func (j *hashJoin) Next() (*datum.Batch, error) {
	j.pairs.reset()
	for {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		b, err := j.step()
		if err != nil || b != nil || j.state == joinDone {
			return b, err
		}
	}
}

// step does a bounded piece of work, which may give rows.
func (j *hashJoin) step() (*datum.Batch, error) {
	switch j.state {
	case joinLoad:
		return nil, j.load()
	case joinProbe:
		return j.probeSome()
	case joinRest:
		return j.restSome()
	case joinBlock:
		return nil, j.nextBlock()
	case joinUnpaired:
		return j.unpairedSome()
	case joinNext:
		return nil, j.nextFiles()
	}
	return nil, nil
}

// load reads the build side into the table.
func (j *hashJoin) load() error {
	whole, err := j.fill(j.inputs[j.build])
	if err != nil {
		return err
	}
	if !whole {
		return j.spill()
	}
	j.inputs[j.build].Close()
	if err := j.table.build(j.rt); err != nil {
		return err
	}
	j.state = joinProbe
	if j.table.store.len() == 0 && !j.kind.aloneProbe() || j.node.NullAware && j.rightNull {
		j.state = joinDone
	}
	return nil
}

// source is the next extended batch of a side's input, whose NULL keys are noted.
func (j *hashJoin) source(side int) (*datum.Batch, error) {
	b, err := j.inputs[side].Next()
	if err != nil || b == nil {
		return nil, err
	}
	if b, err = j.sides[side].extend(b); err != nil {
		return nil, err
	}
	if side == 1 && j.node.NullAware {
		j.rightRows = true
		keys := j.sides[1].keysOf(b.Cols)
		for i := range b.Rows() {
			j.rightNull = j.rightNull || nullKey(keys, b.Index(i))
		}
	}
	return b, nil
}

// probeSome goes on with the probe side.
func (j *hashJoin) probeSome() (*datum.Batch, error) {
	if j.batch == nil {
		b, err := j.nextProbe()
		if err != nil {
			return nil, err
		}
		if b == nil {
			j.endProbe()
			return nil, nil
		}
		if out, done := j.open(b); done {
			return out, nil
		}
	}
	for j.batch != nil && j.pairs.out.N < pairRows/2 {
		if err := j.rt.interrupted(); err != nil {
			return nil, err
		}
		j.pair()
		if err := j.pairs.filter(); err != nil {
			return nil, err
		}
		j.mark()
		if j.at == len(j.sel) {
			b := j.endBatch()
			if b != nil {
				return b, nil
			}
		}
	}
	return j.pairs.take(), nil
}

// nextProbe is the next batch of the probe side.
func (j *hashJoin) nextProbe() (*datum.Batch, error) {
	switch {
	case j.current == nil:
		return j.source(j.probe)
	case j.reader == nil:
		return nil, nil
	}
	return j.reader.Next()
}

// open begins a probe batch. done says that no pairs of it have to be looked at, and
// out is what it gives.
func (j *hashJoin) open(b *datum.Batch) (out *datum.Batch, done bool) {
	j.heads, j.matched = number(j.heads, b.N), j.blocks.marksOf(j.matched, b.N)
	j.sel = selection(b)
	if j.blocks.on && j.kind.pairless() && j.kind.byProbe {
		j.sel = without(j.sel, j.matched)
	}
	single := j.table.find(j.sides[j.probe].keysOf(b.Cols), b.N, j.sel, j.heads)
	if j.node.On == nil {
		switch {
		case j.kind.pairless() && j.kind.byProbe:
			for _, i := range j.sel {
				j.matched[i] = j.heads[i] >= 0
			}
			return j.byMatch(b), true
		case j.kind.pairless():
			j.markHeads()
			return nil, true
		case single && !j.blocks.on:
			j.markHeads()
			return j.pass(b), true
		}
	}
	j.batch, j.at, j.chain = b, 0, chainFresh
	j.pairs.probe, j.pairs.other = b, j.table.store
	return nil, false
}

// markHeads marks the build rows that were found.
func (j *hashJoin) markHeads() {
	if !j.kind.keepBuild && !j.kind.pairless() {
		return
	}
	for _, i := range j.sel {
		if h := j.heads[i]; h >= 0 {
			j.table.marks[h] = true
		}
	}
}

// byMatch is what a probe batch gives in a semi or anti join.
func (j *hashJoin) byMatch(b *datum.Batch) *datum.Batch {
	if j.kind.anti && j.blocks.on {
		j.blocks.keep(j.matched)
		return nil
	}
	j.keepSel = j.keepSel[:0]
	keys := j.sides[j.probe].keysOf(b.Cols)
	for _, i := range j.sel {
		if j.matched[i] == j.kind.semi && !j.excluded(keys, int(i)) {
			j.keepSel = append(j.keepSel, i)
		}
	}
	j.blocks.keep(j.matched)
	return j.narrowed(b, j.keepSel)
}

// excluded reports that NOT IN is not true for a left row because its key is NULL.
func (j *hashJoin) excluded(keys []*datum.Vector, i int) bool {
	return j.node.NullAware && j.rightRows && nullKey(keys, i)
}

// narrowed is the rows sel of a probe batch, without computed keys.
func (j *hashJoin) narrowed(b *datum.Batch, sel []int32) *datum.Batch {
	if len(sel) == 0 {
		return nil
	}
	j.passed = datum.Batch{Cols: b.Cols[:j.sides[j.probe].inputs], N: b.N, Sel: sel}
	return &j.passed
}

// pass gives a probe batch whose rows have one partner at most: its columns as they
// are, and those of the partners beside them.
func (j *hashJoin) pass(b *datum.Batch) *datum.Batch {
	all := j.heads[:b.N]
	if b.Sel != nil {
		live := 0
		for i := range all {
			if live < len(b.Sel) && b.Sel[live] == int32(i) {
				live++
			} else {
				all[i] = -1
			}
		}
	}
	j.keepSel = j.keepSel[:0]
	for _, i := range j.sel {
		if all[i] >= 0 || j.kind.keepProbe {
			j.keepSel = append(j.keepSel, i)
		}
	}
	if len(j.keepSel) == 0 {
		return nil
	}
	p := j.pairs
	from := [2]int{0, p.wide[0]}
	j.passed.Cols = append(j.passed.Cols[:0], p.out.Cols...)
	for c := range p.wide[j.probe] {
		j.passed.Cols[from[j.probe]+c] = b.Cols[c]
	}
	for c := range p.wide[j.build] {
		at := from[j.build] + c
		if p.wanted[at] {
			j.table.store.gatherCells(p.out.Cols[at], c, all)
		} else {
			j.passed.Cols[at] = p.blankOf(at, b.N)
		}
	}
	j.passed.N, j.passed.Sel = b.N, j.keepSel
	return &j.passed
}

// pairSteps bounds how many rows of chains are passed over at a time.
const pairSteps = 1 << 16

// pair adds pairs until there are enough to look at.
func (j *hashJoin) pair() {
	k, p := &j.kind, j.pairs
	// Pairs that change nothing any more are left out.
	once := k.pairless()
	pad := k.keepProbe && j.node.On == nil && !j.blocks.on
	for steps := 0; j.at < len(j.sel) && !p.full() && steps < pairSteps; {
		i := j.sel[j.at]
		if j.chain == chainFresh {
			if j.chain = j.heads[i]; j.chain < 0 && pad {
				p.add(i, -1)
			}
		}
		if once && k.byProbe && j.matched[i] {
			j.chain = -1
		}
		for j.chain >= 0 && !p.full() && steps < pairSteps {
			if !once || k.byProbe || !j.table.marks[j.chain] {
				p.add(i, j.chain)
			}
			j.chain = j.table.next(j.chain)
			steps++
		}
		if j.chain < 0 {
			j.at++
			steps++
			j.chain = chainFresh
		}
	}
}

// mark notes that the rows of pairs have met a partner, and gives the pairs out.
func (j *hashJoin) mark() {
	p := j.pairs
	for k, i := range p.probeRows {
		j.matched[i] = true
		if row := p.otherRows[k]; row >= 0 {
			j.table.marks[row] = true
		}
	}
	if j.kind.pairless() {
		p.clear()
		return
	}
	p.emit()
}

// endBatch ends a probe batch with what its rows give that have met no partner.
func (j *hashJoin) endBatch() *datum.Batch {
	b := j.batch
	j.batch = nil
	if j.kind.pairless() && j.kind.byProbe {
		return j.byMatch(b)
	}
	if j.blocks.on {
		j.blocks.keep(j.matched)
	} else if j.kind.keepProbe && j.node.On != nil {
		for _, i := range j.sel {
			if !j.matched[i] {
				j.pairs.add(i, -1)
			}
		}
		j.pairs.emit()
	}
	return nil
}

// endProbe goes on when the probe side has ended.
func (j *hashJoin) endProbe() {
	j.rest = 0
	if j.kind.keepBuild || j.kind.pairless() && !j.kind.byProbe {
		if j.node.On == nil {
			j.table.spreadMarks()
		}
		j.state = joinRest
		if j.node.NullAware && j.rightNull {
			j.state = joinNext
		}
		return
	}
	j.endTable()
}

// endTable goes on when a table is done with.
func (j *hashJoin) endTable() {
	j.state = joinNext
	if j.blocks.on {
		j.state = joinBlock
	}
}

// restSome gives out build rows by their marks.
func (j *hashJoin) restSome() (*datum.Batch, error) {
	t, p := j.table, j.pairs
	from := j.rest
	for ; j.rest < len(t.marks) && !p.full() && j.rest-from < pairSteps; j.rest++ {
		if t.marks[j.rest] != j.kind.semi {
			continue
		}
		if j.node.NullAware {
			chunk := t.store.chunks[j.rest>>chunkShift]
			if j.excluded(t.side.keysOf(chunk.Cols), j.rest&chunkMask) {
				continue
			}
		}
		p.add(-1, int32(j.rest))
	}
	p.other = t.store
	p.emit()
	if j.rest == len(t.marks) {
		j.endTable()
	}
	return p.take(), nil
}

// without lists the rows of sel that are not marked.
func without(sel []int32, marks []bool) []int32 {
	out := make([]int32, 0, len(sel))
	for _, i := range sel {
		if !marks[i] {
			out = append(out, i)
		}
	}
	return out
}

func (j *hashJoin) Close() {
	for _, in := range j.inputs {
		in.Close()
	}
	j.closeFiles()
	for _, f := range j.waiting {
		f.close()
	}
	j.waiting, j.batch, j.state = nil, nil, joinDone
	j.release()
}

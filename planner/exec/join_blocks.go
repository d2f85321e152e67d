package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// joinBlocks is the state of a join whose build side neither fits nor can be spread:
// it comes in blocks, and the whole probe side is read for each.
type joinBlocks struct {
	on      bool
	reader  *spill.Reader // of the build side
	pending *datum.Batch  // rows of it that were read and not held
	// marks says which probe rows have met a partner in any block.
	marks []bool
	row   int // probe rows before the batch at work
}

// marksOf is room for the marks of a probe batch of n rows, with what earlier blocks
// said about them.
func (s *joinBlocks) marksOf(buf []bool, n int) []bool {
	if s.on {
		return s.marks[s.row : s.row+n : s.row+n]
	}
	if cap(buf) < n {
		return make([]bool, max(n, datum.BatchRows))[:n]
	}
	buf = buf[:n]
	clear(buf)
	return buf
}

// keep ends a probe batch.
func (s *joinBlocks) keep(batch []bool) {
	if s.on {
		s.row += len(batch)
	}
}

func (s *joinBlocks) end(rt *Runtime) {
	rt.Memory.Shrink(int64(len(s.marks)))
	*s = joinBlocks{}
}

// openBlocks begins with the block that the table holds.
func (j *hashJoin) openBlocks() error {
	j.blocks.on = true
	rows := int64(0)
	if f := j.current.files[j.probe]; f != nil {
		rows = f.Rows()
	}
	if err := j.rt.grow(rows); err != nil {
		return err
	}
	j.blocks.marks = make([]bool, rows)
	return j.openBlock()
}

// openBlock makes sure that the block has rows, and probes it.
func (j *hashJoin) openBlock() error {
	if j.table.store.len() == 0 && j.blocks.pending != nil {
		if err := j.holdFew(); err != nil {
			return err
		}
	}
	j.blocks.row = 0
	return j.openFiles()
}

// holdFew holds as many pending rows as there is room for, one in any case.
func (j *hashJoin) holdFew() error {
	b := j.blocks.pending
	for n := len(b.Sel); ; n /= 2 {
		err := j.hold(b, b.Sel[:n])
		if n == 1 && errors.Is(err, limits.ErrMemory) {
			err = j.force(b, b.Sel[:1])
		}
		if err == nil {
			j.drop(n)
			return nil
		}
		if !errors.Is(err, limits.ErrMemory) || n == 1 {
			return err
		}
	}
}

// force holds rows at the statement's expense.
func (j *hashJoin) force(b *datum.Batch, sel []int32) error {
	bytes := storedBytes(b.Cols, sel) + int64(len(sel))*joinRowBytes
	if err := j.rt.grow(bytes); err != nil {
		return err
	}
	j.forced += bytes
	store := newRowStore(j.table.store.ts, nil)
	if err := store.append(b, sel); err != nil {
		return err
	}
	store.account, store.bytes = j.account, 0
	j.table.store = store
	return nil
}

// drop takes the first n rows away from those that are pending.
func (j *hashJoin) drop(n int) {
	if j.blocks.pending.Sel = j.blocks.pending.Sel[n:]; len(j.blocks.pending.Sel) == 0 {
		j.blocks.pending = nil
	}
}

// nextBlock fills the table with the next block.
func (j *hashJoin) nextBlock() error {
	j.release()
	for j.blocks.pending != nil {
		b := j.blocks.pending
		n := min(len(b.Sel), sortPieceRows)
		err := j.hold(b, b.Sel[:n])
		if errors.Is(err, limits.ErrMemory) {
			return j.openBlock()
		}
		if err != nil {
			return err
		}
		j.drop(n)
	}
	whole, err := j.fill(nil)
	if err != nil {
		return err
	}
	if !whole || j.table.store.len() > 0 {
		return j.openBlock()
	}
	j.state = joinNext
	if j.kind.aloneProbe() && j.current.files[j.probe] != nil {
		j.state = joinUnpaired
		j.reader, j.blocks.row = j.current.files[j.probe].Read(), 0
	}
	return nil
}

// unpairedSome gives out probe rows that met no partner in any block.
func (j *hashJoin) unpairedSome() (*datum.Batch, error) {
	b, err := j.reader.Next()
	if err != nil {
		return nil, err
	}
	if b == nil {
		j.state = joinNext
		return nil, nil
	}
	marks := j.blocks.marksOf(nil, b.N)
	j.blocks.keep(marks)
	keys := j.sides[j.probe].keysOf(b.Cols)
	j.keepSel = j.keepSel[:0]
	for _, i := range selection(b) {
		if !marks[i] && !j.excluded(keys, int(i)) {
			j.keepSel = append(j.keepSel, i)
		}
	}
	if j.kind.anti {
		return j.narrowed(b, j.keepSel), nil
	}
	p := j.pairs
	p.probe, p.other = b, j.table.store
	for _, i := range j.keepSel {
		p.add(i, -1)
	}
	p.emit()
	return p.take(), nil
}

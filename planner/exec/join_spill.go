package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// joinFiles are rows of both sides with the same hashes; nil where there are none.
type joinFiles struct {
	files [2]*spill.File // left, right
	level int            // how often they were spread
	stuck bool           // the hash does not spread them
}

func (f *joinFiles) close() {
	for _, file := range f.files {
		if file != nil {
			file.Close()
		}
	}
}

// fill adds the rows of a build input to the table until it ends (whole) or work_mem
// does: then the rows that are left of the batch are in blocks.pending.
func (j *hashJoin) fill(in Operator) (whole bool, err error) {
	for {
		if err := j.rt.interrupted(); err != nil {
			return false, err
		}
		b, err := j.buildBatch(in)
		if err != nil || b == nil {
			return err == nil, err
		}
		for sel := selection(b); len(sel) > 0; {
			n := min(len(sel), sortPieceRows)
			err := j.hold(b, sel[:n])
			if errors.Is(err, limits.ErrMemory) {
				j.blocks.pending = &datum.Batch{Cols: b.Cols, N: b.N, Sel: sel}
				return false, nil
			}
			if err != nil {
				return false, err
			}
			sel = sel[n:]
		}
	}
}

// buildBatch is the next batch of the build side: of in, or of the file if in is nil.
func (j *hashJoin) buildBatch(in Operator) (*datum.Batch, error) {
	if in != nil {
		return j.source(j.build)
	}
	if j.blocks.reader == nil {
		return nil, nil
	}
	return j.blocks.reader.Next()
}

// hold keeps rows in the table.
func (j *hashJoin) hold(b *datum.Batch, sel []int32) error {
	bytes := int64(len(sel)) * joinRowBytes
	if err := j.account.Grow(bytes); err != nil {
		return err
	}
	err := j.table.store.append(b, sel)
	if err != nil {
		j.account.Shrink(bytes)
	}
	return err
}

// release empties the table.
func (j *hashJoin) release() {
	j.table.reset()
	j.account.Close()
	j.rt.Memory.Shrink(j.forced)
	j.forced = 0
}

// spill spreads both inputs over files: what the table holds, and what comes.
func (j *hashJoin) spill() error {
	spread := [2]*partitions{
		newPartitions(j.rt, j.sides[0].ts, 0),
		newPartitions(j.rt, j.sides[1].ts, 0),
	}
	defer spread[0].close()
	defer spread[1].close()
	for _, c := range j.table.store.chunks {
		if err := j.spread(spread[j.build], j.build, c); err != nil {
			return err
		}
	}
	if err := j.spread(spread[j.build], j.build, j.blocks.pending); err != nil {
		return err
	}
	j.blocks.pending = nil
	j.release()
	for _, side := range [2]int{j.build, j.probe} {
		next := func() (*datum.Batch, error) { return j.source(side) }
		if err := j.spreadAll(spread[side], side, next); err != nil {
			return err
		}
		j.inputs[side].Close()
		if side == 1 && j.node.NullAware && j.rightNull {
			j.state = joinDone
			return nil
		}
	}
	j.state = joinNext
	return j.takeFiles(spread, 1, nil)
}

func (j *hashJoin) spreadAll(p *partitions, side int, next func() (*datum.Batch, error)) error {
	for {
		if err := j.rt.interrupted(); err != nil {
			return err
		}
		b, err := next()
		if err != nil || b == nil {
			return err
		}
		if err := j.spread(p, side, b); err != nil {
			return err
		}
	}
}

func (j *hashJoin) spread(p *partitions, side int, b *datum.Batch) error {
	if cap(j.table.hashes) < b.N {
		j.table.hashes = make([]uint64, max(b.N, chunkRows))
	}
	hashes := j.table.hashes[:b.N]
	sel := selection(b)
	hashKeys(j.sides[side].keysOf(b.Cols), b.N, sel, hashes)
	return p.write(b, sel, hashes)
}

// takeFiles puts files that have been written on the list of those that wait.
func (j *hashJoin) takeFiles(spread [2]*partitions, level int, parent *joinFiles) error {
	var files [2][partitionCount]*spill.File
	for side, p := range spread {
		var err error
		if files[side], err = p.takeAll(); err != nil {
			return err
		}
	}
	for at := range partitionCount {
		f := joinFiles{files: [2]*spill.File{files[0][at], files[1][at]}, level: level}
		build, probe := f.files[j.build], f.files[j.probe]
		if build == nil && !j.kind.aloneProbe() || probe == nil && !j.kind.aloneBuild() {
			f.close()
			continue
		}
		f.stuck = level > partitionLevels || len(j.node.LeftKeys) == 0 ||
			parent != nil && build != nil && build.Rows() == parent.files[j.build].Rows()
		j.waiting = append(j.waiting, f)
	}
	return nil
}

// nextFiles turns to the next files that wait.
func (j *hashJoin) nextFiles() error {
	j.closeFiles()
	j.release()
	if len(j.waiting) == 0 {
		j.state = joinDone
		return nil
	}
	last := len(j.waiting) - 1
	files := j.waiting[last]
	j.current, j.waiting = &files, j.waiting[:last]
	if f := files.files[j.build]; f != nil {
		j.blocks.reader = f.Read()
	}
	whole, err := j.fill(nil)
	if err != nil {
		return err
	}
	if !whole {
		if files.stuck {
			return j.openBlocks()
		}
		return j.respread(&files)
	}
	return j.openFiles()
}

// openFiles starts to probe with the file of the probe side.
func (j *hashJoin) openFiles() error {
	if f := j.current.files[j.probe]; f != nil {
		j.reader = f.Read()
	}
	j.state = joinProbe
	return j.table.build(j.rt)
}

// respread spreads files that do not fit over more of them.
func (j *hashJoin) respread(files *joinFiles) error {
	j.release()
	j.blocks.pending = nil
	spread := [2]*partitions{
		newPartitions(j.rt, j.sides[0].ts, files.level),
		newPartitions(j.rt, j.sides[1].ts, files.level),
	}
	defer spread[0].close()
	defer spread[1].close()
	for side, f := range files.files {
		if f == nil {
			continue
		}
		if err := j.spreadAll(spread[side], side, f.Read().Next); err != nil {
			return err
		}
	}
	j.state = joinNext
	return j.takeFiles(spread, files.level+1, files)
}

func (j *hashJoin) closeFiles() {
	if j.current != nil {
		j.current.close()
	}
	j.current, j.reader = nil, nil
	j.blocks.end(j.rt)
}

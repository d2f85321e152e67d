package exec

import (
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Rows that do not fit are spread over partitionCount files by partitionBits of
// their keys' hash, other bits at each level of recursion. Beyond
// partitionLevels the hash has nothing left that could spread them.
const (
	partitionBits   = 4
	partitionCount  = 1 << partitionBits
	partitionLevels = 6
)

// partitions spreads rows over files by the hash of their keys.
type partitions struct {
	rt    *Runtime
	ts    []types.T
	level int
	files [partitionCount]*spill.File
	sels  [partitionCount][]int32
	held  [partitionCount]*datum.Batch // rows on their way to the file
}

func newPartitions(rt *Runtime, ts []types.T, level int) *partitions {
	return &partitions{rt: rt, ts: ts, level: level}
}

// partitionOf is the file of a hash.
func partitionOf(hash uint64, level int) int {
	// The lower bits choose slots of hash tables.
	return int(hash>>(64-partitionBits*(level+1))) & (partitionCount - 1)
}

// write adds the rows sel (numbers before selection) of b, whose keys have these
// hashes by row number.
func (p *partitions) write(b *datum.Batch, sel []int32, hashes []uint64) error {
	for _, i := range sel {
		at := partitionOf(hashes[i], p.level)
		p.sels[at] = append(p.sels[at], i)
	}
	for at := range p.sels {
		if len(p.sels[at]) == 0 {
			continue
		}
		if err := p.hold(at, b, p.sels[at]); err != nil {
			return err
		}
		p.sels[at] = p.sels[at][:0]
	}
	return nil
}

// hold gathers rows so that each frame of a file has many.
func (p *partitions) hold(at int, b *datum.Batch, sel []int32) error {
	if p.held[at] == nil {
		p.held[at] = datum.NewBatch(p.ts)
		p.files[at] = p.rt.newFile(p.ts)
	}
	held := p.held[at]
	for j, c := range held.Cols {
		appendOwned(c, b.Cols[j], sel)
	}
	held.N += len(sel)
	if held.N < partitionFrameRows {
		return nil
	}
	return p.flush(at)
}

// partitionFrameRows is how many rows a partition gathers before it writes.
const partitionFrameRows = 128

func (p *partitions) flush(at int) error {
	if p.held[at] == nil || p.held[at].N == 0 {
		return nil
	}
	err := p.files[at].Write(p.held[at])
	p.held[at].Reset()
	return err
}

// take ends the writing and hands out the files that have rows. They are the
// caller's to close.
func (p *partitions) take() ([]*spill.File, error) {
	all, err := p.takeAll()
	var out []*spill.File
	for _, f := range all {
		if f != nil {
			out = append(out, f)
		}
	}
	return out, err
}

// takeAll is take with each file in its place: nil where there are no rows.
func (p *partitions) takeAll() (out [partitionCount]*spill.File, err error) {
	for at := range p.files {
		if err := p.flush(at); err != nil {
			return out, err
		}
		p.held[at] = nil
	}
	out, p.files = p.files, out
	return out, nil
}

// close closes the files that were not taken.
func (p *partitions) close() {
	for at, f := range p.files {
		if f != nil {
			f.Close()
			p.files[at] = nil
		}
	}
}

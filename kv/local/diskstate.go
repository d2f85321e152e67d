package local

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
)

// diskState is what the manifest says: the partitions in key order and their
// references. It is immutable; a checkpoint makes the next one.
type diskState struct {
	parts []diskPartition
}

type diskPartition struct {
	id    uint64
	start []byte
	base  *baseIndex // settled
}

// diskDiff is the way from one diskState to the next.
type diskDiff struct {
	next            diskState
	edit            *manifestEdit
	removed, placed []blockRef
}

// get returns the reference that begins at lo.
func (d diskState) get(lo []byte) (blockRef, bool) {
	i := sort.Search(len(d.parts), func(i int) bool { return bytes.Compare(d.parts[i].start, lo) > 0 })
	if i = max(i-1, 0); i >= len(d.parts) {
		return blockRef{}, false
	}
	return d.parts[i].base.get(lo)
}

// diff compares what is on disk with what run has made.
func (d diskState) diff(run *checkpointRun) diskDiff {
	out := diskDiff{edit: &manifestEdit{ts: run.ts, nextPartition: run.nextPartition}}
	out.next.parts = make([]diskPartition, len(run.m.list))
	for at, p := range run.m.list {
		out.next.parts[at] = diskPartition{id: p.id, start: p.span.Start, base: run.base(at)}
	}
	out.edit.partitions(d.parts, out.next.parts)
	var touched [][]byte
	for _, b := range run.bases {
		touched = append(touched, b.touched...)
	}
	for _, span := range run.erased {
		for i := range d.parts {
			d.parts[i].base.eachIn(span, func(r blockRef) { touched = append(touched, r.lo) })
		}
	}
	slices.SortFunc(touched, bytes.Compare)
	for _, lo := range slices.CompactFunc(touched, bytes.Equal) {
		was, had := d.get(lo)
		is, has := out.next.get(lo)
		switch {
		case had && has && was.same(is):
			continue
		case has:
			out.edit.refs = append(out.edit.refs, refOnDisk(is))
			out.placed = append(out.placed, is)
		case had:
			out.edit.removed = append(out.edit.removed, lo)
		}
		if had {
			out.removed = append(out.removed, was)
		}
	}
	for _, f := range run.out.files {
		out.edit.files = append(out.edit.files, manifestFileEntry{id: f.id, size: f.size})
	}
	return out
}

// apply counts the references of each block and the blocks of each file as the
// diff has changed them, and returns the blocks that nothing refers to any more.
func (d *diskDiff) apply() map[*block]bool {
	for _, r := range d.placed {
		r.block.refer()
	}
	gone := map[*block]bool{}
	for _, r := range d.removed {
		b := r.block
		if b.refs--; b.refs == 0 {
			b.file.blocks--
			b.file.live -= int64(b.length)
			gone[b] = true
		}
	}
	return gone
}

// refer counts one more reference to b.
func (b *block) refer() {
	if b.refs++; b.refs == 1 {
		b.file.blocks++
		b.file.live += int64(b.length)
	}
}

// manifest writes the whole state out.
func (d diskState) manifest(edit *manifestEdit) *manifest {
	m := &manifest{ts: edit.ts, segment: edit.segment, seq: edit.seq, nextPartition: edit.nextPartition, nextFile: edit.nextFile}
	files := map[uint64]int64{}
	for _, p := range d.parts {
		mp := manifestPartition{id: p.id, start: p.start}
		p.base.each(func(r blockRef) bool {
			files[r.block.file.id] = r.block.file.size
			mp.refs = append(mp.refs, refOnDisk(r))
			return true
		})
		m.partitions = append(m.partitions, mp)
	}
	for id, size := range files {
		m.files = append(m.files, manifestFileEntry{id: id, size: size})
	}
	slices.SortFunc(m.files, func(a, b manifestFileEntry) int { return cmp.Compare(a.id, b.id) })
	return m
}

func refOnDisk(r blockRef) manifestRef {
	b := r.block
	return manifestRef{
		lo: r.lo, hi: r.hi, cut: r.cut, cutRows: r.cutRows, lastKey: b.lastKey, file: b.file.id, offset: b.offset,
		length: b.length, rawBytes: b.rawBytes, rows: b.rows, dead: b.dead,
		versions: b.versions, keyBytes: b.keyBytes, maxTS: b.maxTS, columns: b.columns,
	}
}

package local

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
)

// checkPartitions verifies what the manifest says by itself.
func (c *checker) checkPartitions() {
	m, name := c.manifest, c.path(manifestFile)
	c.sum.Partitions = len(m.partitions)
	ids := map[uint64]bool{}
	for i, p := range m.partitions {
		if ids[p.id] || p.id >= m.nextPartition {
			c.problem(name, -1, "partition %d: its number is taken, or not given out yet", p.id)
		}
		ids[p.id] = true
		span := kv.Span{Start: p.start}
		if i+1 < len(m.partitions) {
			span.End = m.partitions[i+1].start
		}
		if (i == 0) != (len(p.start) == 0) || i > 0 && bytes.Compare(m.partitions[i-1].start, p.start) >= 0 {
			c.problem(name, -1, "partition %d begins at %x, which is out of order", p.id, p.start)
		}
		c.checkRefs(p, span)
	}
	for _, f := range m.files {
		if f.id >= m.nextFile {
			c.problem(name, -1, "block file %d: its number is not given out yet", f.id)
		}
	}
}

// checkRefs verifies that the references of a partition are disjoint, in order,
// and within its span.
func (c *checker) checkRefs(p manifestPartition, span kv.Span) {
	name := c.path(manifestFile)
	for j, r := range p.refs {
		// What the reference holds ends before hi, or with the block's last key.
		end, inclusive := r.hi, false
		if r.hi == nil {
			end, inclusive = r.lastKey, true
		}
		beyond := func(bound []byte) bool {
			order := bytes.Compare(end, bound)
			return order > 0 || inclusive && order == 0
		}
		switch {
		case bytes.Compare(r.lo, span.Start) < 0, span.End != nil && beyond(span.End):
			c.problem(name, -1, "partition %d: the reference to keys %s lies outside of it", p.id, r.keys())
		case r.hi != nil && bytes.Compare(r.lo, r.hi) >= 0, bytes.Compare(r.lo, r.lastKey) > 0:
			c.problem(name, -1, "partition %d: the reference to keys %s holds nothing", p.id, r.keys())
		case j+1 < len(p.refs) && (bytes.Compare(r.lo, p.refs[j+1].lo) >= 0 || beyond(p.refs[j+1].lo)):
			c.problem(name, -1, "partition %d: the references to keys %s and %s overlap", p.id, r.keys(), p.refs[j+1].keys())
		case r.cutRows < 0, r.cutRows > r.rows:
			c.problem(name, -1, "partition %d: the reference to keys %s counts %d of %d rows", p.id, r.keys(), r.cutRows, r.rows)
		case r.maxTS > c.manifest.ts:
			c.problem(name, -1, "partition %d: keys %s are younger (%d) than the checkpoint", p.id, r.keys(), r.maxTS)
		}
	}
}

// keys is the range of a reference in words.
func (r manifestRef) keys() string {
	if r.hi != nil {
		return fmt.Sprintf("from %x to before %x", r.lo, r.hi)
	}
	return fmt.Sprintf("from %x to %x", r.lo, r.lastKey)
}

// referredBlock is a block and all references to it.
type referredBlock struct {
	manifestRef
	more []manifestRef
}

// checkBlocks reads every block that is referred to, file by file.
func (c *checker) checkBlocks() {
	files := map[uint64][]*referredBlock{}
	seen := map[blockID]*referredBlock{}
	for _, p := range c.manifest.partitions {
		for _, r := range p.refs {
			if b := seen[r.id()]; b != nil {
				b.more = append(b.more, r)
				continue
			}
			b := &referredBlock{manifestRef: r}
			seen[r.id()] = b
			files[r.file] = append(files[r.file], b)
		}
	}
	for _, f := range c.manifest.files {
		c.sum.BlockFiles++
		c.checkBlockFile(f, files[f.id])
		delete(files, f.id)
	}
	for id, list := range files {
		c.problem(c.path(manifestFile), -1, "manifest refers to %d blocks in file %d, which it does not name", len(list), id)
		for _, b := range list {
			c.lost[b.id()] = "file is not named"
		}
	}
}

func (c *checker) checkBlockFile(entry manifestFileEntry, blocks []*referredBlock) {
	name := c.path(blockFileName(entry.id))
	slices.SortFunc(blocks, func(a, b *referredBlock) int { return cmp.Compare(a.offset, b.offset) })
	f, err := c.opts.FS.Open(name)
	if err != nil {
		reason := "block file can't be opened: " + err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "block file is missing"
		}
		c.problem(name, 0, "%s, with %d blocks", reason, len(blocks))
		for _, b := range blocks {
			c.lost[b.id()] = reason
			c.progress(int64(b.length))
		}
		return
	}
	defer f.Close()
	if size, err := f.Size(); err != nil || size < entry.size {
		c.problem(name, size, "block file ends before its %d bytes", entry.size)
	}
	file := &blockFile{id: entry.id, path: name, file: f, size: entry.size}
	checked := make([]checkedBlock, len(blocks))
	work := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range work {
				checked[i] = c.checkBlock(file, blocks[i])
				c.progress(int64(blocks[i].length))
			}
		})
	}
	for i := range blocks {
		work <- i
	}
	close(work)
	wg.Wait()
	end := int64(0)
	for i, b := range blocks {
		c.sum.Blocks++
		c.sum.BlockBytes += int64(b.length)
		c.sum.Rows += int64(b.rows)
		found := checked[i]
		if found.err == nil && (b.offset < end || b.offset+int64(b.length) > entry.size) {
			found.err = &kv.CorruptError{File: name, Offset: b.offset, Reason: "block overlaps with another, or lies beyond the end"}
		}
		end = max(end, b.offset+int64(b.length))
		switch {
		case found.err != nil:
			reason := found.err.Error()
			var corrupt *kv.CorruptError
			if errors.As(found.err, &corrupt) {
				reason = corrupt.Reason
			}
			c.lost[b.id()] = reason
			if other := c.corrupt(found.err); other != nil {
				c.problem(name, b.offset, "%v", other)
			}
		case found.wrong != "":
			c.problem(name, b.offset, "%s", found.wrong)
			for _, r := range found.refs {
				c.recounted[string(r.lo)] = r
			}
		}
	}
}

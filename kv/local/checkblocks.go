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

// blockPlace is where a block lies.
type blockPlace struct {
	file   uint64
	offset int64
}

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
		case r.maxTS > p.maxTS || r.maxTS > c.manifest.ts:
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

// checkBlocks reads every block that is referred to, file by file.
func (c *checker) checkBlocks() {
	refs := map[uint64][]manifestRef{}
	seen := map[blockPlace]bool{}
	for _, p := range c.manifest.partitions {
		for _, r := range p.refs {
			if at := (blockPlace{r.file, r.offset}); !seen[at] {
				seen[at] = true
				refs[r.file] = append(refs[r.file], r)
			}
		}
	}
	for _, f := range c.manifest.files {
		c.sum.BlockFiles++
		c.checkBlockFile(f, refs[f.id])
		delete(refs, f.id)
	}
	for id, list := range refs {
		c.problem(c.path(manifestFile), -1, "manifest refers to %d blocks in file %d, which it does not name", len(list), id)
		for _, r := range list {
			c.lost[blockPlace{id, r.offset}] = "file is not named"
		}
	}
}

func (c *checker) checkBlockFile(entry manifestFileEntry, refs []manifestRef) {
	name := c.path(blockFileName(entry.id))
	slices.SortFunc(refs, func(a, b manifestRef) int { return cmp.Compare(a.offset, b.offset) })
	lose := func(r manifestRef, reason string) {
		c.lost[blockPlace{entry.id, r.offset}] = reason
		c.progress(int64(r.length))
	}
	f, err := c.opts.FS.Open(name)
	if err != nil {
		reason := "block file can't be opened: " + err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "block file is missing"
		}
		c.problem(name, 0, "%s, with %d blocks", reason, len(refs))
		for _, r := range refs {
			lose(r, reason)
		}
		return
	}
	defer f.Close()
	if size, err := f.Size(); err != nil || size < entry.size {
		c.problem(name, size, "block file ends before its %d bytes", entry.size)
	}
	file := &blockFile{id: entry.id, path: name, file: f, size: entry.size}
	errs := make([]error, len(refs))
	work := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range work {
				errs[i] = c.checkBlock(file, refs[i])
				c.progress(int64(refs[i].length))
			}
		})
	}
	for i := range refs {
		work <- i
	}
	close(work)
	wg.Wait()
	end := int64(0)
	for i, r := range refs {
		c.sum.Blocks++
		c.sum.BlockBytes += int64(r.length)
		c.sum.Rows += int64(r.rows)
		if errs[i] == nil && (r.offset < end || r.offset+int64(r.length) > entry.size) {
			errs[i] = &kv.CorruptError{File: name, Offset: r.offset, Reason: "block overlaps with another, or lies beyond the end"}
		}
		end = max(end, r.offset+int64(r.length))
		if errs[i] != nil {
			reason := errs[i].Error()
			var corrupt *kv.CorruptError
			if errors.As(errs[i], &corrupt) {
				reason = corrupt.Reason
			}
			c.lost[blockPlace{entry.id, r.offset}] = reason
			if other := c.corrupt(errs[i]); other != nil {
				c.problem(name, r.offset, "%v", other)
			}
		}
	}
}

// checkBlock decodes a block and compares it with what the manifest says of it.
func (c *checker) checkBlock(file *blockFile, r manifestRef) error {
	b := &block{file: file, offset: r.offset, length: r.length, rawBytes: r.rawBytes, rows: r.rows, dead: r.dead, maxTS: r.maxTS, lastKey: r.lastKey}
	if r.length < blockHeaderBytes || r.offset < 0 {
		return b.corrupt("block has an impossible place")
	}
	d, err := b.read(c.codec)
	if err != nil {
		return err
	}
	dead := int32(0)
	for i := range d.rows() {
		if d.deleted(int(d.start[i])) {
			dead++
		}
	}
	switch n := d.rows(); {
	case int32(n) != r.rows || dead != r.dead:
		return b.corrupt(fmt.Sprintf("block has %d rows, %d of them deleted, where the manifest counts %d and %d", n, dead, r.rows, r.dead))
	case !bytes.Equal(d.key(n-1), r.lastKey):
		return b.corrupt(fmt.Sprintf("block ends with key %x where the manifest says %x", d.key(n-1), r.lastKey))
	case d.maxTS != r.maxTS:
		return b.corrupt(fmt.Sprintf("block has versions up to %d where the manifest says %d", d.maxTS, r.maxTS))
	}
	return nil
}

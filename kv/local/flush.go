package local

import (
	"bytes"

	"github.com/sparrowdb/sparrow/kv"
)

// flush merges the layers of one partition into the blocks that they touch.
type flush struct {
	out    *blockWriter
	target int   // decoded bytes per block
	oldest kv.TS // nobody reads before

	base   *baseIndex // as it was
	edit   *baseIndex // as it will be
	layers []deltaCursor

	rows  []blockRow // gathered, not yet in a block
	bytes int
}

// flushPartition returns the base of p with the layers of c merged into it.
// Blocks that no layer touches stay as they are.
func flushPartition(out *blockWriter, c *content, span kv.Span, target int, oldest kv.TS) (*baseIndex, error) {
	f := &flush{out: out, target: target, oldest: oldest, base: c.base, edit: c.base.copy()}
	f.layers = make([]deltaCursor, len(c.layers))
	for i, l := range c.layers {
		f.layers[i].open(l, span, false)
	}
	key := f.nextKey()
	if key == nil {
		return f.edit, nil
	}
	ref, ok := f.home(key)
	for ok {
		next, more := f.base.after(ref.lo)
		if err := f.mergeBlock(ref, next.lo); err != nil {
			return nil, err
		}
		if !more {
			break
		}
		// Go on into the next block when a layer touches it, or when it and what
		// is gathered are both so small that they belong together.
		key = f.nextKey()
		if key != nil {
			if home, _ := f.home(key); bytes.Equal(home.lo, next.lo) {
				ref = next
				continue
			}
		}
		if len(f.rows) > 0 && f.bytes < f.target/2 && int(next.block.rawBytes) < f.target/2 {
			ref = next
			continue
		}
		if err := f.finish(); err != nil {
			return nil, err
		}
		if key == nil {
			return f.edit, nil
		}
		ref, ok = f.home(key)
	}
	for key = f.nextKey(); key != nil; key = f.nextKey() {
		if err := f.add(key, f.take(key, nil)); err != nil {
			return nil, err
		}
	}
	return f.edit, f.finish()
}

// home returns the reference whose region key falls into: from its lo up to the
// next one's; the first region begins at the partition's start.
func (f *flush) home(key []byte) (blockRef, bool) {
	if ref, ok := f.base.floor(key); ok {
		return ref, true
	}
	return f.base.after(nil)
}

// nextKey returns the smallest key that a layer is at, or nil.
func (f *flush) nextKey() []byte {
	var key []byte
	for i := range f.layers {
		if c := &f.layers[i]; c.valid && (key == nil || bytes.Compare(c.key, key) < 0) {
			key = c.key
		}
	}
	return key
}

// take appends to versions the layers' versions of key, newest first, and moves
// the layers on.
func (f *flush) take(key []byte, versions []blockVersion) []blockVersion {
	for i := range f.layers {
		c := &f.layers[i]
		if !c.valid || !bytes.Equal(c.key, key) {
			continue
		}
		for v := c.items[c.at].chain.head.Load(); v != nil; v = v.older.Load() {
			versions = append(versions, blockVersion{ts: v.ts, value: v.value, deleted: v.deleted})
		}
		c.next()
	}
	return versions
}

// mergeBlock takes ref out of the index and gathers its rows and those of the
// layers below end (nil: all).
func (f *flush) mergeBlock(ref blockRef, end []byte) error {
	d, err := f.out.store.cache.peek(ref.block)
	if err != nil {
		return err
	}
	f.edit.remove(ref)
	i, n := d.search(ref.lo), d.rows()
	if ref.hi != nil {
		n = d.search(ref.hi)
	}
	for {
		key := f.nextKey()
		if key != nil && end != nil && bytes.Compare(key, end) >= 0 {
			key = nil
		}
		if key == nil && i >= n {
			return nil
		}
		var versions []blockVersion
		order := -1 // of the block's row against the layers' key
		switch {
		case i >= n:
			order = 1
		case key != nil:
			order = bytes.Compare(d.key(i), key)
		}
		if order >= 0 {
			versions = f.take(key, nil)
		}
		if order <= 0 {
			key = d.key(i)
			for v := int(d.start[i]); v < int(d.start[i+1]); v++ {
				bv := blockVersion{ts: d.ts[v], deleted: d.deleted(v)}
				if !bv.deleted {
					bv.value = d.value(v)
				}
				versions = append(versions, bv)
			}
			i++
		}
		if err := f.add(key, versions); err != nil {
			return err
		}
	}
}

// add gathers a row, dropping the versions that nobody can see, and closes a
// block when there is enough for two.
func (f *flush) add(key []byte, versions []blockVersion) error {
	versions = prune(versions, f.oldest)
	if len(versions) == 0 {
		return nil
	}
	row := blockRow{key: key, versions: versions}
	f.rows = append(f.rows, row)
	f.bytes += row.size()
	if f.bytes < 2*f.target {
		return nil
	}
	return f.emit(f.target)
}

// emit writes the gathered rows up to about size bytes, at least one row.
func (f *flush) emit(size int) error {
	n, taken := 0, 0
	for n < len(f.rows) && (n == 0 || taken < size) {
		taken += f.rows[n].size()
		n++
	}
	b, err := f.out.add(f.rows[:n])
	if err != nil {
		return err
	}
	f.edit.add(blockRef{lo: append([]byte(nil), f.rows[0].key...), block: b})
	rest := copy(f.rows, f.rows[n:])
	clear(f.rows[rest:])
	f.rows = f.rows[:rest]
	f.bytes -= taken
	return nil
}

// finish writes all that is gathered: as two blocks when it is much for one.
func (f *flush) finish() error {
	if 2*f.bytes > 3*f.target {
		if err := f.emit(f.bytes / 2); err != nil {
			return err
		}
	}
	for len(f.rows) > 0 {
		if err := f.emit(f.bytes + 1); err != nil {
			return err
		}
	}
	return nil
}

// prune keeps of versions, newest first, those that some reader at or after
// oldest can see; a deletion that all of them see is as good as nothing.
func prune(versions []blockVersion, oldest kv.TS) []blockVersion {
	for i, v := range versions {
		if v.ts <= oldest {
			if v.deleted {
				return versions[:i]
			}
			return versions[:i+1]
		}
	}
	return versions
}

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
	old, err := f.explode(ref, d)
	if err != nil {
		return err
	}
	f.edit.remove(ref)
	i, n := 0, len(old)
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
			order = bytes.Compare(old[i].key, key)
		}
		if order >= 0 {
			versions = f.take(key, nil)
		}
		if order <= 0 {
			key = old[i].key
			versions = append(versions, old[i].versions...)
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
	versions = f.trim(key, prune(versions, f.oldest))
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

// explode returns the rows of ref as they were written.
func (f *flush) explode(ref blockRef, d *decodedBlock) ([]blockRow, error) {
	keys, err := d.keys()
	if err != nil {
		return nil, ref.block.corrupt(err.Error())
	}
	first, last := keys.rowsIn(ref, kv.Span{})
	rows := make([]blockRow, 0, max(0, last-first+1))
	values := make([]byte, 0, ref.block.rawBytes)
	for i := first; i <= last; i++ {
		row := blockRow{key: keys.Key(i)}
		from, to := keys.versions(i)
		for v := from; v < to; v++ {
			bv := blockVersion{ts: keys.tsOf(v), deleted: true}
			if place := keys.valueOf(v); place >= 0 {
				at := len(values)
				if values, err = d.appendValue(values, place); err != nil {
					return nil, ref.block.corrupt(err.Error())
				}
				bv.deleted, bv.value = false, values[at:len(values):len(values)]
			}
			row.versions = append(row.versions, bv)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// trim lets the codec drop what has expired of the version that all readers
// see, and forgets timestamps that no reader tells apart any more: blocks of
// one timestamp take less room and are read faster.
func (f *flush) trim(key []byte, versions []blockVersion) []blockVersion {
	last := len(versions) - 1
	if last < 0 || versions[last].ts > f.oldest || versions[last].deleted {
		return versions
	}
	v := &versions[last]
	if codec := f.out.store.opts.Codec; codec != nil && last == 0 {
		kept, ok := codec.Trim(key, v.value)
		if !ok {
			return nil
		}
		v.value = kept
	}
	v.ts = 0
	return versions
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

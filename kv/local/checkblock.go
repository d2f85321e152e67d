package local

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

// checkedBlock is what there is to say about a block.
type checkedBlock struct {
	err error // it can't be read
	// The block is sound, but the manifest is wrong about it: how, and the
	// references to it as they should be.
	wrong string
	refs  []manifestRef
}

// checkBlock decodes all of a block and compares it with what the manifest says
// of it.
func (c *checker) checkBlock(file *blockFile, r *referredBlock) checkedBlock {
	b := &block{file: file, offset: r.offset, length: r.length, lastKey: r.lastKey}
	bad := func(err error) checkedBlock { return checkedBlock{err: b.corrupt(err.Error())} }
	if r.length < blockHeaderBytes || r.offset < 0 {
		return bad(errors.New("block has an impossible place"))
	}
	e, err := b.encoded()
	if err != nil {
		return checkedBlock{err: err}
	}
	keys, err := e.keys(e.values)
	if err != nil {
		return bad(err)
	}
	found := describeKeys(keys)
	found.columns = e.form == formColumns
	if found.columns && c.opts.Codec == nil {
		found.rawBytes = r.rawBytes // nobody can tell
	} else {
		d, err := e.decode(c.opts.Codec)
		if err != nil {
			return bad(err)
		}
		n, err := d.valueBytes()
		if err != nil {
			return bad(err)
		}
		found.rawBytes += n
	}
	for i := range keys.rows() {
		if !filterAdmits(e.filter(), keys.Key(i)) {
			return bad(fmt.Errorf("filter of block misses key %x", keys.Key(i)))
		}
	}
	out := checkedBlock{}
	for _, ref := range append([]manifestRef{r.manifestRef}, r.more...) {
		if wrong := ref.compare(found, keys); wrong != "" {
			out.wrong = wrong
		}
		out.refs = append(out.refs, ref.corrected(found, keys))
	}
	return out
}

// describeKeys counts what a block holds; its rawBytes lack the values.
func describeKeys(keys *blockKeys) manifestRef {
	out := manifestRef{rows: int32(keys.rows()), lastKey: keys.Key(keys.rows() - 1), keyBytes: int32(keys.bytes(0, keys.rows()))}
	out.rawBytes = out.keyBytes
	for i := range keys.rows() {
		from, to := keys.versions(i)
		out.versions += int32(to - from)
		if keys.valueOf(from) < 0 {
			out.dead++
		}
		for v := from; v < to; v++ {
			out.maxTS = max(out.maxTS, keys.tsOf(v))
		}
	}
	return out
}

// valueBytes decodes each value and returns the length of all.
func (d *decodedBlock) valueBytes() (n int32, err error) {
	buf := []byte{} // not nil: the block's own memory is not to be written to
	for i := range d.values {
		value, err := d.appendValue(buf[:0], i)
		if err != nil {
			return 0, fmt.Errorf("value %d: %w", i, err)
		}
		n += int32(len(value))
		buf = value
	}
	return n, nil
}

// compare says in what a reference differs from what its block holds, "" in
// nothing.
func (r manifestRef) compare(found manifestRef, keys *blockKeys) string {
	inside := r.inside(keys)
	counts := func(f manifestRef) [5]int32 { return [5]int32{f.rows, f.dead, f.versions, f.keyBytes, f.rawBytes} }
	switch {
	case r.rows != found.rows || r.dead != found.dead:
		return fmt.Sprintf("block has %d rows, %d of them deleted, where the manifest counts %d and %d", found.rows, found.dead, r.rows, r.dead)
	case counts(r) != counts(found):
		return fmt.Sprintf("block has %d versions, %d bytes of keys, %d bytes in all, where the manifest counts %d, %d and %d",
			found.versions, found.keyBytes, found.rawBytes, r.versions, r.keyBytes, r.rawBytes)
	case !bytes.Equal(found.lastKey, r.lastKey):
		return fmt.Sprintf("block ends with key %x where the manifest says %x", found.lastKey, r.lastKey)
	case found.maxTS != r.maxTS:
		return fmt.Sprintf("block has versions up to %d where the manifest says %d", found.maxTS, r.maxTS)
	case found.columns != r.columns:
		return fmt.Sprintf("block has columns: %t, where the manifest says %t", found.columns, r.columns)
	case inside == 0:
		return fmt.Sprintf("block has no key in the range of a reference to it, %s", r.keys())
	case !r.cut && inside != found.rows, r.cutRows > 0 && inside != r.cutRows:
		return fmt.Sprintf("block has %d of its %d rows in the range %s, where the manifest counts %d", inside, found.rows, r.keys(), r.cutRows)
	}
	return ""
}

// inside is how many rows of the block lie in the reference's range.
func (r manifestRef) inside(keys *blockKeys) int32 {
	first, last := keys.rowsIn(blockRef{lo: r.lo, hi: r.hi}, kv.Span{})
	return int32(max(last-first+1, 0))
}

// corrected is the reference with what was found; cutRows is 0 and cut is set if
// it refers to nothing.
func (r manifestRef) corrected(found manifestRef, keys *blockKeys) manifestRef {
	r.rows, r.dead, r.versions, r.keyBytes, r.rawBytes = found.rows, found.dead, found.versions, found.keyBytes, found.rawBytes
	r.lastKey, r.maxTS, r.columns = bytes.Clone(found.lastKey), found.maxTS, found.columns
	r.cutRows = r.inside(keys)
	if r.cut = r.cutRows < r.rows; !r.cut {
		r.cutRows = 0
	}
	return r
}

package local

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

// checkBlock decodes all of a block and compares it with what the manifest says
// of it.
func (c *checker) checkBlock(file *blockFile, r *referredBlock) error {
	b := &block{file: file, offset: r.offset, length: r.length, lastKey: r.lastKey}
	if r.length < blockHeaderBytes || r.offset < 0 {
		return b.corrupt("block has an impossible place")
	}
	e, err := b.encoded()
	if err != nil {
		return err
	}
	if columns := e.form == formColumns; columns != r.columns {
		return b.corrupt(fmt.Sprintf("block has columns: %t, where the manifest says %t", columns, r.columns))
	}
	d, err := e.decode(c.opts.Codec)
	if err != nil {
		return b.corrupt(err.Error())
	}
	keys, err := d.keys()
	if err != nil {
		return b.corrupt(err.Error())
	}
	found, err := d.describe(keys)
	if err != nil {
		return b.corrupt(err.Error())
	}
	for i := range keys.rows() {
		if !filterAdmits(e.filter(), keys.Key(i)) {
			return b.corrupt(fmt.Sprintf("filter of block misses key %x", keys.Key(i)))
		}
	}
	for _, ref := range append(r.more, r.manifestRef) {
		if err := ref.compare(found, keys); err != nil {
			return b.corrupt(err.Error())
		}
	}
	return nil
}

// describe counts what a block holds, decoding each value.
func (d *decodedBlock) describe(keys *blockKeys) (manifestRef, error) {
	out := manifestRef{rows: int32(keys.rows()), lastKey: keys.Key(keys.rows() - 1), keyBytes: int32(keys.bytes(0, keys.rows()))}
	out.rawBytes = out.keyBytes
	var buf []byte
	for i := range keys.rows() {
		from, to := keys.versions(i)
		out.versions += int32(to - from)
		for v := from; v < to; v++ {
			out.maxTS = max(out.maxTS, keys.tsOf(v))
			at := keys.valueOf(v)
			if at < 0 {
				if v == from {
					out.dead++
				}
				continue
			}
			value, err := d.appendValue(buf[:0], at)
			if err != nil {
				return out, fmt.Errorf("value of key %x: %w", keys.Key(i), err)
			}
			out.rawBytes += int32(len(value))
			buf = value
		}
	}
	return out, nil
}

// compare says in what a reference differs from what its block holds.
func (r manifestRef) compare(found manifestRef, keys *blockKeys) error {
	ref := blockRef{lo: r.lo, hi: r.hi}
	first, last := keys.rowsIn(ref, kv.Span{})
	inside := last - first + 1
	counts := func(f manifestRef) [5]int32 { return [5]int32{f.rows, f.dead, f.versions, f.keyBytes, f.rawBytes} }
	switch {
	case r.rows != found.rows || r.dead != found.dead:
		return fmt.Errorf("block has %d rows, %d of them deleted, where the manifest counts %d and %d", found.rows, found.dead, r.rows, r.dead)
	case counts(r) != counts(found):
		return fmt.Errorf("block has %d versions, %d bytes of keys, %d bytes in all, where the manifest counts %d, %d and %d",
			found.versions, found.keyBytes, found.rawBytes, r.versions, r.keyBytes, r.rawBytes)
	case !bytes.Equal(found.lastKey, r.lastKey):
		return fmt.Errorf("block ends with key %x where the manifest says %x", found.lastKey, r.lastKey)
	case found.maxTS != r.maxTS:
		return fmt.Errorf("block has versions up to %d where the manifest says %d", found.maxTS, r.maxTS)
	case inside <= 0:
		return errors.New("block has no key in the range of a reference to it")
	case !r.cut && inside != keys.rows(), r.cutRows > 0 && inside != int(r.cutRows):
		return fmt.Errorf("block has %d of its %d rows in the range of a reference that counts %d", inside, found.rows, r.cutRows)
	}
	return nil
}

package local

import (
	"sync/atomic"

	"github.com/sparrowdb/sparrow/kv"
)

// decodedBlock is a block ready for reading: in the cache, its values as they
// lie in memory, and its keys once somebody has asked for them. All of it is
// immutable but for what is decoded later.
type decodedBlock struct {
	encoded    encodedBlock
	keySection atomic.Pointer[blockKeys]
	values     int // how many

	// columns holds values that a codec laid out. Else they are opaque: value i
	// ends in opaque at opaqueEnd[i].
	columns   kv.Columns
	opaque    []byte
	opaqueEnd []uint32

	// seen is memory() when the cache last charged the block; see blockCache.
	seen atomic.Int64
}

// memory is what the cache charges for the block, in bytes.
func (d *decodedBlock) memory() int64 {
	n := int64(cap(d.encoded.bytes)+cap(d.opaque)) + 4*int64(cap(d.opaqueEnd)) + 300
	if k := d.keySection.Load(); k != nil {
		n += k.memory()
	}
	if d.columns != nil {
		n += d.columns.Memory()
	}
	return n
}

// keys decodes the keys when that has not been done yet.
func (d *decodedBlock) keys() (*blockKeys, error) {
	if k := d.keySection.Load(); k != nil {
		return k, nil
	}
	k, err := d.encoded.keys(d.values)
	if err != nil {
		return nil, err
	}
	if !d.keySection.CompareAndSwap(nil, k) {
		return d.keySection.Load(), nil
	}
	return k, nil
}

// appendValue appends value i, or returns it as it lies in memory when dst is
// nil and it is opaque.
func (d *decodedBlock) appendValue(dst []byte, i int) ([]byte, error) {
	if d.columns != nil {
		return d.columns.AppendValue(dst, i)
	}
	from := uint32(0)
	if i > 0 {
		from = d.opaqueEnd[i-1]
	}
	value := d.opaque[from:d.opaqueEnd[i]:d.opaqueEnd[i]]
	if dst == nil {
		return value, nil
	}
	return append(dst, value...), nil
}

package local

import (
	"bytes"
	"sort"

	"github.com/sparrowdb/sparrow/kv"
)

// decodedBlock is a block ready for reading: keys written out in full, offsets
// of the values. Row i has the versions start[i] to start[i+1], newest first.
type decodedBlock struct {
	raw    []byte // values point in here
	keyBuf []byte
	keyEnd []uint32 // end of key i in keyBuf
	start  []uint32 // len(keyEnd)+1 entries
	ts     []kv.TS
	valOff []uint32
	valLen []uint32
	// plain is true when every row has one version and none is a deletion.
	plain bool
	maxTS kv.TS
}

// blockKeyBytesMax bounds the written-out keys of one block, in bytes. The
// builder closes a block by that measure long before (BlockBytesMax).
const blockKeyBytesMax = 2 * BlockBytesMax

// tombstoneLen marks a version that is a deletion.
const tombstoneLen = 1<<32 - 1

// memory is what the cache charges for the block, in bytes.
func (d *decodedBlock) memory() int64 {
	return int64(cap(d.raw)+cap(d.keyBuf)) + 4*int64(cap(d.keyEnd)+cap(d.start)+cap(d.valOff)+cap(d.valLen)) + 8*int64(cap(d.ts)) + 200
}

func (d *decodedBlock) rows() int { return len(d.keyEnd) }

func (d *decodedBlock) key(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = d.keyEnd[i-1]
	}
	return d.keyBuf[from:d.keyEnd[i]:d.keyEnd[i]]
}

// search returns the first row whose key is not below key.
func (d *decodedBlock) search(key []byte) int {
	return sort.Search(d.rows(), func(i int) bool { return bytes.Compare(d.key(i), key) >= 0 })
}

// at returns the version of row i that a reader at ts sees, or -1.
func (d *decodedBlock) at(i int, ts kv.TS) int {
	for v := d.start[i]; v < d.start[i+1]; v++ {
		if d.ts[v] <= ts {
			return int(v)
		}
	}
	return -1
}

func (d *decodedBlock) deleted(v int) bool { return d.valLen[v] == tombstoneLen }

func (d *decodedBlock) value(v int) []byte {
	end := d.valOff[v] + d.valLen[v]
	return d.raw[d.valOff[v]:end:end]
}

// decodeRows reads the raw layout that blockBuilder writes (FORMAT.md).
func decodeRows(raw []byte) (*decodedBlock, bool) {
	r := byteReader{b: raw}
	rows, versions, keyBytes := r.count(3), r.count(1), r.uvarint()
	minTS := kv.TS(r.uvarint())
	if r.bad || rows > versions || keyBytes > blockKeyBytesMax {
		return nil, false
	}
	words := make([]uint32, 2*rows+1+2*versions)
	d := &decodedBlock{
		raw: raw, keyBuf: make([]byte, 0, keyBytes),
		keyEnd: words[:0:rows], start: words[rows : rows : 2*rows+1],
		valOff: words[2*rows+1 : 2*rows+1 : 2*rows+1+versions],
		valLen: words[2*rows+1+versions : 2*rows+1+versions],
		ts:     make([]kv.TS, 0, versions),
		plain:  rows == versions,
	}
	var prev []byte
	for range rows {
		shared, suffix := r.uvarint(), r.bytes(r.uvarint())
		if r.bad || shared > uint64(len(prev)) || len(d.keyBuf)+int(shared)+len(suffix) > cap(d.keyBuf) {
			return nil, false
		}
		from := len(d.keyBuf)
		d.keyBuf = append(append(d.keyBuf, prev[:shared]...), suffix...)
		key := d.keyBuf[from:]
		if len(d.keyEnd) > 0 && bytes.Compare(prev, key) >= 0 {
			return nil, false
		}
		prev = key
		d.keyEnd = append(d.keyEnd, uint32(len(d.keyBuf)))
		d.start = append(d.start, uint32(len(d.ts)))
		for range r.count(1) {
			if len(d.ts) == versions {
				return nil, false
			}
			ts := minTS + kv.TS(r.uvarint())
			d.ts = append(d.ts, ts)
			d.maxTS = max(d.maxTS, ts)
			n := r.uvarint() // 0 is a deletion, else length + 1
			if n == 0 {
				d.plain = false
				d.valOff, d.valLen = append(d.valOff, 0), append(d.valLen, tombstoneLen)
				continue
			}
			d.valOff = append(d.valOff, uint32(r.at))
			d.valLen = append(d.valLen, uint32(n-1))
			r.bytes(n - 1)
		}
	}
	d.start = append(d.start, uint32(len(d.ts)))
	if r.bad || len(d.ts) != versions || r.at != len(raw) {
		return nil, false
	}
	return d, true
}

package local

import (
	"bytes"
	"encoding/binary"
	"sort"

	"github.com/sparrowdb/sparrow/kv"
)

// blockKeys is the decoded key section of a block: keys written out in full,
// and which versions each row has. It is immutable.
type blockKeys struct {
	buf []byte
	end []uint32 // end of key i in buf
	// start gives the versions of row i, newest first: start[i] to start[i+1].
	// nil: every row has one version, and none is a deletion.
	start []uint32
	ts    []kv.TS // of versions; nil: all have common
	// value gives the place of a version's value, -1 for a deletion. nil: version
	// v has value v.
	value  []int32
	common kv.TS
	maxTS  kv.TS
}

// blockKeyBytesMax bounds the written-out keys of one block, in bytes. The
// builder closes a block by that measure long before (BlockBytesMax).
const blockKeyBytesMax = 2 * BlockBytesMax

// Flags of a key section.
const (
	keysPlain  = 1 // one version a row, no deletions
	keysOneTS  = 2 // all versions have the smallest timestamp
	keysMasked = keysPlain | keysOneTS
)

func (k *blockKeys) rows() int { return len(k.end) }

// Key returns the key of row i.
func (k *blockKeys) Key(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = k.end[i-1]
	}
	return k.buf[from:k.end[i]:k.end[i]]
}

// bytes is the length of the keys of rows [from, to).
func (k *blockKeys) bytes(from, to int) int64 {
	if from >= to {
		return 0
	}
	begin := uint32(0)
	if from > 0 {
		begin = k.end[from-1]
	}
	return int64(k.end[to-1] - begin)
}

// search returns the first row whose key is not below key.
func (k *blockKeys) search(key []byte) int {
	return sort.Search(len(k.end), func(i int) bool { return bytes.Compare(k.Key(i), key) >= 0 })
}

// versions returns the versions [from, to) of row i.
func (k *blockKeys) versions(i int) (from, to int) {
	if k.start == nil {
		return i, i + 1
	}
	return int(k.start[i]), int(k.start[i+1])
}

func (k *blockKeys) tsOf(v int) kv.TS {
	if k.ts == nil {
		return k.common
	}
	return k.ts[v]
}

// at returns the version of row i that a reader at ts sees, or -1.
func (k *blockKeys) at(i int, ts kv.TS) int {
	if k.maxTS <= ts && k.start == nil {
		return i
	}
	from, to := k.versions(i)
	for v := from; v < to; v++ {
		if k.tsOf(v) <= ts {
			return v
		}
	}
	return -1
}

// valueOf returns the place of a version's value, or -1 for a deletion.
func (k *blockKeys) valueOf(v int) int {
	if k.value == nil {
		return v
	}
	return int(k.value[v])
}

// memory is what the cache charges, in bytes.
func (k *blockKeys) memory() int64 {
	return int64(cap(k.buf)) + 4*int64(cap(k.end)+cap(k.start)+cap(k.value)) + 8*int64(cap(k.ts)) + 160
}

// appendKeySection appends the layout of the rows' keys and versions; rows are
// in key order and not empty (FORMAT.md).
func appendKeySection(out []byte, rows []blockRow) []byte {
	flags, versions, keyBytes := byte(keysPlain|keysOneTS), 0, 0
	minTS := rows[0].versions[0].ts
	for i := range rows {
		if len(rows[i].versions) != 1 {
			flags &^= keysPlain
		}
		for _, v := range rows[i].versions {
			if v.ts != rows[0].versions[0].ts {
				flags &^= keysOneTS
			}
			if v.deleted {
				flags &^= keysPlain
			}
			minTS = min(minTS, v.ts)
		}
		versions += len(rows[i].versions)
		keyBytes += len(rows[i].key)
	}
	out = append(out, flags)
	for _, n := range []uint64{uint64(len(rows)), uint64(versions), uint64(keyBytes), uint64(minTS)} {
		out = binary.AppendUvarint(out, n)
	}
	shared := make([]int, len(rows))
	for i := 1; i < len(rows); i++ {
		shared[i] = sharedPrefix(rows[i-1].key, rows[i].key)
	}
	for i := range rows {
		out = binary.AppendUvarint(out, uint64(shared[i]))
	}
	for i := range rows {
		out = binary.AppendUvarint(out, uint64(len(rows[i].key)-shared[i]))
	}
	for i := range rows {
		out = append(out, rows[i].key[shared[i]:]...)
	}
	if flags&keysPlain == 0 {
		out = appendVersionCounts(out, rows)
	}
	if flags&keysOneTS == 0 {
		for i := range rows {
			for _, v := range rows[i].versions {
				out = binary.AppendUvarint(out, uint64(v.ts-minTS))
			}
		}
	}
	return out
}

// appendVersionCounts appends for each row twice the number of its versions,
// plus 1 if there are deletions among them; then, for those rows, a byte a
// version, 1 for a deletion.
func appendVersionCounts(out []byte, rows []blockRow) []byte {
	var marks []byte
	for i := range rows {
		n := uint64(2 * len(rows[i].versions))
		for _, v := range rows[i].versions {
			if v.deleted {
				n |= 1
			}
		}
		out = binary.AppendUvarint(out, n)
		if n&1 == 0 {
			continue
		}
		for _, v := range rows[i].versions {
			mark := byte(0)
			if v.deleted {
				mark = 1
			}
			marks = append(marks, mark)
		}
	}
	return append(out, marks...)
}

// decodeKeySection reads what appendKeySection wrote. values is the number of
// values of the block.
func decodeKeySection(raw []byte, values int) (*blockKeys, bool) {
	if len(raw) == 0 || raw[0]&^keysMasked != 0 {
		return nil, false
	}
	flags := raw[0]
	r := byteReader{b: raw, at: 1}
	rows, versions, keyBytes := r.count(2), r.uvarint(), r.uvarint()
	minTS := kv.TS(r.uvarint())
	if r.bad || rows == 0 || uint64(rows) > versions || versions > uint64(len(raw))+uint64(rows) || keyBytes > blockKeyBytesMax {
		return nil, false
	}
	k := &blockKeys{buf: make([]byte, 0, keyBytes), end: make([]uint32, rows), common: minTS, maxTS: minTS}
	if !k.readKeys(&r, int(keyBytes)) {
		return nil, false
	}
	if flags&keysPlain == 0 {
		if !k.readVersions(&r, int(versions)) {
			return nil, false
		}
	} else if versions != uint64(rows) {
		return nil, false
	}
	if flags&keysOneTS == 0 {
		k.ts = make([]kv.TS, versions)
		for v := range k.ts {
			k.ts[v] = minTS + kv.TS(r.uvarint())
			k.maxTS = max(k.maxTS, k.ts[v])
		}
	}
	live := int(versions)
	for _, v := range k.value {
		if v < 0 {
			live--
		}
	}
	return k, !r.bad && r.at == len(raw) && live == values
}

func (k *blockKeys) readKeys(r *byteReader, keyBytes int) bool {
	shared := make([]uint32, len(k.end))
	for i := range shared {
		shared[i] = uint32(min(r.uvarint(), blockKeyBytesMax+1))
	}
	total := 0
	for i := range k.end {
		n := r.uvarint()
		if r.bad || n > uint64(len(r.b)) {
			return false
		}
		if total += int(shared[i]) + int(n); total > keyBytes {
			return false
		}
		k.end[i] = uint32(total)
	}
	if total != keyBytes {
		return false
	}
	var prev []byte
	for i := range k.end {
		if int(shared[i]) > len(prev) {
			return false
		}
		from := len(k.buf)
		suffix := r.bytes(uint64(int(k.end[i]) - from - int(shared[i])))
		if r.bad {
			return false
		}
		k.buf = append(append(k.buf, prev[:shared[i]]...), suffix...)
		key := k.buf[from:]
		if i > 0 && bytes.Compare(prev, key) >= 0 {
			return false
		}
		prev = key
	}
	return true
}

func (k *blockKeys) readVersions(r *byteReader, versions int) bool {
	rows := len(k.end)
	k.start = make([]uint32, rows+1)
	k.value = make([]int32, versions)
	marked := make([]bool, rows)
	v := 0
	for i := range rows {
		n := r.uvarint()
		marked[i] = n&1 != 0
		if n /= 2; r.bad || n == 0 || n > uint64(versions-v) {
			return false
		}
		v += int(n)
		k.start[i+1] = uint32(v)
	}
	if v != versions {
		return false
	}
	next := int32(0)
	for i := range rows {
		for v := k.start[i]; v < k.start[i+1]; v++ {
			if marked[i] {
				if mark := r.bytes(1); r.bad || mark[0] > 1 {
					return false
				} else if mark[0] == 1 {
					k.value[v] = -1
					continue
				}
			}
			k.value[v] = next
			next++
		}
	}
	return true
}

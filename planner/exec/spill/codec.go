package spill

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// A batch is encoded as: the number of rows as a uvarint, then for each column
// one byte, 1 if it has NULLs (then a bit a row follows, 1 for NULL), and its cells:
//
//	KindInt     the smallest value as a varint, the width w of the largest distance
//	            from it as a byte (0, 1, 2, 4 or 8), then each distance in w bytes
//	KindString  the lengths as uvarints, then the bytes
//	KindDatum   each value that is not NULL (value.go)

func appendBatch(dst []byte, b *datum.Batch) []byte {
	n := b.Rows()
	dst = binary.AppendUvarint(dst, uint64(n))
	for _, v := range b.Cols {
		dst = appendNulls(dst, b, v, n)
		switch v.Kind {
		case datum.KindInt:
			dst = appendInts(dst, b, v, n)
		case datum.KindString:
			dst = appendStrings(dst, b, v, n)
		default:
			for i := range n {
				if at := b.Index(i); !v.IsNull(at) {
					dst = appendValue(dst, v.Vals[at])
				}
			}
		}
	}
	return dst
}

func appendNulls(dst []byte, b *datum.Batch, v *datum.Vector, n int) []byte {
	at := len(dst) + 1
	dst = append(dst, 0)
	if v.Nulls == nil {
		return dst
	}
	dst = append(dst, make([]byte, (n+7)/8)...)
	for i := range n {
		if v.Nulls[b.Index(i)] {
			dst[at-1] = 1
			dst[at+i/8] |= 1 << (i % 8)
		}
	}
	if dst[at-1] == 0 {
		return dst[:at]
	}
	return dst
}

func appendInts(dst []byte, b *datum.Batch, v *datum.Vector, n int) []byte {
	low, high := int64(0), int64(0)
	first := true
	for i := range n {
		at := b.Index(i)
		if v.IsNull(at) {
			continue
		}
		x := v.Ints[at]
		if first {
			low, high, first = x, x, false
		}
		low, high = min(low, x), max(high, x)
	}
	width := intWidth(uint64(high) - uint64(low))
	dst = binary.AppendVarint(dst, low)
	dst = append(dst, byte(width))
	for i := range n {
		at := b.Index(i)
		var x uint64
		if !v.IsNull(at) {
			x = uint64(v.Ints[at]) - uint64(low)
		}
		switch width {
		case 1:
			dst = append(dst, byte(x))
		case 2:
			dst = binary.LittleEndian.AppendUint16(dst, uint16(x))
		case 4:
			dst = binary.LittleEndian.AppendUint32(dst, uint32(x))
		case 8:
			dst = binary.LittleEndian.AppendUint64(dst, x)
		}
	}
	return dst
}

// intWidth is the bytes that a distance takes.
func intWidth(x uint64) int {
	switch n := bits.Len64(x); {
	case n == 0:
		return 0
	case n <= 8:
		return 1
	case n <= 16:
		return 2
	case n <= 32:
		return 4
	}
	return 8
}

func appendStrings(dst []byte, b *datum.Batch, v *datum.Vector, n int) []byte {
	for i := range n {
		size := 0
		if at := b.Index(i); !v.IsNull(at) {
			size = len(v.Strs[at])
		}
		dst = binary.AppendUvarint(dst, uint64(size))
	}
	for i := range n {
		if at := b.Index(i); !v.IsNull(at) {
			dst = append(dst, v.Strs[at]...)
		}
	}
	return dst
}

// decodeBatch appends rows to b. Their strings point into src.
func decodeBatch(src []byte, b *datum.Batch) error {
	r := &cursor{src: src}
	n := int(r.uvarint())
	for _, v := range b.Cols {
		var nulls []byte
		if r.byte() == 1 {
			nulls = r.take((n + 7) / 8)
		}
		if r.bad {
			return errFrame
		}
		switch v.Kind {
		case datum.KindInt:
			r.ints(v.GrowInts(n))
		case datum.KindString:
			r.strings(v.GrowStrs(n))
		default:
			r.values(v.GrowVals(n), nulls)
		}
		if r.bad {
			return errFrame
		}
		if nulls != nil {
			marks := v.NullTail(n)
			for i := range marks {
				marks[i] = nulls[i/8]&(1<<(i%8)) != 0
			}
		}
	}
	b.N += n
	return nil
}

// cursor reads an encoded batch; bad says that it ended too early.
type cursor struct {
	src []byte
	bad bool
}

func (r *cursor) uvarint() uint64 {
	x, n := binary.Uvarint(r.src)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.src = r.src[n:]
	return x
}

func (r *cursor) varint() int64 {
	x, n := binary.Varint(r.src)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.src = r.src[n:]
	return x
}

func (r *cursor) byte() byte {
	b := r.take(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

func (r *cursor) take(n int) []byte {
	if n < 0 || n > len(r.src) {
		r.bad = true
		return nil
	}
	out := r.src[:n:n]
	r.src = r.src[n:]
	return out
}

// text is take as a string that shares its memory.
func (r *cursor) text(n int) string {
	b := r.take(n)
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}

func (r *cursor) ints(out []int64) {
	low := uint64(r.varint())
	width := int(r.byte())
	data := r.take(width * len(out))
	if r.bad {
		return
	}
	for i := range out {
		switch width {
		case 0:
			out[i] = int64(low)
		case 1:
			out[i] = int64(low + uint64(data[i]))
		case 2:
			out[i] = int64(low + uint64(binary.LittleEndian.Uint16(data[2*i:])))
		case 4:
			out[i] = int64(low + uint64(binary.LittleEndian.Uint32(data[4*i:])))
		default:
			out[i] = int64(low + binary.LittleEndian.Uint64(data[8*i:]))
		}
	}
}

func (r *cursor) strings(out []string) {
	sizes := make([]int, len(out))
	for i := range sizes {
		sizes[i] = int(r.uvarint())
	}
	for i := range out {
		out[i] = r.text(sizes[i])
	}
}

func (r *cursor) values(out []datum.Datum, nulls []byte) {
	for i := range out {
		out[i] = datum.Null
		if nulls == nil || nulls[i/8]&(1<<(i%8)) == 0 {
			out[i] = r.value(0)
		}
	}
}

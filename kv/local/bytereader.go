package local

import "encoding/binary"

// byteReader takes varints and byte strings off a buffer; bad sticks.
type byteReader struct {
	b   []byte
	at  int
	bad bool
}

func (r *byteReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.at += n
	return v
}

// count reads a number of things that each take at least size bytes of what
// follows, so that it can be allocated for.
func (r *byteReader) count(size int) int {
	n := r.uvarint()
	if n > uint64(len(r.b)-r.at)/uint64(size) {
		r.bad = true
		return 0
	}
	return int(n)
}

func (r *byteReader) bytes(n uint64) []byte {
	if r.bad || n > uint64(len(r.b)-r.at) {
		r.bad = true
		return nil
	}
	out := r.b[r.at : r.at+int(n) : r.at+int(n)]
	r.at += int(n)
	return out
}

func (r *byteReader) lengthBytes() []byte { return r.bytes(r.uvarint()) }

package rowenc

import "encoding/binary"

// blockReader takes numbers and bytes off a part of a block. Once something
// does not fit, bad sticks and everything reads as zero.
type blockReader struct {
	b      []byte
	bad    bool
	nested bool // inside of runs
}

func (r *blockReader) fail() { r.b, r.bad = nil, true }

// uvarint takes a number that is at most most.
func (r *blockReader) uvarint(most uint64) uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 || x > most {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return x
}

// count takes a number of things of which each takes at least one byte of what
// is left.
func (r *blockReader) count() int { return int(r.uvarint(uint64(len(r.b)))) }

func (r *blockReader) varint() int64 {
	x, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *blockReader) byte() byte {
	if len(r.b) == 0 {
		r.fail()
		return 0
	}
	x := r.b[0]
	r.b = r.b[1:]
	return x
}

// bytes takes n bytes, without a copy.
func (r *blockReader) bytes(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail()
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

// packed takes n numbers of width bits. The result goes on behind them, if
// there is more, so that the last can be read eight bytes at a time.
func (r *blockReader) packed(n, width int) []byte {
	size := packedBytes(n, width)
	if size > len(r.b) {
		r.fail()
		return nil
	}
	out := r.b[:min(size+8, len(r.b))]
	r.b = r.b[size:]
	return out
}

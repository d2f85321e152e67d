package rowenc

import "encoding/binary"

// blockReader takes numbers and bytes off a part of a block. Once something
// does not fit, bad sticks, nothing is left and everything reads as zero.
type blockReader struct {
	b      []byte
	at     int // what has been taken: b stays, as storing a slice costs more
	bad    bool
	nested bool // inside of runs
}

func (r *blockReader) fail() { r.at, r.bad = len(r.b), true }

// left is how many bytes are left.
func (r *blockReader) left() int { return len(r.b) - r.at }

// uvarint takes a number that is at most most.
func (r *blockReader) uvarint(most uint64) uint64 {
	if r.at < len(r.b) {
		if x := r.b[r.at]; x < 0x80 && uint64(x) <= most {
			r.at++
			return uint64(x)
		}
	}
	x, n := binary.Uvarint(r.b[r.at:])
	if n <= 0 || x > most {
		r.fail()
		return 0
	}
	r.at += n
	return x
}

// count takes a number of things of which each takes at least one byte of what
// is left.
func (r *blockReader) count() int { return int(r.uvarint(uint64(r.left()))) }

func (r *blockReader) varint() int64 {
	x, n := binary.Varint(r.b[r.at:])
	if n <= 0 {
		r.fail()
		return 0
	}
	r.at += n
	return x
}

func (r *blockReader) byte() byte {
	if r.at == len(r.b) {
		r.fail()
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// bytes takes n bytes, without a copy.
func (r *blockReader) bytes(n int) []byte {
	if n < 0 || n > r.left() {
		r.fail()
		return nil
	}
	r.at += n
	return r.b[r.at-n : r.at : r.at]
}

// packed takes n numbers of width bits. The result goes on behind them, if
// there is more, so that the last can be read eight bytes at a time.
func (r *blockReader) packed(n, width int) []byte {
	size := packedBytes(n, width)
	if size > r.left() {
		r.fail()
		return nil
	}
	from := r.at
	r.at += size
	return r.b[from:min(r.at+8, len(r.b))]
}

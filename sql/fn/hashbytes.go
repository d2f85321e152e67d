package fn

import (
	"encoding/binary"
	"math/bits"
)

// Jenkins' hash function as PostgreSQL has it (hash_bytes): clients store its
// results, so they have to be the same.
type jenkins struct{ a, b, c uint32 }

func newJenkins(length int) jenkins {
	v := 0x9e3779b9 + uint32(length) + 3923095
	return jenkins{v, v, v}
}

func (h *jenkins) seed(seed uint64) {
	if seed != 0 {
		h.a += uint32(seed >> 32)
		h.b += uint32(seed)
		h.mix()
	}
}

func (h *jenkins) mix() {
	a, b, c := h.a, h.b, h.c
	a, c = (a-c)^bits.RotateLeft32(c, 4), c+b
	b, a = (b-a)^bits.RotateLeft32(a, 6), a+c
	c, b = (c-b)^bits.RotateLeft32(b, 8), b+a
	a, c = (a-c)^bits.RotateLeft32(c, 16), c+b
	b, a = (b-a)^bits.RotateLeft32(a, 19), a+c
	c, b = (c-b)^bits.RotateLeft32(b, 4), b+a
	h.a, h.b, h.c = a, b, c
}

func (h *jenkins) final() {
	a, b, c := h.a, h.b, h.c
	c = (c ^ b) - bits.RotateLeft32(b, 14)
	a = (a ^ c) - bits.RotateLeft32(c, 11)
	b = (b ^ a) - bits.RotateLeft32(a, 25)
	c = (c ^ b) - bits.RotateLeft32(b, 16)
	a = (a ^ c) - bits.RotateLeft32(c, 4)
	b = (b ^ a) - bits.RotateLeft32(a, 14)
	c = (c ^ b) - bits.RotateLeft32(b, 24)
	h.a, h.b, h.c = a, b, c
}

func (h *jenkins) bytes(k string) {
	for ; len(k) >= 12; k = k[12:] {
		w := []byte(k[:12])
		h.a += binary.LittleEndian.Uint32(w)
		h.b += binary.LittleEndian.Uint32(w[4:])
		h.c += binary.LittleEndian.Uint32(w[8:])
		h.mix()
	}
	// The lowest byte of c is left for the length.
	for i := range len(k) {
		v := uint32(k[i])
		switch {
		case i < 4:
			h.a += v << (8 * i)
		case i < 8:
			h.b += v << (8 * (i - 4))
		default:
			h.c += v << (8 * (i - 7))
		}
	}
	h.final()
}

// hashBytes and hashUint32 are hash_bytes_extended and
// hash_bytes_uint32_extended; the lower 32 bits without a seed are the plain hash.
func hashBytes(k string, seed uint64) uint64 {
	h := newJenkins(len(k))
	h.seed(seed)
	h.bytes(k)
	return uint64(h.b)<<32 | uint64(h.c)
}

func hashUint32(k uint32, seed uint64) uint64 {
	h := newJenkins(4)
	h.seed(seed)
	h.a += k
	h.final()
	return uint64(h.b)<<32 | uint64(h.c)
}

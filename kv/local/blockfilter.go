package local

import "github.com/cespare/xxhash/v2"

// A block's filter is a Bloom filter over its keys: it tells most absent keys
// without the key section being decompressed. Double hashing over one 64-bit
// hash stands for independent hash functions (Kirsch and Mitzenmacher, "Less
// Hashing, Same Performance").
const (
	filterBitsPerKey = 8
	filterProbes     = 5 // near ln 2 × bits per key: about 2 % false answers
)

// appendFilter appends the filter of rows.
func appendFilter(out []byte, rows []blockRow) []byte {
	at := len(out)
	out = append(out, make([]byte, (filterBitsPerKey*len(rows)+7)/8)...)
	filter := out[at:]
	bits := uint64(8 * len(filter))
	for i := range rows {
		h := xxhash.Sum64(rows[i].key)
		step := h>>32 | 1
		for range filterProbes {
			bit := h % bits
			filter[bit/8] |= 1 << (bit % 8)
			h += step
		}
	}
	return out
}

// filterAdmits reports whether key may be among the filter's; an empty filter
// admits all.
func filterAdmits(filter, key []byte) bool {
	if len(filter) == 0 {
		return true
	}
	bits := uint64(8 * len(filter))
	h := xxhash.Sum64(key)
	step := h>>32 | 1
	for range filterProbes {
		bit := h % bits
		if filter[bit/8]&(1<<(bit%8)) == 0 {
			return false
		}
		h += step
	}
	return true
}

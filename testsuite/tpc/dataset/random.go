package dataset

import (
	"hash/fnv"
	"math/rand/v2"
)

// random is the source of a table's values. It depends on the name alone, so that
// a table of a scale is always the same.
type random struct{ *rand.Rand }

func newRandom(table string) random {
	h := fnv.New64a()
	h.Write([]byte(table))
	return random{rand.New(rand.NewPCG(h.Sum64(), 0))}
}

// between is a number from lo to hi, both included.
func (r random) between(lo, hi int64) int64 { return lo + r.Int64N(hi-lo+1) }

// chance is true in one of n cases.
func (r random) chance(n int) bool { return r.IntN(n) == 0 }

func (r random) pick(words []string) string { return words[r.IntN(len(words))] }

// code is a text of letters and digits, of lo to hi characters.
func (r random) code(lo, hi int64) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,"
	b := make([]byte, r.between(lo, hi))
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

// prose is words one after the other, of lo to hi characters.
func (r random) prose(lo, hi int64) string {
	want := int(r.between(lo, hi))
	b := make([]byte, 0, want+16)
	for len(b) < want {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = append(b, r.pick(proseWords)...)
	}
	return string(b[:want])
}

// distinct is n different words, with spaces between.
func (r random) distinct(words []string, n int) string {
	var b []byte
	for i, w := range r.Perm(len(words))[:n] {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, words[w]...)
	}
	return string(b)
}

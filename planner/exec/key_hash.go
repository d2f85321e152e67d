package exec

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keyClass says how the cells of a key column are hashed and compared.
type keyClass uint8

const (
	keyInt    keyClass = iota // equal just when Ints are
	keyString                 // equal just when Strs are
	keyAny                    // by types.Hash and types.Compare
)

// keyClassOf is the class of a column of type t. Types whose values an = finds
// equal across types (integers, text and its like) are of one class.
func keyClassOf(t types.T) keyClass {
	switch t.OID {
	case types.Bool, types.Int2, types.Int4, types.Int8, types.Oid, types.Date, types.Time, types.Timestamp, types.TimestampTZ, types.Money, types.PgLSN:
		return keyInt
	case types.Text, types.VarChar, types.Name, types.Bytea, types.UUID, types.Inet, types.CIDR, types.MACAddr, types.MACAddr8:
		return keyString
	}
	return keyAny
}

// hashSeed is where the hash of a row begins; hashOfNull stands for NULL.
const (
	hashSeed   = uint64(0x9e3779b97f4a7c15)
	hashOfNull = uint64(0xd6e8feb86659fd93)
)

// mixHash adds the hash x of one more column to h.
func mixHash(h, x uint64) uint64 {
	hi, lo := bits.Mul64(h^x, 0xa0761d6478bd642f)
	return hi ^ lo
}

// mixInt spreads an integer over 64 bits.
func mixInt(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3)
	return hi ^ lo
}

// hashKeys sets out[i] to the hash of row i of cols for the rows of sel (nil: all n).
// Rows that compare equal, NULL with NULL too, have the same.
func hashKeys(cols []*datum.Vector, n int, sel []int32, out []uint64) {
	if sel == nil {
		for i := range out[:n] {
			out[i] = hashSeed
		}
	} else {
		for _, i := range sel {
			out[i] = hashSeed
		}
	}
	for _, v := range cols {
		hashColumn(v, n, sel, out)
	}
}

func hashColumn(v *datum.Vector, n int, sel []int32, out []uint64) {
	switch class := keyClassOf(v.T); {
	case class == keyInt && v.Kind == datum.KindInt && v.Nulls == nil && sel == nil:
		ints := v.Ints[:n]
		for i, x := range ints {
			out[i] = mixHash(out[i], mixInt(uint64(x)))
		}
	case class == keyInt && v.Kind == datum.KindInt:
		eachIndex(sel, n, func(i int) {
			x := hashOfNull
			if !v.IsNull(i) {
				x = mixInt(uint64(v.Ints[i]))
			}
			out[i] = mixHash(out[i], x)
		})
	case class == keyString && v.Kind == datum.KindString:
		eachIndex(sel, n, func(i int) {
			x := hashOfNull
			if !v.IsNull(i) {
				x = xxhash.Sum64String(v.Strs[i])
			}
			out[i] = mixHash(out[i], x)
		})
	default:
		eachIndex(sel, n, func(i int) {
			x := hashOfNull
			if !v.IsNull(i) {
				x = types.Hash(v.Get(i))
			}
			out[i] = mixHash(out[i], x)
		})
	}
}

// eachIndex calls f for the rows of sel, or for all of n.
func eachIndex(sel []int32, n int, f func(i int)) {
	if sel == nil {
		for i := range n {
			f(i)
		}
		return
	}
	for _, i := range sel {
		f(int(i))
	}
}

// sameKey reports whether cell i of a equals cell j of b, both of one class
// and kind; NULL equals NULL.
func sameKey(a *datum.Vector, i int, b *datum.Vector, j int, class keyClass) bool {
	if an, bn := a.IsNull(i), b.IsNull(j); an || bn {
		return an == bn
	}
	switch class {
	case keyInt:
		return a.Ints[i] == b.Ints[j]
	case keyString:
		return a.Strs[i] == b.Strs[j]
	}
	return types.Equal(a.Get(i), b.Get(j))
}

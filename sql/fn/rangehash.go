package fn

import (
	"math/bits"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"range", "multirange"} {
		register(
			scalar("hash_"+t+"(any"+t+") int4", "hash a "+t, func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return types.NewInt4(int32(hashRanges(a[0], 0, hashRange))), nil
			}),
			scalar("hash_"+t+"_extended(any"+t+", int8) int8", "hash a "+t, func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newInt8(int64(hashRanges(a[0], uint64(a[1].I), hashRangeExtended)))
			}))
	}
}

// hashRanges hashes a range, or the ranges of a multirange one after the other.
func hashRanges(v datum.Datum, seed uint64, one func(r *types.RangeValue, seed uint64) uint64) uint64 {
	m, ok := v.X.(*types.MultirangeValue)
	if !ok {
		return one(v.Range(), seed)
	}
	h := uint64(1)
	for _, r := range m.Ranges {
		h = h*31 + one(r, seed)
	}
	return h
}

// hashRange is hash_range: 32 bits.
func hashRange(r *types.RangeValue, _ uint64) uint64 {
	h := uint32(hashUint32(uint32(types.RangeFlags(r)), 0)) ^ uint32(hashBound(r.Lower, 0))
	return uint64(bits.RotateLeft32(h, 1) ^ uint32(hashBound(r.Upper, 0)))
}

// hashRangeExtended is hash_range_extended, which rotates both halves by themselves.
func hashRangeExtended(r *types.RangeValue, seed uint64) uint64 {
	h := hashUint32(uint32(types.RangeFlags(r)), seed) ^ hashBound(r.Lower, seed)
	h = uint64(bits.RotateLeft32(uint32(h>>32), 1))<<32 | uint64(bits.RotateLeft32(uint32(h), 1))
	return h ^ hashBound(r.Upper, seed)
}

// hashBound hashes a bound as its type does; one that is missing is 0.
func hashBound(b types.RangeBound, seed uint64) uint64 {
	switch b.Value.OID {
	case 0:
		return 0
	case types.Numeric:
		return hashNumeric(b.Value, seed)
	case types.Int8, types.Timestamp, types.TimestampTZ:
		return hashLong(b.Value, seed)
	}
	return hashInteger(b.Value, seed)
}

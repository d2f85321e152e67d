package fn

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// hasher is the hash of a value, with a seed for the extended form.
type hasher func(v datum.Datum, seed uint64) uint64

func hashString(v datum.Datum, seed uint64) uint64 { return hashBytes(v.S, seed) }

func hashInteger(v datum.Datum, seed uint64) uint64 { return hashUint32(uint32(v.I), seed) }

// hashLong gives an int8 the hash of an int4 of the same value.
func hashLong(v datum.Datum, seed uint64) uint64 {
	lo, hi := uint32(v.I), uint32(v.I>>32)
	if v.I < 0 {
		hi = ^hi
	}
	return hashUint32(lo^hi, seed)
}

func hashDouble(v datum.Datum, seed uint64) uint64 {
	x := v.Float()
	if x == 0 {
		return seed
	}
	if math.IsNaN(x) {
		x = math.NaN()
	}
	b := math.Float64bits(x)
	if math.IsNaN(x) {
		b = 0x7ff8000000000000
	}
	return hashBytes(string(binary.LittleEndian.AppendUint64(nil, b)), seed)
}

func hashInterval(v datum.Datum, seed uint64) uint64 {
	iv := v.Interval()
	days := int64(iv.Months)*30 + int64(iv.Days)
	return hashLong(types.NewInt8(days*usecPerDay+iv.Micros), seed)
}

// hashers are the hash functions of types whose values are equal just if these
// bytes or numbers are.
var hashers = []struct {
	name, extended, arg string
	f                   hasher
}{
	{"hashtext", "hashtextextended", "text", hashString},
	{"hashname", "hashnameextended", "name", hashString},
	{"hashbpchar", "hashbpcharextended", "bpchar", func(v datum.Datum, seed uint64) uint64 {
		return hashBytes(strings.TrimRight(v.S, " "), seed)
	}},
	{"hashchar", "hashcharextended", "char", func(v datum.Datum, seed uint64) uint64 {
		if v.S == "" {
			return hashUint32(0, seed)
		}
		return hashUint32(uint32(int8(v.S[0])), seed)
	}},
	{"hashint2", "hashint2extended", "int2", hashInteger},
	{"hashint4", "hashint4extended", "int4", hashInteger},
	{"hashint8", "hashint8extended", "int8", hashLong},
	{"hashoid", "hashoidextended", "oid", hashInteger},
	{"hashfloat4", "hashfloat4extended", "float4", hashDouble},
	{"hashfloat8", "hashfloat8extended", "float8", hashDouble},
	{"hash_numeric", "hash_numeric_extended", "numeric", hashNumeric},
	{"uuid_hash", "uuid_hash_extended", "uuid", hashString},
	{"time_hash", "time_hash_extended", "time", hashLong},
	{"timestamp_hash", "timestamp_hash_extended", "timestamp", hashLong},
	{"interval_hash", "interval_hash_extended", "interval", hashInterval},
}

func init() {
	for _, h := range hashers {
		register(
			scalar(h.name+"("+h.arg+") int4", "hash", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return types.NewInt4(int32(h.f(a[0], 0))), nil
			}),
			scalar(h.extended+"("+h.arg+", int8) int8", "hash with a seed", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
				return newInt8(int64(h.f(a[0], uint64(a[1].I))))
			}),
		)
	}
}

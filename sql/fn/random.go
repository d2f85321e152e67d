package fn

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Random is a session's generator of random numbers: xoroshiro128**, seeded by
// splitmix64 as in PostgreSQL 15, so that setseed gives the same numbers. The zero
// value seeds itself. It is not safe for concurrent use.
type Random struct{ s0, s1 uint64 }

func splitmix(state *uint64) uint64 {
	*state += 0x9E3779B97F4A7C15
	v := *state
	v = (v ^ v>>30) * 0xBF58476D1CE4E5B9
	v = (v ^ v>>27) * 0x94D049BB133111EB
	return v ^ v>>31
}

// Seed starts the sequence that belongs to a seed.
func (r *Random) Seed(seed uint64) {
	r.s0, r.s1 = splitmix(&seed), splitmix(&seed)
}

// Uint64 is the next number.
func (r *Random) Uint64() uint64 {
	if r.s0 == 0 && r.s1 == 0 {
		r.Seed(rand.Uint64())
	}
	s0, sx := r.s0, r.s1^r.s0
	v := bits.RotateLeft64(s0*5, 7) * 9
	r.s0 = bits.RotateLeft64(s0, 24) ^ sx ^ sx<<16
	r.s1 = bits.RotateLeft64(sx, 37)
	return v
}

// Float64 is the next number from 0 to below 1.
func (r *Random) Float64() float64 { return math.Ldexp(float64(r.Uint64()>>12), -52) }

func init() {
	register(
		scalar("random() float8", "random number from 0 to below 1", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
			if c.Session == nil {
				return types.NewFloat8(rand.Float64()), nil
			}
			return types.NewFloat8(c.Session.Random().Float64()), nil
		}).volatile(),
		scalar("setseed(float8) void", "start the sequence of random() that belongs to a seed from -1 to 1", setSeed).volatile(),
	)
}

func setSeed(c *Context, a []datum.Datum) (datum.Datum, error) {
	seed := a[0].Float()
	if math.IsNaN(seed) || seed < -1 || seed > 1 {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "setseed parameter %s is out of allowed range [-1,1]", shortFloat(seed))
	}
	if c.Session != nil {
		c.Session.Random().Seed(uint64(int64(seed * (1<<52 - 1))))
	}
	return types.NewString(types.Void, ""), nil
}

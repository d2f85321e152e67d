package types

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/cespare/xxhash/v2"
	"github.com/cockroachdb/apd/v3"
)

// hashNull is what NULL hashes to.
const hashNull = 0x9e3779b97f4a7c15

// Hash is a 64-bit hash such that values that Equal finds equal have the same
// one: across the numeric types, the string types, and date and timestamps.
// It may change between versions: it must not be stored.
func Hash(v Value) uint64 {
	if v.OID == 0 {
		return hashNull
	}
	switch FamilyOf(v.OID) {
	case FamilyNumber:
		return hashFloat(NearestFloat(v))
	case FamilyText:
		return xxhash.Sum64String(comparedText(v))
	case FamilyBytea, FamilyBit, FamilyUUID, FamilyJSON, FamilyTid, FamilyInet, FamilyMAC, FamilyMAC8, FamilyOther:
		return xxhash.Sum64String(v.S)
	case FamilyInstant:
		days, micros := splitInstant(v)
		return hashPair(uint64(days), uint64(micros))
	case FamilyTimeTZ:
		return hashInt(uint64(v.I))
	case FamilyInterval:
		days, micros := spanInterval(v.Interval())
		return hashPair(uint64(days), uint64(micros))
	case FamilyJSONB:
		return hashJSONB(v.S)
	case FamilyArray:
		a := v.X.(*Array)
		h := uint64(len(a.Elems))
		for _, e := range a.Elems {
			h = h*31 + Hash(e)
		}
		return hashInt(h)
	case FamilyRecord:
		h := uint64(1)
		for _, e := range v.X.(*RecordValue).Fields {
			h = h*31 + Hash(e)
		}
		return hashInt(h)
	}
	switch x := v.X.(type) {
	case *RangeValue:
		return hashRange(x)
	case *MultirangeValue:
		h := uint64(1)
		for _, r := range x.Ranges {
			h = h*31 + hashRange(r)
		}
		return hashInt(h)
	}
	return hashInt(uint64(v.I))
}

func hashRange(r *RangeValue) uint64 {
	return hashPair(uint64(RangeFlags(r)), Hash(r.Lower.Value)*31+Hash(r.Upper.Value))
}

// hashFloat gives all NaNs one hash and -0 that of 0.
func hashFloat(x float64) uint64 {
	switch {
	case x == 0:
		return hashInt(0)
	case math.IsNaN(x):
		return hashInt(1)
	}
	return hashInt(math.Float64bits(x))
}

// hashInt mixes 64 bits (the finaliser of splitmix64).
func hashInt(x uint64) uint64 {
	x += hashNull
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func hashPair(a, b uint64) uint64 { return hashInt(hashInt(a) + b) }

// hashJSONB hashes the canonical text with numbers by value: jsonb 1.0 equals
// 1 but prints otherwise.
func hashJSONB(s string) uint64 {
	var d xxhash.Digest
	d.Reset()
	var word [8]byte
	for i := 0; i < len(s); {
		n := jsonTokenLen(s[i:])
		if c := s[i]; c == '-' || c >= '0' && c <= '9' {
			v, err := parseNumeric(s[i:i+n], -1)
			if err == nil {
				binary.LittleEndian.PutUint64(word[:], Hash(v))
				d.Write(word[:])
			}
		} else {
			d.WriteString(s[i : i+n])
		}
		i += n
	}
	return d.Sum64()
}

// jsonTokenLen is the length of the string, number or other byte at the start
// of canonical JSON text.
func jsonTokenLen(s string) int {
	i := 1
	switch c := s[0]; {
	case c == '"':
		for i < len(s) && s[i] != '"' {
			if s[i] == '\\' {
				i++
			}
			i++
		}
		return min(i+1, len(s))
	case c == '-' || c >= '0' && c <= '9':
		for i < len(s) && (s[i] == '.' || s[i] >= '0' && s[i] <= '9') {
			i++
		}
	}
	return i
}

// NearestFloat is a number of any numeric type rounded to float8; numerics
// past its range become infinite.
func NearestFloat(v Value) float64 {
	switch v.OID {
	case Float4, Float8:
		return v.Float()
	case Numeric:
		return nearestDecimal(v.Decimal())
	}
	return float64(v.I)
}

// powersOfTen are those that float64 holds exactly.
var powersOfTen = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func nearestDecimal(d *apd.Decimal) float64 {
	switch d.Form {
	case apd.Infinite:
		if d.Negative {
			return math.Inf(-1)
		}
		return math.Inf(1)
	case apd.NaN, apd.NaNSignaling:
		return math.NaN()
	}
	// Both operands exact: one correctly rounded division.
	if d.Coeff.IsUint64() && d.Exponent <= 0 && int(-d.Exponent) < len(powersOfTen) {
		if c := d.Coeff.Uint64(); c < 1<<53 {
			x := float64(c) / powersOfTen[-d.Exponent]
			if d.Negative {
				return -x
			}
			return x
		}
	}
	x, _ := strconv.ParseFloat(d.Text('E'), 64)
	return x
}

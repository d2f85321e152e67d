package fn

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// numericHeader is the length of what stands before the digits in a numeric's
// binary form: their number, the weight, the sign, the scale.
const numericHeader = 8

// hashNumeric hashes the digits, four decimal ones each, and the weight of the
// first: not the sign nor the scale (hash_numeric).
func hashNumeric(v datum.Datum, seed uint64) uint64 {
	b, err := types.AppendBinary(nil, v)
	if err != nil || b[4]&0x80 != 0 {
		return seed // NaN and the infinities
	}
	weight, digits := int64(int16(binary.BigEndian.Uint16(b[2:]))), b[numericHeader:]
	for len(digits) > 0 && digits[0]|digits[1] == 0 {
		digits, weight = digits[2:], weight-1
	}
	for n := len(digits); n > 0 && digits[n-1]|digits[n-2] == 0; n = len(digits) {
		digits = digits[:n-2]
	}
	if len(digits) == 0 {
		return seed - 1
	}
	for i := 0; i < len(digits); i += 2 {
		digits[i], digits[i+1] = digits[i+1], digits[i]
	}
	return hashBytes(string(digits), seed) ^ uint64(weight)
}

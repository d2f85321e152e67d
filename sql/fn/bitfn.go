package fn

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	length := func(per int) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) { return newInt4((len(a[0].S) + per - 1) / per) }
	}
	register(
		operator("&", "bit, bit -> bit", "bitwise and", bitPairs("AND", func(x, y byte) byte { return x & y })),
		operator("|", "bit, bit -> bit", "bitwise or", bitPairs("OR", func(x, y byte) byte { return x | y })),
		operator("#", "bit, bit -> bit", "bitwise exclusive or", bitPairs("XOR", func(x, y byte) byte { return '0' + (x ^ y) })),
		operator("~", "bit -> bit", "bitwise not", bitNot),
		operator("<<", "bit, int4 -> bit", "shift left", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBit(shiftBits(a[0].S, a[1].I))
		}),
		operator(">>", "bit, int4 -> bit", "shift right", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newBit(shiftBits(a[0].S, -a[1].I))
		}),
		operator("||", "varbit, varbit -> varbit", "concatenate", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return types.NewString(types.VarBit, a[0].S+a[1].S), nil
		}),
		aggregate("bit_and(bit) bit", "bitwise and of all input values", newFoldedBits(bitPairs("AND", func(x, y byte) byte { return x & y }))),
		aggregate("bit_or(bit) bit", "bitwise or of all input values", newFoldedBits(bitPairs("OR", func(x, y byte) byte { return x | y }))),
		aggregate("bit_xor(bit) bit", "bitwise exclusive or of all input values", newFoldedBits(bitPairs("XOR", func(x, y byte) byte { return '0' + (x ^ y) }))),
		scalar("bitcmp(bit, bit) int4", "less-equal-greater", compareBits),
		scalar("varbitcmp(varbit, varbit) int4", "less-equal-greater", compareBits),
		scalar("length(bit) int4", "number of bits", length(1)),
		scalar("bit_length(bit) int4", "number of bits", length(1)),
		scalar("octet_length(bit) int4", "number of bytes", length(8)),
		scalar("bit_count(bit) int8", "number of bits that are set", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt8(int64(strings.Count(a[0].S, "1")))
		}),
		scalar("position(bit, bit) int4", "where a bit string is in another, from 1", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if a[0].S == "" {
				return newInt4(0)
			}
			return newInt4(strings.Index(a[0].S, a[1].S) + 1)
		}),
		scalar("get_bit(bit, int4) int4", "bit at an offset", getBitOfBits),
		scalar("set_bit(bit, int4, int4) bit", "change the bit at an offset", setBitOfBits),
		scalar("substring(bit, int4) bit", "bits from a position on", substringBits),
		scalar("substring(bit, int4, int4) bit", "bits from a position on", substringBits),
		scalar("overlay(bit, bit, int4) bit", "replace bits from a position on", overlayBits),
		scalar("overlay(bit, bit, int4, int4) bit", "replace bits from a position on", overlayBits),
	)
}

func compareBits(_ *Context, a []datum.Datum) (datum.Datum, error) {
	return newInt4(types.Compare(a[0], a[1]))
}

func newBit(s string) (datum.Datum, error) { return types.NewString(types.Bit, s), nil }

// bitPairs combines the digits of two bit strings of one length.
func bitPairs(name string, f func(x, y byte) byte) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		x, y := a[0].S, a[1].S
		if len(x) != len(y) {
			return datum.Null, pgerr.New(pgerr.StringDataLengthMismatch, "cannot %s bit strings of different sizes", name)
		}
		out := make([]byte, len(x))
		for i := range out {
			out[i] = f(x[i], y[i])
		}
		return newBit(string(out))
	}
}

func bitNot(_ *Context, a []datum.Datum) (datum.Datum, error) {
	out := []byte(a[0].S)
	for i := range out {
		out[i] ^= 1
	}
	return newBit(string(out))
}

// shiftBits moves bits by n places to the left, or by -n to the right; the
// length stays.
func shiftBits(s string, n int64) string {
	by := int(min(max(n, -n), int64(len(s))))
	if n >= 0 {
		return s[by:] + strings.Repeat("0", by)
	}
	return strings.Repeat("0", by) + s[:len(s)-by]
}

func checkBitIndex(s string, i int64) error {
	if i < 0 || i >= int64(len(s)) {
		return pgerr.New(pgerr.ArraySubscriptError, "bit index %d out of valid range (0..%d)", i, len(s)-1)
	}
	return nil
}

func getBitOfBits(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if err := checkBitIndex(a[0].S, a[1].I); err != nil {
		return datum.Null, err
	}
	return newInt4(int(a[0].S[a[1].I] - '0'))
}

func setBitOfBits(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if err := checkBitIndex(a[0].S, a[1].I); err != nil {
		return datum.Null, err
	}
	if a[2].I != 0 && a[2].I != 1 {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "new bit must be 0 or 1")
	}
	out := []byte(a[0].S)
	out[a[1].I] = '0' + byte(a[2].I)
	return newBit(string(out))
}

func negativeBitLength() error {
	return pgerr.New(pgerr.SubstringError, "negative substring length not allowed")
}

// cutBits gives the bits at positions from (counted from 1) to before end.
func cutBits(s string, from, end int64) string {
	from, end = max(from, 1), min(end, int64(len(s))+1)
	if from >= end {
		return ""
	}
	return s[from-1 : end-1]
}

func substringBits(_ *Context, a []datum.Datum) (datum.Datum, error) {
	end := int64(math.MaxInt64)
	if len(a) == 3 {
		if a[2].I < 0 {
			return datum.Null, negativeBitLength()
		}
		end = a[1].I + a[2].I
	}
	return newBit(cutBits(a[0].S, a[1].I, end))
}

func overlayBits(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n := int64(len(a[1].S))
	if len(a) == 4 {
		n = a[3].I
	}
	from := a[2].I
	if from <= 0 {
		return datum.Null, negativeBitLength()
	}
	if from+n > math.MaxInt32 {
		return datum.Null, types.OutOfRange(types.Int4)
	}
	s := a[0].S
	return newBit(cutBits(s, 1, from) + a[1].S + cutBits(s, from+n, math.MaxInt64))
}

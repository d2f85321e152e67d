package types

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// lsnBias turns the unsigned position of a pg_lsn into the signed Value.I that
// has the same order.
const lsnBias = 1 << 63

// NewLSN makes a pg_lsn.
func NewLSN(pos uint64) Value { return Value{OID: PgLSN, I: int64(pos ^ lsnBias)} }

// LSN returns the position of a pg_lsn.
func (v Value) LSN() uint64 { return uint64(v.I) ^ lsnBias }

// parseLSN reads two hexadecimal numbers of up to eight digits and a slash between.
func parseLSN(s string) (Value, error) {
	high, low, _ := strings.Cut(s, "/")
	pos := uint64(0)
	for _, part := range []string{high, low} {
		if len(part) < 1 || len(part) > 8 {
			return Null, syntaxError(PgLSN, s)
		}
		half := uint64(0)
		for i := range len(part) {
			h := hexValue(part[i])
			if h < 0 {
				return Null, syntaxError(PgLSN, s)
			}
			half = half<<4 | uint64(h)
		}
		pos = pos<<32 | half
	}
	return NewLSN(pos), nil
}

func appendLSN(buf []byte, v Value) []byte {
	text := strconv.FormatUint(v.LSN()>>32, 16) + "/" + strconv.FormatUint(v.LSN()&0xffffffff, 16)
	return append(buf, strings.ToUpper(text)...)
}

// NumericToLSN rounds a numeric to a position (0A000, 22023).
func NumericToLSN(v Value) (Value, error) {
	d := v.Decimal()
	switch d.Form {
	case apd.Finite:
	case apd.Infinite:
		return Null, pgerr.New(pgerr.FeatureNotSupported, "cannot convert infinity to pg_lsn")
	default:
		return Null, pgerr.New(pgerr.FeatureNotSupported, "cannot convert NaN to pg_lsn")
	}
	rounded := new(apd.Decimal)
	ctx := apd.BaseContext.WithPrecision(uint32(d.NumDigits()) + 1)
	ctx.Rounding = apd.RoundHalfUp
	if _, err := ctx.Quantize(rounded, d, 0); err != nil {
		return Null, lsnOutOfRange()
	}
	n, ok := new(big.Int).SetString(rounded.Text('f'), 10)
	if !ok || !n.IsUint64() {
		return Null, lsnOutOfRange()
	}
	return NewLSN(n.Uint64()), nil
}

func lsnOutOfRange() error { return pgerr.New(pgerr.InvalidParameterValue, "pg_lsn out of range") }

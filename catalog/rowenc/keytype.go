package rowenc

import (
	"fmt"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/kv/keyenc"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keyForm is how a type's values lie in a key.
type keyForm uint8

const (
	keyNone keyForm = iota
	keyBool
	keyInt
	keyTime
	keyUUID
	keyText
	keyBlankPadded
	keyBytes
	keyDecimal
)

func keyFormOf(t types.OID) keyForm {
	switch t {
	case types.Bool:
		return keyBool
	case types.Int2, types.Int4, types.Int8:
		return keyInt
	case types.Date, types.Timestamp, types.TimestampTZ:
		return keyTime
	case types.UUID:
		return keyUUID
	case types.Text, types.VarChar:
		return keyText
	case types.BPChar:
		return keyBlankPadded
	case types.Bytea:
		return keyBytes
	case types.Numeric:
		return keyDecimal
	}
	if types.IsEnum(t) {
		return keyInt
	}
	return keyNone
}

// CanBeKey reports whether columns of a type can be in a primary key.
func CanBeKey(t types.OID) bool { return keyFormOf(t) != keyNone }

// longKeyBytes is one more than any stored text or bytea key value can have
// (limits.PrimaryKeyValueBytes can't be raised): a longer value in a lookup,
// cut to this, orders among the stored ones as the whole would, and equals none.
const longKeyBytes = 1025

// appendKeyValue appends the key form of v, a value of the column's type.
func appendKeyValue(dst []byte, form keyForm, v datum.Datum) ([]byte, error) {
	if v.IsNull() {
		return nil, fmt.Errorf("rowenc: NULL in a key")
	}
	if got := keyFormOf(v.OID); got != form && (got != keyText || form != keyBlankPadded) && (got != keyBlankPadded || form != keyText) {
		return nil, fmt.Errorf("rowenc: value of type %d for a key column of another type", v.OID)
	}
	switch form {
	case keyBool:
		return keyenc.AppendBool(dst, v.Bool()), nil
	case keyInt:
		return keyenc.AppendInt(dst, v.I), nil
	case keyTime:
		return keyenc.AppendTime(dst, v.I), nil
	case keyUUID:
		var u [16]byte
		if copy(u[:], v.S) != len(u) || len(v.S) != len(u) {
			return nil, fmt.Errorf("rowenc: uuid of %d bytes", len(v.S))
		}
		return keyenc.AppendUUID(dst, u), nil
	case keyText:
		return keyenc.AppendText(dst, v.S[:min(len(v.S), longKeyBytes)]), nil
	case keyBlankPadded:
		s := strings.TrimRight(v.S, " ")
		return keyenc.AppendText(dst, s[:min(len(s), longKeyBytes)]), nil
	case keyBytes:
		return keyenc.AppendBytes(dst, []byte(v.S[:min(len(v.S), longKeyBytes)])), nil
	case keyDecimal:
		return keyenc.AppendDecimal(dst, v.Decimal()), nil
	default:
		return nil, fmt.Errorf("rowenc: type %d can't be in a key", v.OID)
	}
}

// decodeKeyValue takes a value of type t off b.
func decodeKeyValue(b []byte, form keyForm, t types.T) (v datum.Datum, rest []byte, err error) {
	v.OID = t.OID
	switch form {
	case keyBool:
		var x bool
		if x, rest, err = keyenc.DecodeBool(b); x {
			v.I = 1
		}
	case keyInt:
		v.I, rest, err = keyenc.DecodeInt(b)
	case keyTime:
		v.I, rest, err = keyenc.DecodeTime(b)
	case keyUUID:
		var u [16]byte
		u, rest, err = keyenc.DecodeUUID(b)
		v.S = string(u[:])
	case keyText:
		v.S, rest, err = keyenc.DecodeText(b)
	case keyBlankPadded:
		v.S, rest, err = keyenc.DecodeText(b)
		v.S = padBlanks(v.S, t.Mod)
	case keyBytes:
		var x []byte
		x, rest, err = keyenc.DecodeBytes(b)
		v.S = string(x)
	case keyDecimal:
		var d *apd.Decimal
		d, rest, err = keyenc.DecodeDecimal(b)
		v.X = d
	default:
		err = corrupt("key column of a type that can't be in a key")
	}
	return v, rest, err
}

// padBlanks gives a character(n) back the blanks that its key leaves out.
func padBlanks(s string, mod int32) string {
	n, ok := types.CharMod(mod)
	if !ok {
		return s
	}
	if missing := n - utf8.RuneCountInString(s); missing > 0 {
		return s + strings.Repeat(" ", missing)
	}
	return s
}

// scaleMax bounds the display scale of a stored numeric (PostgreSQL's
// NUMERIC_DSCALE_MAX).
const scaleMax = types.NumericScaleMax

// withScale gives a decimal decoded from a key the display scale it was
// written with.
func withScale(d *apd.Decimal, scale uint64) (*apd.Decimal, error) {
	if scale > scaleMax {
		return nil, corrupt("numeric scale out of range")
	}
	add := int64(scale) + int64(d.Exponent)
	if d.Form != apd.Finite || add <= 0 {
		return d, nil
	}
	out := &apd.Decimal{Form: d.Form, Negative: d.Negative, Exponent: -int32(scale)}
	pow := new(big.Int).Exp(big.NewInt(10), big.NewInt(add), nil)
	out.Coeff.Mul(&d.Coeff, new(apd.BigInt).SetMathBigInt(pow))
	return out, nil
}

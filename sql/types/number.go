package types

import (
	"math"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// convertNumber does the casts among the numeric types and from integers to
// the types that count with them.
func convertNumber(v Value, to OID, f *Format) (Value, error) {
	switch to {
	case Int2, Int4, Int8:
		return toInteger(v, to)
	case Float4, Float8:
		return toFloat(v, to)
	case Numeric:
		return toNumeric(v)
	case Bool:
		return NewBool(v.I != 0), nil
	case Char:
		if v.I < math.MinInt8 || v.I > math.MaxInt8 {
			return Null, OutOfRange(Char)
		}
		return charValue(byte(v.I)), nil
	}
	// oid and reg*: int2 goes by way of int4, int8 is checked.
	if v.OID == Int8 && (v.I < 0 || v.I > math.MaxUint32) {
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "OID out of range")
	}
	if isReg(to) {
		return newReg(to, OID(uint32(v.I)), f), nil
	}
	return Value{OID: to, I: int64(uint32(v.I))}, nil
}

func toInteger(v Value, to OID) (Value, error) {
	var i int64
	switch v.OID {
	case Float4, Float8:
		x := math.RoundToEven(v.Float())
		// 2^63 itself is out of range; NaN fails both comparisons.
		if !(x >= -(1<<63) && x < 1<<63) {
			return Null, OutOfRange(to)
		}
		i = int64(x)
	case Numeric:
		d := v.Decimal()
		if d.Form != apd.Finite {
			kind := "infinity"
			if d.Form != apd.Infinite {
				kind = "NaN"
			}
			return Null, pgerr.New(pgerr.FeatureNotSupported, "cannot convert %s to %s", kind, TypeName(to))
		}
		var ok bool
		if i, ok = numericInt64(d); !ok {
			return Null, OutOfRange(to)
		}
	default:
		i = v.I
	}
	if lo, hi := integerBounds(to); i < lo || i > hi {
		return Null, OutOfRange(to)
	}
	return Value{OID: to, I: i}, nil
}

func toFloat(v Value, to OID) (Value, error) {
	var x float64
	switch v.OID {
	case Float4, Float8:
		x = v.Float()
	case Numeric:
		return numericToFloat(v.Decimal(), to)
	default:
		if to == Float4 {
			return NewFloat4(float32(v.I)), nil
		}
		return NewFloat8(float64(v.I)), nil
	}
	if to == Float8 {
		return NewFloat8(x), nil
	}
	y := float32(x)
	switch {
	case math.IsInf(float64(y), 0) && !math.IsInf(x, 0):
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: overflow")
	case y == 0 && x != 0:
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "value out of range: underflow")
	}
	return NewFloat4(y), nil
}

// numericToFloat goes through decimal digits, which rounds once and right.
func numericToFloat(d *apd.Decimal, to OID) (Value, error) {
	switch d.Form {
	case apd.Infinite:
		x := math.Inf(1)
		if d.Negative {
			x = math.Inf(-1)
		}
		return Value{OID: to, I: int64(math.Float64bits(x))}, nil
	case apd.NaN, apd.NaNSignaling:
		return nanValue(to), nil
	}
	x, err := strconv.ParseFloat(d.Text('E'), floatBits(to))
	if err != nil || x == 0 && !d.IsZero() {
		return Null, pgerr.New(pgerr.NumericValueOutOfRange, "\"%s\" is out of range for type %s",
			appendNumeric(nil, d), TypeName(to))
	}
	return Value{OID: to, I: int64(math.Float64bits(x))}, nil
}

// toNumeric keeps of a float the digits that its type surely has (DBL_DIG,
// FLT_DIG), as float8_numeric does.
func toNumeric(v Value) (Value, error) {
	switch v.OID {
	case Int2, Int4, Int8:
		return NewNumeric(apd.New(v.I, 0)), nil
	}
	x := v.Float()
	d := new(apd.Decimal)
	switch {
	case math.IsNaN(x):
		d.Form = apd.NaN
		return NewNumeric(d), nil
	case math.IsInf(x, 0):
		d.Form, d.Negative = apd.Infinite, x < 0
		return NewNumeric(d), nil
	}
	digits := 15
	if v.OID == Float4 {
		digits = 6
	}
	return parseNumeric(strconv.FormatFloat(x, 'g', digits, 64), -1)
}

package types

import (
	"cmp"
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// compareNumbers orders values of any two numeric types exactly.
func compareNumbers(a, b Value) int {
	switch {
	case isInteger(a.OID) && isInteger(b.OID):
		return cmp.Compare(a.I, b.I)
	case isFloat(a.OID) && isFloat(b.OID):
		return CompareFloat(a.Float(), b.Float())
	case a.OID == Numeric && b.OID == Numeric:
		return CompareDecimal(a.Decimal(), b.Decimal())
	case isFloat(a.OID):
		return -compareExactWithFloat(b, a.Float())
	case isFloat(b.OID):
		return compareExactWithFloat(a, b.Float())
	}
	return CompareDecimal(exactDecimal(a), exactDecimal(b))
}

func isFloat(oid OID) bool { return oid == Float4 || oid == Float8 }

func isInteger(oid OID) bool {
	return oid == Int2 || oid == Int4 || oid == Int8 || oid == Oid || isReg(oid)
}

func exactDecimal(v Value) *apd.Decimal {
	if v.OID == Numeric {
		return v.Decimal()
	}
	return apd.New(v.I, 0)
}

// CompareFloat orders floats as PostgreSQL does: NaN equals NaN and is
// greater than all else, -0 equals 0.
func CompareFloat(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	case x == y:
		return 0
	}
	return cmp.Compare(b2i(math.IsNaN(x)), b2i(math.IsNaN(y)))
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// CompareDecimal orders decimals as numeric_cmp does: -Infinity first, then
// numbers, Infinity, NaN.
func CompareDecimal(x, y *apd.Decimal) int {
	rx, ry := formRank(x), formRank(y)
	if rx != ry || rx != 0 {
		return cmp.Compare(rx, ry)
	}
	return x.Cmp(y)
}

func formRank(d *apd.Decimal) int {
	switch {
	case d.Form == apd.Finite:
		return 0
	case d.Form != apd.Infinite:
		return 2
	case d.Negative:
		return -1
	}
	return 1
}

// compareExactWithFloat compares an integer or numeric with a float. Rounding
// to a float keeps order, so only a tie needs all digits.
func compareExactWithFloat(v Value, y float64) int {
	x := NearestFloat(v)
	if c := CompareFloat(x, y); c != 0 || math.IsNaN(x) || math.IsInf(y, 0) && !finite(v) {
		return c
	}
	if math.IsInf(y, 0) {
		// A finite numeric past the range of floats.
		if y > 0 {
			return -1
		}
		return 1
	}
	exact := new(big.Rat)
	d := exactDecimal(v)
	exact.SetInt(d.Coeff.MathBigInt())
	if d.Negative {
		exact.Neg(exact)
	}
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(abs32(d.Exponent))), nil)
	if d.Exponent < 0 {
		exact.Quo(exact, new(big.Rat).SetInt(scale))
	} else {
		exact.Mul(exact, new(big.Rat).SetInt(scale))
	}
	return exact.Cmp(new(big.Rat).SetFloat64(y))
}

func finite(v Value) bool { return v.OID != Numeric || v.Decimal().Form == apd.Finite }

func abs32(i int32) int32 {
	if i < 0 {
		return -i
	}
	return i
}

package planner

import (
	"math"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// verdict says what a comparison of a key column with a value comes to.
type verdict uint8

const (
	valueFits   verdict = iota // a bound of the key's type
	valueUnfit                 // no bound: the filter decides
	valueNever                 // true for no key
	valueAlways                // true for every key
)

// keyValue converts the other side of key op v to the key column's type, so
// that the bound is true for just the keys for which the comparison is. It may
// change op: k < 1.5 is k <= 1. What has no exact bound is unfit.
func keyValue(v expr.Expr, key types.OID, op string) (expr.Expr, string, verdict) {
	k, isConst := v.(*expr.Const)
	if isConst && k.V.IsNull() {
		return nil, op, valueNever
	}
	from := v.Type().OID
	switch {
	case from == key, isText(from) && isText(key):
		return v, op, valueFits
	case isInt(key) && isInt(from):
		if isConst {
			return intBound(k.V.I, key, op)
		}
		if intSize(from) <= intSize(key) {
			return &expr.Cast{Arg: v, To: types.Of(key), Context: types.Implicit, Implicit: true}, op, valueFits
		}
	case isInt(key) && from == types.Numeric:
		if c, ok := intCast(v); ok && intSize(c.Type().OID) <= intSize(key) {
			return keyValue(c, key, op)
		}
		if isConst {
			return decimalBound(k.V.Decimal(), key, op)
		}
	}
	return nil, op, valueUnfit
}

// intCast looks through an implicit conversion of an integer to numeric.
func intCast(v expr.Expr) (expr.Expr, bool) {
	c, ok := v.(*expr.Cast)
	if ok && c.Implicit && isInt(c.Arg.Type().OID) {
		return c.Arg, true
	}
	return nil, false
}

func isText(t types.OID) bool { return t == types.Text || t == types.VarChar }

func intRange(t types.OID) (lo, hi int64) {
	switch t {
	case types.Int2:
		return math.MinInt16, math.MaxInt16
	case types.Int4:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}

func intBound(n int64, key types.OID, op string) (expr.Expr, string, verdict) {
	lo, hi := intRange(key)
	switch {
	case n < lo:
		return nil, op, outside(op, true)
	case n > hi:
		return nil, op, outside(op, false)
	}
	return expr.NewConst(types.NewInt(key, n)), op, valueFits
}

// outside is the verdict on a value below (or above) all keys.
func outside(op string, below bool) verdict {
	switch op {
	case "=":
		return valueNever
	case "<", "<=":
		if below {
			return valueNever
		}
		return valueAlways
	}
	if below {
		return valueAlways
	}
	return valueNever
}

func decimalBound(d *apd.Decimal, key types.OID, op string) (expr.Expr, string, verdict) {
	switch d.Form {
	case apd.Infinite:
		return nil, op, outside(op, d.Negative)
	case apd.NaN, apd.NaNSignaling:
		// NaN is greater than all numbers.
		return nil, op, outside(op, false)
	}
	lo, hi := intRange(key)
	if d.Cmp(apd.New(lo, 0)) < 0 {
		return nil, op, outside(op, true)
	}
	if d.Cmp(apd.New(hi, 0)) > 0 {
		return nil, op, outside(op, false)
	}
	// d is within the integers now: its floor is one too.
	var floor apd.Decimal
	ctx := apd.BaseContext.WithPrecision(40)
	if _, err := ctx.Floor(&floor, d); err != nil {
		return nil, op, valueUnfit
	}
	n, err := floor.Int64()
	if err != nil {
		return nil, op, valueUnfit
	}
	if floor.Cmp(d) == 0 {
		return expr.NewConst(types.NewInt(key, n)), op, valueFits
	}
	switch op {
	case "=":
		return nil, op, valueNever
	case "<", "<=":
		return expr.NewConst(types.NewInt(key, n)), "<=", valueFits
	}
	return expr.NewConst(types.NewInt(key, n)), ">", valueFits
}

// like adds the bounds of key LIKE 'prefix%'.
func (a *boundFinder) like(n, pos int, v expr.Expr) {
	k, ok := v.(*expr.Const)
	if !ok || k.V.IsNull() || !isText(k.T.OID) || !isText(a.keyType(pos).OID) {
		if ok && k.V.IsNull() {
			a.kb.never = true
		}
		return
	}
	prefix, rest, bad := likePrefix(k.V.S)
	if bad {
		return
	}
	cb := &a.kb.cols[pos]
	if rest == "" {
		cb.eq = append(cb.eq, bound{value: textConst(prefix), inclusive: true, cond: n, exact: true})
		return
	}
	if prefix == "" {
		return
	}
	exact := rest == "%"
	cb.low = append(cb.low, bound{value: textConst(prefix), inclusive: true, cond: n, exact: exact})
	if next, ok := nextPrefix(prefix); ok {
		cb.top = append(cb.top, bound{value: textConst(next), cond: n, exact: exact})
	}
}

func textConst(s string) expr.Expr { return expr.NewConst(types.NewText(s)) }

// likePrefix splits a pattern into the literal text it begins with and the
// rest, which is empty or begins with a wildcard. bad: the pattern ends in an
// escape, which is an error to be raised when it is matched.
func likePrefix(pattern string) (prefix, rest string, bad bool) {
	var out []byte
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '%', '_':
			return string(out), pattern[i:], false
		case '\\':
			i++
			if i == len(pattern) {
				return "", "", true
			}
			out = append(out, pattern[i])
		default:
			out = append(out, c)
		}
	}
	return string(out), "", false
}

// nextPrefix is the least text greater than all that begin with s: its last
// character raised by one, or the one before if that is the last there is.
func nextPrefix(s string) (string, bool) {
	for s != "" {
		r, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
		if r == utf8.RuneError && size <= 1 {
			return "", false
		}
		r++
		if r == 0xD800 {
			r = 0xE000
		}
		if r <= utf8.MaxRune {
			return s + string(r), true
		}
	}
	return "", false
}

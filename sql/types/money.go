package types

import (
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// parseMoney is cash_in in the C locale: $ and commas, two decimals, a minus or
// parentheses for what is owed.
func parseMoney(text string) (Value, error) {
	s, negative := text, false
	skip := func(symbols string) {
		for _, c := range []byte(symbols) {
			for s != "" && isSpace(s[0]) {
				s = s[1:]
			}
			if s != "" && s[0] == c {
				s = s[1:]
			}
		}
	}
	skip("$ ")
	switch {
	case s == "":
	case s[0] == '-' || s[0] == '(':
		negative, s = true, s[1:]
	case s[0] == '+':
		s = s[1:]
	}
	skip("$ ")
	outOfRange := func() error {
		return pgerr.New(pgerr.NumericValueOutOfRange, "value \"%s\" is out of range for type money", text)
	}
	value, ok := int64(0), true // the amount, below zero, which reaches further
	push := func(digit int64) {
		if value < math.MinInt64/10 || value*10 < math.MinInt64+digit {
			ok = false
			return
		}
		value = value*10 - digit
	}
	dot, decimals := false, 0
	for ; s != ""; s = s[1:] {
		if digitAt(s, 0) && (!dot || decimals < 2) {
			push(int64(s[0] - '0'))
			if dot {
				decimals++
			}
		} else if s[0] == '.' && !dot {
			dot = true
		} else if s[0] != ',' {
			break
		}
	}
	if digitAt(s, 0) && s[0] >= '5' {
		if value == math.MinInt64 {
			return Null, outOfRange()
		}
		value--
	}
	for ; decimals < 2; decimals++ {
		push(0)
	}
	if !ok {
		return Null, outOfRange()
	}
	for digitAt(s, 0) {
		s = s[1:]
	}
	for ; s != ""; s = s[1:] {
		switch {
		case s[0] == '-':
			negative = true
		case isSpace(s[0]) || strings.IndexByte(")+$", s[0]) >= 0:
		default:
			return Null, syntaxError(Money, text)
		}
	}
	if !negative {
		if value == math.MinInt64 {
			return Null, outOfRange()
		}
		value = -value
	}
	return Value{OID: Money, I: value}, nil
}

func appendMoney(buf []byte, cents int64) []byte {
	n := uint64(cents)
	if cents < 0 {
		buf, n = append(buf, '-'), -n
	}
	buf = append(buf, '$')
	whole := strconv.FormatUint(n/100, 10)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, whole[i])
	}
	return append(buf, '.', '0'+byte(n/10%10), '0'+byte(n%10))
}

// numberToMoney is the cast of an integer or numeric, in whole units.
func numberToMoney(v Value) (Value, error) {
	if v.OID != Numeric {
		if v.I > math.MaxInt64/100 || v.I < math.MinInt64/100 {
			return Null, OutOfRange(Int8)
		}
		return Value{OID: Money, I: v.I * 100}, nil
	}
	d := v.Decimal()
	if d.Form == apd.Finite {
		d = &apd.Decimal{Form: d.Form, Negative: d.Negative, Exponent: d.Exponent + 2, Coeff: d.Coeff}
	}
	cents, err := toInteger(Value{OID: Numeric, X: d}, Int8)
	return Value{OID: Money, I: cents.I}, err
}

// MoneyToNumeric gives the amount with two decimals.
func MoneyToNumeric(v Value) Value { return NewNumeric(apd.New(v.I, -2)) }

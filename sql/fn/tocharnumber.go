package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"int4", "int8", "numeric", "float4", "float8"} {
		register(scalar("to_char("+t+", text) text", "format number to text", numberToChar).stable())
	}
}

// numberToChar makes the digits of a number, which depend on its type, and
// then fills the template.
func numberToChar(_ *Context, a []datum.Datum) (datum.Datum, error) {
	f, err := parseNumberFormat(a[1].S)
	if err != nil || len(f.items) == 0 {
		return types.NewText(""), err
	}
	var digits string
	switch {
	case f.roman:
		digits, err = romanOf(a[0])
	case f.scientific:
		return newText(f.exponent(a[0]))
	case isFloat(a[0].OID):
		digits = f.floatDigits(a[0])
	default:
		digits, err = f.exactDigits(a[0])
	}
	if err != nil {
		return datum.Null, err
	}
	w := numberWriter{f: f, sign: '+'}
	if rest, ok := strings.CutPrefix(digits, "-"); ok {
		w.sign, digits = '-', rest
	}
	if !f.roman {
		pre := strings.IndexByte(digits, '.')
		if pre < 0 {
			pre = len(digits)
		}
		if pre < f.pre {
			w.spaces = f.pre - pre
		} else if pre > f.pre {
			digits = strings.Repeat("#", f.pre) + "." + strings.Repeat("#", f.post)
		}
	}
	w.number = digits
	return newText(w.write())
}

// exactDigits shows an integer or a numeric with the template's places behind
// the point.
func (f *numberFormat) exactDigits(v datum.Datum) (string, error) {
	x := decimalOf(v.I)
	if v.OID == types.Numeric {
		x = v.Decimal()
	}
	if f.v {
		f.pre += f.multi
		if x.Form == apd.Finite {
			x = new(apd.Decimal).Set(x)
			x.Exponent += int32(f.multi)
		}
	}
	r, err := newDecimal(roundDecimal(x, f.post), nil)
	if err != nil {
		return "", err
	}
	return types.TextOf(r, nil), nil
}

// floatDigits has no more digits than the type is sure of.
func (f *numberFormat) floatDigits(v datum.Datum) string {
	x, sure := v.Float(), 15
	if v.OID == types.Float4 {
		sure = 6
	}
	if f.v {
		x *= math.Pow10(f.multi)
		f.pre += f.multi
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return shortFloat(x)
	}
	f.post = max(0, min(f.post, sure-len(strconv.FormatFloat(math.Abs(x), 'f', 0, 64))))
	return strconv.FormatFloat(x, 'f', f.post, 64)
}

// exponent is the result of a template with EEEE.
func (f *numberFormat) exponent(v datum.Datum) string {
	var s string
	switch {
	case v.OID == types.Numeric && v.Decimal().Form == apd.Finite:
		s = scientific(v.Decimal(), f.post)
	case v.OID == types.Numeric, isFloat(v.OID) && (math.IsNaN(v.Float()) || math.IsInf(v.Float(), 0)):
		return " " + strings.Repeat("#", f.pre) + "." + strings.Repeat("#", f.post+4)
	case v.OID == types.Int4 || v.OID == types.Int8:
		s = scientific(decimalOf(v.I), f.post)
	default:
		s = strconv.FormatFloat(v.Float(), 'e', f.post, 64)
	}
	if strings.HasPrefix(s, "-") {
		return s
	}
	return " " + s
}

// scientific shows d as 1.23e+04.
func scientific(d *apd.Decimal, post int) string {
	exp, mantissa := 0, new(apd.Decimal)
	if !d.IsZero() {
		exp = int(d.NumDigits()) + int(d.Exponent) - 1
		mantissa.Set(d)
		mantissa.Negative = false
		mantissa.Exponent -= int32(exp)
	}
	if mantissa = roundDecimal(mantissa, post); mantissa.Cmp(decimalOf(10)) >= 0 {
		exp++
		mantissa.Exponent--
		mantissa = roundDecimal(mantissa, post)
	}
	sign, e := "", strconv.Itoa(exp)
	if d.Negative && !d.IsZero() {
		sign = "-"
	}
	if exp >= 0 {
		e = "+" + e
	}
	if len(e) < 3 {
		e = e[:1] + "0" + e[1:]
	}
	return sign + mantissa.Text('f') + "e" + e
}

// romanOf shows 1 to 3999 in Roman numerals.
func romanOf(v datum.Datum) (string, error) {
	var n int64
	switch v.OID {
	case types.Numeric:
		i, err := types.Cast(v, types.Of(types.Int4), types.Explicit, nil)
		if err != nil {
			return "", err
		}
		n = i.I
	case types.Float4, types.Float8:
		if x := math.RoundToEven(v.Float()); x > 0 && x < 4000 {
			n = int64(x)
		}
	default:
		n = v.I
	}
	if n < 1 || n > 3999 {
		return strings.Repeat("#", 15), nil
	}
	var b strings.Builder
	for _, r := range []struct {
		value int64
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= r.value {
			b.WriteString(r.text)
			n -= r.value
		}
	}
	return b.String(), nil
}

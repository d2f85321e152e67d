package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"int4", "int8", "numeric", "float4", "float8"} {
		register(scalar("to_char("+t+", text) text", "format number to text", numberToChar).stable())
	}
	register(scalar("to_number(text, text) numeric", "convert text to numeric", toNumber).stable())
}

// numberFormat is a number template (documentation table 9.29) taken apart.
type numberFormat struct {
	items      []string // keywords and literal characters, in order
	pre, post  int      // digit places before and after the point
	multi      int      // digits after V
	point      bool
	zeroAt     int // first place with a leading zero, or -1
	lastZero   int // last place after the point that is a 0, or -1
	fill       bool
	sign       string // "", "S" in front, "s" behind, "MI", "SG", "PL", "PR"
	scientific bool
	roman      string // "RN" or "rn"
}

var numberKeywords = []string{"EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", "B", "C", "D", "G", "L", "S", "V", "9", "0", ".", ","}

func parseNumberFormat(s string) numberFormat {
	f := numberFormat{zeroAt: -1, lastZero: -1}
	afterPoint, afterV, digits := false, false, false
	for s != "" {
		if s[0] == '"' {
			s = s[1:]
			for s != "" && s[0] != '"' {
				f.items = append(f.items, "\x00"+s[:1])
				s = s[1:]
			}
			s = strings.TrimPrefix(s, `"`)
			continue
		}
		k := ""
		for _, w := range numberKeywords {
			if len(s) >= len(w) && (s[:len(w)] == w || s[:len(w)] == strings.ToLower(w)) {
				k = w
				break
			}
		}
		if k == "" {
			f.items = append(f.items, "\x00"+s[:1])
			s = s[1:]
			continue
		}
		word := s[:len(k)]
		s = s[len(k):]
		switch k {
		case "FM":
			f.fill = true
			continue
		case "9", "0":
			switch {
			case afterV:
				f.multi++
				f.pre++
			case afterPoint:
				f.post++
				if k == "0" {
					f.lastZero = f.post
				}
			default:
				f.pre++
				if k == "0" && f.zeroAt < 0 {
					f.zeroAt = f.pre - 1
				}
			}
			digits = true
		case ".", "D":
			afterPoint, f.point = true, true
		case "V":
			afterV = true
		case "S":
			f.sign = "S"
			if digits {
				f.sign = "s"
			}
		case "MI", "SG", "PL", "PR":
			f.sign = k
		case "EEEE":
			f.scientific = true
		case "RN":
			f.roman = word
		}
		if k == "TH" {
			k = word
		}
		f.items = append(f.items, k)
	}
	return f
}

func numberToChar(_ *Context, a []datum.Datum) (datum.Datum, error) {
	f := parseNumberFormat(a[1].S)
	var d *apd.Decimal
	switch a[0].OID {
	case types.Int4, types.Int8:
		d = decimalOf(a[0].I)
	case types.Numeric:
		d = a[0].Decimal()
	default:
		x := a[0].Float()
		if math.IsNaN(x) || math.IsInf(x, 0) {
			d = decimalNaN
			break
		}
		digits := 15
		if a[0].OID == types.Float4 {
			digits = 6
		}
		post := max(0, min(f.post+f.multi, digits-len(strconv.FormatFloat(math.Abs(x), 'f', 0, 64))))
		if f.scientific {
			post = -1
		}
		var err error
		if d, _, err = apd.NewFromString(strconv.FormatFloat(x, 'f', post, 64)); err != nil {
			return datum.Null, err
		}
	}
	if f.roman != "" {
		return newText(f.romanNumber(d))
	}
	if f.scientific {
		return newText(f.exponential(d))
	}
	return newText(f.apply(d))
}

func (f numberFormat) romanNumber(d *apd.Decimal) string {
	n, err := roundDecimal(d, 0).Int64()
	if err != nil || n < 1 || n > 3999 {
		return strings.Repeat("#", 15)
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
	s := b.String()
	if !f.fill {
		s = strings.Repeat(" ", 15-len(s)) + s
	}
	if f.roman == "rn" {
		s = strings.ToLower(s)
	}
	return s
}

func (f numberFormat) exponential(d *apd.Decimal) string {
	if d.Form != apd.Finite {
		return " " + strings.Repeat("#", f.pre) + "." + strings.Repeat("#", f.post+4)
	}
	sign := " "
	if d.Negative {
		sign = "-"
	} else if f.fill {
		sign = ""
	}
	exp := 0
	mantissa := new(apd.Decimal)
	if !d.IsZero() {
		exp = int(d.NumDigits()) + int(d.Exponent) - 1
		mantissa.Set(d)
		mantissa.Negative = false
		mantissa.Exponent -= int32(exp)
		if mantissa = roundDecimal(mantissa, f.post); mantissa.Cmp(decimalOf(10)) >= 0 {
			exp++
			mantissa.Exponent--
			mantissa = roundDecimal(mantissa, f.post)
		}
	} else {
		mantissa = scaleTo(mantissa, f.post)
	}
	e := strconv.Itoa(int(magnitude(int64(exp))))
	if len(e) < 2 {
		e = "0" + e
	}
	return sign + mantissa.Text('f') + "e" + string(signOf(exp)) + e
}

// apply fills a template without exponent.
func (f numberFormat) apply(d *apd.Decimal) string {
	negative := d.Form == apd.Finite && d.Negative
	intPart, fraction := "", ""
	overflow := d.Form != apd.Finite
	if !overflow {
		x := new(apd.Decimal).Set(d)
		x.Negative = false
		x.Exponent += int32(f.multi)
		x = roundDecimal(x, f.post)
		negative = negative && !x.IsZero()
		intPart, fraction, _ = strings.Cut(x.Text('f'), ".")
		overflow = len(strings.TrimLeft(intPart, "0")) > f.pre
	}
	if overflow {
		intPart, fraction = strings.Repeat("#", f.pre), strings.Repeat("#", f.post)
	} else if intPart == "0" && f.pre == 0 {
		intPart = ""
	}
	w := numberWriter{f: f, negative: negative, intPart: intPart, fraction: fraction, overflow: overflow}
	return w.write()
}

type numberWriter struct {
	f                 numberFormat
	negative          bool
	overflow          bool
	intPart, fraction string
	b                 strings.Builder
	signed, digit     bool
	place, places     int // digit places passed before and after the point
	afterPoint        bool
}

// column writes the sign in front of the first digit.
func (w *numberWriter) column() {
	if w.signed {
		return
	}
	w.signed = true
	switch w.f.sign {
	case "", "PL":
		if w.negative {
			w.b.WriteByte('-')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	case "S":
		w.b.WriteByte(map[bool]byte{true: '-', false: '+'}[w.negative])
	case "PR":
		if w.negative {
			w.b.WriteByte('<')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	}
}

func (w *numberWriter) write() string {
	for _, it := range w.f.items {
		w.item(it)
	}
	if w.f.sign == "PR" && w.signed {
		if w.negative {
			w.b.WriteByte('>')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	}
	return w.b.String()
}

func (w *numberWriter) item(it string) {
	switch it {
	case "9", "0":
		if w.afterPoint {
			w.fractionDigit()
		} else {
			w.integerDigit()
		}
	case ".", "D":
		w.column()
		w.afterPoint = true
		w.b.WriteByte('.')
	case ",", "G":
		if w.digit {
			w.b.WriteByte(',')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	case "L", "C":
		if !w.f.fill {
			w.b.WriteByte(' ')
		}
	case "S":
		if w.f.sign == "s" {
			w.b.WriteByte(map[bool]byte{true: '-', false: '+'}[w.negative])
		}
	case "SG":
		w.b.WriteByte(map[bool]byte{true: '-', false: '+'}[w.negative])
	case "MI":
		if w.negative {
			w.b.WriteByte('-')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	case "PL":
		if !w.negative {
			w.b.WriteByte('+')
		} else if !w.f.fill {
			w.b.WriteByte(' ')
		}
	case "TH", "th":
		if !w.negative && !w.overflow && w.fraction == "" {
			tail := w.intPart[max(0, len(w.intPart)-2):]
			n, _ := strconv.Atoi(tail)
			w.b.WriteString(ordinalOf(n, it == "TH"))
		}
	case "B", "SP", "V", "PR":
	default:
		w.b.WriteString(strings.TrimPrefix(it, "\x00"))
	}
}

func (w *numberWriter) integerDigit() {
	at := w.place - (w.f.pre - len(w.intPart))
	w.place++
	last := w.place == w.f.pre
	switch {
	case at < 0 && w.f.zeroAt >= 0 && w.place > w.f.zeroAt:
		w.column()
		w.digit = true
		w.b.WriteByte('0')
	case at < 0, w.intPart == "0" && last && w.f.post > 0 && (w.f.zeroAt < 0):
		if !w.f.fill {
			w.b.WriteByte(' ')
		}
	default:
		w.column()
		w.digit = true
		w.b.WriteByte(w.intPart[at])
	}
}

func (w *numberWriter) fractionDigit() {
	w.places++
	w.column()
	if w.places > len(w.fraction) {
		if !w.f.fill || w.places <= w.f.lastZero {
			w.b.WriteByte('0')
		}
		return
	}
	// In fill mode zeros at the end that the template writes as 9 are left out.
	if w.f.fill && w.places > w.f.lastZero && strings.Trim(w.fraction[w.places-1:], "0") == "" {
		return
	}
	w.b.WriteByte(w.fraction[w.places-1])
}

// toNumber reads the digits of a text by a template: sign, digits, point.
func toNumber(_ *Context, a []datum.Datum) (datum.Datum, error) {
	f := parseNumberFormat(a[1].S)
	var b strings.Builder
	negative, point, digits, fraction := false, false, 0, 0
	for _, r := range a[0].S {
		switch {
		case r == '-' || r == '<':
			negative = true
		case r >= '0' && r <= '9':
			if point {
				if fraction++; fraction > f.post {
					continue
				}
			} else if digits++; digits > f.pre {
				continue
			}
			b.WriteRune(r)
		case r == '.' && f.point && !point:
			point = true
			b.WriteByte('.')
		}
	}
	text := strings.TrimSuffix(b.String(), ".")
	if text == "" {
		return datum.Null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type numeric: \" \"")
	}
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	}
	d, _, err := apd.NewFromString(text)
	if err != nil {
		return datum.Null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type numeric: \"%s\"", a[0].S)
	}
	d.Negative = negative
	if f.multi > 0 {
		return newDecimal(divDecimal(d, apd.New(int64(math.Pow10(min(f.multi, 18))), 0)))
	}
	return newDecimal(d, nil)
}

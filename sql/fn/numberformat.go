package fn

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// numberFormat is a number template (documentation table 9.29) taken apart, as
// PostgreSQL's NUMDesc has it: what there is in which order matters to both
// to_char and to_number in the same, not always obvious way.
type numberFormat struct {
	items     []numberItem
	pre, post int // digit places before and after the point
	multi     int // digits after V
	zeroStart int // first place before the point with a 0, from 1; 0: none
	zeroEnd   int // last place with a 0
	// signPlace is where S is, preSign how many digit places were before it.
	signPlace signPlace
	preSign   int

	fill, zero, blank, decimal, sign, minus, plus, bracket, v, roman, scientific bool
}

type signPlace byte

const (
	signNone signPlace = iota
	signBefore
	signBehind
)

// numberItem is a keyword in upper case, as it was written, or literal text.
type numberItem struct{ key, text string }

var numberKeywords = []string{"EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", "B", "C", "D", "G", "L", "S", "V", "9", "0", ".", ","}

func parseNumberFormat(s string) (numberFormat, error) {
	var f numberFormat
	for s != "" {
		if k := numberKeyword(s); k != "" {
			f.items = append(f.items, numberItem{k, s[:len(k)]})
			s = s[len(k):]
			if err := f.add(k); err != nil {
				return f, err
			}
			continue
		}
		if s[0] == '"' {
			s = f.quoted(s[1:])
			continue
		}
		// Outside quotes a backslash only means something before a quote.
		if strings.HasPrefix(s, `\"`) {
			s = s[1:]
		}
		s = f.literal(s)
	}
	return f, nil
}

func numberKeyword(s string) string {
	for _, w := range numberKeywords {
		if len(s) >= len(w) && (s[:len(w)] == w || s[:len(w)] == lower(w)) {
			return w
		}
	}
	return ""
}

// literal takes one character.
func (f *numberFormat) literal(s string) string {
	_, n := utf8.DecodeRuneInString(s)
	f.items = append(f.items, numberItem{"", s[:n]})
	return s[n:]
}

func (f *numberFormat) quoted(s string) string {
	for s != "" {
		if s[0] == '"' {
			return s[1:]
		}
		if s[0] == '\\' && len(s) > 1 {
			s = s[1:]
		}
		s = f.literal(s)
	}
	return s
}

// add takes note of a keyword; combinations that make no sense are 42601.
func (f *numberFormat) add(k string) error {
	refuse := func(message string) error { return pgerr.New(pgerr.SyntaxError, "%s", message) }
	if f.scientific && k != "EEEE" {
		return refuse(`"EEEE" must be the last pattern used`)
	}
	switch k {
	case "9", "0":
		if f.bracket {
			return refuse(`"` + k + `" must be ahead of "PR"`)
		}
		f.place(k == "0")
	case "B":
		f.blank = f.blank || f.pre == 0 && f.post == 0 && !f.zero
	case ".", "D":
		if f.decimal {
			return refuse("multiple decimal points")
		}
		if f.v {
			return refuse(`cannot use "V" and decimal point together`)
		}
		f.decimal = true
	case "FM":
		f.fill = true
	case "S":
		return f.addSign()
	case "MI", "PL", "SG":
		if f.sign {
			return refuse(`cannot use "S" and "` + k + `" together`)
		}
		f.minus = f.minus || k != "PL"
		f.plus = f.plus || k != "MI"
	case "PR":
		if f.sign || f.plus || f.minus {
			return refuse(`cannot use "PR" and "S"/"PL"/"MI"/"SG" together`)
		}
		f.bracket = true
	case "RN":
		f.roman = true
	case "V":
		if f.decimal {
			return refuse(`cannot use "V" and decimal point together`)
		}
		f.v = true
	case "EEEE":
		if f.scientific {
			return refuse(`cannot use "EEEE" twice`)
		}
		if f.blank || f.fill || f.sign || f.bracket || f.minus || f.plus || f.roman || f.v {
			return pgerr.New(pgerr.SyntaxError, `"EEEE" is incompatible with other formats`).
				WithDetail(`"EEEE" may only be used together with digit and decimal point patterns.`)
		}
		f.scientific = true
	}
	return nil
}

// place counts a digit place.
func (f *numberFormat) place(zero bool) {
	if zero && !f.zero && !f.decimal {
		f.zero, f.zeroStart = true, f.pre+1
	}
	switch {
	case !zero && f.v:
		f.multi++
	case f.decimal:
		f.post++
	default:
		f.pre++
	}
	if zero {
		f.zeroEnd = f.pre + f.post
	}
}

func (f *numberFormat) addSign() error {
	switch {
	case f.sign:
		return pgerr.New(pgerr.SyntaxError, `cannot use "S" twice`)
	case f.plus || f.minus || f.bracket:
		return pgerr.New(pgerr.SyntaxError, `cannot use "S" and "PL"/"MI"/"SG"/"PR" together`)
	case !f.decimal:
		f.signPlace, f.preSign = signBefore, f.pre
	case f.signPlace == signNone:
		f.signPlace = signBehind
	}
	f.sign = true
	return nil
}

package fn

import (
	"strings"
	"unicode/utf8"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(scalar("to_number(text, text) numeric", "convert text to numeric", toNumber).stable())
}

func toNumber(_ *Context, a []datum.Datum) (datum.Datum, error) {
	f, err := parseNumberFormat(a[1].S)
	if err != nil || a[1].S == "" {
		return datum.Null, err
	}
	switch {
	case f.scientific:
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, `"EEEE" not supported for input`)
	case f.roman:
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, `"RN" not supported for input`)
	}
	r := numberReader{f: f, s: a[0].S, sign: ' '}
	text := r.read()
	scale := int32(r.post)
	precision := int32(f.pre+f.multi) + scale
	v, err := types.ParseText(types.Numeric, text, (precision<<16|scale)+4, nil)
	if err != nil || !f.v {
		return v, err
	}
	// The power of ten has 16 digits behind the point at least, and so has the result.
	return newDecimal(mulDecimal(v.Decimal(), scaleTo(apd.New(1, -int32(f.multi)), max(16, f.multi))))
}

// numberReader reads a text by a template (NUM_processor for to_number).
type numberReader struct {
	f         numberFormat
	s         string
	at        int
	sign      byte // ' ', '+' or '-'
	digits    strings.Builder
	pre, post int // digits read
	point     bool
}

func (r *numberReader) end() bool { return r.at >= len(r.s) }

func (r *numberReader) here(c byte) bool { return r.at < len(r.s) && r.s[r.at] == c }

// read returns sign and digits.
func (r *numberReader) read() string {
	for _, it := range r.f.items {
		if r.end() {
			break
		}
		r.item(it)
	}
	return string(r.sign) + strings.TrimSuffix(r.digits.String(), ".")
}

func (r *numberReader) item(it numberItem) {
	switch it.key {
	case "9", "0", ".", "D":
		r.digitPlace(it.key)
		r.at++
	case ",", "G":
		// A separator is left out where the text has none.
		if !r.f.fill && r.here(',') {
			r.at++
		}
	case "L":
		r.skip(1)
	case "TH":
		if r.sign != '-' && !r.f.decimal {
			r.skip(2)
		}
	case "MI", "PL", "SG":
		switch {
		case it.key != "PL" && r.here('-'):
			r.sign = '-'
			r.at++
		case it.key != "MI" && r.here('+'):
			r.sign = '+'
			r.at++
		default:
			r.skip(1)
		}
	case "":
		_, n := utf8.DecodeRuneInString(r.s[r.at:])
		r.at += n
	}
}

// skip passes over characters that can't be part of a number.
func (r *numberReader) skip(n int) {
	for ; n > 0 && !r.end() && strings.IndexByte("0123456789.,+-", r.s[r.at]) < 0; n-- {
		_, size := utf8.DecodeRuneInString(r.s[r.at:])
		r.at += size
	}
}

// digitPlace is NUM_numpart_from_char; it leaves at on the last character read.
func (r *numberReader) digitPlace(key string) {
	if r.here(' ') {
		r.at++
	}
	if r.end() {
		return
	}
	if r.sign == ' ' && (key == "0" || key == "9") && r.pre+r.post == 0 {
		r.signBefore()
	}
	if r.end() {
		return
	}
	isRead := false
	switch {
	case isDigit(r.s[r.at]):
		if r.point && r.post == r.f.post {
			return
		}
		r.digits.WriteByte(r.s[r.at])
		if r.point {
			r.post++
		} else {
			r.pre++
		}
		isRead = true
	case r.f.decimal && !r.point && r.here('.'):
		r.digits.WriteByte('.')
		r.point, isRead = true, true
	}
	if r.sign == ' ' && r.pre+r.post > 0 {
		r.signBehind(isRead)
	}
}

func (r *numberReader) signBefore() {
	switch {
	case r.here('-'), r.f.bracket && r.here('<'):
		r.sign = '-'
		r.at++
	case r.here('+'):
		r.sign = '+'
		r.at++
	}
}

// signBehind reads a sign right behind the last digit.
func (r *numberReader) signBehind(isRead bool) {
	switch {
	case r.f.sign && isRead:
		if next := r.at + 1; next < len(r.s) && (r.s[next] == '-' || r.s[next] == '+') {
			r.at, r.sign = next, r.s[next]
		}
	case !isRead && !r.f.sign && (r.f.plus || r.f.minus):
		if r.here('-') || r.here('+') {
			r.sign = r.s[r.at]
		}
	}
}

package types

import "strings"

// fieldKind is what the shape of a piece of datetime text suggests.
type fieldKind uint8

const (
	fieldNumber  fieldKind = iota // digits, maybe with a point
	fieldString                   // letters
	fieldDate                     // digits or letters joined by - / or .
	fieldTime                     // digits joined by :
	fieldZone                     // a sign and digits
	fieldSpecial                  // a sign and letters: -infinity
)

// dateField is one piece of datetime text, in lower case.
type dateField struct {
	kind fieldKind
	text string
}

// dateFieldsMax is MAXDATEFIELDS.
const dateFieldsMax = 25

// Bytes that the fields of a text may take, each with a byte behind it: the
// buffers of date_in, time_in and timetz_in, of timestamp_in and
// timestamptz_in, and of interval_in. Blanks between fields do not count.
const (
	dateBuffer      = 129
	timestampBuffer = 153
	intervalBuffer  = 256
)

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isAlnum(c byte) bool { return isDigit(c) || isAlpha(c) }

// isPunct is C's ispunct.
func isPunct(c byte) bool { return c > ' ' && c < 0x7f && !isAlnum(c) }

// dateScanner cuts datetime text into fields.
type dateScanner struct {
	s   string
	pos int
}

func (d *dateScanner) at(i int) byte {
	if d.pos+i < len(d.s) {
		return d.s[d.pos+i]
	}
	return 0
}

func (d *dateScanner) while(ok func(c byte) bool) {
	for d.pos < len(d.s) && ok(d.s[d.pos]) {
		d.pos++
	}
}

// splitDateFields cuts datetime or interval text into fields, as
// ParseDateTime does; ok is false for text that cannot be one, or whose fields
// do not fit a buffer of so many bytes.
func splitDateFields(text string, buffer int) (fields []dateField, ok bool) {
	used := 0
	d := dateScanner{s: strings.ToLower(text)}
	for d.pos < len(d.s) {
		c := d.s[d.pos]
		if isSpace(c) || isPunct(c) && c != '.' && c != '+' && c != '-' {
			d.pos++
			continue
		}
		if len(fields) >= dateFieldsMax {
			return nil, false
		}
		start := d.pos
		field := ""
		var kind fieldKind
		switch {
		case isDigit(c):
			kind = d.digits()
		case c == '.':
			d.pos++
			d.while(isDigit)
			kind = fieldNumber
		case isAlpha(c):
			kind = d.word()
		case c == '+' || c == '-':
			if field, kind, ok = d.signed(); !ok {
				return nil, false
			}
		default:
			return nil, false
		}
		if field == "" {
			field = d.s[start:d.pos]
		}
		if used+len(field) >= buffer {
			return nil, false
		}
		used += len(field) + 1
		fields = append(fields, dateField{kind, field})
	}
	return fields, true
}

// digits reads a field that begins with a digit.
func (d *dateScanner) digits() fieldKind {
	d.while(isDigit)
	delim := d.at(0)
	switch delim {
	case ':':
		d.while(func(c byte) bool { return isDigit(c) || c == ':' || c == '.' })
		return fieldTime
	case '-', '/', '.':
	default:
		return fieldNumber
	}
	d.pos++
	if !isDigit(d.at(0)) {
		d.while(func(c byte) bool { return isAlnum(c) || c == delim })
		return fieldDate
	}
	d.while(isDigit)
	// Delimiters must match to make a date of three parts.
	if d.at(0) == delim {
		d.while(func(c byte) bool { return isDigit(c) || c == delim })
		return fieldDate
	}
	if delim == '.' {
		return fieldNumber
	}
	return fieldDate
}

// word reads a field that begins with a letter: a keyword, a date that begins
// with the month's name, or a zone such as america/new_york.
func (d *dateScanner) word() fieldKind {
	start := d.pos
	d.while(isAlpha)
	c := d.at(0)
	joined := c == '-' || c == '/' || c == '.'
	if c == '+' || isDigit(c) {
		joined = lookupDateWord(d.s[start:d.pos]).kind == wordUnknown
	}
	if !joined {
		return fieldString
	}
	d.while(func(c byte) bool {
		return c == '+' || c == '-' || c == '/' || c == '_' || c == '.' || c == ':' || isAlnum(c)
	})
	return fieldDate
}

// signed reads a zone offset or a word such as -infinity. Blanks behind the
// sign do not count.
func (d *dateScanner) signed() (text string, kind fieldKind, ok bool) {
	sign := d.s[d.pos : d.pos+1]
	d.pos++
	d.while(isSpace)
	start := d.pos
	switch c := d.at(0); {
	case isDigit(c):
		d.while(func(c byte) bool { return isDigit(c) || c == ':' || c == '.' || c == '-' })
		kind = fieldZone
	case isAlpha(c):
		d.while(isAlpha)
		kind = fieldSpecial
	default:
		return "", 0, false
	}
	return sign + d.s[start:d.pos], kind, true
}

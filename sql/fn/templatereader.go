package fn

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// templateReader reads a text by a date template (DCH_from_char).
type templateReader struct {
	templateDate
	s     string // what is left of the text
	items []formatItem
	fx    bool
	extra int // blanks skipped that the template has not
	prev  byte
}

func readByTemplate(input, template string) (*templateDate, error) {
	r := templateReader{s: input, items: formatItems(template)}
	r.input = input
	for i := range r.items {
		if r.s == "" {
			break
		}
		it := &r.items[i]
		if !r.fx && it.keyword != "FX" && (it.keyword != "" || i == 0) {
			r.blanks()
		}
		if it.keyword == "" {
			r.literal(it)
			continue
		}
		if err := r.field(i); err != nil {
			return nil, err
		}
		if !r.fx {
			r.extra = 0
			r.blanks()
		}
	}
	return &r.templateDate, nil
}

func isBlank(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (r *templateReader) blanks() {
	for r.s != "" && isBlank(r.s[0]) {
		r.skip(1)
		r.extra++
	}
}

func (r *templateReader) skip(n int) {
	if n > 0 {
		r.prev = r.s[n-1]
		r.s = r.s[n:]
	}
}

func (r *templateReader) char() {
	_, n := utf8.DecodeRuneInString(r.s)
	r.skip(n)
}

// literal takes a character for one of the template: outside FX a separator
// matches one or none, and text what was not skipped before.
func (r *templateReader) literal(it *formatItem) {
	separator := !it.quoted
	switch {
	case separator && !r.fx:
		r.extra--
		if r.s != "" && (isBlank(r.s[0]) || isSeparator(r.s[0])) {
			r.skip(1)
			r.extra++
		}
	case !separator && !r.fx && r.extra > 0:
		r.extra--
	default:
		r.char()
	}
}

// conventions refuses a mixture of Gregorian and ISO week dates.
func (r *templateReader) conventions(keyword string) error {
	switch keyword {
	case "IYYY", "IYY", "IY", "I", "IW", "ID", "IDDD":
		r.isoMode = true
	case "DDD", "DD", "D", "DAY", "DY", "MM", "MONTH", "MON", "RM", "WW", "W", "YYYY", "YYY", "YY", "Y", "Y,YYY":
		r.gregorian = true
	}
	if r.isoMode && r.gregorian {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid combination of date conventions").
			WithHint("Do not mix Gregorian and ISO week date conventions in a formatting template.")
	}
	return nil
}

func (r *templateReader) invalid(value string, it *formatItem) *pgerr.Error {
	return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid value \"%s\" for \"%s\"", value, it.text)
}

// set stores a field, which must not have another value already.
func (r *templateReader) set(field *int, value int, it *formatItem) error {
	if *field != 0 && *field != value {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "conflicting values for \"%s\" field in formatting string", it.text).
			WithDetail("This value contradicts a previous setting for the same field type.")
	}
	*field = value
	return nil
}

// endsNumber reports whether what follows item i can't be a digit, so that
// a number in front may have any length.
func (r *templateReader) endsNumber(i int) bool {
	if r.items[i].ordinal != "" || i+1 == len(r.items) {
		return true
	}
	next := r.items[i+1]
	if next.keyword == "" {
		return !isDigit(next.text[0])
	}
	switch next.keyword {
	case "A.D.", "A.M.", "AD", "AM", "B.C.", "BC", "P.M.", "PM", "DAY", "DY", "MONTH", "MON", "RM", "OF", "TZ", "TZH", "FX",
		"FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		return true
	}
	return false
}

// number reads a number of n digits (from_char_parse_int_len) into field, and
// returns its length.
func (r *templateReader) number(i, n int, field *int) (int, error) {
	it := &r.items[i]
	for r.s != "" && isBlank(r.s[0]) {
		r.skip(1)
	}
	part := r.s[:min(n, len(r.s))]
	for part != "" && !utf8.ValidString(part) {
		part = part[:len(part)-1]
	}
	text := part
	loose := it.fill || r.endsNumber(i)
	short := func(format string, got int) error {
		return pgerr.New(pgerr.InvalidDatetimeFormat, format, it.text).
			WithDetail("Field requires %d characters, but only %d remain.", n, got).
			WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
	}
	if loose {
		text = r.s
	} else if len(part) < n {
		return 0, short("source string too short for \"%s\" formatting field", len(part))
	}
	end := 0
	if text != "" && (text[0] == '-' || text[0] == '+') {
		end = 1
	}
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	v, err := strconv.ParseInt(text[:end], 10, 64)
	switch {
	case end == 0 || !isDigit(text[end-1]):
		return 0, r.invalid(part, it).WithDetail("Value must be an integer.")
	case !loose && end < n:
		return 0, r.invalid(part, it).WithDetail("Field requires %d characters, but only %d could be parsed.", n, end).
			WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
	case err != nil || v < math.MinInt32 || v > math.MaxInt32:
		return 0, pgerr.New(pgerr.DatetimeFieldOverflow, "value for \"%s\" in source string is out of range", it.text).
			WithDetail("Value must be in the range %d to %d.", math.MinInt32, math.MaxInt32)
	}
	r.skip(end)
	if field == nil {
		return end, nil
	}
	return end, r.set(field, int(v), it)
}

// word reads one of a list of words in any case, and returns its place.
func (r *templateReader) word(it *formatItem, words []string) (int, error) {
	for i, w := range words {
		if len(r.s) >= len(w) && strings.EqualFold(r.s[:len(w)], w) {
			r.skip(len(w))
			return i, nil
		}
	}
	end := 0
	for end < len(r.s) && !isBlank(r.s[end]) {
		end++
	}
	return 0, r.invalid(r.s[:end], it).WithDetail("The given value did not match any of the allowed values for this field.")
}

func (r *templateReader) ordinal(it *formatItem) {
	for range len(it.ordinal) {
		if r.s != "" {
			r.char()
		}
	}
}

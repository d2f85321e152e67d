package fn

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// standardSeparators are those of the SQL standard's templates.
const standardSeparators = "-./,':; "

// quotedText is what stands in quotes in a template: any text may.
var quotedText = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// parseStandard reads s by a template as the SQL standard wants it: text must
// match, and nothing be left over (DCH_from_char with std).
func parseStandard(s, template string) (*standardFields, error) {
	p := &standardFields{input: s, s: s, f: map[string]int64{}, sign: 1}
	items := formatItems(template)
	for _, it := range formatItems(quotedText.ReplaceAllString(template, "")) {
		if err := p.declare(it); err != nil {
			return nil, err
		}
	}
	for i, it := range items {
		if p.s == "" {
			return nil, invalidStandard("input string is too short for datetime format")
		}
		if it.keyword == "" {
			if err := p.literal(it); err != nil {
				return nil, err
			}
			continue
		}
		open := it.fill || i+1 == len(items) || items[i+1].keyword == "" && !strings.ContainsAny(items[i+1].text, "0123456789") ||
			items[i+1].keyword != "" && !isNumeric(items[i+1].keyword)
		if err := p.field(it, open); err != nil {
			return nil, err
		}
		if it.ordinal != "" {
			p.s = p.s[min(2, len(p.s)):]
		}
	}
	if strings.TrimLeft(p.s, " \t\n\v\f\r") != "" {
		return nil, invalidStandard("trailing characters remain in input string after datetime format")
	}
	return p, nil
}

// declare notes what a piece of the template stands for (DCH_datetime_type).
func (p *standardFields) declare(it formatItem) error {
	switch k := it.keyword; k {
	case "":
		if !strings.Contains(standardSeparators, it.text) {
			return invalidStandard("invalid datetime format separator: \"%s\"", it.text)
		}
	case "TZH", "TZM":
		p.zoned = true
	case "TZ", "OF":
		return pgerr.New(pgerr.FeatureNotSupported, "formatting field \"%s\" is only supported in to_char", it.text)
	case "HH", "HH12", "HH24", "MI", "SS", "MS", "US", "SSSS", "SSSSS", "AM", "PM", "A.M.", "P.M.",
		"FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		p.timed = true
	default:
		p.dated = true
	}
	return nil
}

func (p *standardFields) literal(it formatItem) error {
	if rest, ok := strings.CutPrefix(p.s, it.text); ok {
		p.s = rest
		return nil
	}
	if it.quoted {
		return invalidStandard("unmatched format character \"%s\"", it.text)
	}
	return invalidStandard("unmatched format separator \"%s\"", it.text)
}

// standardWidths are the digits of the fields whose names are of another
// length.
var standardWidths = map[string]int{
	"HH12": 2, "HH24": 2, "US": 6, "MS": 3, "FF1": 1, "FF2": 2, "FF3": 3, "FF4": 4, "FF5": 5, "FF6": 6, "TZM": 2, "TZH": 2,
}

func (p *standardFields) field(it formatItem, open bool) error {
	switch k := it.keyword; k {
	case "MONTH", "MON":
		return p.word(it, "MM", monthNames)
	case "DAY", "DY":
		return p.word(it, "", dayNames)
	case "AM", "PM", "A.M.", "P.M.":
		return p.half(it, map[string]int{"A.M.": 1, "AM": 1, "P.M.": 2, "PM": 2}, func(n int) { p.pm, p.twelve = n, true })
	case "AD", "BC", "A.D.", "B.C.":
		return p.half(it, map[string]int{"A.D.": 1, "AD": 1, "B.C.": 2, "BC": 2}, func(n int) { p.bc = n == 2 })
	case "TZH":
		switch p.s[0] {
		case '+', '-', ' ':
			if p.s[0] == '-' {
				p.sign = -1
			}
			p.s = p.s[1:]
		}
		p.hasZone = true
	}
	v, got, err := p.digits(it, open)
	if err != nil {
		return err
	}
	switch k := it.keyword; k {
	case "HH", "HH12", "HH24":
		p.f["HH"] = v
		p.twelve = p.twelve || k != "HH24"
	case "MS", "US", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		for ; got < 6; got++ {
			v *= 10
		}
		p.f["US"] += v
	case "YYYY", "YYY", "YY", "Y":
		p.f["Y"] = adjustYear(v, k)
	case "SSSS":
		p.f["SSSSS"] = v
	case "TZH":
		p.hours = v
	case "TZM":
		p.minutes = v
	default:
		p.f[k] = v
	}
	return nil
}

// digits reads a number: of any length if open, else of the field's own.
func (p *standardFields) digits(it formatItem, open bool) (int64, int, error) {
	s := strings.TrimLeft(p.s, " \t\n\v\f\r")
	width := len(it.keyword)
	if w, ok := standardWidths[it.keyword]; ok {
		width = w
	}
	if !open {
		if utf8.RuneCountInString(s) < width {
			return 0, 0, invalidStandard("source string too short for \"%s\" formatting field", it.text).
				WithDetail("Field requires %d characters, but only %d remain.", width, len(s)).
				WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
		}
	}
	end := 0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		end++
	}
	for end < len(s) && s[end] >= '0' && s[end] <= '9' && (open || end < width) {
		end++
	}
	shown := s[:min(width, len(s))]
	v, err := strconv.ParseInt(s[:end], 10, 64)
	switch {
	case err != nil && end > 1:
		return 0, 0, pgerr.New(pgerr.DatetimeFieldOverflow, "value for \"%s\" in source string is out of range", it.text).
			WithDetail("Value must be in the range %d to %d.", -1<<31, 1<<31-1)
	case err != nil:
		return 0, 0, invalidStandard("invalid value \"%s\" for \"%s\"", shown, it.text).WithDetail("Value must be an integer.")
	case !open && end < width:
		return 0, 0, invalidStandard("invalid value \"%s\" for \"%s\"", shown, it.text).
			WithDetail("Field requires %d characters, but only %d could be parsed.", width, end).
			WithHint("If your source string is not fixed-width, try using the \"FM\" modifier.")
	case v != clampInt32(v):
		return 0, 0, pgerr.New(pgerr.DatetimeFieldOverflow, "value for \"%s\" in source string is out of range", it.text).
			WithDetail("Value must be in the range %d to %d.", -1<<31, 1<<31-1)
	}
	p.s = s[end:]
	return v, end, nil
}

func (p *standardFields) noMatch(it formatItem) error {
	end := strings.IndexAny(p.s, " \t\n")
	if end < 0 {
		end = len(p.s)
	}
	return invalidStandard("invalid value \"%s\" for \"%s\"", p.s[:end], it.text).
		WithDetail("The given value did not match any of the allowed values for this field.")
}

func (p *standardFields) word(it formatItem, key string, names []string) error {
	for i, name := range names {
		if len(it.keyword) <= 3 && it.keyword != "DAY" {
			name = name[:3]
		}
		if len(p.s) >= len(name) && strings.EqualFold(p.s[:len(name)], name) {
			if key != "" {
				p.f[key] = int64(i + 1)
			}
			p.s = p.s[len(name):]
			return nil
		}
	}
	return p.noMatch(it)
}

func (p *standardFields) half(it formatItem, words map[string]int, set func(int)) error {
	best := ""
	for w := range words {
		if len(w) == len(it.keyword) && len(p.s) >= len(w) && strings.EqualFold(p.s[:len(w)], w) {
			best = w
		}
	}
	if best == "" {
		return p.noMatch(it)
	}
	p.s = p.s[len(best):]
	set(words[best])
	return nil
}

// isNumeric reports whether a field of a template is read from digits alone.
func isNumeric(k string) bool {
	switch k {
	case "DAY", "DY", "MONTH", "MON", "RM", "AM", "PM", "A.M.", "P.M.", "AD", "BC", "A.D.", "B.C.", "TZ", "TZH", "OF":
		return false
	}
	return true
}

// adjustYear completes a year of fewer than four digits: the one next to 2020
// (PostgreSQL's adjust_partial_year_to_2020).
func adjustYear(y int64, keyword string) int64 {
	digits := strings.Count(strings.TrimPrefix(keyword, "I"), "Y")
	if keyword == "I" {
		digits = 1
	}
	switch {
	case digits >= 4:
		return y
	case y < 70:
		return y + 2000
	case y < 100:
		return y + 1900
	case y < 520:
		return y + 2000
	case y < 1000:
		return y + 1000
	}
	return y
}

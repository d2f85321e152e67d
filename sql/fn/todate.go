package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("to_date(text, text) date", "convert text to date", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			p, err := parseByTemplate(a[0].S, a[1].S)
			if err != nil {
				return datum.Null, err
			}
			jd, err := p.day()
			if err != nil {
				return datum.Null, err
			}
			return newDate(jd - epochJulian)
		}).stable(),
		scalar("to_timestamp(text, text) timestamptz", "convert text to timestamp with time zone", toTimestamp).stable(),
	)
}

func toTimestamp(c *Context, a []datum.Datum) (datum.Datum, error) {
	p, err := parseByTemplate(a[0].S, a[1].S)
	if err != nil {
		return datum.Null, err
	}
	jd, err := p.day()
	if err != nil {
		return datum.Null, err
	}
	us, err := p.time()
	if err != nil {
		return datum.Null, err
	}
	local, err := checkTimestamp((jd-epochJulian)*usecPerDay + us)
	if err != nil {
		return datum.Null, err
	}
	if p.zoned {
		return newTimestamp(types.TimestampTZ, local-p.zone*usecPerSec, nil)
	}
	ts, err := toInstant(c, local)
	return newTimestamp(types.TimestampTZ, ts, err)
}

// templateParser reads text by a date template.
type templateParser struct {
	input string
	s     string // what is left of it
	f     map[string]int64
	pm    int // 0 not given, 1 AM, 2 PM
	bc    bool
	zone  int64
	zoned bool
}

func parseByTemplate(input, template string) (*templateParser, error) {
	p := &templateParser{input: input, s: input, f: map[string]int64{}}
	items := formatItems(template)
	for i, it := range items {
		if it.keyword == "" {
			p.literal(it)
			continue
		}
		p.s = strings.TrimLeft(p.s, " \t\n")
		if p.s == "" {
			break
		}
		// A number right before another one takes just its own digits.
		adjacent := i+1 < len(items) && (items[i+1].keyword != "" && isNumeric(items[i+1].keyword) ||
			items[i+1].keyword == "" && items[i+1].text[0] >= '0' && items[i+1].text[0] <= '9')
		if err := p.field(it, adjacent); err != nil {
			return nil, err
		}
		if it.ordinal != "" && len(p.s) >= 2 {
			p.s = p.s[2:]
		}
	}
	return p, nil
}

func isNumeric(k string) bool {
	switch k {
	case "DAY", "DY", "MONTH", "MON", "RM", "AM", "PM", "A.M.", "P.M.", "AD", "BC", "A.D.", "B.C.", "TZ", "TZH", "OF":
		return false
	}
	return true
}

// literal skips what a piece of text in the template stands for: a separator
// matches any separator or none, other text any character.
func (p *templateParser) literal(it formatItem) {
	if it.quoted {
		if p.s != "" {
			p.s = p.s[1:]
		}
		return
	}
	if p.s != "" && (p.s[0] == ' ' || isSeparator(p.s[0]) && p.s[0] != '-' && p.s[0] != '+') || strings.HasPrefix(p.s, it.text) {
		p.s = p.s[1:]
	} else if p.s != "" && (p.s[0] == '-' || p.s[0] == '+') && isSeparator(it.text[0]) {
		p.s = p.s[1:]
	}
}

func (p *templateParser) invalid(value, keyword string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid value \"%s\" for \"%s\"", value, keyword)
}

func (p *templateParser) field(it formatItem, adjacent bool) error {
	switch k := it.keyword; k {
	case "MONTH", "MON":
		return p.word(it, "MM", monthNames, 3, 1)
	case "DAY", "DY":
		return p.word(it, "DAY", dayNames, 3, 1)
	case "RM":
		for i := len(romanMonth) - 1; i >= 0; i-- {
			if len(p.s) >= len(romanMonth[i]) && strings.EqualFold(p.s[:len(romanMonth[i])], romanMonth[i]) {
				p.f["MM"], p.s = int64(i+1), p.s[len(romanMonth[i]):]
				return nil
			}
		}
		return p.invalid(p.s, it.text)
	case "AM", "PM", "A.M.", "P.M.", "AD", "BC", "A.D.", "B.C.":
		return p.half(it)
	case "TZH", "OF", "TZ":
		return p.offset(it)
	case "Y,YYY":
		head, tail, ok := strings.Cut(p.s, ",")
		if !ok || len(tail) < 3 {
			return p.invalid(p.s, it.text)
		}
		n, err := strconv.ParseInt(head+tail[:3], 10, 32)
		if err != nil {
			return p.invalid(p.s, it.text)
		}
		p.f["Y"], p.s = n, tail[3:]
		return nil
	}
	return p.number(it, adjacent)
}

func (p *templateParser) word(it formatItem, key string, names []string, short, base int) error {
	full := it.keyword == "MONTH" || it.keyword == "DAY"
	for i, name := range names {
		for _, w := range []string{name, name[:short]} {
			if len(p.s) >= len(w) && strings.EqualFold(p.s[:len(w)], w) && (full == (w == name)) {
				p.f[key], p.s = int64(i+base), p.s[len(w):]
				return nil
			}
		}
	}
	end := 0
	for end < len(p.s) && p.s[end] != ' ' {
		end++
	}
	return p.invalid(p.s[:end], it.text).WithDetail("The given value did not match any of the allowed values for this field.")
}

func (p *templateParser) half(it formatItem) error {
	for _, w := range []struct {
		text string
		set  func()
	}{
		{"A.M.", func() { p.pm = 1 }}, {"AM", func() { p.pm = 1 }}, {"P.M.", func() { p.pm = 2 }}, {"PM", func() { p.pm = 2 }},
		{"A.D.", func() {}}, {"AD", func() {}}, {"B.C.", func() { p.bc = true }}, {"BC", func() { p.bc = true }},
	} {
		if len(p.s) >= len(w.text) && strings.EqualFold(p.s[:len(w.text)], w.text) {
			w.set()
			p.s = p.s[len(w.text):]
			return nil
		}
	}
	return p.invalid(p.s, it.text).WithDetail("The given value did not match any of the allowed values for this field.")
}

func (p *templateParser) offset(it formatItem) error {
	if it.keyword != "TZH" {
		return pgerr.New(pgerr.FeatureNotSupported, "formatting field \"%s\" is only supported in to_char", it.text)
	}
	sign := int64(1)
	if p.s[0] == '-' || p.s[0] == '+' {
		if p.s[0] == '-' {
			sign = -1
		}
		p.s = p.s[1:]
	}
	h, _, err := p.digits(it, 2)
	p.zoned, p.zone = true, sign*h*3600
	return err
}

// digits reads a number of at most n digits (0: any number of them).
func (p *templateParser) digits(it formatItem, n int) (int64, int, error) {
	end := 0
	if end < len(p.s) && (p.s[0] == '-' || p.s[0] == '+') && n == 0 {
		end++
	}
	for end < len(p.s) && p.s[end] >= '0' && p.s[end] <= '9' && (n == 0 || end < n) {
		end++
	}
	v, err := strconv.ParseInt(p.s[:end], 10, 32)
	if err != nil {
		show := p.s
		if n > 0 && len(show) > n {
			show = show[:n]
		}
		return 0, 0, p.invalid(show, it.text).WithDetail("Value must be an integer.")
	}
	p.s = p.s[end:]
	return v, end, nil
}

func (p *templateParser) number(it formatItem, adjacent bool) error {
	n := 0
	width := len(it.keyword)
	switch it.keyword {
	case "HH12", "HH24":
		width = 2
	case "US", "FF6":
		width = 6
	case "MS", "FF3":
		width = 3
	case "FF1", "FF2", "FF4", "FF5":
		width = int(it.keyword[2] - '0')
	case "J", "SSSS", "SSSSS":
		width = 0
	}
	if adjacent || len(it.keyword) <= 3 && it.keyword != "J" && it.keyword[0] != 'Y' {
		n = width
	}
	v, got, err := p.digits(it, n)
	if err != nil {
		return err
	}
	switch k := it.keyword; k {
	case "HH", "HH12", "HH24":
		p.f["HH"] = v
		if k != "HH24" {
			p.f["12"] = 1
		}
	case "MS", "US", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		p.f["US"] += int64(math.Round(float64(v) * math.Pow10(6-got)))
	case "YYYY", "YYY", "YY", "Y", "IYYY", "IYY", "IY", "I":
		p.f[k[:1]] = adjustYear(v, k)
	case "TZM":
		if p.zone < 0 {
			v = -v
		}
		p.zone += v * 60
	default:
		p.f[k] = v
	}
	return nil
}

// adjustYear completes a year of less than four digits to the one closest to
// 2020 (adjust_partial_year_to_2020).
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

func (p *templateParser) outOfRange() error {
	return pgerr.New(pgerr.DatetimeFieldOverflow, "date/time field value out of range: \"%s\"", p.input)
}

// day is the Julian day that the fields name.
func (p *templateParser) day() (int64, error) {
	get := func(k string, standard int64) int64 {
		if v, ok := p.f[k]; ok {
			return v
		}
		return standard
	}
	if v, ok := p.f["J"]; ok {
		return v, nil
	}
	year := get("Y", 0) // without a year the date is in 1 BC, as in PostgreSQL
	if cc, ok := p.f["CC"]; ok {
		if _, has := p.f["Y"]; has {
			year = (cc-1)*100 + year%100
		} else {
			year = (cc-1)*100 + 1
		}
	}
	if p.bc {
		year = 1 - year
	} else if year < 0 {
		year++
	}
	if iy, ok := p.f["I"]; ok {
		return isoWeekStart(int(iy)) + (get("IW", 1)-1)*7 + (get("ID", 1) - 1), nil
	}
	month, day := get("MM", 1), get("DD", 1)
	if q, ok := p.f["Q"]; ok && p.f["MM"] == 0 {
		month = (q-1)*3 + 1
	}
	if doy, ok := p.f["DDD"]; ok {
		if doy < 1 || doy > 366 {
			return 0, p.outOfRange()
		}
		return julianOf(int(year), 1, 1) + doy - 1, nil
	}
	if month < 1 || month > 12 || day < 1 || day > int64(daysIn(int(year), int(month))) || year < -4713 || year > 300000 {
		return 0, p.outOfRange()
	}
	return julianOf(int(year), int(month), int(day)), nil
}

// time is the time of day that the fields name.
func (p *templateParser) time() (int64, error) {
	if s, ok := p.f["SSSS"]; ok {
		return s * usecPerSec, nil
	}
	if s, ok := p.f["SSSSS"]; ok {
		return s * usecPerSec, nil
	}
	h := p.f["HH"]
	if p.pm != 0 || p.f["12"] != 0 && p.f["HH"] > 12 {
		if h < 1 || h > 12 {
			return 0, pgerr.New(pgerr.InvalidDatetimeFormat, "hour \"%d\" is invalid for the 12-hour clock", h).
				WithHint("Use the 24-hour clock, or give an hour between 1 and 12.")
		}
		h %= 12
		if p.pm == 2 {
			h += 12
		}
	}
	if h > 23 || p.f["MI"] > 59 || p.f["SS"] > 59 || h < 0 {
		return 0, p.outOfRange()
	}
	return h*usecPerHour + p.f["MI"]*usecPerMin + p.f["SS"]*usecPerSec + p.f["US"], nil
}

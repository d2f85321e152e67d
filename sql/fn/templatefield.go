package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// romanMonthDown are the months from December on: longer numerals come before
// those that they begin with.
var romanMonthDown = []string{"XII", "XI", "X", "IX", "VIII", "VII", "VI", "V", "IV", "III", "II", "I"}

func abbreviated(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n[:3]
	}
	return out
}

var (
	monthAbbrevs = abbreviated(monthNames)
	dayAbbrevs   = abbreviated(dayNames)
)

// field reads what item i stands for.
func (r *templateReader) field(i int) error {
	it := &r.items[i]
	if err := r.conventions(it.keyword); err != nil {
		return err
	}
	switch it.keyword {
	case "FX":
		r.fx = true
		return nil
	case "TZ", "OF":
		return pgerr.New(pgerr.FeatureNotSupported, "formatting field \"%s\" is only supported in to_char", it.text)
	case "TZH", "TZM":
		return r.zone(i)
	case "Y,YYY":
		return r.commaYear(it)
	}
	if words := templateWords[it.keyword]; words != nil {
		n, err := r.word(it, words)
		if err != nil {
			return err
		}
		return r.setWord(it, n)
	}
	if err := r.numberField(i); err != nil {
		return err
	}
	if it.keyword != "J" && it.keyword != "Q" && it.keyword != "D" || it.ordinal != "" {
		r.ordinal(it)
	}
	return nil
}

// templateWords are the words of each keyword that takes words.
var templateWords = map[string][]string{
	"A.M.": {"A.M.", "P.M."}, "P.M.": {"A.M.", "P.M."}, "AM": {"AM", "PM"}, "PM": {"AM", "PM"},
	"A.D.": {"A.D.", "B.C."}, "B.C.": {"A.D.", "B.C."}, "AD": {"AD", "BC"}, "BC": {"AD", "BC"},
	"MONTH": monthNames, "MON": monthAbbrevs, "DAY": dayNames, "DY": dayAbbrevs, "RM": romanMonthDown,
}

func (r *templateReader) setWord(it *formatItem, n int) error {
	switch it.keyword {
	case "A.M.", "P.M.", "AM", "PM":
		r.twelve = 1
		return r.set(&r.pm, n, it)
	case "MONTH", "MON":
		return r.set(&r.month, n+1, it)
	case "RM":
		return r.set(&r.month, 12-n, it)
	case "DAY", "DY":
		err := r.set(&r.weekday, n, it)
		r.weekday++
		return err
	}
	return r.set(&r.bc, n, it)
}

// numberField reads a field that is a number.
func (r *templateReader) numberField(i int) error {
	it := &r.items[i]
	var err error
	switch k := it.keyword; k {
	case "HH", "HH12":
		r.twelve = 1
		_, err = r.number(i, 2, &r.hour)
	case "HH24":
		_, err = r.number(i, 2, &r.hour)
	case "MI":
		_, err = r.number(i, 2, &r.minute)
	case "SS":
		_, err = r.number(i, 2, &r.second)
	case "SSSS", "SSSSS":
		_, err = r.number(i, len(k), &r.daySecond)
	case "MS":
		err = r.fraction(i, 3, &r.milli)
	case "US":
		err = r.micros(i, 6)
	case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		err = r.micros(i, int(k[2]-'0'))
	case "MM":
		_, err = r.number(i, 2, &r.month)
	case "DDD", "IDDD":
		_, err = r.number(i, 3, &r.dayOfYear)
	case "DD":
		_, err = r.number(i, 2, &r.day)
	case "D":
		_, err = r.number(i, 1, &r.weekday)
	case "ID":
		if _, err = r.number(i, 1, &r.weekday); err == nil {
			if r.weekday++; r.weekday > 7 {
				r.weekday = 1
			}
		}
	case "WW", "IW":
		_, err = r.number(i, 2, &r.week)
	case "W":
		_, err = r.number(i, 1, &r.monthWeek)
	case "Q":
		_, err = r.number(i, 1, nil)
	case "CC":
		_, err = r.number(i, 2, &r.century)
	case "J":
		_, err = r.number(i, 1, &r.julian)
	case "YYYY", "IYYY", "YYY", "IYY", "YY", "IY", "Y", "I":
		err = r.yearField(i)
	}
	return err
}

// yearField completes a year of less than four digits to the one closest to
// 2020 (adjust_partial_year_to_2020).
func (r *templateReader) yearField(i int) error {
	n := len(r.items[i].keyword)
	got, err := r.number(i, n, &r.year)
	if err != nil {
		return err
	}
	if n < 4 && got < 4 {
		switch y := r.year; {
		case y < 70:
			r.year += 2000
		case y < 100:
			r.year += 1900
		case y < 520:
			r.year += 2000
		case y < 1000:
			r.year += 1000
		}
	}
	r.yearDigits = n
	return nil
}

// fraction reads digits after a point: 25 of milliseconds are 250.
func (r *templateReader) fraction(i, n int, field *int) error {
	got, err := r.number(i, n, field)
	if err == nil && got < n {
		*field *= int(math.Pow10(n - got))
	}
	return err
}

func (r *templateReader) micros(i, n int) error {
	got, err := r.number(i, n, &r.micro)
	if err == nil && got < 6 {
		r.micro *= int(math.Pow10(6 - got))
	}
	return err
}

// zone reads TZH or TZM. A minus in front of hours may have been skipped as a
// separator.
func (r *templateReader) zone(i int) error {
	if r.items[i].keyword == "TZM" {
		if r.zoneSign == 0 {
			r.zoneSign = 1
		}
		_, err := r.number(i, 2, &r.zoneMinute)
		return err
	}
	r.zoneSign = 1
	if r.s != "" && strings.IndexByte("+- ", r.s[0]) >= 0 {
		if r.s[0] == '-' {
			r.zoneSign = -1
		}
		r.skip(1)
	} else if r.extra > 0 && r.prev == '-' {
		r.zoneSign = -1
	}
	_, err := r.number(i, 2, &r.zoneHour)
	return err
}

// commaYear reads a year such as 2,024.
func (r *templateReader) commaYear(it *formatItem) error {
	digits := func(s string, most int) int {
		n := 0
		for n < len(s) && n < most && isDigit(s[n]) {
			n++
		}
		return n
	}
	head := digits(r.s, 9)
	tail := 0
	if head > 0 && head < len(r.s) && r.s[head] == ',' {
		tail = digits(r.s[head+1:], 3)
	}
	if tail == 0 {
		return pgerr.New(pgerr.InvalidDatetimeFormat, "invalid input string for \"Y,YYY\"")
	}
	thousands, _ := strconv.Atoi(r.s[:head])
	years, _ := strconv.Atoi(r.s[head+1 : head+1+tail])
	r.skip(head + 1 + tail)
	r.yearDigits = 4
	err := r.set(&r.year, years+thousands*1000, it)
	r.ordinal(it)
	return err
}

package fn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("to_char(timestamp, text) text", "format timestamp to text", timestampToChar).stable(),
		scalar("to_char(timestamptz, text) text", "format timestamp with time zone to text", timestampToChar).stable(),
		scalar("to_char(interval, text) text", "format interval to text", intervalToChar).stable(),
	)
}

// moment is what to_char shows: a point in local time, or an interval.
type moment struct {
	civil
	interval bool
	hours    int64 // of an interval: may be more than 23
	zone     int   // seconds east of Greenwich
	abbrev   string
	zoned    bool
}

func timestampToChar(c *Context, a []datum.Datum) (datum.Datum, error) {
	if infinite(a[0]) || a[1].S == "" {
		return datum.Null, nil
	}
	local := a[0].I
	m := moment{}
	if a[0].OID == types.TimestampTZ {
		var err error
		if local, err = toLocal(c, a[0]); err != nil {
			return datum.Null, err
		}
		m.zoned = true
		m.zone, m.abbrev = types.ZoneAt(c.Format.TimeZone, a[0].I)
	}
	m.civil = civilOf(local)
	return m.format(a[1].S)
}

func intervalToChar(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[1].S == "" {
		return datum.Null, nil
	}
	iv := a[0].Interval()
	m := moment{interval: true, hours: iv.Micros / usecPerHour}
	m.year, m.month, m.day = int(iv.Months/12), int(iv.Months%12), int(iv.Days)
	rest := iv.Micros % usecPerHour
	m.minute, m.sec, m.usec = int(rest/usecPerMin), int(rest/usecPerSec%60), int(rest%usecPerSec)
	return m.format(a[1].S)
}

var (
	monthNames = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	dayNames   = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
	romanMonth = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}
)

// format fills the template. Fields of a calendar make no sense for an interval
// (22007).
func (m moment) format(template string) (datum.Datum, error) {
	var b strings.Builder
	for _, it := range formatItems(template) {
		if it.keyword == "" {
			b.WriteString(it.text)
			continue
		}
		switch it.keyword {
		case "A.D.", "B.C.", "AD", "BC", "TZ", "TZH", "TZM", "OF", "MONTH", "MON", "DAY", "DY", "D", "ID":
			if m.interval {
				return datum.Null, pgerr.New(pgerr.InvalidDatetimeFormat, "invalid format specification for an interval value").
					WithHint("Intervals are not tied to specific calendar dates.")
			}
		}
		text, number := m.field(it)
		if it.ordinal != "" {
			text += ordinalOf(number, it.ordinal == "TH")
		}
		b.WriteString(text)
	}
	return newText(b.String())
}

// pad writes a number with at least width digits, or without padding in fill mode.
func (it formatItem) pad(n, width int) (string, int) {
	if it.fill {
		return strconv.Itoa(n), n
	}
	if n < 0 {
		width++
	}
	return fmt.Sprintf("%0*d", width, n), n
}

// name writes a word in the letter case of the keyword, padded to width.
func (it formatItem) name(word string, width int) string {
	switch {
	case it.text == strings.ToUpper(it.text):
		word = strings.ToUpper(word)
	case it.text == strings.ToLower(it.text):
		word = strings.ToLower(word)
	}
	if width > len(word) && !it.fill {
		word += strings.Repeat(" ", width-len(word))
	}
	return word
}

func (m moment) field(it formatItem) (string, int) {
	hours := m.hour
	if m.interval {
		hours = int(m.hours)
	}
	switch it.keyword {
	case "HH", "HH12":
		h := hours % 12
		if h == 0 {
			h = 12
		}
		return it.pad(h, 2)
	case "HH24":
		return it.pad(hours, 2)
	case "MI":
		return it.pad(m.minute, 2)
	case "SS":
		return it.pad(m.sec, 2)
	case "MS":
		n := m.usec / 1000
		return fmt.Sprintf("%03d", n), n
	case "US":
		return fmt.Sprintf("%06d", m.usec), m.usec
	case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6":
		return fmt.Sprintf("%06d", m.usec)[:it.keyword[2]-'0'], 0
	case "SSSS", "SSSSS":
		n := hours*3600 + m.minute*60 + m.sec
		return strconv.Itoa(n), n
	case "AM", "PM", "A.M.", "P.M.":
		half := "AM"
		if hours%24 >= 12 {
			half = "PM"
		}
		if strings.Contains(it.keyword, ".") {
			half = half[:1] + "." + half[1:] + "."
		}
		return it.name(half, 0), 0
	case "TZ":
		return it.name(m.abbrev, 0), 0
	case "TZH":
		return fmt.Sprintf("%c%02d", signOf(m.zone), magnitude(int64(m.zone))/3600), 0
	case "TZM":
		return fmt.Sprintf("%02d", magnitude(int64(m.zone))/60%60), 0
	case "OF":
		s := fmt.Sprintf("%c%02d", signOf(m.zone), magnitude(int64(m.zone))/3600)
		if minutes := magnitude(int64(m.zone)) / 60 % 60; minutes != 0 {
			s += fmt.Sprintf(":%02d", minutes)
		}
		return s, 0
	}
	return m.dateField(it)
}

func signOf(n int) byte {
	if n < 0 {
		return '-'
	}
	return '+'
}

func (m moment) dateField(it formatItem) (string, int) {
	jd := m.julian()
	dow := int((jd + 1) % 7)
	isoYear, isoWeekNo := isoWeek(jd)
	year := m.year
	if !m.interval {
		if year = m.year; year <= 0 {
			year = 1 - year
		}
		if isoYear <= 0 {
			isoYear = 1 - isoYear
		}
	}
	doy := int(jd-julianOf(m.year, 1, 1)) + 1
	switch it.keyword {
	case "MONTH", "MON", "RM":
		if m.month < 1 || m.month > 12 {
			return "", 0
		}
		switch it.keyword {
		case "MONTH":
			return it.name(monthNames[m.month-1], 9), 0
		case "MON":
			return it.name(monthNames[m.month-1][:3], 0), 0
		}
		return it.name(romanMonth[m.month-1], 4), 0
	case "MM":
		return it.pad(m.month, 2)
	case "DAY":
		return it.name(dayNames[dow], 9), 0
	case "DY":
		return it.name(dayNames[dow][:3], 0), 0
	case "DDD":
		if m.interval {
			doy = m.year*360 + m.month*30 + m.day
		}
		return it.pad(doy, 3)
	case "IDDD":
		return it.pad(int(jd-isoWeekStart(isoYear))+1, 3)
	case "DD":
		if it.fill {
			return strconv.Itoa(m.day), m.day
		}
		return fmt.Sprintf("%02d", m.day), m.day
	case "D":
		return strconv.Itoa(dow + 1), dow + 1
	case "ID":
		if dow == 0 {
			dow = 7
		}
		return strconv.Itoa(dow), dow
	case "WW":
		return it.pad((doy-1)/7+1, 2)
	case "IW":
		return it.pad(isoWeekNo, 2)
	case "W":
		n := (m.day-1)/7 + 1
		return strconv.Itoa(n), n
	case "Q":
		if m.month == 0 {
			return "", 0
		}
		n := (m.month-1)/3 + 1
		return strconv.Itoa(n), n
	case "CC":
		n := centuryOf(m.year)
		if m.interval {
			n = m.year / 100
		}
		return it.pad(n, 2)
	case "J":
		return strconv.FormatInt(jd, 10), int(jd)
	case "Y,YYY":
		return fmt.Sprintf("%d,%03d", year/1000, year%1000), year
	case "YYYY":
		return it.pad(year, 4)
	case "YYY":
		return it.pad(year%1000, 3)
	case "YY":
		return it.pad(year%100, 2)
	case "Y":
		return it.pad(year%10, 1)
	case "IYYY":
		return it.pad(isoYear, 4)
	case "IYY":
		return it.pad(isoYear%1000, 3)
	case "IY":
		return it.pad(isoYear%100, 2)
	case "I":
		return it.pad(isoYear%10, 1)
	case "BC", "AD", "B.C.", "A.D.":
		era := "AD"
		if m.year <= 0 {
			era = "BC"
		}
		if strings.Contains(it.keyword, ".") {
			era = era[:1] + "." + era[1:] + "."
		}
		return it.name(era, 0), 0
	}
	return "", 0
}

// ordinalOf is st, nd, rd or th.
func ordinalOf(n int, upperCase bool) string {
	s := "th"
	if tens := n % 100; tens < 11 || tens > 13 {
		switch n % 10 {
		case 1:
			s = "st"
		case 2:
			s = "nd"
		case 3:
			s = "rd"
		}
	}
	if upperCase {
		return strings.ToUpper(s)
	}
	return s
}

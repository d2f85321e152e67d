package types

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// fixedZone makes a zone that never changes.
func fixedZone(name string, seconds int) *time.Location { return time.FixedZone(name, seconds) }

// renameZone gives a fixed zone another name than its abbreviation, by writing
// it as zone data and reading that back.
func renameZone(loc *time.Location, name string) *time.Location {
	abbrev, offset := time.Unix(0, 0).In(loc).Zone()
	renamed, err := time.LoadLocationFromTZData(name, zoneData(abbrev, offset, ""))
	if err != nil {
		return loc
	}
	return renamed
}

// zoneData writes the smallest TZif file (RFC 8536) with one zone and a POSIX
// rule for all times.
func zoneData(abbrev string, offset int, rule string) []byte {
	header := func(b []byte) []byte {
		b = append(b, "TZif2"...)
		b = append(b, make([]byte, 15)...)
		for _, n := range []int32{0, 0, 0, 0, 1, int32(len(abbrev) + 1)} {
			b = appendInt32(b, n)
		}
		b = appendInt32(b, int32(offset))
		b = append(b, 0, 0)
		return append(append(b, abbrev...), 0)
	}
	b := header(header(nil))
	return append(append(append(b, '\n'), rule...), '\n')
}

// posixZone reads std offset [dst [offset] [,rules]], as tzparse does; nil if
// name is none. Offsets count hours west of Greenwich.
func posixZone(name string) *time.Location {
	upper := strings.ToUpper(name)
	std, rest, ok := cutZoneWord(upper)
	if !ok || rest == "" {
		return nil
	}
	offset, rest, ok := cutZoneOffset(rest)
	if !ok {
		return nil
	}
	if rest == "" {
		return renameZone(fixedZone(std, -offset), upper)
	}
	dst, rest, ok := cutZoneWord(rest)
	if !ok || dst == "" {
		return nil
	}
	dstOffset := offset - 3600
	if rest != "" && rest[0] != ',' {
		if dstOffset, rest, ok = cutZoneOffset(rest); !ok {
			return nil
		}
	}
	if rest == "" {
		rest = ",M3.2.0,M11.1.0" // TZDEFRULESTRING
	}
	if !zoneRules.MatchString(rest) {
		return nil
	}
	rule := "<" + std + ">" + zoneOffsetText(offset) + "<" + dst + ">" + zoneOffsetText(dstOffset) + rest
	loc, err := time.LoadLocationFromTZData(upper, zoneData(std, -offset, rule))
	if err != nil {
		return nil
	}
	return loc
}

// zoneRules is the shape of the dates between which a POSIX zone's daylight
// saving time holds.
var zoneRules = func() *regexp.Regexp {
	const date = `,(M\d{1,2}\.[1-5]\.[0-6]|J?\d{1,3})(/[+-]?\d{1,3}(:\d\d?){0,2})?`
	return regexp.MustCompile("^" + date + date + "$")
}()

// cutZoneWord takes an abbreviation, maybe in <>, off the front.
func cutZoneWord(s string) (word, rest string, ok bool) {
	if strings.HasPrefix(s, "<") {
		word, rest, ok = strings.Cut(s[1:], ">")
		return word, rest, ok
	}
	i := 0
	for i < len(s) && s[i] != ',' && s[i] != '+' && s[i] != '-' && (s[i] < '0' || s[i] > '9') {
		if s[i] == ' ' || s[i] >= 0x80 {
			return "", "", false
		}
		i++
	}
	return s[:i], s[i:], true
}

// cutZoneOffset takes [+-]hh[:mm[:ss]] off the front, as seconds.
func cutZoneOffset(s string) (seconds int, rest string, ok bool) {
	negative := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		negative = s[0] == '-'
		s = s[1:]
	}
	for unit := 3600; unit >= 1; unit /= 60 {
		i := 0
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		n, err := strconv.Atoi(s[:i])
		if err != nil || unit == 3600 && n >= zoneHoursMax || unit == 60 && n > 59 || n > 60 && unit == 1 {
			return 0, "", false
		}
		seconds += n * unit
		if s = s[i:]; s == "" || s[0] != ':' || unit == 1 {
			break
		}
		s = s[1:]
	}
	if negative {
		seconds = -seconds
	}
	return seconds, s, true
}

func zoneOffsetText(seconds int) string {
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return sign + strconv.Itoa(seconds/3600) + ":" + strconv.Itoa(seconds/60%60) + ":" + strconv.Itoa(seconds%60)
}

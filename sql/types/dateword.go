package types

// wordKind is the part of speech of a word in datetime text.
type wordKind uint8

const (
	wordUnknown  wordKind = iota
	wordIgnore            // at, on
	wordReserved          // a moment of its own: now, infinity
	wordMonth
	wordWeekday
	wordMeridian // am, pm
	wordEra      // bc, ad
	wordUnit     // labels the number before (intervals) or behind it
	wordISOTime  // t
	wordDSTMod   // dst
	wordAgo
)

// dateUnit is a field of datetimes and intervals, or a reserved moment.
type dateUnit uint8

const (
	unitNone dateUnit = iota
	unitMicrosecond
	unitMillisecond
	unitSecond
	unitMinute
	unitHour
	unitDay
	unitWeek
	unitMonth
	unitQuarter
	unitYear
	unitDecade
	unitCentury
	unitMillennium
	unitJulian
	unitTime // hhmmss behind a t
	unitOther

	momentNow
	momentToday
	momentTomorrow
	momentYesterday
	momentZulu
	momentEpoch
	momentLate  // infinity
	momentEarly // -infinity
	momentDate  // none of these: an ordinary datetime
)

// dateWord is what a word in datetime text means.
type dateWord struct {
	kind  wordKind
	value int // month, weekday; 1 for pm and bc
	unit  dateUnit
}

// dateWordMax is TOKMAXLEN: longer words are compared by their first letters.
const dateWordMax = 10

// dateWords are the words of dates and times (PostgreSQL's datetktbl).
var dateWords = func() map[string]dateWord {
	m := map[string]dateWord{
		"at": {kind: wordIgnore}, "on": {kind: wordIgnore},
		"now":       {kind: wordReserved, unit: momentNow},
		"today":     {kind: wordReserved, unit: momentToday},
		"tomorrow":  {kind: wordReserved, unit: momentTomorrow},
		"yesterday": {kind: wordReserved, unit: momentYesterday},
		"allballs":  {kind: wordReserved, unit: momentZulu},
		"epoch":     {kind: wordReserved, unit: momentEpoch},
		"infinity":  {kind: wordReserved, unit: momentLate},
		"-infinity": {kind: wordReserved, unit: momentEarly},
		"am":        {kind: wordMeridian}, "pm": {kind: wordMeridian, value: 1},
		"ad": {kind: wordEra}, "bc": {kind: wordEra, value: 1},
		"t": {kind: wordISOTime, unit: unitTime}, "dst": {kind: wordDSTMod},
		"d": {kind: wordUnit, unit: unitDay}, "dow": {kind: wordUnit, unit: unitOther},
		"doy": {kind: wordUnit, unit: unitOther}, "h": {kind: wordUnit, unit: unitHour},
		"isodow": {kind: wordUnit, unit: unitOther}, "isoyear": {kind: wordUnit, unit: unitOther},
		"j": {kind: wordUnit, unit: unitJulian}, "jd": {kind: wordUnit, unit: unitJulian},
		"julian": {kind: wordUnit, unit: unitJulian}, "m": {kind: wordUnit, unit: unitMonth},
		"mm": {kind: wordUnit, unit: unitMinute}, "s": {kind: wordUnit, unit: unitSecond},
		"y": {kind: wordUnit, unit: unitYear},
	}
	for i, names := range [][]string{
		{"jan", "january"}, {"feb", "february"}, {"mar", "march"}, {"apr", "april"}, {"may"},
		{"jun", "june"}, {"jul", "july"}, {"aug", "august"}, {"sep", "sept", "september"},
		{"oct", "october"}, {"nov", "november"}, {"dec", "december"},
	} {
		for _, n := range names {
			m[n] = dateWord{kind: wordMonth, value: i + 1}
		}
	}
	for i, names := range [][]string{
		{"sun", "sunday"}, {"mon", "monday"}, {"tue", "tues", "tuesday"}, {"wed", "weds", "wednesday"},
		{"thu", "thur", "thurs", "thursday"}, {"fri", "friday"}, {"sat", "saturday"},
	} {
		for _, n := range names {
			m[n] = dateWord{kind: wordWeekday, value: i}
		}
	}
	return m
}()

// intervalWords are the words of intervals (PostgreSQL's deltatktbl).
var intervalWords = func() map[string]dateWord {
	m := map[string]dateWord{"ago": {kind: wordAgo}}
	for unit, names := range map[dateUnit][]string{
		unitMicrosecond: {"us", "usec", "usecond", "useconds", "usecs", "microsecon"},
		unitMillisecond: {"ms", "msec", "msecond", "mseconds", "msecs", "millisecon"},
		unitSecond:      {"s", "sec", "second", "seconds", "secs"},
		unitMinute:      {"m", "min", "mins", "minute", "minutes"},
		unitHour:        {"h", "hour", "hours", "hr", "hrs"},
		unitDay:         {"d", "day", "days"},
		unitWeek:        {"w", "week", "weeks"},
		unitMonth:       {"mon", "mons", "month", "months"},
		unitQuarter:     {"qtr", "quarter"},
		unitYear:        {"y", "year", "years", "yr", "yrs"},
		unitDecade:      {"dec", "decade", "decades", "decs"},
		unitCentury:     {"c", "cent", "centuries", "century"},
		unitMillennium:  {"mil", "millennia", "millennium", "mils"},
		unitOther:       {"timezone", "timezone_h", "timezone_m"},
	} {
		for _, n := range names {
			m[n] = dateWord{kind: wordUnit, unit: unit}
		}
	}
	return m
}()

func cutWord(s string) string { return s[:min(len(s), dateWordMax)] }

func lookupDateWord(s string) dateWord { return dateWords[cutWord(s)] }

func lookupIntervalWord(s string) dateWord { return intervalWords[cutWord(s)] }

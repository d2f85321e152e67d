package types

// isoMoment is a date or timestamp in ISO 8601's form, which is what clients
// and COPY send; the general reader would find the same.
type isoMoment struct {
	days, micros int64 // since 2000-01-01, of the day
	hasZone      bool
	east         int // seconds
}

// readISO reads YYYY-MM-DD, maybe with a blank or T and HH:MM:SS[.ffffff], and
// then maybe with Z, +HH or +HH:MM. ok is false for all else, whether wrong or
// just in need of the general reader.
func readISO(s string) (m isoMoment, ok bool) {
	if len(s) < 10 || s[4] != '-' || s[7] != '-' ||
		!allDigits(s[:4]) || !allDigits(s[5:7]) || !allDigits(s[8:10]) {
		return m, false
	}
	year, month, day := twoDigits(s)*100+twoDigits(s[2:]), twoDigits(s[5:]), twoDigits(s[8:])
	if year < 1 || month < 1 || month > 12 || day < 1 || day > DaysInMonth(year, month) {
		return m, false
	}
	m.days = DaysFromCivil(year, month, day)
	if s = s[10:]; s == "" {
		return m, true
	}
	if len(s) < 9 || s[0] != ' ' && s[0] != 'T' || s[3] != ':' || s[6] != ':' ||
		!allDigits(s[1:3]) || !allDigits(s[4:6]) || !allDigits(s[7:9]) {
		return m, false
	}
	hour, minute, sec := twoDigits(s[1:]), twoDigits(s[4:]), twoDigits(s[7:])
	if hour > 23 || minute > 59 || sec > 59 {
		return m, false
	}
	m.micros = int64(hour*3600+minute*60+sec) * MicrosPerSecond
	if s = s[9:]; s != "" && s[0] == '.' {
		n := 1
		for n < len(s) && isDigit(s[n]) {
			n++
		}
		if n < 2 || n > 7 {
			return m, false
		}
		fraction, _ := fractionMicros(s[:n])
		m.micros += fraction
		s = s[n:]
	}
	return m, m.readZone(s)
}

// readZone reads the zone that ends a timestamp.
func (m *isoMoment) readZone(s string) bool {
	switch {
	case s == "":
		return true
	case s == "Z":
		m.hasZone = true
		return true
	case s[0] != '+' && s[0] != '-' || len(s) != 3 && (len(s) != 6 || s[3] != ':'):
		return false
	}
	west, p := zoneOffset(s)
	m.east, m.hasZone = -west, true
	return p == dateOK
}

// timestamp makes a timestamp or timestamptz of it.
func (m *isoMoment) timestamp(oid OID, mod int32, f *Format) (Value, error) {
	micros := m.days*MicrosPerDay + m.micros
	if oid == TimestampTZ {
		if !m.hasZone {
			m.east = LocalOffset(locationOf(f), micros)
		}
		micros -= int64(m.east) * MicrosPerSecond
	}
	return fitTimestamp(NewInt(oid, micros), mod)
}

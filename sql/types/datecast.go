package types

import "time"

// convertDatetime does the casts among dates, times, timestamps and
// intervals. What depends on a zone takes that of the session.
func convertDatetime(v Value, to OID, f *Format) (Value, error) {
	switch v.OID {
	case Date:
		return dateToTimestamp(v, to, f)
	case Time:
		if to == Interval {
			return NewInterval(IntervalValue{Micros: v.I}), nil
		}
		return NewTimeTZ(v.I, sessionOffset(v.I, f)), nil
	case TimeTZ:
		return NewInt(Time, v.I), nil
	case Interval:
		_, micros := SplitDay(v.Interval().Micros)
		return NewInt(Time, micros), nil
	}
	if v.IsInfinite() {
		return infiniteTimestampTo(v, to), nil
	}
	loc := locationOf(f)
	local := v.I
	if v.OID == TimestampTZ {
		local = v.LocalMicros(loc)
	}
	switch to {
	case Date:
		days, _ := SplitDay(local)
		return NewInt(Date, days), nil
	case Time:
		_, micros := SplitDay(local)
		return NewInt(Time, micros), nil
	case TimeTZ:
		_, micros := SplitDay(local)
		offset, _ := ZoneAt(loc, v.I)
		return NewTimeTZ(micros, offset), nil
	case TimestampTZ:
		return FromLocal(local, loc)
	}
	return newTimestamp(Timestamp, local)
}

// infiniteTimestampTo converts an infinite timestamp; a time cannot be
// infinite and becomes NULL, as in PostgreSQL.
func infiniteTimestampTo(v Value, to OID) Value {
	switch to {
	case Date:
		if v.I < 0 {
			return NewInt(Date, DateNegativeInfinity)
		}
		return NewInt(Date, DateInfinity)
	case Time, TimeTZ:
		return Null
	}
	return NewInt(to, v.I)
}

func dateToTimestamp(v Value, to OID, f *Format) (Value, error) {
	switch v.I {
	case DateInfinity:
		return NewInt(to, TimestampInfinity), nil
	case DateNegativeInfinity:
		return NewInt(to, TimestampNegativeInfinity), nil
	}
	outOfRange := datetimeRange("date out of range for timestamp")
	if v.I >= TimestampEnd/MicrosPerDay {
		return Null, outOfRange
	}
	micros := v.I * MicrosPerDay
	if to == TimestampTZ {
		micros -= int64(LocalOffset(locationOf(f), micros)) * MicrosPerSecond
	}
	if !validTimestamp(micros) {
		return Null, outOfRange
	}
	return NewInt(to, micros), nil
}

// LocalMicros is what clocks in loc show at a finite timestamptz, in
// microseconds since 2000-01-01.
func (v Value) LocalMicros(loc *time.Location) int64 {
	offset, _ := ZoneAt(loc, v.I)
	return v.I + int64(offset)*MicrosPerSecond
}

// FromLocal is the timestamptz at which clocks in loc show local
// (microseconds since 2000-01-01); 22008 if out of range.
func FromLocal(local int64, loc *time.Location) (Value, error) {
	return newTimestamp(TimestampTZ, local-int64(LocalOffset(loc, local))*MicrosPerSecond)
}

// sessionOffset is the session's zone for a time of day today.
func sessionOffset(micros int64, f *Format) int {
	d := dateDecoder{f: f}
	now := d.now()
	return LocalOffset(locationOf(f), DaysFromCivil(now.year, now.month, now.day)*MicrosPerDay+micros)
}

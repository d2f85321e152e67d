package types

import (
	"cmp"
	"encoding/binary"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func parseTime(s string, mod int32, f *Format) (Value, error) {
	d, err := decodeDatetimeText(Time, s, f)
	if err != nil {
		return Null, err
	}
	return NewInt(Time, roundMicros(d.tm.timeOfDay(), mod)), nil
}

// roundMicros rounds to a precision of 0 to 6 digits, a half away from zero;
// a negative precision keeps all.
func roundMicros(micros int64, precision int32) int64 {
	if precision < 0 || precision >= maxTimePrecision {
		return micros
	}
	unit := int64(1)
	for i := precision; i < maxTimePrecision; i++ {
		unit *= 10
	}
	if micros >= 0 {
		return (micros + unit/2) / unit * unit
	}
	return -((-micros + unit/2) / unit * unit)
}

// appendTime writes a time of day; 24:00:00 is one.
func appendTime(buf []byte, micros int64) []byte {
	buf = append(appendTwo(buf, int(micros/MicrosPerHour)), ':')
	buf = append(appendTwo(buf, int(micros/MicrosPerMinute%60)), ':')
	return appendSeconds(buf, micros%MicrosPerMinute, true)
}

// appendSeconds writes seconds with their fraction, without zeros at its end;
// fill makes it two digits before the point.
func appendSeconds(buf []byte, micros int64, fill bool) []byte {
	sec, fraction := int(micros/MicrosPerSecond), micros%MicrosPerSecond
	if fill || sec >= 10 {
		buf = appendTwo(buf, sec)
	} else {
		buf = append(buf, byte('0'+sec))
	}
	if fraction == 0 {
		return buf
	}
	buf = append(buf, '.')
	for unit := int64(100000); fraction > 0; unit /= 10 {
		buf = append(buf, byte('0'+fraction/unit))
		fraction %= unit
	}
	return buf
}

// NewTimeTZ makes a timetz of microseconds since midnight and the offset of
// its zone in seconds east of Greenwich.
func NewTimeTZ(micros int64, offset int) Value {
	return Value{OID: TimeTZ, I: micros, X: int32(-offset)}
}

// zoneWest is the zone of a timetz, in seconds west of Greenwich.
func (v Value) zoneWest() int32 { return v.X.(int32) }

func parseTimeTZ(s string, mod int32, f *Format) (Value, error) {
	d, err := decodeDatetimeText(TimeTZ, s, f)
	if err != nil {
		return Null, err
	}
	return NewTimeTZ(roundMicros(d.tm.timeOfDay(), mod), -d.zone), nil
}

func appendTimeTZ(buf []byte, v Value) []byte {
	return appendOffset(appendTime(buf, v.I), -int(v.zoneWest()))
}

// appendOffset writes a zone's offset as short as it can be: +hh, +hh:mm,
// +hh:mm:ss (EncodeTimezone).
func appendOffset(buf []byte, seconds int) []byte {
	sign := byte('+')
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	buf = appendTwo(append(buf, sign), seconds/3600)
	if seconds%3600 != 0 {
		buf = appendTwo(append(buf, ':'), seconds/60%60)
	}
	if seconds%60 != 0 {
		buf = appendTwo(append(buf, ':'), seconds%60)
	}
	return buf
}

func appendTimeTZBinary(buf []byte, v Value) []byte {
	return appendInt32(appendInt64(buf, v.I), v.zoneWest())
}

// zoneSecondsMax is TZDISP_LIMIT.
const zoneSecondsMax = 16 * 3600

func decodeTimeTZ(b []byte) (Value, error) {
	if len(b) != 12 {
		return Null, badLength(len(b), 12)
	}
	micros, west := int64(binary.BigEndian.Uint64(b)), int32(binary.BigEndian.Uint32(b[8:]))
	if micros < 0 || micros > MicrosPerDay {
		return Null, datetimeRange("time out of range")
	}
	if west <= -zoneSecondsMax || west >= zoneSecondsMax {
		return Null, pgerr.New(pgerr.InvalidTimeZoneDisplacement, "time zone displacement out of range")
	}
	return NewTimeTZ(micros, -int(west)), nil
}

// compareTimeTZ orders by the moment, then by the zone (timetz_cmp).
func compareTimeTZ(a, b Value) int {
	x := a.I + int64(a.zoneWest())*MicrosPerSecond
	y := b.I + int64(b.zoneWest())*MicrosPerSecond
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.zoneWest(), b.zoneWest()))
}

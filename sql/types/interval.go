package types

import (
	"cmp"
	"encoding/binary"
	"math"
)

// parseInterval reads PostgreSQL's own form, SQL's and that of ISO 8601. The
// fields in the modifier tell what a number without unit is.
func parseInterval(s string, mod int32, f *Format) (Value, error) {
	mask, _ := IntervalMod(mod)
	d := intervalDecoder{mask: mask, style: f.IntervalStyle}
	p := badDateFormat
	if fields, ok := splitDateFields(s, intervalBuffer); ok {
		p = d.decode(fields)
	}
	if p == badDateFormat {
		d = intervalDecoder{}
		p = d.decodeISO(s)
	}
	if p == dateOverflow {
		p = intervalOverflow
	}
	if p != dateOK {
		return Null, dateInputError(p, Interval, s, "")
	}
	months := d.years*12 + d.months
	if months > math.MaxInt32 || months < math.MinInt32 {
		return Null, datetimeRange("interval out of range")
	}
	iv := IntervalValue{Months: int32(months), Days: int32(d.days), Micros: d.micros}
	return fitInterval(NewInterval(iv), mod)
}

// fitInterval drops the fields that a modifier leaves out and rounds the
// seconds (AdjustIntervalForTypmod).
func fitInterval(v Value, mod int32) (Value, error) {
	if mod < 0 {
		return v, nil
	}
	iv := v.Interval()
	mask, precision := IntervalMod(mod)
	if mask != intervalFullRange {
		// The lowest field kept decides.
		switch {
		case mask&intervalSecond != 0:
		case mask&intervalMinute != 0:
			iv.Micros -= iv.Micros % MicrosPerMinute
		case mask&intervalHour != 0:
			iv.Micros -= iv.Micros % MicrosPerHour
		case mask&intervalDay != 0:
			iv.Micros = 0
		case mask&intervalMonth != 0:
			iv.Days, iv.Micros = 0, 0
		case mask&intervalYear != 0:
			iv = IntervalValue{Months: iv.Months - iv.Months%12}
		}
	}
	if precision >= 0 {
		unit := int64(1)
		for i := precision; i < maxTimePrecision; i++ {
			unit *= 10
		}
		if iv.Micros > math.MaxInt64-unit || iv.Micros < math.MinInt64+unit {
			return Null, datetimeRange("interval out of range")
		}
		iv.Micros = roundMicros(iv.Micros, precision)
	}
	return NewInterval(iv), nil
}

// spanInterval is the length of an interval with months of 30 days and days of
// 24 hours, as whole days and the rest, which is not negative.
func spanInterval(iv IntervalValue) (days, micros int64) {
	days, micros = SplitDay(iv.Micros)
	return days + int64(iv.Months)*30 + int64(iv.Days), micros
}

func compareIntervals(a, b IntervalValue) int {
	ad, am := spanInterval(a)
	bd, bm := spanInterval(b)
	return cmp.Or(cmp.Compare(ad, bd), cmp.Compare(am, bm))
}

func appendIntervalBinary(buf []byte, iv IntervalValue) []byte {
	return appendInt32(appendInt32(appendInt64(buf, iv.Micros), iv.Days), iv.Months)
}

func decodeInterval(b []byte) (Value, error) {
	if len(b) != 16 {
		return Null, badLength(len(b), 16)
	}
	return NewInterval(IntervalValue{
		Micros: int64(binary.BigEndian.Uint64(b)),
		Days:   int32(binary.BigEndian.Uint32(b[8:])),
		Months: int32(binary.BigEndian.Uint32(b[12:])),
	}), nil
}

package types

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func pending(oid OID) (Value, error) { return Null, pgerr.Unsupported("type " + TypeName(oid)) }

func appendDate(buf []byte, i int64, f *Format) []byte                 { return buf }
func appendTime(buf []byte, i int64) []byte                            { return buf }
func appendTimeTZ(buf []byte, v Value) []byte                          { return buf }
func appendTimestamp(buf []byte, i int64, f *Format) []byte            { return buf }
func appendTimestampTZ(buf []byte, i int64, f *Format) []byte          { return buf }
func appendInterval(buf []byte, iv IntervalValue, style string) []byte { return buf }
func parseDate(s string, f *Format) (Value, error)                     { return pending(Date) }
func parseTime(s string, mod int32, f *Format) (Value, error)          { return pending(Time) }
func parseTimeTZ(s string, mod int32, f *Format) (Value, error)        { return pending(TimeTZ) }
func parseTimestamp(s string, mod int32, f *Format) (Value, error)     { return pending(Timestamp) }
func parseTimestampTZ(s string, mod int32, f *Format) (Value, error)   { return pending(TimestampTZ) }
func parseInterval(s string, mod int32, f *Format) (Value, error)      { return pending(Interval) }
func appendTimeTZBinary(buf []byte, v Value) []byte                    { return buf }
func appendIntervalBinary(buf []byte, iv IntervalValue) []byte         { return buf }
func decodeDatetime(oid OID, b []byte) (Value, error)                  { return pending(oid) }
func decodeTimeTZ(b []byte) (Value, error)                             { return pending(TimeTZ) }
func decodeInterval(b []byte) (Value, error)                           { return pending(Interval) }
func convertDatetime(v Value, to OID, f *Format) (Value, error)        { return pending(v.OID) }
func roundMicros(i int64, mod int32) int64                             { return i }
func fitTimestamp(v Value, mod int32) (Value, error)                   { return v, nil }
func fitInterval(v Value, mod int32) (Value, error)                    { return v, nil }
func compareInstants(a, b Value) int                                   { return 0 }
func compareTimeTZ(a, b Value) int                                     { return 0 }
func compareIntervals(a, b IntervalValue) int                          { return 0 }
func splitInstant(v Value) (int64, int64)                              { return 0, v.I }
func spanInterval(iv IntervalValue) (int64, int64)                     { return 0, iv.Micros }

// ParseTimeZone is filled in with the datetime codecs.
func ParseTimeZone(s string) (*time.Location, string, error) {
	l, err := time.LoadLocation(s)
	return l, s, err
}

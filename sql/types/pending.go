package types

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const jsonbVersion = 1

func pending(oid OID) (Value, error) { return Null, pgerr.Unsupported("type " + TypeName(oid)) }

func appendDate(buf []byte, i int64, f *Format) []byte                  { return buf }
func appendTime(buf []byte, i int64) []byte                             { return buf }
func appendTimeTZ(buf []byte, v Value) []byte                           { return buf }
func appendTimestamp(buf []byte, i int64, f *Format) []byte             { return buf }
func appendTimestampTZ(buf []byte, i int64, f *Format) []byte           { return buf }
func appendInterval(buf []byte, iv IntervalValue, style string) []byte  { return buf }
func appendVector(buf []byte, a *Array) []byte                          { return buf }
func appendArray(buf []byte, a *Array, f *Format) []byte                { return buf }
func appendRecord(buf []byte, r *RecordValue, f *Format) []byte         { return buf }
func parseDate(s string, f *Format) (Value, error)                      { return pending(Date) }
func parseTime(s string, mod int32, f *Format) (Value, error)           { return pending(Time) }
func parseTimeTZ(s string, mod int32, f *Format) (Value, error)         { return pending(TimeTZ) }
func parseTimestamp(s string, mod int32, f *Format) (Value, error)      { return pending(Timestamp) }
func parseTimestampTZ(s string, mod int32, f *Format) (Value, error)    { return pending(TimestampTZ) }
func parseInterval(s string, mod int32, f *Format) (Value, error)       { return pending(Interval) }
func parseJSONText(s string) (Value, error)                             { return pending(JSON) }
func parseJSONB(s string) (Value, error)                                { return pending(JSONB) }
func parseVector(oid OID, s string) (Value, error)                      { return pending(oid) }
func parseArray(oid OID, s string, mod int32, f *Format) (Value, error) { return pending(oid) }
func appendTimeTZBinary(buf []byte, v Value) []byte                     { return buf }
func appendIntervalBinary(buf []byte, iv IntervalValue) []byte          { return buf }
func appendRecordBinary(buf []byte, r *RecordValue) ([]byte, error)     { return buf, nil }
func appendArrayBinary(buf []byte, a *Array) ([]byte, error)            { return buf, nil }
func decodeDatetime(oid OID, b []byte) (Value, error)                   { return pending(oid) }
func decodeTimeTZ(b []byte) (Value, error)                              { return pending(TimeTZ) }
func decodeInterval(b []byte) (Value, error)                            { return pending(Interval) }
func decodeArray(oid OID, b []byte) (Value, error)                      { return pending(oid) }
func convertJSONB(v Value, to OID) (Value, error)                       { return pending(JSONB) }
func convertDatetime(v Value, to OID, f *Format) (Value, error)         { return pending(v.OID) }
func roundMicros(i int64, mod int32) int64                              { return i }
func fitTimestamp(v Value, mod int32) (Value, error)                    { return v, nil }
func fitInterval(v Value, mod int32) (Value, error)                     { return v, nil }
func compareInstants(a, b Value) int                                    { return 0 }
func compareTimeTZ(a, b Value) int                                      { return 0 }
func compareIntervals(a, b IntervalValue) int                           { return 0 }
func compareJSONB(a, b string) int                                      { return 0 }
func splitInstant(v Value) (int64, int64)                               { return 0, v.I }
func spanInterval(iv IntervalValue) (int64, int64)                      { return 0, iv.Micros }

// ParseTimeZone is filled in with the datetime codecs.
func ParseTimeZone(s string) (*time.Location, string, error) {
	l, err := time.LoadLocation(s)
	return l, s, err
}

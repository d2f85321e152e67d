package types

import (
	"time"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

const jsonbVersion = 1

func pending(oid OID) (Value, error) { return Null, pgerr.Unsupported("type " + TypeName(oid)) }

func appendNumeric(buf []byte, d *apd.Decimal) []byte                  { return append(buf, d.Text('f')...) }
func appendBytea(buf []byte, s string, esc bool) []byte                { return append(buf, s...) }
func appendUUID(buf []byte, s string) []byte                           { return append(buf, s...) }
func appendDate(buf []byte, i int64, f *Format) []byte                 { return buf }
func appendTime(buf []byte, i int64) []byte                            { return buf }
func appendTimeTZ(buf []byte, v Value) []byte                          { return buf }
func appendTimestamp(buf []byte, i int64, f *Format) []byte            { return buf }
func appendTimestampTZ(buf []byte, i int64, f *Format) []byte          { return buf }
func appendInterval(buf []byte, iv IntervalValue, style string) []byte { return buf }
func appendVector(buf []byte, a *Array) []byte                         { return buf }
func appendArray(buf []byte, a *Array, f *Format) []byte               { return buf }
func appendRecord(buf []byte, r *RecordValue, f *Format) []byte        { return buf }
func parseNumeric(s string, mod int32) (Value, error) {
	d, _, err := apd.NewFromString(s)
	if err != nil {
		return Null, syntaxError(Numeric, s)
	}
	return NewNumeric(d), nil
}
func parseUUID(s string) (Value, error)                                 { return pending(UUID) }
func parseDate(s string, f *Format) (Value, error)                      { return pending(Date) }
func parseTime(s string, mod int32, f *Format) (Value, error)           { return pending(Time) }
func parseTimeTZ(s string, mod int32, f *Format) (Value, error)         { return pending(TimeTZ) }
func parseTimestamp(s string, mod int32, f *Format) (Value, error)      { return pending(Timestamp) }
func parseTimestampTZ(s string, mod int32, f *Format) (Value, error)    { return pending(TimestampTZ) }
func parseInterval(s string, mod int32, f *Format) (Value, error)       { return pending(Interval) }
func parseTid(s string) (Value, error)                                  { return pending(Tid) }
func parseBit(oid OID, s string, mod int32) (Value, error)              { return pending(oid) }
func parseBytea(s string) (Value, error)                                { return pending(Bytea) }
func parseJSONText(s string) (Value, error)                             { return pending(JSON) }
func parseJSONB(s string) (Value, error)                                { return pending(JSONB) }
func parseVector(oid OID, s string) (Value, error)                      { return pending(oid) }
func parseArray(oid OID, s string, mod int32, f *Format) (Value, error) { return pending(oid) }
func appendNumericBinary(buf []byte, d *apd.Decimal) []byte             { return buf }
func appendTimeTZBinary(buf []byte, v Value) []byte                     { return buf }
func appendIntervalBinary(buf []byte, iv IntervalValue) []byte          { return buf }
func appendTidBinary(buf []byte, s string) ([]byte, error)              { return buf, nil }
func appendBitBinary(buf []byte, s string) []byte                       { return buf }
func appendRecordBinary(buf []byte, r *RecordValue) ([]byte, error)     { return buf, nil }
func appendArrayBinary(buf []byte, a *Array) ([]byte, error)            { return buf, nil }
func decodeNumeric(b []byte) (Value, error)                             { return pending(Numeric) }
func decodeDatetime(oid OID, b []byte) (Value, error)                   { return pending(oid) }
func decodeTimeTZ(b []byte) (Value, error)                              { return pending(TimeTZ) }
func decodeInterval(b []byte) (Value, error)                            { return pending(Interval) }
func decodeTid(b []byte) (Value, error)                                 { return pending(Tid) }
func decodeBit(oid OID, b []byte) (Value, error)                        { return pending(oid) }
func decodeArray(oid OID, b []byte) (Value, error)                      { return pending(oid) }
func convertJSONB(v Value, to OID) (Value, error)                       { return pending(JSONB) }
func convertDatetime(v Value, to OID, f *Format) (Value, error)         { return pending(v.OID) }
func bitToInteger(v Value, to OID) (Value, error)                       { return pending(Bit) }
func fitBits(v Value, n int, explicit bool) (Value, error)              { return v, nil }
func fitNumeric(d *apd.Decimal, mod int32) (*apd.Decimal, error)        { return d, nil }
func roundMicros(i int64, mod int32) int64                              { return i }
func fitTimestamp(v Value, mod int32) (Value, error)                    { return v, nil }
func fitInterval(v Value, mod int32) (Value, error)                     { return v, nil }
func integerToBit(v Value) Value                                        { return v }
func numericInt64(d *apd.Decimal) (int64, bool)                         { i, err := d.Int64(); return i, err == nil }
func compareInstants(a, b Value) int                                    { return 0 }
func compareTimeTZ(a, b Value) int                                      { return 0 }
func compareIntervals(a, b IntervalValue) int                           { return 0 }
func compareJSONB(a, b string) int                                      { return 0 }
func compareTid(a, b string) int                                        { return 0 }
func splitInstant(v Value) (int64, int64)                               { return 0, v.I }
func spanInterval(iv IntervalValue) (int64, int64)                      { return 0, iv.Micros }

// ParseTimeZone is filled in with the datetime codecs.
func ParseTimeZone(s string) (*time.Location, string, error) {
	l, err := time.LoadLocation(s)
	return l, s, err
}

package types_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// fuzzTypes are the types with input functions of their own.
var fuzzTypes = []types.OID{
	types.Bool, types.Int2, types.Int4, types.Int8, types.Oid, types.Xid, types.Xid8, types.Float4, types.Float8,
	types.Numeric, types.Text, types.VarChar, types.BPChar, types.Name, types.Char, types.Bytea, types.UUID,
	types.Date, types.Time, types.TimeTZ, types.Timestamp, types.TimestampTZ, types.Interval, types.JSON,
	types.JSONB, types.Tid, types.Bit, types.VarBit, types.Int2Vector, types.OidVector, types.Regtype,
	types.Int4Array, types.TextArray, types.NumericArray, types.JSONBArray, types.TimestampTZArray,
	types.Int4Range, types.Int8Range, types.NumRange, types.DateRange, types.TSRange, types.TSTZRange,
	types.Int4Multirange, types.Int8Multirange, types.NumMultirange, types.DateMultirange, types.TSMultirange, types.TSTZMultirange,
}

// checkRoundTrip holds that a value survives its text and binary forms, that
// it equals itself, and that what hashes alike does.
func checkRoundTrip(t *testing.T, v types.Value) {
	t.Helper()
	text := types.TextOf(v, nil)
	back, err := types.ParseText(v.OID, text, -1, nil)
	if err != nil {
		t.Fatalf("%s: text form %q is not read: %v", types.TypeName(v.OID), text, err)
	}
	if again := types.TextOf(back, nil); again != text {
		t.Fatalf("%s: text form %q reads back as %q", types.TypeName(v.OID), text, again)
	}
	if !types.Equal(v, back) || types.Hash(v) != types.Hash(back) {
		t.Fatalf("%s: %q is not equal to itself", types.TypeName(v.OID), text)
	}
	b, err := types.AppendBinary(nil, v)
	if err != nil {
		t.Fatalf("%s: %q has no binary form: %v", types.TypeName(v.OID), text, err)
	}
	back, err = types.DecodeBinary(v.OID, b)
	if err != nil {
		t.Fatalf("%s: binary form of %q, %x, is not read: %v", types.TypeName(v.OID), text, b, err)
	}
	if again := types.TextOf(back, nil); again != text {
		t.Fatalf("%s: binary form of %q reads back as %q", types.TypeName(v.OID), text, again)
	}
}

// FuzzText reads any text as any type.
func FuzzText(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txt")
	for i, file := range files {
		for _, line := range readLines(f, file) {
			c, _ := parseCase(line)
			if literal, _, err := cutLiteral(c.expr); err == nil {
				f.Add(uint8(i), literal)
			}
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, s string) {
		oid := fuzzTypes[int(which)%len(fuzzTypes)]
		v, err := types.ParseText(oid, s, -1, nil)
		if err != nil {
			if pgerr.CodeOf(err) == pgerr.InternalError {
				t.Fatalf("%s: %v", types.TypeName(oid), err)
			}
			return
		}
		checkRoundTrip(t, v)
	})
}

// FuzzBinary reads any bytes as any type.
func FuzzBinary(f *testing.F) {
	for i, line := range readLines(f, "testdata/catalog/binary") {
		head, _, _ := strings.Cut(line, " → ")
		_, b := cutHex(f, head)
		f.Add(uint8(i), b)
	}
	f.Fuzz(func(t *testing.T, which uint8, b []byte) {
		oid := fuzzTypes[int(which)%len(fuzzTypes)]
		v, err := types.DecodeBinary(oid, b)
		if err != nil {
			return
		}
		switch {
		case v.OID == types.Char && v.S == "":
			return // the zero byte has no text form
		case v.OID == types.Interval && v.Interval().Micros == math.MinInt64:
			return // PostgreSQL does not read what it writes for it either
		}
		checkRoundTrip(t, v)
	})
}

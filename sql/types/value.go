// Package types holds PostgreSQL's types: OIDs, the in-memory form of a
// value, text and binary codecs, casts, order. One file or a few per type.
//
// Where to look: catalog.go has a row per type and casttable.go one per cast,
// both as data; registry.go, typename.go and typmod.go find and name types;
// codec.go is the way into all codecs; cast.go, compare.go and hash.go are
// what operators and operators' plans use. Datetime text goes through
// datefields.go (cut into fields), datedecode.go, datenumber.go and
// datefinish.go (give them meaning); zone.go knows time zones. JSON goes
// through jsonlex.go into the tree of jsonnode.go, which functions may use.
// Ranges (range.go) are made canonical by rangemake.go and are sets by
// rangeop.go and multirange.go.
//
// Every answer is meant to be PostgreSQL 15's, errors with their details too:
// testdata holds what it said, and README there tells how to ask it again.
package types

import (
	"math"

	"github.com/cockroachdb/apd/v3"
)

// Value is one SQL value with its own type; the zero Value is NULL. Which
// field holds it depends on the type:
//
//	bool                      I: 0 or 1
//	int2, int4, int8          I
//	oid, xid, cid, reg*       I (reg*: S is the name shown, set when made)
//	float4, float8            I: bits of the float64
//	numeric                   X: *apd.Decimal, never mutated once in a Value;
//	                             its exponent, never positive, is minus the
//	                             display scale
//	text, varchar, bpchar, name, "char", unknown, json, jsonpath, tid, pg_node_tree
//	                          S (bpchar: without trailing blanks trimmed away)
//	jsonb, tsvector, tsquery  S: the canonical text that PostgreSQL prints
//	bytea, uuid               S: the raw bytes
//	inet, cidr                S: family, prefix length and address (see NewInet)
//	macaddr, macaddr8         S: the raw bytes
//	money                     I: cents
//	pg_lsn                    I: the position less 2^63, so that it has its order
//	date                      I: days since 2000-01-01; ±infinity MaxInt32, MinInt32
//	time                      I: microseconds since midnight
//	timetz                    I: microseconds since midnight in its own zone;
//	                             X: int32, seconds west of Greenwich
//	bit, varbit               S: a '0' or '1' for each bit
//	timestamp, timestamptz    I: microseconds since 2000-01-01 00:00 (UTC);
//	                             ±infinity MaxInt64, MinInt64
//	interval                  X: IntervalValue
//	arrays, int2vector, oidvector   X: *Array
//	record                    X: *RecordValue
//	ranges                    X: *RangeValue
//	multiranges               X: *MultirangeValue
//	enums                     I: EnumLabel.Order
//	composite types           X: *RecordValue, with all names and types
//
// Values are immutable: whoever makes one never changes what it points to.
type Value struct {
	OID OID
	I   int64
	S   string
	X   any
}

// Null is the NULL value.
var Null = Value{}

// IsNull reports whether v is NULL.
func (v Value) IsNull() bool { return v.OID == 0 }

// NewBool makes a bool.
func NewBool(b bool) Value {
	if b {
		return Value{OID: Bool, I: 1}
	}
	return Value{OID: Bool}
}

// Bool returns the value of a bool.
func (v Value) Bool() bool { return v.I != 0 }

// NewInt2 makes an int2.
func NewInt2(i int16) Value { return Value{OID: Int2, I: int64(i)} }

// NewInt4 makes an int4.
func NewInt4(i int32) Value { return Value{OID: Int4, I: int64(i)} }

// NewInt8 makes an int8.
func NewInt8(i int64) Value { return Value{OID: Int8, I: i} }

// NewOid makes an oid.
func NewOid(o OID) Value { return Value{OID: Oid, I: int64(o)} }

// NewFloat8 makes a float8.
func NewFloat8(f float64) Value { return Value{OID: Float8, I: int64(math.Float64bits(f))} }

// NewFloat4 makes a float4.
func NewFloat4(f float32) Value {
	return Value{OID: Float4, I: int64(math.Float64bits(float64(f)))}
}

// Float returns the value of a float4 or float8.
func (v Value) Float() float64 { return math.Float64frombits(uint64(v.I)) }

// NewNumeric makes a numeric; d must not change afterwards.
func NewNumeric(d *apd.Decimal) Value { return Value{OID: Numeric, X: d} }

// Decimal returns the decimal of a numeric. The caller must not change it.
func (v Value) Decimal() *apd.Decimal { return v.X.(*apd.Decimal) }

// NewText makes a text.
func NewText(s string) Value { return Value{OID: Text, S: s} }

// NewString makes a value of a type that keeps its value in S.
func NewString(oid OID, s string) Value { return Value{OID: oid, S: s} }

// NewInt makes a value of a type that keeps its value in I.
func NewInt(oid OID, i int64) Value { return Value{OID: oid, I: i} }

// IntervalValue is an interval: months, days and microseconds, kept apart.
type IntervalValue struct {
	Months, Days int32
	Micros       int64
}

// NewInterval makes an interval.
func NewInterval(iv IntervalValue) Value { return Value{OID: Interval, X: iv} }

// Interval returns the value of an interval.
func (v Value) Interval() IntervalValue { return v.X.(IntervalValue) }

// Dim is one dimension of an array: its length and lower bound (usually 1).
type Dim struct{ Len, Lower int32 }

// Array is the value of an array: elements in row-major order. An empty array
// has no dimensions.
type Array struct {
	Elem  OID
	Dims  []Dim
	Elems []Value
}

// RecordValue is the value of a row constructor or composite.
type RecordValue struct {
	Names  []string
	Fields []Value
	Types  []OID // of the fields, NULL ones too; nil: what the values tell
}

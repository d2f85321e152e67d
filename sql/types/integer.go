package types

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// integerBounds gives the range of an integer type.
func integerBounds(oid OID) (lo, hi int64) {
	switch oid {
	case Int2:
		return math.MinInt16, math.MaxInt16
	case Int4:
		return math.MinInt32, math.MaxInt32
	}
	return math.MinInt64, math.MaxInt64
}

// parseInteger reads an integer as pg_strtoint does: digits past the range of
// the type are told before anything wrong behind them.
func parseInteger(oid OID, s string) (Value, error) {
	lo, hi := integerBounds(oid)
	t := trimSpace(s)
	negative := t != "" && t[0] == '-'
	if t != "" && (t[0] == '-' || t[0] == '+') {
		t = t[1:]
	}
	if t == "" || !isDigit(t[0]) {
		return Null, syntaxError(oid, s)
	}
	n := int64(0) // counted down, as the least number has no positive one
	for ; t != "" && isDigit(t[0]); t = t[1:] {
		digit := int64(t[0] - '0')
		if n < (lo+digit)/10 {
			return Null, integerTextRange(oid, s)
		}
		n = n*10 - digit
	}
	switch {
	case t != "":
		return Null, syntaxError(oid, s)
	case negative:
		return Value{OID: oid, I: n}, nil
	case n < -hi:
		return Null, integerTextRange(oid, s)
	}
	return Value{OID: oid, I: -n}, nil
}

func integerTextRange(oid OID, s string) error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "value \"%s\" is out of range for type %s", s, TypeName(oid))
}

// OutOfRange is the 22003 error of a computed value that its type cannot
// hold: "integer out of range".
func OutOfRange(oid OID) error {
	return pgerr.New(pgerr.NumericValueOutOfRange, "%s out of range", TypeName(oid))
}

// parseUnsigned reads a 32-bit unsigned number. As strtoul does, it accepts a
// minus sign and wraps (PostgreSQL's oidin_subr); xid and cid take octal and
// hexadecimal numbers, cut what is too large and ignore what follows (xidin).
func parseUnsigned(oid OID, s string) (Value, error) {
	if oid != Oid {
		return Value{OID: oid, I: int64(uint32(strtoul(s)))}, nil
	}
	t := trimSpace(s)
	neg := t != "" && t[0] == '-'
	digits := t
	if t != "" && (t[0] == '-' || t[0] == '+') {
		digits = t[1:]
	}
	u, err := strconv.ParseUint(digits, 10, 64)
	if err != nil {
		if err.(*strconv.NumError).Err == strconv.ErrRange {
			return Null, integerTextRange(oid, s)
		}
		return Null, syntaxError(oid, s)
	}
	if neg {
		u = -u
	}
	// What fits after wrapping at 32 or at 64 bits with sign is accepted.
	if i := int64(u); u > math.MaxUint32 && (i >= 0 || i < math.MinInt32) {
		return Null, integerTextRange(oid, s)
	}
	return Value{OID: oid, I: int64(uint32(u))}, nil
}

// strtoul reads the longest prefix that C's strtoul(s, NULL, 0) would.
func strtoul(s string) uint64 {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg = s[0] == '-'
		s = s[1:]
	}
	base := uint64(10)
	if len(s) > 2 && s[0] == '0' && s[1]|0x20 == 'x' && hexValue(s[2]) >= 0 {
		base, s = 16, s[2:]
	} else if s != "" && s[0] == '0' {
		base = 8
	}
	n := uint64(0)
	for i := 0; i < len(s); i++ {
		d := hexValue(s[i])
		if d < 0 || uint64(d) >= base {
			break
		}
		if n > (math.MaxUint64-uint64(d))/base {
			return math.MaxUint64
		}
		n = n*base + uint64(d)
	}
	if neg {
		return -n
	}
	return n
}

// hexValue is the value of a hexadecimal digit, or -1.
func hexValue(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// parseXid8 reads a 64-bit transaction number, as leniently as xid8in.
func parseXid8(s string) (Value, error) {
	return Value{OID: Xid8, I: int64(strtoul(s))}, nil
}

func appendInteger(buf []byte, v Value) []byte {
	if v.OID == Xid8 {
		return strconv.AppendUint(buf, uint64(v.I), 10)
	}
	return strconv.AppendInt(buf, v.I, 10)
}

func appendIntegerBinary(buf []byte, v Value) []byte {
	switch v.OID {
	case Int2:
		return binary.BigEndian.AppendUint16(buf, uint16(v.I))
	case Int8, Xid8, Money, PgLSN:
		return appendInt64(buf, v.I)
	}
	return appendInt32(buf, int32(v.I))
}

func decodeInteger(oid OID, b []byte) (Value, error) {
	width := int(Lookup(oid).Len)
	if len(b) != width {
		return Null, badLength(len(b), width)
	}
	var i int64
	switch oid {
	case Int2:
		i = int64(int16(binary.BigEndian.Uint16(b)))
	case Int4:
		i = int64(int32(binary.BigEndian.Uint32(b)))
	case Int8, Xid8, Money, PgLSN:
		i = int64(binary.BigEndian.Uint64(b))
	default:
		i = int64(binary.BigEndian.Uint32(b))
	}
	return Value{OID: oid, I: i}, nil
}

func appendInt32(buf []byte, i int32) []byte { return binary.BigEndian.AppendUint32(buf, uint32(i)) }

func appendInt64(buf []byte, i int64) []byte { return binary.BigEndian.AppendUint64(buf, uint64(i)) }

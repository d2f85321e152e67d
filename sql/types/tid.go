package types

import (
	"cmp"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
)

// parseTid reads a row's place, (block,offset), and keeps its canonical text.
func parseTid(s string) (Value, error) {
	_, rest, ok := strings.Cut(s, "(")
	block, rest, ok2 := strings.Cut(rest, ",")
	offset, _, ok3 := strings.Cut(rest, ")")
	if !ok || !ok2 || !ok3 {
		return Null, syntaxError(Tid, s)
	}
	b, err1 := strconv.ParseInt(trimSpace(block), 10, 64)
	o, err2 := strconv.ParseUint(trimSpace(offset), 10, 16)
	if err1 != nil || err2 != nil || b > math.MaxUint32 || b < math.MinInt32 {
		return Null, syntaxError(Tid, s)
	}
	return NewTid(uint32(b), uint16(o)), nil
}

// NewTid makes the place of a row.
func NewTid(block uint32, offset uint16) Value {
	b := append(make([]byte, 0, 20), '(')
	b = strconv.AppendUint(b, uint64(block), 10)
	b = append(b, ',')
	b = strconv.AppendUint(b, uint64(offset), 10)
	return Value{OID: Tid, S: string(append(b, ')'))}
}

// splitTid takes the text that NewTid made apart.
func splitTid(s string) (block, offset uint64) {
	head, tail, _ := strings.Cut(strings.Trim(s, "()"), ",")
	block, _ = strconv.ParseUint(head, 10, 32)
	offset, _ = strconv.ParseUint(tail, 10, 16)
	return block, offset
}

func compareTid(a, b string) int {
	ab, ao := splitTid(a)
	bb, bo := splitTid(b)
	return cmp.Or(cmp.Compare(ab, bb), cmp.Compare(ao, bo))
}

func appendTidBinary(buf []byte, s string) []byte {
	block, offset := splitTid(s)
	buf = appendInt32(buf, int32(uint32(block)))
	return binary.BigEndian.AppendUint16(buf, uint16(offset))
}

func decodeTid(b []byte) (Value, error) {
	if len(b) != 6 {
		return Null, badLength(len(b), 6)
	}
	return NewTid(binary.BigEndian.Uint32(b), binary.BigEndian.Uint16(b[4:])), nil
}

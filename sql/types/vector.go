package types

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// vectorItemsMax is FUNC_MAX_ARGS, which bounds the text of a vector.
const vectorItemsMax = 100

// NewVector makes an int2vector or oidvector.
func NewVector(oid OID, elems []Value) Value {
	return Value{OID: oid, X: &Array{Elem: ElemOf(oid), Dims: []Dim{{Len: int32(len(elems))}}, Elems: elems}}
}

// parseVector reads numbers separated by blanks.
func parseVector(oid OID, s string) (Value, error) {
	elem := ElemOf(oid)
	var elems []Value
	for _, field := range strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && isSpace(byte(r)) }) {
		if len(elems) == vectorItemsMax {
			return Null, pgerr.New(pgerr.InvalidParameterValue, "%s has too many elements", TypeName(oid))
		}
		v, err := ParseText(elem, field, -1, DefaultFormat)
		if err != nil {
			return Null, err
		}
		elems = append(elems, v)
	}
	return NewVector(oid, elems), nil
}

func appendVector(buf []byte, a *Array) []byte {
	for i, e := range a.Elems {
		if i > 0 {
			buf = append(buf, ' ')
		}
		buf = strconv.AppendInt(buf, e.I, 10)
	}
	return buf
}

// checkVector holds a received array to the shape of a vector: one dimension
// from 0, no NULLs.
func checkVector(oid OID, a *Array) (Value, error) {
	ok := len(a.Dims) == 1 && a.Dims[0].Lower == 0
	for _, e := range a.Elems {
		ok = ok && e.OID != 0
	}
	if !ok {
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid %s data", TypeName(oid))
	}
	return Value{OID: oid, X: a}, nil
}

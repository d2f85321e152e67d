package slt

import (
	"encoding/binary"
	"errors"

	"github.com/sparrowdb/sparrow/sql/types"
)

// userValue decodes the binary form of a value of a type that a statement made,
// whose OID says nothing here: that of an enum is its label; those of arrays and
// composite values begin with a number, and so with a zero byte.
func userValue(b []byte) (types.Value, error) {
	if len(b) < 4 || b[0] != 0 {
		return types.NewText(string(b)), nil
	}
	r := userReader{b: b}
	first := r.int32()
	if len(r.b) > 0 && first >= 0 && binary.BigEndian.Uint32(r.b) <= 1 {
		return r.array(int(first))
	}
	rec := &types.RecordValue{}
	for range first {
		v, err := r.value(types.OID(r.int32()))
		if err != nil {
			return types.Null, err
		}
		rec.Fields = append(rec.Fields, v)
	}
	return types.Value{OID: types.Record, X: rec}, nil
}

// userReader takes numbers and values off a binary form.
type userReader struct{ b []byte }

func (r *userReader) int32() int32 {
	if len(r.b) < 4 {
		r.b = nil
		return 0
	}
	n := int32(binary.BigEndian.Uint32(r.b))
	r.b = r.b[4:]
	return n
}

func (r *userReader) array(ndim int) (types.Value, error) {
	r.int32()
	elem := types.OID(r.int32())
	a := &types.Array{Elem: types.Text}
	n := min(ndim, 1)
	for range ndim {
		d := types.Dim{Len: r.int32(), Lower: r.int32()}
		n *= int(d.Len)
		a.Dims = append(a.Dims, d)
	}
	for range n {
		v, err := r.value(elem)
		if err != nil {
			return types.Null, err
		}
		a.Elems = append(a.Elems, v)
	}
	return types.Value{OID: types.TextArray, X: a}, nil
}

// value takes a length and a value of a type.
func (r *userReader) value(oid types.OID) (types.Value, error) {
	n := r.int32()
	if n < 0 {
		return types.Null, nil
	}
	if int(n) > len(r.b) {
		return types.Null, errors.New("a value ends too early")
	}
	b := r.b[:n]
	r.b = r.b[n:]
	if oid >= types.FirstUserOID {
		return userValue(b)
	}
	return types.DecodeBinary(oid, b)
}

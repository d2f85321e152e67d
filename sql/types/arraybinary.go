package types

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// appendArrayBinary writes array_send's form: dimensions, whether there are
// NULLs, the element type, then length and bound of each dimension, then the
// elements with their lengths.
func appendArrayBinary(buf []byte, a *Array) ([]byte, error) {
	hasNull := int32(0)
	for _, e := range a.Elems {
		if e.OID == 0 {
			hasNull = 1
			break
		}
	}
	buf = appendInt32(buf, int32(len(a.Dims)))
	buf = appendInt32(buf, hasNull)
	buf = appendInt32(buf, int32(a.Elem))
	for _, d := range a.Dims {
		buf = appendInt32(appendInt32(buf, d.Len), d.Lower)
	}
	var err error
	for _, e := range a.Elems {
		if buf, err = appendSized(buf, e); err != nil {
			return nil, err
		}
	}
	return buf, nil
}

// appendSized appends a value's binary form behind its length, -1 for NULL.
func appendSized(buf []byte, v Value) ([]byte, error) {
	if v.OID == 0 {
		return appendInt32(buf, -1), nil
	}
	at := len(buf)
	buf, err := AppendBinary(appendInt32(buf, 0), v)
	if err != nil {
		return nil, err
	}
	binary.BigEndian.PutUint32(buf[at:], uint32(len(buf)-at-4))
	return buf, nil
}

// binaryReader takes big-endian integers off a message; after the end it
// keeps returning zero and is short.
type binaryReader struct {
	b     []byte
	short bool
}

func (r *binaryReader) int32() int32 {
	if len(r.b) < 4 {
		r.short, r.b = true, nil
		return 0
	}
	n := int32(binary.BigEndian.Uint32(r.b))
	r.b = r.b[4:]
	return n
}

func insufficientData() error {
	return pgerr.New(pgerr.ProtocolViolation, "insufficient data left in message")
}

// decodeArray reads array_recv's form of an array, int2vector or oidvector.
func decodeArray(oid OID, b []byte) (Value, error) {
	r := binaryReader{b: b}
	ndim, flags, elem := r.int32(), r.int32(), OID(uint32(r.int32()))
	want := ElemOf(oid)
	switch {
	case r.short:
		return Null, insufficientData()
	case ndim < 0:
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid number of dimensions: %d", ndim)
	case ndim > arrayDimsMax:
		return Null, tooManyDims(int(ndim))
	case flags != 0 && flags != 1:
		return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "invalid array flags")
	case elem != want:
		return Null, pgerr.New(pgerr.DatatypeMismatch,
			"binary data has array element type %d (%s) instead of expected %d (%s)",
			elem, TypeName(elem), want, TypeName(want))
	}
	dims := make([]Dim, ndim)
	for i := range dims {
		dims[i] = Dim{Len: r.int32(), Lower: r.int32()}
	}
	n, err := countItems(dims)
	if err != nil {
		return Null, err
	}
	if r.short || len(r.b) < 4*n {
		return Null, insufficientData()
	}
	a := &Array{Elem: elem, Dims: dims, Elems: make([]Value, n)}
	grown := int64(0)
	for i := range a.Elems {
		size := r.int32()
		if size == -1 && !r.short {
			continue
		}
		if r.short || size < 0 || int(size) > len(r.b) {
			return Null, pgerr.New(pgerr.InvalidBinaryRepresentation, "insufficient data left in message")
		}
		if a.Elems[i], err = DecodeBinary(elem, r.b[:size]); err != nil {
			return Null, err
		}
		if err = countGrown(&grown, a.Elems[i], int(size)); err != nil {
			return Null, err
		}
		r.b = r.b[size:]
	}
	if len(r.b) > 0 {
		return Null, badLength(1, 0)
	}
	if oid == Int2Vector || oid == OidVector {
		return checkVector(oid, a)
	}
	if n == 0 {
		a.Dims = nil
	}
	return Value{OID: oid, X: a}, nil
}

package rowenc

import (
	"encoding/binary"
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// An array's payload: uvarint type OID of the array, uvarint OID of the
// elements, uvarint number of dimensions, for each uvarint length and zigzag
// varint lower bound; then for each element its tag (0: NULL) and, unless it is
// NULL, uvarint length and payload.

// arrayDimsMax is PostgreSQL's MAXDIM.
const arrayDimsMax = 6

func appendArray(dst []byte, oid types.OID, a *types.Array) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(oid))
	dst = binary.AppendUvarint(dst, uint64(a.Elem))
	dst = binary.AppendUvarint(dst, uint64(len(a.Dims)))
	for _, d := range a.Dims {
		dst = binary.AppendUvarint(dst, uint64(d.Len))
		dst = binary.AppendVarint(dst, int64(d.Lower))
	}
	for _, e := range a.Elems {
		var err error
		if dst, err = appendElement(dst, e); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

func decodeArray(b []byte, depth int) (datum.Datum, error) {
	r := arrayReader{b: b}
	oid, elem, dims := r.uvarint(math.MaxUint32), r.uvarint(math.MaxUint32), r.uvarint(arrayDimsMax)
	if r.bad || depth == 0 {
		return datum.Null, corrupt("array")
	}
	a := &types.Array{Elem: types.OID(elem)}
	elems := uint64(min(dims, 1))
	for range dims {
		n, lower := r.uvarint(math.MaxInt32), r.varint()
		if elems *= n; r.bad || elems > uint64(len(b)) || lower != int64(int32(lower)) {
			return datum.Null, corrupt("array dimensions")
		}
		a.Dims = append(a.Dims, types.Dim{Len: int32(n), Lower: int32(lower)})
	}
	a.Elems = make([]datum.Datum, elems)
	for i := range a.Elems {
		tag, payload, ok := r.element()
		if !ok {
			return datum.Null, corrupt("array element")
		}
		if tag == 0 {
			continue
		}
		var err error
		if a.Elems[i], err = decodeElement(tag, payload, depth-1); err != nil {
			return datum.Null, err
		}
	}
	if len(r.b) > 0 {
		return datum.Null, corrupt("array length")
	}
	return datum.Datum{OID: types.OID(oid), X: a}, nil
}

// arrayReader takes numbers off an array's payload; bad sticks.
type arrayReader struct {
	b   []byte
	bad bool
}

func (r *arrayReader) uvarint(max uint64) uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 || x > max {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *arrayReader) varint() int64 {
	x, n := binary.Varint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *arrayReader) element() (tag Tag, payload []byte, ok bool) {
	if len(r.b) == 0 {
		return 0, nil, false
	}
	tag, r.b = Tag(r.b[0]), r.b[1:]
	if tag == 0 {
		return 0, nil, true
	}
	n := r.uvarint(uint64(len(r.b)))
	if r.bad || n > uint64(len(r.b)) {
		return 0, nil, false
	}
	payload, r.b = r.b[:n], r.b[n:]
	return tag, payload, true
}

package rowenc

import (
	"encoding/binary"
	"math"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// A composite value's payload: uvarint type OID, uvarint number of fields; then for
// each field its tag (0: NULL) and, unless it is NULL, uvarint length and payload.

// rowDepthMax bounds composite values in composite values and arrays.
const rowDepthMax = 32

func appendRowValue(dst []byte, oid types.OID, r *types.RecordValue) ([]byte, error) {
	dst = binary.AppendUvarint(dst, uint64(oid))
	dst = binary.AppendUvarint(dst, uint64(len(r.Fields)))
	for _, f := range r.Fields {
		var err error
		if dst, err = appendElement(dst, f); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// appendElement appends an element of an array or a field: its tag, length and payload.
func appendElement(dst []byte, v datum.Datum) ([]byte, error) {
	if v.IsNull() {
		return append(dst, 0), nil
	}
	payload, tag, err := appendCell(nil, v)
	if err != nil {
		return nil, err
	}
	dst = append(dst, byte(tag))
	dst = binary.AppendUvarint(dst, uint64(len(payload)))
	return append(dst, payload...), nil
}

func decodeRowValue(b []byte, depth int) (datum.Datum, error) {
	r := arrayReader{b: b}
	oid, n := r.uvarint(math.MaxUint32), r.uvarint(uint64(len(b)))
	if r.bad || depth == 0 {
		return datum.Null, corrupt("composite value")
	}
	fields := make([]datum.Datum, n)
	for i := range fields {
		tag, payload, ok := r.element()
		if !ok {
			return datum.Null, corrupt("field of a composite value")
		}
		if tag == 0 {
			continue
		}
		var err error
		if fields[i], err = decodeElement(tag, payload, depth-1); err != nil {
			return datum.Null, err
		}
	}
	if len(r.b) > 0 {
		return datum.Null, corrupt("composite value length")
	}
	return types.NewRow(types.OID(oid), fields), nil
}

// decodeElement decodes an element of an array or a field.
func decodeElement(tag Tag, payload []byte, depth int) (datum.Datum, error) {
	switch tag {
	case tagArray:
		return decodeArray(payload, depth)
	case tagRow:
		return decodeRowValue(payload, depth)
	}
	return decodeCell(tag, payload)
}

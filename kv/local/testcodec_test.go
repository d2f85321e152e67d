package local

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/sparrowdb/sparrow/kv"
)

// plainCodec is a codec for tests: it lays values one after the other, unless
// one of them contains "7".
type plainCodec struct{}

func (plainCodec) Encode(dst []byte, values [][]byte) ([]byte, bool) {
	for _, v := range values {
		if bytes.ContainsRune(v, '7') {
			return dst, false
		}
	}
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	for _, v := range values {
		dst = appendBytes(dst, v)
	}
	return dst, true
}

func (plainCodec) Open(data []byte) (kv.Columns, error) {
	r := byteReader{b: data}
	var c plainColumns
	for range r.count(1) {
		c = append(c, r.lengthBytes())
	}
	if r.bad || r.at != len(data) {
		return nil, errors.New("malformed")
	}
	return c, nil
}

// Trim drops values that contain "expired".
func (plainCodec) Trim(_, value []byte) ([]byte, bool) {
	return value, !bytes.Contains(value, []byte("expired"))
}

type plainColumns [][]byte

func (c plainColumns) Len() int      { return len(c) }
func (c plainColumns) Memory() int64 { return int64(24 * len(c)) }
func (c plainColumns) AppendValue(dst []byte, i int) ([]byte, error) {
	return append(dst, c[i]...), nil
}

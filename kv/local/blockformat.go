package local

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"github.com/klauspost/compress/s2"

	"github.com/sparrowdb/sparrow/kv"
)

// A block on disk (FORMAT.md): checksum of all that follows (4), form of the
// values (1), how the keys (1) and opaque values (1) are compressed, reserved
// (1), lengths of filter (4), of keys on disk (4) and raw (4), of opaque values
// raw (4), number of values (4); then filter, keys, values.
const (
	blockHeaderBytes = 32
	// blockRawBytesMax bounds a decoded block: one row may be as large as a
	// transaction, with all its versions.
	blockRawBytesMax = math.MaxInt32 - 1
)

// Forms of a block's values.
const (
	formOpaque  = 1
	formColumns = 2
)

// How a section is compressed.
const (
	sectionStored = 0
	sectionS2     = 1
)

// encodedBlock is a block as it lies on disk, its checksum checked and its
// lengths found to add up.
type encodedBlock struct {
	bytes                  []byte
	filterEnd, keysEnd     int
	keysRaw, valuesRaw     int
	form, keysAs, valuesAs byte
	values                 int
}

var errBlockLayout = errors.New("block has a malformed layout")

// encodeBlock appends the block of rows, which are in key order and not empty.
// columns reports that codec laid the values out.
func encodeBlock(out []byte, codec kv.Codec, rows []blockRow, values [][]byte, keys []byte) (_ []byte, columns bool, err error) {
	at := len(out)
	out = appendFilter(append(out, make([]byte, blockHeaderBytes)...), rows)
	filterEnd := len(out)
	out, keysAs := appendSection(out, keys)
	keysEnd := len(out)
	form, valuesAs, valuesRaw := byte(formColumns), byte(sectionStored), 0
	if codec != nil && len(values) > 0 {
		out, columns = codec.Encode(out, values)
	}
	if !columns {
		raw := opaqueLayout(values)
		if len(raw) > blockRawBytesMax {
			return nil, false, fmt.Errorf("%w: block of %d bytes", kv.ErrTooLarge, len(raw))
		}
		form, valuesRaw = formOpaque, len(raw)
		out, valuesAs = appendSection(out, raw)
	}
	if len(out)-at > math.MaxInt32 {
		return nil, false, fmt.Errorf("%w: block of %d bytes", kv.ErrTooLarge, len(out)-at)
	}
	head := out[at:]
	head[4], head[5], head[6] = form, keysAs, valuesAs
	for i, n := range []int{filterEnd - at - blockHeaderBytes, keysEnd - filterEnd, len(keys), valuesRaw, len(values)} {
		binary.LittleEndian.PutUint32(head[8+4*i:], uint32(n))
	}
	binary.LittleEndian.PutUint32(head, crc32.Checksum(head[4:], castagnoli))
	return out, columns, nil
}

// opaqueLayout is the lengths of values, then the values.
func opaqueLayout(values [][]byte) []byte {
	size := 0
	for _, v := range values {
		size += len(v) + binary.MaxVarintLen32
	}
	raw := make([]byte, 0, size)
	for _, v := range values {
		raw = binary.AppendUvarint(raw, uint64(len(v)))
	}
	for _, v := range values {
		raw = append(raw, v...)
	}
	return raw
}

// appendSection appends raw, compressed if that makes it smaller.
func appendSection(out, raw []byte) ([]byte, byte) {
	if len(raw) > 64 {
		if c := s2.EncodeBetter(nil, raw); len(c) < len(raw)-len(raw)/16 {
			return append(out, c...), sectionS2
		}
	}
	return append(out, raw...), sectionStored
}

// section undoes appendSection; raw is the length to come.
func section(b []byte, as byte, raw int) ([]byte, error) {
	switch as {
	case sectionStored:
		if len(b) == raw {
			return b, nil
		}
	case sectionS2:
		if n, err := s2.DecodedLen(b); err == nil && n == raw {
			return s2.Decode(nil, b)
		}
	}
	return nil, errBlockLayout
}

// parseBlock checks a block's checksum and header.
func parseBlock(buf []byte) (e encodedBlock, err error) {
	if len(buf) < blockHeaderBytes || crc32.Checksum(buf[4:], castagnoli) != binary.LittleEndian.Uint32(buf) {
		return e, errors.New("checksum of block does not match")
	}
	var n [5]int
	for i := range n {
		n[i] = int(binary.LittleEndian.Uint32(buf[8+4*i:]))
	}
	e = encodedBlock{
		bytes: buf, form: buf[4], keysAs: buf[5], valuesAs: buf[6],
		filterEnd: blockHeaderBytes + n[0], keysEnd: blockHeaderBytes + n[0] + n[1],
		keysRaw: n[2], valuesRaw: n[3], values: n[4],
	}
	if e.form != formOpaque && e.form != formColumns {
		return e, errors.New("block has values of an unknown form")
	}
	if e.keysEnd > len(buf) || e.keysRaw > blockRawBytesMax || e.valuesRaw > blockRawBytesMax || e.values > blockRawBytesMax {
		return e, errBlockLayout
	}
	return e, nil
}

func (e *encodedBlock) filter() []byte { return e.bytes[blockHeaderBytes:e.filterEnd] }

// keys decodes the key section.
func (e *encodedBlock) keys(values int) (*blockKeys, error) {
	raw, err := section(e.bytes[e.filterEnd:e.keysEnd], e.keysAs, e.keysRaw)
	if err != nil {
		return nil, err
	}
	k, ok := decodeKeySection(raw, values)
	if !ok {
		return nil, errBlockLayout
	}
	return k, nil
}

// decode makes the block readable; its keys come later.
func (e *encodedBlock) decode(codec kv.Codec) (*decodedBlock, error) {
	d := &decodedBlock{encoded: *e, values: e.values}
	if e.form == formColumns {
		if codec == nil {
			return nil, errors.New("block has columns, but the store was opened without a codec")
		}
		columns, err := codec.Open(e.bytes[e.keysEnd:])
		if err != nil {
			return nil, err
		}
		if columns.Len() != e.values {
			return nil, errBlockLayout
		}
		d.columns = columns
		return d, nil
	}
	raw, err := section(e.bytes[e.keysEnd:], e.valuesAs, e.valuesRaw)
	if err != nil {
		return nil, err
	}
	r := byteReader{b: raw}
	if e.values > len(raw) {
		return nil, errBlockLayout
	}
	d.opaqueEnd = make([]uint32, e.values)
	total := uint64(0)
	for i := range d.opaqueEnd {
		total += r.uvarint()
		if r.bad || total > uint64(len(raw)) {
			return nil, errBlockLayout
		}
		d.opaqueEnd[i] = uint32(total)
	}
	if total != uint64(len(raw)-r.at) {
		return nil, errBlockLayout
	}
	d.opaque = raw[r.at:]
	// Of what was read only the keys are needed once they are asked for.
	d.encoded.bytes = append([]byte(nil), e.bytes[:e.keysEnd]...)
	return d, nil
}

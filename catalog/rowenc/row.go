package rowenc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowVersion is the first byte of a row's value.
const rowVersion = 1

// Cell is one attribute of a row.
type Cell struct {
	ID catalog.AttrID
	V  datum.Datum
}

// EncodeRow appends the value of a row. key are the row's key values, of which
// numerics leave their display scale in the value. Cells are sorted by id in
// place; NULL ones are left out, and no id may come twice.
func EncodeRow(dst []byte, key []datum.Datum, cells []Cell) ([]byte, error) {
	if !slices.IsSortedFunc(cells, compareCells) {
		slices.SortFunc(cells, compareCells)
	}
	dst = appendScales(append(dst, rowVersion), key)
	n := 0
	for i := range cells {
		if !cells[i].V.IsNull() {
			n++
		}
	}
	dst = binary.AppendUvarint(dst, uint64(n))
	// The header is written in front of payloads whose lengths it holds: the
	// payloads go to a buffer of their own first.
	var scratch [512]byte
	payloads := scratch[:0]
	var last catalog.AttrID
	for i := range cells {
		c := &cells[i]
		if c.V.IsNull() {
			continue
		}
		if c.ID == last {
			return nil, fmt.Errorf("rowenc: attribute %d comes twice in a row, or is 0", c.ID)
		}
		start := len(payloads)
		var tag Tag
		var err error
		if payloads, tag, err = appendCell(payloads, c.V); err != nil {
			return nil, err
		}
		dst = binary.AppendUvarint(dst, uint64(c.ID-last))
		dst = append(dst, byte(tag))
		dst = binary.AppendUvarint(dst, uint64(len(payloads)-start))
		last = c.ID
	}
	return append(dst, payloads...), nil
}

func compareCells(a, b Cell) int { return compareIDs(a.ID, b.ID) }

func compareIDs(a, b catalog.AttrID) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	default:
		return 0
	}
}

func appendScales(dst []byte, key []datum.Datum) []byte {
	n := uint64(0)
	for _, v := range key {
		if v.OID == types.Numeric {
			n++
		}
	}
	dst = binary.AppendUvarint(dst, n)
	for _, v := range key {
		if v.OID == types.Numeric {
			dst = binary.AppendUvarint(dst, uint64(max(-v.Decimal().Exponent, 0)))
		}
	}
	return dst
}

// rowBody returns what a row's value has from the scales on: of a plain row, a
// timed one, a wide one's head, or an assembled one.
func rowBody(value []byte) ([]byte, error) {
	if len(value) == 0 {
		return nil, corrupt("empty value")
	}
	switch value[0] {
	case rowVersion, wideVersion:
		return value[1:], nil
	case timedVersion:
		_, size := binary.Uvarint(value[1:])
		if size <= 0 {
			return nil, corrupt("row time")
		}
		return value[1+size:], nil
	case assembledVersion:
		if len(value) < assembledHead {
			return nil, corrupt("assembled row")
		}
		return value[assembledHead:], nil
	case chunkVersion:
		return nil, corrupt("chunk where a row should be")
	}
	return nil, fmt.Errorf("%w: row of version %d", kv.ErrVersion, value[0])
}

// header walks the header of a row's value.
type header struct {
	rest    []byte // of the header
	payload []byte // from the next cell's on
	left    uint64
	id      uint64
	scales  []byte // the display scales with their count
	timed   bool   // cells have times, and may have older versions
	rowAt   int64  // of a timed row: when it was last written

	// The current cell, after next.
	tag  Tag
	data []byte
	at   int64 // of a timed row: when it was written
	nth  int   // how many newer versions of the attribute there are
}

// headerCellMin is the least bytes of one cell in the header.
const headerCellMin = 3

// openHeader finds the header and the payloads behind it. Of a wide row there
// are none before it has been assembled.
func openHeader(h *header, value []byte) error {
	rest, err := rowBody(value)
	if err != nil {
		return err
	}
	if IsWide(value) {
		return errors.New("rowenc: head of a wide row without its chunks")
	}
	*h = header{timed: value[0] == timedVersion}
	if h.timed {
		if h.rowAt, err = new(Moment).rowTime(value); err != nil {
			return err
		}
	}
	body := rest
	if rest, err = skipScales(rest); err != nil {
		return err
	}
	h.scales = body[:len(body)-len(rest)]
	return h.open(rest)
}

// openChunk is openHeader for a chunk of a wide row.
func openChunk(h *header, value []byte) error {
	if len(value) < 2 || value[0] != chunkVersion || value[1] != 0 {
		return corrupt("chunk")
	}
	*h = header{}
	return h.open(value[2:])
}

// skipScales takes the scales off a row's value after its first byte.
func skipScales(rest []byte) ([]byte, error) {
	scales, size := binary.Uvarint(rest)
	if size <= 0 || scales > uint64(len(rest)) {
		return nil, corrupt("scales")
	}
	rest = rest[size:]
	for ; scales > 0; scales-- {
		_, size := binary.Uvarint(rest)
		if size <= 0 {
			return nil, corrupt("scales")
		}
		rest = rest[size:]
	}
	return rest, nil
}

// open finds the header and the payloads of the cells part of a value.
func (h *header) open(rest []byte) error {
	n, size := binary.Uvarint(rest)
	if size <= 0 || n > uint64(len(rest))/headerCellMin {
		return corrupt("cell count")
	}
	rest = rest[size:]
	parts := 2
	if h.timed {
		parts = 3
	}
	end, err := headerEnd(rest, n, parts)
	if err != nil {
		return err
	}
	h.rest, h.payload, h.left = rest[:end], rest[end:], n
	return nil
}

// headerEnd returns the length of the header of n cells, each of so many
// uvarints and, after the first, the tag.
func headerEnd(b []byte, n uint64, parts int) (int, error) {
	i := 0
	for ; n > 0; n-- {
		for part := 0; part < parts; part++ {
			for i < len(b) && b[i] >= 0x80 {
				i++
			}
			i++ // the last byte of a uvarint
			if part == 0 {
				i++ // the tag
			}
		}
	}
	if i > len(b) {
		return 0, corrupt("header")
	}
	return i, nil
}

// next moves to the next cell; at the end it says false.
func (h *header) next() (bool, error) {
	if h.left == 0 {
		return false, nil
	}
	delta, size := binary.Uvarint(h.rest)
	if size <= 0 || size >= len(h.rest) || delta == 0 && (!h.timed || h.id == 0) {
		return false, corrupt("cell id")
	}
	h.id += delta
	if h.id > 1<<32-1 || delta > 1<<32-1 {
		return false, corrupt("cell id")
	}
	h.tag = Tag(h.rest[size])
	length, lengthSize := binary.Uvarint(h.rest[size+1:])
	if lengthSize <= 0 || length > uint64(len(h.payload)) {
		return false, corrupt("cell length")
	}
	h.rest = h.rest[size+1+lengthSize:]
	h.data, h.payload = h.payload[:length:length], h.payload[length:]
	h.left--
	if h.timed {
		return true, h.time(delta == 0)
	}
	return true, nil
}

// time reads the time of a cell, which is older than the one before if that
// is of the same attribute.
func (h *header) time(older bool) error {
	age, size := binary.Uvarint(h.rest)
	if size <= 0 || age > uint64(h.rowAt) {
		return corrupt("cell time")
	}
	h.rest = h.rest[size:]
	at := h.rowAt - int64(age)
	if older && at >= h.at {
		return corrupt("cell time")
	}
	if h.at = at; older {
		h.nth++
	} else {
		h.nth = 0
	}
	return nil
}

// seen is next for a reader: it passes over older versions and over what is not
// seen at m.
func (h *header) seen(m *Moment) (bool, error) {
	for {
		more, err := h.next()
		if err != nil || !more || h.nth == 0 && m.shows(h) {
			return more, err
		}
	}
}

// DecodeCells decodes all cells of a row's value, by rising id, appending to
// dst; of a timed row their newest versions, expired or not.
func DecodeCells(dst []Cell, value []byte) ([]Cell, error) {
	return new(Moment).DecodeCells(dst, value)
}

// DecodeCells is the function of that name for what is seen at m: for writers
// that change some cells, and for _attributes.
func (m *Moment) DecodeCells(dst []Cell, value []byte) ([]Cell, error) {
	var h header
	if err := openHeader(&h, value); err != nil {
		return nil, err
	}
	for {
		more, err := h.seen(m)
		if err != nil || !more {
			return dst, err
		}
		v, err := decodeCell(h.tag, h.data)
		if err != nil {
			return nil, err
		}
		dst = append(dst, Cell{ID: catalog.AttrID(h.id), V: v})
	}
}

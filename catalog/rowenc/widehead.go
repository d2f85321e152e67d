package rowenc

import (
	"encoding/binary"
	"hash/crc32"
	"math"

	"github.com/sparrowdb/sparrow/catalog"
)

// When a row becomes wide, and when it stops being so. Up to wideBytes a row is
// cheaper to write whole than in parts: the smallest write of a wide row is a
// head and a chunk, some 35 KiB. One cell alone is never worth a chunk. Between
// the two pairs of bounds a row stays what it is, so that one that changes at
// a bound is not rewritten each time.
const (
	wideCells  = 1024
	wideBytes  = 128 << 10
	plainCells = wideCells / 2
	plainBytes = wideBytes / 2
)

// Sizes of chunks. A write costs about a chunk, a head about 12 bytes for each
// chunk: with these a row of 100,000 small attributes has a head of 3 KiB and
// chunks of 8 KiB. A chunk that outgrows the larger bounds is cut into pieces
// of about the middle ones; one that falls below both smaller ones is joined
// with a neighbour if the two fit. A cell is never cut.
const (
	chunkCellsMin = 128
	chunkBytesMin = 8 << 10
	chunkCells    = 512
	chunkBytes    = 32 << 10
	chunkCellsMax = 2 * chunkCells
	chunkBytesMax = 2 * chunkBytes
)

// First bytes of values beside rowVersion.
const (
	wideVersion  = 3 // a wide row's head
	chunkVersion = 4 // one of its chunks
	// assembledVersion begins a wide row put together in memory: 4 bytes, little
	// endian, of the row's version, then as in a plain row. It is never stored.
	assembledVersion = 0xFF
)

// assembledHead is the length of what an assembled row has before the scales.
const assembledHead = 5

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Version is a checksum of a row as it is stored: any write that changes the
// row changes it, and a flush that takes what has expired out of it does not.
// value is a plain, timed or assembled row; the checksum of a wide row is that
// of its head, which has those of the chunks.
func Version(value []byte) (uint32, error) {
	if len(value) >= assembledHead && value[0] == assembledVersion {
		return binary.LittleEndian.Uint32(value[1:]), nil
	}
	id, err := identity(value)
	return crc32.Checksum(id, castagnoli), err
}

// IsWide tells the head of a wide row from a plain row.
func IsWide(value []byte) bool { return len(value) > 0 && value[0] == wideVersion }

// parseHead reads the head of a wide row.
func parseHead(value []byte) (scales []byte, pieces []*piece, err error) {
	if !IsWide(value) {
		return nil, nil, corrupt("head of a wide row")
	}
	rest, err := skipScales(value[1:])
	if err != nil {
		return nil, nil, err
	}
	scales = value[1 : len(value)-len(rest)]
	r := arrayReader{b: rest}
	n := r.uvarint(uint64(len(rest)))
	if r.bad || n == 0 {
		return nil, nil, corrupt("number of chunks")
	}
	pieces = make([]*piece, n)
	list := make([]piece, n)
	var start uint64
	for i := range pieces {
		delta := r.uvarint(math.MaxUint32)
		start += delta
		p := &list[i]
		p.start, p.cells, p.bytes = catalog.AttrID(start), int(r.uvarint(math.MaxInt32)), int(r.uvarint(math.MaxInt32))
		if r.bad || delta == 0 || start > math.MaxUint32 || len(r.b) < 4 {
			return nil, nil, corrupt("directory of chunks")
		}
		p.sum, r.b = binary.LittleEndian.Uint32(r.b), r.b[4:]
		pieces[i] = p
	}
	if len(r.b) > 0 {
		return nil, nil, corrupt("length of a wide row's head")
	}
	return scales, pieces, nil
}

// appendHead appends the head of a wide row of these pieces, all of which know
// their sums. scales are encoded.
func appendHead(dst, scales []byte, pieces []*piece) []byte {
	dst = append(append(dst, wideVersion), scales...)
	dst = binary.AppendUvarint(dst, uint64(len(pieces)))
	var last catalog.AttrID
	for _, p := range pieces {
		dst = binary.AppendUvarint(dst, uint64(p.start-last))
		dst = binary.AppendUvarint(dst, uint64(p.cells))
		dst = binary.AppendUvarint(dst, uint64(p.bytes))
		dst = binary.LittleEndian.AppendUint32(dst, p.sum)
		last = p.start
	}
	return dst
}

package rowenc

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
)

// How a section is compressed: a byte in the head.
const (
	sectionStored = iota
	sectionS2
	sectionZstd
)

const (
	// sectionRatioMax bounds what a section grows to when it is decompressed, so
	// that a damaged head can't ask for much: sectionFreeBytes and
	// sectionRatioMax bytes for each that is stored.
	sectionRatioMax  = 4096
	sectionFreeBytes = 4096
	// blockRawBytesMax bounds what all sections of a block grow to.
	blockRawBytesMax = 64 << 20
	// sectionTinyBytes is the size below which compression isn't tried.
	sectionTinyBytes = 64
)

// section is a part of a block that is compressed as a whole.
type section struct {
	method byte
	raw    int                    // bytes when decompressed
	size   int                    // bytes as stored
	stored []byte                 // when read
	data   atomic.Pointer[[]byte] // decompressed
}

// sectionCoders compress and decompress; their tables are large and shared by
// all. Both are safe for concurrent use.
var sectionCoders = sync.OnceValue(func() (c struct {
	enc *zstd.Encoder
	dec *zstd.Decoder
}) {
	var err error
	if c.enc, err = zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(2),
		zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(1<<20)); err != nil {
		panic(err) // the options are wrong
	}
	if c.dec, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true)); err != nil {
		panic(err)
	}
	return c
})

// decompressSlack is the room behind its output that lets zstd copy in whole
// words.
const decompressSlack = 32

// appendSection compresses raw behind dst as far as it pays.
func appendSection(dst, raw []byte) (out []byte, method byte) {
	if len(raw) < sectionTinyBytes {
		return append(dst, raw...), sectionStored
	}
	from := len(dst)
	dst = sectionCoders().enc.EncodeAll(raw, dst)
	size := len(dst) - from
	if size > len(raw)-len(raw)/16 || len(raw) > sectionFreeBytes+sectionRatioMax*size {
		return append(dst[:from], raw...), sectionStored
	}
	return dst, sectionZstd
}

// appendHead describes a section.
func (s *section) appendHead(dst []byte) []byte {
	dst = binary.AppendUvarint(append(dst, s.method), uint64(s.raw))
	if s.method != sectionStored {
		dst = binary.AppendUvarint(dst, uint64(s.size))
	}
	return dst
}

// readHead reads the description, and takes the section off the block's data.
func (s *section) readHead(head, data *blockReader, raw *int) {
	s.method = head.byte()
	s.raw = int(head.uvarint(blockRawBytesMax))
	s.size = s.raw
	if s.method != sectionStored {
		s.size = int(head.uvarint(uint64(s.raw)))
	}
	*raw += s.raw
	if s.method > sectionZstd || s.raw > sectionFreeBytes+sectionRatioMax*s.size || *raw > blockRawBytesMax {
		head.fail()
	}
	s.stored = data.bytes(s.size)
	if data.bad {
		head.fail()
	}
}

// open returns the section's bytes, which it keeps, and what that took.
func (s *section) open() (data []byte, memory int64, err error) {
	if s.method == sectionStored {
		return s.stored, 0, nil
	}
	if p := s.data.Load(); p != nil {
		return *p, 0, nil
	}
	if data, err = s.decompress(make([]byte, 0, s.raw+decompressSlack)); err != nil {
		return nil, 0, err
	}
	if !s.data.CompareAndSwap(nil, &data) { // another was faster
		return *s.data.Load(), 0, nil
	}
	return data, int64(cap(data)), nil
}

// decompress fills dst, which has room for all of it.
func (s *section) decompress(dst []byte) ([]byte, error) {
	var err error
	switch s.method {
	case sectionStored:
		return append(dst, s.stored...), nil
	case sectionS2:
		if n, lenErr := s2.DecodedLen(s.stored); lenErr != nil || n != s.raw {
			return nil, corrupt("length of a section")
		}
		dst, err = s2.Decode(dst[:s.raw], s.stored)
	default:
		dst, err = sectionCoders().dec.DecodeAll(s.stored, dst)
	}
	if err != nil || len(dst) != s.raw {
		return nil, corrupt("section of a block")
	}
	return dst, nil
}

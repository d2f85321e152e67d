package local

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A frame is what one group commit writes to the log: the records of all its
// transactions under one checksum. Layout, little-endian: magic (4), checksum of
// all that follows (4), payload length (4), flags (4), sequence number (8),
// payload.
const (
	frameMagic       = "SPWF"
	frameHeaderBytes = 24
	// frameAfterSync says that all frames before this one were on disk when it
	// was written: a damaged frame before it can't be a torn write.
	frameAfterSync = 1
)

// frameHeader is a decoded header.
type frameHeader struct {
	checksum uint32
	length   uint32
	flags    uint32
	seq      uint64
}

// putFrameHeader fills the first frameHeaderBytes of b for a payload of length
// bytes whose parts follow; the checksum covers header rest and parts.
func putFrameHeader(b []byte, flags uint32, seq uint64, length int, parts ...[]byte) {
	copy(b, frameMagic)
	binary.LittleEndian.PutUint32(b[8:], uint32(length))
	binary.LittleEndian.PutUint32(b[12:], flags)
	binary.LittleEndian.PutUint64(b[16:], seq)
	sum := crc32.Checksum(b[8:frameHeaderBytes], castagnoli)
	for _, p := range parts {
		sum = crc32.Update(sum, castagnoli, p)
	}
	binary.LittleEndian.PutUint32(b[4:], sum)
}

// parseFrame reads the frame at the beginning of b. ok is false when there is
// none that is whole and undamaged.
func parseFrame(b []byte) (h frameHeader, payload []byte, ok bool) {
	if len(b) < frameHeaderBytes || string(b[:4]) != frameMagic {
		return h, nil, false
	}
	h.checksum = binary.LittleEndian.Uint32(b[4:])
	h.length = binary.LittleEndian.Uint32(b[8:])
	h.flags = binary.LittleEndian.Uint32(b[12:])
	h.seq = binary.LittleEndian.Uint64(b[16:])
	if uint64(h.length) > uint64(len(b)-frameHeaderBytes) {
		return h, nil, false
	}
	end := frameHeaderBytes + int(h.length)
	if crc32.Checksum(b[8:end], castagnoli) != h.checksum {
		return h, nil, false
	}
	return h, b[frameHeaderBytes:end], true
}

// A segment is one file of the log. Its header: magic (8), checksum of all that
// follows (4), format version (4), segment number (8), sequence number of its
// first frame (8).
const (
	segmentMagic       = "SPRWWAL\n"
	segmentHeaderBytes = 32
)

func segmentName(no uint64) string { return fmt.Sprintf("wal-%08d", no) }

func segmentHeader(no, firstSeq uint64) []byte {
	b := make([]byte, segmentHeaderBytes)
	copy(b, segmentMagic)
	binary.LittleEndian.PutUint32(b[12:], FormatVersion)
	binary.LittleEndian.PutUint64(b[16:], no)
	binary.LittleEndian.PutUint64(b[24:], firstSeq)
	binary.LittleEndian.PutUint32(b[8:], crc32.Checksum(b[12:], castagnoli))
	return b
}

// parseSegmentHeader returns the sequence number of the first frame.
func parseSegmentHeader(b []byte, no uint64) (firstSeq uint64, ok bool) {
	if len(b) < segmentHeaderBytes || string(b[:8]) != segmentMagic ||
		crc32.Checksum(b[12:segmentHeaderBytes], castagnoli) != binary.LittleEndian.Uint32(b[8:]) ||
		binary.LittleEndian.Uint64(b[16:]) != no {
		return 0, false
	}
	return binary.LittleEndian.Uint64(b[24:]), true
}

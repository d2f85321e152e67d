package local

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/klauspost/compress/s2"
)

// A frame is what one group commit writes to the log: the records of all its
// transactions under one checksum. Layout, little-endian: magic (4), checksum of
// the segment's number and all that follows (4), payload length (4), flags (4),
// sequence number (8), payload.
const (
	frameMagic       = "SPWF"
	frameHeaderBytes = 24
	// frameAfterSync says that all frames before this one were on disk when it
	// was written: a damaged frame before it can't be a torn write.
	frameAfterSync = 1
	// frameCompressed says that the payload is one S2 block.
	frameCompressed = 2
)

const (
	// frameCompressMin is the payload from which on compression is tried: below
	// it, one block of the disk is written either way.
	frameCompressMin = 1 << 10
	// frameCompressMax bounds the memory that compression takes, and with it what
	// a payload decodes to.
	frameCompressMax = 32 << 20
)

// frameHeader is a decoded header.
type frameHeader struct {
	checksum uint32
	length   uint32
	flags    uint32
	seq      uint64
}

// frameSeed is where the checksums of a segment's frames begin. Two segments
// never have the same one, and for a given frame another seed always gives
// another checksum: what a file held under an older number is no frame of the
// segment that it has become.
func frameSeed(segment uint64) uint32 {
	return crc32.Checksum(binary.LittleEndian.AppendUint64(nil, segment), castagnoli)
}

// putFrameHeader fills the first frameHeaderBytes of b for a payload of length
// bytes whose parts follow; the checksum covers header rest and parts.
func putFrameHeader(b []byte, seed, flags uint32, seq uint64, length int, parts ...[]byte) {
	copy(b, frameMagic)
	binary.LittleEndian.PutUint32(b[8:], uint32(length))
	binary.LittleEndian.PutUint32(b[12:], flags)
	binary.LittleEndian.PutUint64(b[16:], seq)
	sum := crc32.Update(seed, castagnoli, b[8:frameHeaderBytes])
	for _, p := range parts {
		sum = crc32.Update(sum, castagnoli, p)
	}
	binary.LittleEndian.PutUint32(b[4:], sum)
}

// parseFrame reads the frame at the beginning of b. ok is false when there is
// none that is whole, undamaged and of the segment that seed stands for.
func parseFrame(b []byte, seed uint32) (h frameHeader, payload []byte, ok bool) {
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
	if crc32.Update(seed, castagnoli, b[8:end]) != h.checksum {
		return h, nil, false
	}
	return h, b[frameHeaderBytes:end], true
}

// bytes is what the frame takes in the segment.
func (h frameHeader) bytes() int { return frameHeaderBytes + int(h.length) }

// compressFrame returns the payload that parts make up as one S2 block in buf,
// or ok false when it is not worth it.
func compressFrame(buf, gathered []byte, length int, parts [][]byte) (block, scratch []byte, ok bool) {
	if length < frameCompressMin || length > frameCompressMax {
		return buf, gathered, false
	}
	src := gathered[:0]
	if len(parts) == 1 {
		src = parts[0]
	} else {
		for _, p := range parts {
			src = append(src, p...)
		}
		gathered = src
	}
	if n := s2.MaxEncodedLen(length); cap(buf) < n {
		buf = make([]byte, n)
	}
	block = s2.Encode(buf[:cap(buf)], src)
	return block, gathered, len(block) <= length-length/8
}

var errFramePayload = errors.New("payload of log frame does not decompress")

// framePayload returns the records of a frame, which alias payload unless they
// were compressed.
func framePayload(h frameHeader, payload []byte) ([]byte, error) {
	if h.flags&frameCompressed == 0 {
		return payload, nil
	}
	if n, err := s2.DecodedLen(payload); err != nil || n > frameCompressMax {
		return nil, errFramePayload
	}
	raw, err := s2.Decode(nil, payload)
	if err != nil {
		return nil, errFramePayload
	}
	return raw, nil
}

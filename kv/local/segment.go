package local

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// A segment is one file of the log. Its header: magic (8), checksum of all that
// follows (4), log version (4), segment number (8), sequence number of its first
// frame (8). Behind its frames lies anything: zeros when the file was new, else
// frames of the older segment that it was.
const (
	segmentMagic       = "SPRWWAL\n"
	segmentHeaderBytes = 32
	// segmentVersion is the version of segments and frames.
	segmentVersion = 2
)

func segmentName(no uint64) string { return fmt.Sprintf("wal-%08d", no) }

// segmentNumber parses the name of a segment.
func segmentNumber(name string) (no uint64, ok bool) {
	_, err := fmt.Sscanf(name, "wal-%d", &no)
	return no, err == nil && name == segmentName(no)
}

func segmentHeader(no, firstSeq uint64) []byte {
	b := make([]byte, segmentHeaderBytes)
	copy(b, segmentMagic)
	binary.LittleEndian.PutUint32(b[12:], segmentVersion)
	binary.LittleEndian.PutUint64(b[16:], no)
	binary.LittleEndian.PutUint64(b[24:], firstSeq)
	binary.LittleEndian.PutUint32(b[8:], crc32.Checksum(b[12:], castagnoli))
	return b
}

// segment is a file of the log as it was read.
type segment struct {
	no      uint64
	name    string // path
	content []byte
	first   uint64 // sequence number of its first frame
}

// readSegment reads a whole segment. When that fails, what came before the
// failure is returned with it.
func readSegment(fsys vfs.FS, dir string, no uint64) (*segment, error) {
	s := &segment{no: no, name: path.Join(dir, segmentName(no))}
	f, err := fsys.Open(s.name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	s.content = make([]byte, size)
	if n, err := f.ReadAt(s.content, 0); err != nil && !(errors.Is(err, io.EOF) && n == len(s.content)) {
		s.content = s.content[:n]
		return s, &kv.CorruptError{File: s.name, Offset: int64(n), Reason: "can't be read: " + err.Error()}
	}
	return s, nil
}

// errUnborn says that a segment was being created when the machine stopped.
var errUnborn = errors.New("log segment was being created")

// parseHeader sets first. The header is on disk before any frame is, so without
// both a segment never was in use (errUnborn), which only the last one can be.
func (s *segment) parseHeader(last bool) error {
	b := s.content
	sound := len(b) >= segmentHeaderBytes && string(b[:8]) == segmentMagic &&
		crc32.Checksum(b[12:segmentHeaderBytes], castagnoli) == binary.LittleEndian.Uint32(b[8:])
	if sound {
		if v := binary.LittleEndian.Uint32(b[12:]); v != segmentVersion {
			return fmt.Errorf("%w: log segment %s has version %d, this program reads version %d", kv.ErrVersion, s.name, v, segmentVersion)
		}
		if binary.LittleEndian.Uint64(b[16:]) == s.no {
			s.first = binary.LittleEndian.Uint64(b[24:])
			return nil
		}
	}
	if last && s.frameFrom(0, 0, 0) < 0 {
		return errUnborn
	}
	return s.corrupt(0, "header of log segment is damaged")
}

// frames calls fn for the frames from offset `from` and number seq on, until
// there is no whole one with the next number, and returns that number and where
// the frames end.
func (s *segment) frames(from int, seq uint64, fn func(at int, h frameHeader, payload []byte) error) (next uint64, at int, err error) {
	seed := frameSeed(s.no)
	at = from
	for {
		h, payload, ok := parseFrame(s.content[at:], seed)
		if !ok || h.seq != seq {
			return seq, at, nil
		}
		if err := fn(at, h, payload); err != nil {
			return seq, at, err
		}
		at += h.bytes()
		seq++
	}
}

// frameFrom returns the offset, at or after from, of a whole frame of the
// segment that has all the flags and is younger than seq; -1 is none.
func (s *segment) frameFrom(from int, flags uint32, seq uint64) int {
	seed := frameSeed(s.no)
	for from < len(s.content) {
		i := bytes.Index(s.content[from:], []byte(frameMagic))
		if i < 0 {
			return -1
		}
		from += i
		// What a frame's header claims is cheaper to test than its checksum.
		if rest := s.content[from:]; len(rest) >= frameHeaderBytes {
			claimed := binary.LittleEndian.Uint64(rest[16:])
			if claimed > seq && (seq == 0 || claimed-seq <= uint64(len(s.content))/frameHeaderBytes) {
				if h, _, ok := parseFrame(rest, seed); ok && h.flags&flags == flags {
					return from
				}
			}
		}
		from++
	}
	return -1
}

// tail judges what lies behind the frames, which end at `at` before seq. It is
// damage when a frame follows that was written after a sync: the bad one before
// it had been whole. torn reports the beginning of a frame.
func (s *segment) tail(at int, seq uint64) (torn bool, err error) {
	if off := s.frameFrom(at+1, frameAfterSync, seq); off >= 0 {
		return false, s.corrupt(at, fmt.Sprintf("%s damaged, but a good one follows at offset %d", frameRange(seq, seq), off))
	}
	rest := s.content[at:]
	torn = len(rest) >= frameHeaderBytes && binary.LittleEndian.Uint64(rest[16:]) == seq
	return torn, nil
}

// frameRange names frames, with a verb.
func frameRange(from, to uint64) string {
	if from == to {
		return fmt.Sprintf("log frame %d is", from)
	}
	return fmt.Sprintf("log frames %d to %d are", from, to)
}

func (s *segment) corrupt(at int, reason string) error {
	return &kv.CorruptError{File: s.name, Offset: int64(at), Reason: reason}
}

// listSegments returns the numbers of the segments in dir, sorted.
func listSegments(fsys vfs.FS, dir string) ([]uint64, error) {
	names, err := fsys.List(dir)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, name := range names {
		if n, ok := segmentNumber(name); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

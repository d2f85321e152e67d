package local

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/kv"
)

// replay reads the log from segment no on, whose first frame is seq, and hands
// each payload to apply. It leaves w ready to write after what it read.
//
// A frame that was being written when the machine stopped is cut off: nobody was
// told that it is durable. Any other damage is an error that names the place.
// The two are told apart by what follows: frames are written one after the
// other, each after a sync of the one before, so a good frame behind a bad one
// proves that the bad one had been whole.
func (w *wal) replay(no, seq uint64, apply func(payload []byte) error) error {
	numbers, err := w.segmentNumbers(no)
	if err != nil {
		return err
	}
	before, end := "", 0
	for i, n := range numbers {
		name := path.Join(w.dir, segmentName(n))
		if n != no+uint64(i) {
			return &kv.CorruptError{File: path.Join(w.dir, segmentName(no+uint64(i))), Offset: 0, Reason: "log segment is missing"}
		}
		content, err := w.readSegment(name)
		if err != nil {
			return err
		}
		last := i == len(numbers)-1
		first, ok := parseSegmentHeader(content, n)
		if !ok {
			if off := goodFrame(content, 0, 0); last && off < 0 {
				w.logger.Warn("removing a log segment that was being created", "file", name)
				if err := errors.Join(w.fs.Remove(name), w.fs.SyncDir(w.dir)); err != nil {
					return err
				}
				w.segNo, w.seq = n, seq
				return nil
			}
			if v := binary.LittleEndian.Uint32(append(slices.Clone(content[:min(len(content), 16)]), make([]byte, 16)...)[12:]); strings.HasPrefix(string(content), segmentMagic) && v != FormatVersion {
				return fmt.Errorf("%w: log segment %s", versionError(v), name)
			}
			return &kv.CorruptError{File: name, Offset: 0, Reason: "header of log segment is damaged"}
		}
		if first != seq {
			damaged := &kv.CorruptError{File: before, Offset: int64(end), Reason: fmt.Sprintf("log frames %d to %d are missing before the next segment", seq, first-1)}
			if i == 0 || first < seq {
				damaged = &kv.CorruptError{File: name, Offset: 24, Reason: fmt.Sprintf("log segment begins with frame %d where %d was expected", first, seq)}
			}
			return damaged
		}
		before = name
		if seq, end, err = w.replaySegment(name, content, seq, last, apply); err != nil {
			return err
		}
	}
	w.segNo, w.seq = no+uint64(len(numbers)), seq
	return nil
}

// replaySegment applies one segment's frames and returns the next sequence
// number and where the frames end.
func (w *wal) replaySegment(name string, content []byte, seq uint64, last bool, apply func([]byte) error) (next uint64, at int, err error) {
	at = segmentHeaderBytes
	for {
		h, payload, ok := parseFrame(content[at:])
		if !ok || h.seq != seq {
			break
		}
		if err := apply(payload); err != nil {
			if errors.Is(err, kv.ErrCorrupt) || errors.Is(err, errMalformedRecord) {
				return 0, 0, &kv.CorruptError{File: name, Offset: int64(at), Reason: err.Error()}
			}
			return 0, 0, err
		}
		at += frameHeaderBytes + len(payload)
		seq++
		w.bytes.Add(int64(frameHeaderBytes + len(payload)))
	}
	rest := content[at:]
	if len(bytes.TrimLeft(rest, "\x00")) == 0 {
		return seq, at, nil
	}
	if off := goodFrame(rest, 1, seq); off >= 0 {
		return 0, 0, &kv.CorruptError{File: name, Offset: int64(at), Reason: fmt.Sprintf("log frame %d is damaged, but a good one follows at offset %d", seq, at+off)}
	}
	if !last {
		return 0, 0, &kv.CorruptError{File: name, Offset: int64(at), Reason: fmt.Sprintf("log frame %d is damaged, but another segment follows", seq)}
	}
	w.logger.Warn("cutting an unfinished write off the log", "file", name, "offset", at)
	f, err := w.fs.Open(name)
	if err != nil {
		return 0, 0, err
	}
	return seq, at, errors.Join(f.Truncate(int64(at)), f.Sync(), f.Close())
}

// goodFrame returns the offset, at or after from, of a whole frame that was
// written after a sync and is younger than seq; -1 is none.
func goodFrame(b []byte, from int, seq uint64) int {
	for from < len(b) {
		i := bytes.Index(b[from:], []byte(frameMagic))
		if i < 0 {
			return -1
		}
		from += i
		if h, _, ok := parseFrame(b[from:]); ok && h.flags&frameAfterSync != 0 && h.seq > seq {
			return from
		}
		from++
	}
	return -1
}

// segmentNumbers lists the segments from no on and removes older ones, which a
// checkpoint has made superfluous.
func (w *wal) segmentNumbers(no uint64) ([]uint64, error) {
	names, err := w.fs.List(w.dir)
	if err != nil {
		return nil, err
	}
	var numbers []uint64
	for _, name := range names {
		var n uint64
		if _, err := fmt.Sscanf(name, "wal-%d", &n); err != nil || name != segmentName(n) {
			continue
		}
		if n >= no {
			numbers = append(numbers, n)
		} else if err := w.fs.Remove(path.Join(w.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// readSegment reads a whole segment, and makes sure that what it read is on disk:
// a process that was killed may have left writes that only the operating system
// has, and what is committed from now on builds on them.
func (w *wal) readSegment(name string) ([]byte, error) {
	f, err := w.fs.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return nil, err
	}
	size, err := f.Size()
	if err != nil {
		return nil, err
	}
	content := make([]byte, size)
	if n, err := f.ReadAt(content, 0); err != nil && !(errors.Is(err, io.EOF) && n == len(content)) {
		return nil, &kv.CorruptError{File: name, Offset: int64(n), Reason: "can't be read: " + err.Error()}
	}
	return content, nil
}

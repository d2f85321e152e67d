package local

import (
	"errors"
	"fmt"
	"path"

	"github.com/sparrowdb/sparrow/kv"
)

// writeFrame appends the group's frame and syncs it.
func (w *wal) writeFrame(g *commitGroup) *logFailure {
	var flags uint32
	if w.sync {
		flags = frameAfterSync
	}
	parts, length := g.records, g.bytes
	block, gathered, pays := compressFrame(w.compressed, w.gathered, length, parts)
	if cap(block) <= scratchMax {
		w.compressed = block[:0]
	}
	if cap(gathered) <= scratchMax {
		w.gathered = gathered[:0]
	}
	if pays {
		parts, length = [][]byte{block}, len(block)
		flags |= frameCompressed
	}
	size := int64(frameHeaderBytes + length)
	if w.seg == nil || w.segPos+size > w.segSize {
		if failure := w.nextSegment(size); failure != nil {
			return failure
		}
	}
	head := append(w.buf[:0], make([]byte, frameHeaderBytes)...)
	putFrameHeader(head, frameSeed(w.segNo), flags, w.seq, length, parts...)
	pos, err := w.segPos, error(nil)
	for _, part := range parts {
		if len(head)+len(part) > 1<<20 && len(head) > 0 {
			if pos, err = w.put(head, pos); err != nil {
				return w.spoil(err)
			}
			head = head[:0]
		}
		if len(part) > 1<<20 {
			if pos, err = w.put(part, pos); err != nil {
				return w.spoil(err)
			}
			continue
		}
		head = append(head, part...)
	}
	if pos, err = w.put(head, pos); err != nil {
		return w.spoil(err)
	}
	w.buf = head[:0]
	if w.sync {
		if err := w.seg.Sync(); err != nil {
			return suspectLog(err, kv.ErrOutcomeUnknown)
		}
	}
	w.segPos = pos
	w.seq++
	w.bytes.Add(size)
	return nil
}

// scratchMax bounds the buffers that are kept from one frame to the next, in
// bytes.
const scratchMax = 8 << 20

func (w *wal) put(b []byte, pos int64) (int64, error) {
	if len(b) == 0 {
		return pos, nil
	}
	if _, err := w.seg.WriteAt(b, pos); err != nil {
		return pos, err
	}
	return pos + int64(len(b)), nil
}

// spoil overwrites the header of a frame that could not be written, so that not
// even one that reached the disk whole will be recovered. When that is durable,
// nothing has happened, and the log can go on in another segment.
func (w *wal) spoil(err error) *logFailure {
	_, spoilErr := w.seg.WriteAt(make([]byte, frameHeaderBytes), w.segPos)
	if spoilErr == nil {
		spoilErr = w.seg.Sync()
	}
	if spoilErr != nil {
		return suspectLog(errors.Join(err, spoilErr), kv.ErrOutcomeUnknown)
	}
	if !isDiskFull(err) {
		return suspectLog(err, nil)
	}
	if err := w.closeSegment(); err != nil {
		return suspectLog(err, nil)
	}
	return fullLog(err)
}

// firstSegmentBytes is the size of the first segment after opening; each next
// one is twice as large up to the option, so that small stores stay small.
const firstSegmentBytes = 1 << 20

// nextSegment closes the segment in use and begins one with room for a frame, in
// the file of a superseded one if there is any. Its header is on disk before any
// frame is.
func (w *wal) nextSegment(frame int64) *logFailure {
	if err := w.closeSegment(); err != nil {
		return suspectLog(err, nil)
	}
	size := w.segmentBytes
	if w.segments < 16 {
		size = min(size, firstSegmentBytes<<w.segments)
	}
	size = max(size, segmentHeaderBytes+frame)
	err := w.createSegment(size)
	if isDiskFull(err) {
		w.giveRoom()
		// In a small one the log goes on until a checkpoint makes most of it
		// superfluous. More than one would take the room for the checkpoint's blocks.
		if !w.tight.Load() {
			if err = w.createSegment(max(min(w.segmentBytes, firstSegmentBytes), segmentHeaderBytes+frame)); err == nil {
				w.tight.Store(true)
			}
		}
	}
	switch {
	case err == nil:
		return nil
	case isDiskFull(err):
		return fullLog(err)
	default:
		return suspectLog(err, nil)
	}
}

// createSegment makes the file of segment segNo. One that could not be made is
// removed; what is left of it after a crash is no obstacle (errUnborn).
func (w *wal) createSegment(size int64) (err error) {
	name := path.Join(w.dir, segmentName(w.segNo))
	if old, have, ok := w.recycled.take(size); ok {
		if err := w.fs.Rename(path.Join(w.dir, segmentName(old)), name); err != nil {
			return err
		}
		size = have
		w.seg, err = w.fs.Open(name)
	} else if w.seg, err = w.fs.Create(name); err == nil {
		err = w.seg.Preallocate(size)
	}
	if err == nil {
		_, err = w.seg.WriteAt(segmentHeader(w.segNo, w.seq), 0)
	}
	if err == nil {
		err = w.seg.Sync()
	}
	if err == nil {
		err = w.fs.SyncDir(w.dir)
	}
	if err != nil {
		if w.seg != nil {
			err = errors.Join(err, w.seg.Close())
			w.seg = nil
		}
		_ = w.fs.Remove(name) // there may be none
		return fmt.Errorf("beginning log segment %s: %w", name, err)
	}
	w.segPos, w.segSize = segmentHeaderBytes, size
	w.segments++
	w.recycled.made(w.segNo, size)
	return nil
}

// closeSegment ends the segment in use, if any.
func (w *wal) closeSegment() error {
	if w.seg == nil {
		return nil
	}
	f := w.seg
	w.seg = nil
	w.recycled.ended(w.segNo, w.segPos)
	w.segNo++
	return errors.Join(f.Sync(), f.Close())
}

package local

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/sparrowdb/sparrow/kv"
)

// loggedFrame is a frame on its way from the log to the deltas.
type loggedFrame struct {
	seg     *segment
	at      int
	records []byte
	read    int64 // bytes of the log up to here, segments counted whole
}

// logEnd is where the log ends, and what is to be tidied up behind it.
type logEnd struct {
	segment, seq uint64 // where it goes on
	bytes        int64  // in frames
	// unborn is a segment that was being created, or has no frames.
	unborn string
	// last is the last segment with frames, which end at cutAt, with something
	// behind them (cut), perhaps the beginning of a frame (torn). From doubtful on
	// no later frame proves that they are on disk.
	last      *segment
	cutAt     int
	cut, torn bool
	doubtful  int
}

// read reads the log from segment no on, whose first frame is seq, and hands
// each frame to emit. It changes nothing.
//
// A frame that was being written when the machine stopped ends the log: nobody
// was told that it is durable. Any other damage is an error that names the
// place. The two are told apart by what follows: frames are written one after
// the other, each after a sync of the one before, so a good frame behind a bad
// one, in its segment or the next, proves that the bad one had been whole.
func (w *wal) read(numbers []uint64, no, seq uint64, emit func(loggedFrame) error) (end logEnd, err error) {
	end = logEnd{segment: no, seq: seq}
	before, at, done := "", 0, int64(0)
	for i, n := range numbers {
		if n != no+uint64(i) {
			missing := path.Join(w.dir, segmentName(no+uint64(i)))
			return end, &kv.CorruptError{File: missing, Offset: 0, Reason: "log segment is missing"}
		}
		s, err := readSegment(w.fs, w.dir, n)
		if err != nil {
			return end, err
		}
		last := i == len(numbers)-1
		switch err := s.parseHeader(last); {
		case errors.Is(err, errUnborn):
			end.segment, end.unborn = n, s.name
			return end, nil
		case err != nil:
			return end, err
		case i > 0 && s.first > end.seq:
			return end, &kv.CorruptError{File: before, Offset: int64(at), Reason: frameRange(end.seq, s.first-1) + " damaged or missing before the next segment"}
		case s.first != end.seq:
			return end, s.corrupt(24, fmt.Sprintf("log segment begins with frame %d where %d was expected", s.first, end.seq))
		}
		doubtful := segmentHeaderBytes
		before, at = s.name, segmentHeaderBytes
		end.seq, at, err = s.frames(segmentHeaderBytes, end.seq, func(at int, h frameHeader, payload []byte) error {
			if h.flags&frameAfterSync != 0 {
				doubtful = at
			}
			records, err := framePayload(h, payload)
			if err != nil {
				return s.corrupt(at, err.Error())
			}
			end.bytes += int64(h.bytes())
			return emit(loggedFrame{seg: s, at: at, records: records, read: done + int64(at+h.bytes())})
		})
		if err != nil {
			return end, err
		}
		torn, err := s.tail(at, end.seq)
		if err != nil {
			return end, err
		}
		done += int64(len(s.content))
		if last && at == segmentHeaderBytes {
			end.segment, end.unborn = n, s.name
			return end, nil
		}
		w.recycled.ended(n, int64(at))
		end.segment = n + 1
		end.last, end.cutAt, end.cut, end.torn, end.doubtful = s, at, !allZero(s.content[at:]), torn, doubtful
	}
	return end, nil
}

func allZero(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// goOn makes the log ready to be written behind end, and removes the segments
// before first, which a checkpoint has made superfluous.
func (w *wal) goOn(end logEnd, first uint64) error {
	numbers, err := listSegments(w.fs, w.dir)
	if err != nil {
		return err
	}
	for _, n := range numbers {
		if n >= first {
			break
		}
		if err := w.fs.Remove(path.Join(w.dir, segmentName(n))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if end.unborn != "" {
		w.logger.Debug("removing a log segment that holds nothing", "file", end.unborn)
		if err := errors.Join(w.fs.Remove(end.unborn), w.fs.SyncDir(w.dir)); err != nil {
			return err
		}
	}
	if end.last != nil {
		if err := w.secure(end); err != nil {
			return err
		}
	}
	w.segNo, w.seq = end.segment, end.seq
	w.bytes.Store(end.bytes)
	return nil
}

// secure makes sure that the end of the log is on disk, and nothing behind it.
// What was read may be with the operating system only: written by a process that
// was killed, or whose sync failed, after which no sync would write it any more.
// So it is written again. What came before has been proved to be on disk, by a
// frame that was written after a sync or by the next segment.
func (w *wal) secure(end logEnd) error {
	if end.torn {
		w.logger.Warn("cutting an unfinished write off the log", "file", end.last.name, "offset", end.cutAt)
	}
	f, err := w.fs.Open(end.last.name)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(end.last.content[end.doubtful:end.cutAt], int64(end.doubtful))
	if err == nil && end.cut {
		err = f.Truncate(int64(end.cutAt))
	}
	return errors.Join(err, f.Sync(), f.Close())
}

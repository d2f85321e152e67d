package local

import (
	"errors"
	"fmt"
	"log/slog"
	"path"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/local/vfs"
)

// wal is the write-ahead log: numbered segment files of frames. Commits append
// records to the open group; the first to join a group leads it: it waits for
// the group before, then writes all records as one frame and syncs once, while
// the next group gathers. All I/O happens outside every lock.
type wal struct {
	fs           vfs.FS
	dir          string
	sync         bool
	segmentBytes int64
	logger       *slog.Logger
	// durable is called by each group's leader in log order, once its frame is
	// on disk and before its members are told.
	durable func(*commitGroup)

	mu   sync.Mutex
	open *commitGroup    // gathering members, or nil
	last <-chan struct{} // done of the newest group

	failure atomic.Pointer[error] // set once: no more writes
	bytes   atomic.Int64          // written since the last cut

	// The leader's, one at a time.
	seg      vfs.File
	segNo    uint64 // of the segment in use, or the next when seg is nil
	segPos   int64
	segSize  int64
	segments int // created since the log was opened
	seq      uint64
	buf      []byte
}

// commitGroup is the transactions that share one frame.
type commitGroup struct {
	prev <-chan struct{}
	done chan struct{}
	// Set while the group is open, under wal.mu.
	records [][]byte
	bytes   int
	maxTS   kv.TS
	events  []watchEvent
	cut     bool
	// Set by the leader before done is closed.
	err              error
	nextSeg, nextSeq uint64 // after a cut: where the log goes on
}

// groupBytesMax closes a group to further members, in bytes.
const groupBytesMax = 4 << 20

// append adds a record to the open group. The caller must call wait. Records of
// one group are in the order of the calls; the log keeps rec.
func (w *wal) append(rec []byte, ts kv.TS, event *watchEvent) (g *commitGroup, leader bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g, leader = w.join()
	if len(rec) > 0 {
		g.records = append(g.records, rec)
		g.bytes += len(rec)
	}
	g.maxTS = max(g.maxTS, ts)
	if event != nil {
		g.events = append(g.events, *event)
	}
	if g.bytes >= groupBytesMax {
		w.open = nil
	}
	return g, leader
}

// cutAfter seals the log: when the returned group is done, everything appended
// before is in segments below its nextSeg and everything after is not.
func (w *wal) cutAfter() (g *commitGroup, leader bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	g, leader = w.join()
	g.cut = true
	w.open = nil
	return g, leader
}

func (w *wal) join() (g *commitGroup, leader bool) {
	if w.open != nil {
		return w.open, false
	}
	g = &commitGroup{prev: w.last, done: make(chan struct{})}
	w.open, w.last = g, g.done
	return g, true
}

// wait returns when the group is on disk, doing the work if the caller leads.
func (w *wal) wait(g *commitGroup, leader bool) error {
	if leader {
		w.lead(g)
	} else {
		<-g.done
	}
	return g.err
}

// drain returns when everything appended before the call is durable or failed.
func (w *wal) drain() {
	w.mu.Lock()
	last := w.last
	w.mu.Unlock()
	if last != nil {
		<-last
	}
}

func (w *wal) lead(g *commitGroup) {
	if g.prev != nil {
		<-g.prev
	}
	w.mu.Lock()
	if w.open == g {
		w.open = nil
	}
	w.mu.Unlock()
	defer close(g.done)
	if g.err = w.refusal(); g.err != nil {
		return
	}
	if g.err = w.writeGroup(g); g.err != nil {
		cause := g.err
		w.failure.CompareAndSwap(nil, &cause)
		w.logger.Error("log can't be written; the store takes no more writes until it is opened anew", "dir", w.dir, "error", cause)
		return
	}
	w.durable(g)
}

// refusal is the error for writes after a failure, or nil.
func (w *wal) refusal() error {
	cause := w.failure.Load()
	switch {
	case cause == nil:
		return nil
	case errors.Is(*cause, kv.ErrDiskFull):
		return fmt.Errorf("%w: writes are refused since the log could not grow", kv.ErrDiskFull)
	default:
		return fmt.Errorf("%w: writes are refused since the log failed: %v", kv.ErrUnavailable, *cause)
	}
}

func (w *wal) writeGroup(g *commitGroup) error {
	if g.bytes > 0 {
		if err := w.writeFrame(g); err != nil {
			return err
		}
	}
	if !g.cut {
		return nil
	}
	if err := w.closeSegment(); err != nil {
		return fmt.Errorf("%w: %v", kv.ErrUnavailable, err)
	}
	g.nextSeg, g.nextSeq = w.segNo, w.seq
	w.bytes.Store(0)
	return nil
}

// writeFrame appends the group's frame. When the write itself fails nothing of
// the group will be recovered; when the sync fails that can't be known.
func (w *wal) writeFrame(g *commitGroup) error {
	size := int64(frameHeaderBytes + g.bytes)
	if w.seg == nil || w.segPos+size > w.segSize {
		if err := w.nextSegment(size); err != nil {
			return writeError(err)
		}
	}
	var flags uint32
	if w.sync {
		flags = frameAfterSync
	}
	head := append(w.buf[:0], make([]byte, frameHeaderBytes)...)
	putFrameHeader(head, flags, w.seq, g.bytes, g.records...)
	pos, err := w.segPos, error(nil)
	for _, rec := range g.records {
		if len(head)+len(rec) > 1<<20 && len(head) > 0 {
			if pos, err = w.put(head, pos); err != nil {
				return err
			}
			head = head[:0]
		}
		if len(rec) > 1<<20 {
			if pos, err = w.put(rec, pos); err != nil {
				return err
			}
			continue
		}
		head = append(head, rec...)
	}
	if pos, err = w.put(head, pos); err != nil {
		return err
	}
	w.buf = head[:0]
	if w.sync {
		if err := w.seg.Sync(); err != nil {
			return fmt.Errorf("%w: %v", kv.ErrOutcomeUnknown, err)
		}
	}
	w.segPos = pos
	w.seq++
	w.bytes.Add(size)
	return nil
}

// put writes part of a frame at pos; on failure it spoils the frame's header so
// that not even a frame that reached the disk whole will be recovered.
func (w *wal) put(b []byte, pos int64) (int64, error) {
	if len(b) == 0 {
		return pos, nil
	}
	if _, err := w.seg.WriteAt(b, pos); err != nil {
		if _, spoilErr := w.seg.WriteAt(make([]byte, frameHeaderBytes), w.segPos); spoilErr != nil && !errors.Is(err, syscall.ENOSPC) {
			return pos, fmt.Errorf("%w: %v", kv.ErrOutcomeUnknown, err)
		}
		return pos, writeError(err)
	}
	return pos + int64(len(b)), nil
}

// writeError turns a file system error into a sentinel of kv.
func writeError(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %v", kv.ErrDiskFull, err)
	}
	return fmt.Errorf("%w: %v", kv.ErrUnavailable, err)
}

// firstSegmentBytes is the size of the first segment after opening; each next
// one is twice as large up to the option, so that small stores stay small.
const firstSegmentBytes = 1 << 20

// nextSegment closes the segment in use and creates one with room for a frame.
// Its header is on disk before any frame is.
func (w *wal) nextSegment(frame int64) error {
	if err := w.closeSegment(); err != nil {
		return err
	}
	size := w.segmentBytes
	if w.segments < 16 {
		size = min(size, firstSegmentBytes<<w.segments)
	}
	size = max(size, segmentHeaderBytes+frame)
	f, err := w.fs.Create(path.Join(w.dir, segmentName(w.segNo)))
	if err != nil {
		return err
	}
	_, werr := f.WriteAt(segmentHeader(w.segNo, w.seq), 0)
	if err := errors.Join(f.Preallocate(size), werr, f.Sync(), w.fs.SyncDir(w.dir)); err != nil {
		return errors.Join(err, f.Close())
	}
	w.seg, w.segPos, w.segSize = f, segmentHeaderBytes, size
	w.segments++
	return nil
}

// closeSegment ends the segment in use, if any.
func (w *wal) closeSegment() error {
	if w.seg == nil {
		return nil
	}
	f := w.seg
	w.seg = nil
	w.segNo++
	return errors.Join(f.Sync(), f.Close())
}

package local

import (
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"

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
	// failed is called when a group has failed.
	failed func()

	mu   sync.Mutex
	open *commitGroup    // gathering members, or nil
	last <-chan struct{} // done of the newest group

	failure atomic.Pointer[logFailure] // no more writes until it is mended
	bytes   atomic.Int64               // written since the last cut
	// tight: there was no room for a segment of the full size, and a checkpoint is
	// wanted before there is another small one.
	tight atomic.Bool

	recycled recycledSegments

	// The leader's, one at a time; the mender's while there is a failure.
	seg        vfs.File
	segNo      uint64 // of the segment in use, or the next when seg is nil
	segPos     int64
	segSize    int64
	segments   int // created since the log was opened
	seq        uint64
	buf        []byte // the frame's beginning
	gathered   []byte // records to compress
	compressed []byte
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
	cutErr           error
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

// gatherRounds bounds how often a leader lets others run before it closes its
// group.
const gatherRounds = 32

// closeGroup closes the group to further members. The members of the group
// before have just been told and are about to commit again: the leader lets those
// who are ready run first and waits for as long as they join, so that one sync
// serves them too, and not every other.
func (w *wal) closeGroup(g *commitGroup) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for members, round := 0, 0; w.open == g && len(g.records) > members && round < gatherRounds; round++ {
		members = len(g.records)
		w.mu.Unlock()
		runtime.Gosched()
		w.mu.Lock()
	}
	if w.open == g {
		w.open = nil
	}
}

func (w *wal) lead(g *commitGroup) {
	if g.prev != nil {
		<-g.prev
	}
	w.closeGroup(g)
	defer close(g.done)
	if g.err = w.refusal(); g.err != nil {
		return
	}
	if g.bytes > 0 {
		if failure := w.writeFrame(g); failure != nil {
			g.err = failure.outcome
			w.fail(failure)
			return
		}
	}
	w.durable(g)
	if !g.cut {
		return
	}
	if err := w.closeSegment(); err != nil {
		failure := suspectLog(err, nil)
		g.cutErr = failure.outcome
		w.fail(failure)
		return
	}
	g.nextSeg, g.nextSeq = w.segNo, w.seq
	w.superfluous()
}

// superfluous notes that a checkpoint writes what the log holds.
func (w *wal) superfluous() {
	w.bytes.Store(0)
	w.tight.Store(false)
}

func (w *wal) fail(f *logFailure) {
	w.failure.Store(f)
	w.logger.Error("log can't be written; writes are refused until it can", "dir", w.dir, "error", f.cause)
	w.failed()
}

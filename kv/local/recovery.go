package local

import (
	"errors"
	"log/slog"
	"path"
	"runtime"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// recovery replays the log into the deltas. One goroutine reads, verifies and
// decompresses frames; the caller's decodes their records; several push the
// writes, each those of its share of the partitions, so that the versions of a
// key arrive in order and nobody waits at a delta. Splits, merges and range
// deletions wait until all that came before is pushed.
type recovery struct {
	store   *Store
	workers []replayWorker
	pending sync.WaitGroup // batches on their way
}

// replayWorker pushes the writes of some of the keys.
type replayWorker struct {
	batches chan []replayWrite
	batch   []replayWrite // being filled
}

type replayWrite struct {
	to *delta
	ts kv.TS
	recordWrite
}

const (
	// framesAhead is how many frames the reader may be ahead.
	framesAhead = 16
	// replayBatch is how many writes a worker gets at once.
	replayBatch = 256
	// replayWorkersMax: one goroutine can't decode for more.
	replayWorkersMax = 8
)

// errReplayStopped ends the reader when applying has failed.
var errReplayStopped = errors.New("replay stopped")

// recoverLog replays the log from segment no on, whose first frame is seq.
func (s *Store) recoverLog(no, seq uint64) error {
	numbers, total, err := s.wal.needed(no)
	if err != nil {
		return err
	}
	r := &recovery{store: s}
	progress := newRecoveryProgress(s.opts, total, time.Now)
	frames := make(chan loggedFrame, framesAhead)
	stop := make(chan struct{})
	var end logEnd
	var readErr error
	go func() {
		defer close(frames)
		end, readErr = s.wal.read(numbers, no, seq, func(f loggedFrame) error {
			select {
			case frames <- f:
				return nil
			case <-stop:
				return errReplayStopped
			}
		})
	}()
	r.start(s.replayWorkers())
	for f := range frames {
		if err == nil {
			if err = r.apply(f); err != nil {
				close(stop)
			}
			progress.at(f.read)
		}
	}
	r.finish()
	if err == nil {
		err = readErr
	}
	if err != nil {
		return err
	}
	s.boundRecovery(progress.finish(end.bytes), end.bytes)
	return s.wal.goOn(end, no)
}

// replayWorkers is how many goroutines push: one does it in line.
func (s *Store) replayWorkers() int {
	if s.opts.replayWorkers > 0 {
		return s.opts.replayWorkers
	}
	return min(runtime.GOMAXPROCS(0), replayWorkersMax)
}

// needed lists the segments from no on, and what they take on disk in bytes.
func (w *wal) needed(no uint64) (numbers []uint64, total int64, err error) {
	all, err := listSegments(w.fs, w.dir)
	if err != nil {
		return nil, 0, err
	}
	for _, n := range all {
		if n < no {
			continue
		}
		size, err := fileSize(w.fs, path.Join(w.dir, segmentName(n)))
		if err != nil {
			return nil, 0, err
		}
		numbers, total = append(numbers, n), total+size
	}
	return numbers, total, nil
}

func (r *recovery) start(workers int) {
	if workers == 1 {
		return
	}
	r.workers = make([]replayWorker, workers)
	for i := range r.workers {
		ch := make(chan []replayWrite, 4)
		r.workers[i].batches = ch
		go func() {
			for batch := range ch {
				for i := range batch {
					pushReplayed(&batch[i])
				}
				r.pending.Done()
			}
		}()
	}
}

func pushReplayed(w *replayWrite) {
	deleted := w.flags&writeDeletes != 0
	v := &version{ts: w.ts, value: w.value, deleted: deleted, live: liveChange(deleted, w.flags&writeIsFresh != 0)}
	w.to.push(w.key, v, w.ts)
}

// settle returns when all writes before are pushed.
func (r *recovery) settle() {
	for i := range r.workers {
		r.send(&r.workers[i])
	}
	r.pending.Wait()
}

func (r *recovery) send(w *replayWorker) {
	if len(w.batch) > 0 {
		r.pending.Add(1)
		w.batches <- w.batch
		w.batch = nil
	}
}

// finish settles and ends the workers.
func (r *recovery) finish() {
	r.settle()
	for i := range r.workers {
		close(r.workers[i].batches)
	}
}

// apply takes over the records of a frame.
func (r *recovery) apply(f loggedFrame) error {
	s := r.store
	err := decodeRecords(f.records, func(rec *record) error {
		if rec.ts <= s.lastTS {
			return errMalformedRecord
		}
		s.lastTS = rec.ts
		if rec.kind != recordCommit {
			r.settle()
			return s.applyRearrangement(rec)
		}
		m, at := s.parts.Load(), 0
		for _, w := range rec.writes { // in key order
			if !m.list[at].span.Contains(w.key) {
				at = m.index(w.key)
			}
			r.write(at, replayWrite{m.list[at].state.Load().active, rec.ts, w})
		}
		return nil
	})
	if errors.Is(err, errMalformedRecord) {
		return f.seg.corrupt(f.at, err.Error())
	}
	return err
}

// write pushes w, which belongs to the partition at a position.
func (r *recovery) write(at int, w replayWrite) {
	if r.workers == nil {
		pushReplayed(&w)
		return
	}
	worker := &r.workers[at%len(r.workers)]
	if worker.batch == nil {
		worker.batch = make([]replayWrite, 0, replayBatch)
	}
	if worker.batch = append(worker.batch, w); len(worker.batch) == replayBatch {
		r.send(worker)
	}
}

// applyRearrangement carries out a logged split, merge or range deletion.
func (s *Store) applyRearrangement(rec *record) error {
	m := s.parts.Load()
	switch rec.kind {
	case recordSplit:
		for _, id := range rec.ids {
			s.nextPartition.Store(max(s.nextPartition.Load(), id+1))
		}
		s.applySplit(cloneAll(rec.keys), rec.ids)
	case recordMerge:
		at := m.position(rec.ids[0])
		if at < 0 || at+1 >= len(m.list) || m.list[at+1].id != rec.ids[1] {
			return errMalformedRecord
		}
		s.applyMerge(at)
	case recordDeleteRange:
		s.applyDeleteRange(rec.span)
	}
	return nil
}

// recoveryProgress tells about a recovery that takes long.
type recoveryProgress struct {
	log   *slog.Logger
	tell  func(done, total int64)
	total int64 // bytes of log on disk
	now   func() time.Time
	began time.Time
	told  time.Time
}

// recoveryTold is the time between two lines about a recovery.
const recoveryTold = time.Second

func newRecoveryProgress(opts Options, total int64, now func() time.Time) *recoveryProgress {
	began := now()
	return &recoveryProgress{log: opts.Logger, tell: opts.Progress, total: total, now: now, began: began, told: began}
}

// at is told how much of the log is replayed, in bytes.
func (p *recoveryProgress) at(done int64) {
	now := p.now()
	if now.Sub(p.told) < recoveryTold {
		return
	}
	p.told = now
	if p.tell != nil {
		p.tell(done, p.total)
	}
	p.log.Info("recovering: replaying the log", "done_bytes", done, "total_bytes", p.total,
		"percent", done*100/max(p.total, 1), "elapsed", now.Sub(p.began).Round(time.Millisecond))
}

// finish returns how long it took.
func (p *recoveryProgress) finish(bytes int64) time.Duration {
	took := p.now().Sub(p.began)
	if p.told != p.began {
		p.log.Info("recovered", "log_bytes", bytes, "took", took.Round(time.Millisecond))
	}
	return took
}

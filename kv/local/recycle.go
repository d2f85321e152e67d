package local

import (
	"path"
	"slices"
	"sync"
)

// recycledSegments are files of segments that a checkpoint has superseded and
// that wait to be renamed into future ones: their blocks on the disk are
// allocated and written, so that syncing a frame in them changes no metadata.
type recycledSegments struct {
	mu    sync.Mutex
	sizes map[uint64]int64 // of the segments made since the log was opened, in bytes
	ready []uint64
	taken uint64 // being renamed
	// ends is where the frames end in segments that are done with but not
	// superseded.
	ends map[uint64]int64
	// full is the size of segments worth keeping; kept is how many of them.
	full int64
	kept int
}

// recycledMax bounds the superseded segments that are kept.
const recycledMax = 8

// recycledKept is how many a log of that shape goes through between two
// checkpoints.
func recycledKept(opts Options) int {
	return int(min(opts.CheckpointBytes/max(opts.SegmentBytes, 1)+1, recycledMax))
}

// made notes a segment that may be recycled one day.
func (r *recycledSegments) made(no uint64, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sizes == nil {
		r.sizes = map[uint64]int64{}
	}
	r.sizes[no] = size
}

// keep takes over a superseded segment, or reports that its file should be
// removed: there are enough, it has not the usual size, or it was not made by
// this process.
func (r *recycledSegments) keep(no uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ends, no)
	size, ok := r.sizes[no]
	if slices.Contains(r.ready, no) || r.taken == no {
		return true
	}
	if !ok || len(r.ready) >= r.kept || size < r.full || size > 2*r.full {
		delete(r.sizes, no)
		return false
	}
	r.ready = append(r.ready, no)
	return true
}

// take returns a segment of at least size bytes, whose file the caller renames
// before it calls take again.
func (r *recycledSegments) take(size int64) (no uint64, have int64, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.taken = 0
	for i, no := range r.ready {
		if have := r.sizes[no]; have >= size {
			r.ready = slices.Delete(r.ready, i, i+1)
			delete(r.sizes, no)
			r.taken = no
			return no, have, true
		}
	}
	return 0, 0, false
}

// forget keeps a segment's file from being recycled.
func (r *recycledSegments) forget(no uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sizes, no)
}

// drop gives up all segments, whose files the caller removes.
func (r *recycledSegments) drop() []uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	ready := r.ready
	r.ready = nil
	for _, no := range ready {
		delete(r.sizes, no)
	}
	return ready
}

// ended notes where the frames of a segment end that gets no more of them.
func (r *recycledSegments) ended(no uint64, at int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ends == nil {
		r.ends = map[uint64]int64{}
	}
	r.ends[no] = at
}

// trim returns the segments whose files the caller shortens to where their frames
// end; they are not recycled any more.
func (r *recycledSegments) trim() map[uint64]int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	ends := r.ends
	r.ends = nil
	for no := range ends {
		delete(r.sizes, no)
	}
	return ends
}

// dropRecycled removes the files of superseded segments that were kept.
func (w *wal) dropRecycled() {
	for _, n := range w.recycled.drop() {
		// One that stays is removed by the next checkpoint.
		_ = w.fs.Remove(path.Join(w.dir, segmentName(n)))
	}
}

// giveRoom gives a full disk back what the log takes besides its frames: the
// segments that were kept, and what was preallocated behind the frames of those
// that are done with. A checkpoint that fails leaves one more of these each time.
func (w *wal) giveRoom() {
	w.dropRecycled()
	for n, at := range w.recycled.trim() {
		f, err := w.fs.Open(path.Join(w.dir, segmentName(n)))
		if err != nil {
			continue // superseded meanwhile
		}
		if size, err := f.Size(); err == nil && size > at {
			_ = f.Truncate(at) // as long as before is right, too
		}
		f.Close()
	}
}

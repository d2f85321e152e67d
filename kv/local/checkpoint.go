package local

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sparrowdb/sparrow/kv"
)

// Checkpoint writes what is in the deltas into blocks, and drops the part of the
// log that held it. Readers and writers go on meanwhile, splits and merges too.
//
//  1. Under the commit lock (and mapMu, so that no change of the partitions is
//     between its being made and its being logged) every delta with content becomes a layer under a new
//     one, and the log is cut at the same place.
//  2. The layers are merged into new blocks, in new files.
//  3. Files and names are synced, then the manifest learns of the change.
//  4. The new bases are published, superfluous files are removed.
//
// A crash before 3 is complete leaves the old manifest with the whole log, after
// it the new one with the rest of the log.
func (s *Store) Checkpoint(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.maintMu.Lock()
	defer s.maintMu.Unlock()
	began := time.Now()
	s.mend()
	if err := s.refusal(); err != nil {
		s.budget.fail(err, s.mender.rest(time.Since(began)), s.closed.Load())
		return err
	}
	return s.checkpoint()
}

// checkpoint does the work; the caller holds maintMu. If it fails, everything
// stays as it was, for the next one to do.
func (s *Store) checkpoint() error {
	logBytes := s.wal.bytes.Load()
	s.mapMu.Lock()
	s.commitMu.Lock()
	if logBytes == 0 && len(s.dirty) == 0 && len(s.erased) == 0 && !s.space.reclaimDue() {
		s.commitMu.Unlock()
		s.mapMu.Unlock()
		return nil
	}
	run := s.freeze()
	g, leader := s.wal.cutAfter()
	s.commitMu.Unlock()
	s.mapMu.Unlock()
	run.logBytes = logBytes
	err := s.wal.wait(g, leader)
	if err == nil {
		err = g.cutErr
	}
	return run.finish(g, err)
}

// checkpointRun is one checkpoint on its way.
type checkpointRun struct {
	store *Store
	began time.Time
	// As the commit lock found it when the log was cut.
	m             *partitionMap
	ts            kv.TS
	nextPartition uint64
	dirty         []int // positions in m, ascending
	retired       map[*delta]bool
	erased        []kv.Span // since the manifest was written last

	out   *blockWriter
	bases map[int]*baseIndex // by position in m, where they differ
	diff  diskDiff
	// Bytes written: by merging layers, by emptying files.
	flushed, moved int64
	logBytes       int64 // that it makes superfluous
}

// finish does what comes after freeze. g has cut the log, or err says why it
// could not be. The caller holds maintMu.
func (run *checkpointRun) finish(g *commitGroup, err error) error {
	s := run.store
	if err == nil {
		err = run.write(g)
	}
	if err != nil {
		s.commitMu.Lock()
		run.undo()
		s.commitMu.Unlock()
		s.budget.fail(err, s.mender.rest(time.Since(run.began)), s.closed.Load())
		return err
	}
	s.mapMu.Lock()
	s.commitMu.Lock()
	freed := run.publish()
	s.commitMu.Unlock()
	s.mapMu.Unlock()
	s.blocksTS = run.ts
	s.budget.freed(freed, time.Since(run.began))
	s.removeOld(run, g.nextSeg)
	s.opts.Logger.Debug("checkpoint", "timestamp", run.ts, "log_bytes", run.logBytes, "delta_bytes", freed, "partitions", len(run.dirty),
		"flushed_bytes", run.flushed, "moved_bytes", run.moved, "took", time.Since(run.began))
	return nil
}

// freeze turns the active deltas into layers. The caller holds mapMu and the
// commit lock.
func (s *Store) freeze() *checkpointRun {
	run := &checkpointRun{
		store: s, began: time.Now(), m: s.parts.Load(), ts: s.lastTS, nextPartition: s.nextPartition.Load(),
		out: &blockWriter{store: s}, bases: map[int]*baseIndex{}, erased: slices.Clone(s.erased),
	}
	for _, p := range s.dirty {
		if !p.dirty {
			continue // replaced
		}
		p.dirty = false
		run.dirty = append(run.dirty, run.m.index(p.span.Start))
		if c := p.state.Load(); c.active.keys.Load() > 0 {
			s.retire(c.active)
			p.state.Store(&content{active: newDelta(), layers: append([]layer{c.active.asLayer(p.span)}, c.layers...), base: c.base})
		}
	}
	slices.Sort(run.dirty)
	s.dirty = nil
	run.retired, s.retired = s.retired, map[*delta]bool{}
	for d := range run.retired {
		s.retired[d] = true
	}
	return run
}

// undo lets the next checkpoint do what this one could not. The caller holds the
// commit lock.
func (run *checkpointRun) undo() {
	for _, at := range run.dirty {
		span := run.m.list[at].span
		m := run.store.parts.Load()
		from, to := m.overlap(span)
		for _, p := range m.list[from:to] {
			if p.state.Load().dirty() {
				run.store.markDirty(p)
			}
		}
	}
}

// write merges the layers, writes and syncs blocks, and has the manifest name
// them. g has cut the log.
func (run *checkpointRun) write(g *commitGroup) error {
	s, out := run.store, run.out
	err := run.flushAll()
	if err == nil {
		run.flushed = out.bytes()
		err = run.reclaim()
		run.moved = out.bytes() - run.flushed
	}
	if err == nil {
		err = out.sync()
	}
	if err != nil {
		out.discard()
		if isDiskFull(err) {
			s.wal.giveRoom()
		}
		return fmt.Errorf("writing blocks: %w", err)
	}
	run.diff = s.onDisk.diff(run)
	edit := run.diff.edit
	edit.segment, edit.seq, edit.nextFile = g.nextSeg, g.nextSeq, s.nextFile
	if doubtful, err := s.manifest.append(s, edit, run.diff.next); err != nil {
		if doubtful {
			// The change may be on disk: nothing may be removed before another one
			// surely is.
			s.doubtful = append(s.doubtful, out.files...)
		} else {
			out.discard()
		}
		if isDiskFull(err) {
			s.wal.giveRoom()
		}
		return fmt.Errorf("writing manifest: %w", writeError(err))
	}
	return nil
}

// flushAll merges all layers.
func (run *checkpointRun) flushAll() error {
	oldest := run.store.pins.oldest()
	for _, at := range run.dirty {
		p := run.m.list[at]
		c := p.state.Load()
		base := c.base
		if !base.settled() {
			base = base.settle(run.store.cache)
			run.bases[at] = base
		}
		if len(c.layers) == 0 {
			continue
		}
		base, err := flushPartition(run.out, &content{layers: c.layers, base: base}, p.span, run.store.opts.BlockBytes, oldest)
		if err != nil {
			return err
		}
		run.bases[at] = base
	}
	return nil
}

// base is the base of the partition at position at of the run's map.
func (run *checkpointRun) base(at int) *baseIndex {
	if b := run.bases[at]; b != nil {
		return b
	}
	return run.m.list[at].state.Load().base
}

// publish gives partitions their new bases in place of the layers that are merged
// into them, and returns the memory of the deltas that are done with. Partitions
// that were split or merged meanwhile get their parts, without what was erased
// meanwhile. The caller holds mapMu and the commit lock.
func (run *checkpointRun) publish() (freed int64) {
	s := run.store
	for _, b := range run.bases {
		b.touched = nil
	}
	erased := s.erased[len(run.erased):]
	m := s.parts.Load()
	done := -1 // position in m up to which partitions have their new base
	for _, at := range sortedPositions(run.bases) {
		old := run.m.list[at]
		from, to := m.overlap(old.span)
		for i := max(from, done+1); i < to; i++ {
			p := m.list[i]
			c := p.state.Load()
			next := &content{active: c.active, base: run.bases[at]}
			if p != old {
				next.base = run.baseOf(p.span, erased)
			}
			for _, l := range c.layers {
				if !run.retired[l.delta] {
					next.layers = append(next.layers, l)
				}
			}
			p.state.Store(next)
			if next.dirty() {
				s.markDirty(p)
			}
			done = i
		}
	}
	for d := range run.retired {
		freed += d.memory.Load()
		delete(s.retired, d)
	}
	s.erased = slices.Clone(erased)
	s.onDisk = run.diff.next
	return freed
}

// baseOf is what the run's bases hold of span, without what is erased.
func (run *checkpointRun) baseOf(span kv.Span, erased []kv.Span) *baseIndex {
	out := &baseIndex{}
	from, to := run.m.overlap(span)
	for at := from; at < to; at++ {
		for _, part := range subtract(run.m.list[at].span.Intersect(span), erased) {
			out = out.join(run.base(at).view(part))
		}
	}
	out.sum()
	return out
}

// subtract returns what of span lies in none of others, in key order.
func subtract(span kv.Span, others []kv.Span) []kv.Span {
	parts := []kv.Span{span}
	for _, o := range others {
		var rest []kv.Span
		for _, p := range parts {
			if !p.Overlaps(o) {
				rest = append(rest, p)
				continue
			}
			if o.Start != nil {
				if left := p.Intersect(kv.Span{End: o.Start}); !left.Empty() {
					rest = append(rest, left)
				}
			}
			if o.End != nil {
				if right := p.Intersect(kv.Span{Start: o.End}); !right.Empty() {
					rest = append(rest, right)
				}
			}
		}
		parts = rest
	}
	return parts
}

func sortedPositions(bases map[int]*baseIndex) []int {
	positions := make([]int, 0, len(bases))
	for at := range bases {
		positions = append(positions, at)
	}
	slices.Sort(positions)
	return positions
}

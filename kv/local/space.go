package local

import "sync/atomic"

// Space is what the block files take on disk, and what was written to them.
type Space struct {
	// Live is the bytes of the blocks in use, Total those of all block files.
	// Total is at most one and a half times Live and a constant, as soon as
	// checkpoints have caught up.
	Live, Total int64
	// Pinned is the bytes of superseded files that a backup still copies.
	Pinned int64
	// Flushed and Moved are the bytes of blocks written since the store was
	// opened: to merge what was committed, and to free space. Moved is at most
	// twice what was freed.
	Flushed, Moved int64
	// ManifestWritten is the bytes written to the manifest since then.
	ManifestWritten int64
}

// Space reads the store's own counters, as of the last checkpoint.
func (s *Store) Space() Space {
	c := &s.space
	return Space{
		Live: c.live.Load(), Total: c.total.Load(), Pinned: s.filePins.pinnedBytes(),
		Flushed: c.flushed.Load(), Moved: c.moved.Load(), ManifestWritten: c.manifest.Load(),
	}
}

// spaceCounters is what Space reads.
type spaceCounters struct {
	live, total, flushed, moved, manifest atomic.Int64
	due                                   atomic.Bool
}

// reclaimDue reports whether a checkpoint has space to free, if nothing else.
func (c *spaceCounters) reclaimDue() bool { return c.due.Load() }

// countSpace takes the figures of the files. The caller holds maintMu.
func (s *Store) countSpace() {
	live, total := int64(0), int64(0)
	for _, f := range s.files {
		live += f.live
		total += f.size
	}
	s.space.live.Store(live)
	s.space.total.Store(total)
	s.space.due.Store(tooDead(total-live, live, s.reclaimSlack()))
}

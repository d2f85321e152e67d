package local

import (
	"cmp"
	"slices"
)

// reclaimBytesMax bounds what one checkpoint moves to free space, in bytes.
const reclaimBytesMax = 256 << 20

// reclaim empties block files so that what is dead in them becomes free: while
// more than a third of all block files is dead, the files with the largest dead
// share give their live blocks to new files. Such a file is at least a third dead
// itself, so at most two bytes are moved for each byte freed. It edits the run's
// bases.
func (run *checkpointRun) reclaim() error {
	moving := run.victims()
	if len(moving) == 0 {
		return nil
	}
	moved := map[*block]*block{}
	for at := range run.m.list {
		base := run.base(at)
		var refs []blockRef
		base.each(func(r blockRef) bool {
			if moving[r.block.file] {
				refs = append(refs, r)
			}
			return true
		})
		if len(refs) == 0 {
			continue
		}
		edit := base.copy()
		for _, r := range refs {
			b := moved[r.block]
			if b == nil {
				var err error
				if b, err = run.out.move(r.block); err != nil {
					return err
				}
				moved[r.block] = b
			}
			edit.remove(r)
			r.block = b
			edit.add(r)
		}
		run.bases[at] = edit
	}
	return nil
}

// victims chooses the files to be emptied.
func (run *checkpointRun) victims() map[*blockFile]bool {
	s := run.store
	live, total, allLive := run.liveAfter(), int64(0), int64(0)
	var files []*blockFile
	for f, n := range live {
		if n > 0 {
			total += f.size
			allLive += n
			files = append(files, f)
		}
	}
	dead, moved := total-allLive, int64(0)
	share := func(f *blockFile) float64 { return float64(live[f]) / float64(f.size) }
	slices.SortFunc(files, func(a, b *blockFile) int { return cmp.Or(cmp.Compare(share(a), share(b)), cmp.Compare(a.id, b.id)) })
	moving := map[*blockFile]bool{}
	for _, f := range files {
		if !tooDead(dead, allLive, s.reclaimSlack()) || moved > 0 && moved+live[f] > s.reclaimMax {
			break
		}
		if slices.Contains(run.out.files, f) {
			continue
		}
		moving[f] = true
		moved += live[f]
		dead -= f.size - live[f]
	}
	return moving
}

// tooDead reports whether space is to be reclaimed.
func tooDead(dead, live, slack int64) bool { return dead > live/2+slack }

// reclaimSlack is how much may be dead however little is live, in bytes.
func (s *Store) reclaimSlack() int64 { return 4 * int64(s.opts.BlockBytes) }

// liveAfter is the live bytes of each file once the manifest names the run's
// bases.
func (run *checkpointRun) liveAfter() map[*blockFile]int64 {
	s := run.store
	live := make(map[*blockFile]int64, len(s.files))
	for _, f := range s.files {
		live[f] = f.live
	}
	diff := s.onDisk.diff(run)
	change := map[*block]int{}
	for _, r := range diff.placed {
		change[r.block]++
	}
	for _, r := range diff.removed {
		change[r.block]--
	}
	for b, n := range change {
		switch {
		case b.refs == 0 && n > 0:
			live[b.file] += int64(b.length)
		case b.refs > 0 && b.refs+n == 0:
			live[b.file] -= int64(b.length)
		}
	}
	return live
}

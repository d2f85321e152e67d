package local

import "sort"

// reclaimBytesMax bounds what one checkpoint moves to free space, in bytes.
const reclaimBytesMax = 256 << 20

// reclaim moves the live blocks out of files that are less than half live, so
// that the files can go. It edits bases, which are by partition.
func (s *Store) reclaim(out *blockWriter, bases []*baseIndex) error {
	live := map[*blockFile]int64{}
	seen := map[*block]bool{}
	for _, base := range bases {
		base.tree.Scan(func(r blockRef) bool {
			if !seen[r.block] {
				seen[r.block] = true
				live[r.block.file] += int64(r.block.length)
			}
			return true
		})
	}
	var victims []*blockFile
	for _, f := range s.files {
		if live[f] > 0 && 2*live[f] < f.size {
			victims = append(victims, f)
		}
	}
	sort.Slice(victims, func(i, j int) bool { return live[victims[i]] < live[victims[j]] })
	moving := map[*blockFile]bool{}
	total := int64(0)
	for _, f := range victims {
		if total += live[f]; total > reclaimBytesMax {
			break
		}
		moving[f] = true
	}
	if len(moving) == 0 {
		return nil
	}
	moved := map[*block]*block{}
	for i, base := range bases {
		var refs []blockRef
		base.tree.Scan(func(r blockRef) bool {
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
				if b, err = out.move(r.block); err != nil {
					return err
				}
				moved[r.block] = b
			}
			edit.remove(r)
			r.block = b
			edit.add(r)
		}
		bases[i] = edit
	}
	return nil
}

package local

// removeOld deletes the log before segment and the block files that the new
// manifest no longer names. Scans that still read them keep their handles, which
// the runtime closes when the last of them is gone.
func (s *Store) removeOld(run *checkpointRun, segment uint64) {
	for _, f := range run.out.files {
		s.files[f.id] = f
	}
	gone := run.diff.apply()
	if len(gone) > 0 {
		s.cache.forget(func(b *block) bool { return gone[b] })
	}
	var names []string
	for id, f := range s.files {
		if f.blocks == 0 {
			delete(s.files, id)
			if !s.filePins.supersede(f) {
				names = append(names, f.path)
			}
		}
	}
	for _, f := range s.doubtful {
		f.file.Close()
		names = append(names, f.path)
	}
	s.doubtful = nil
	s.space.flushed.Add(run.flushed)
	s.space.moved.Add(run.moved)
	s.countSpace()
	if list, err := s.opts.FS.List(s.opts.Dir); err == nil {
		for _, name := range list {
			if n, ok := segmentNumber(name); ok && n < segment && !s.wal.recycled.keep(n) {
				names = append(names, s.path(name))
			}
		}
	}
	for _, name := range names {
		s.removeFile(name)
	}
}

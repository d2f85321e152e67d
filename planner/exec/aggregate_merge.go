package exec

import "github.com/sparrowdb/sparrow/limits"

// beginMerge makes the set take groups as they come, at the statement's expense: each of
// those who found them kept to work_mem.
func (s *aggregateSet) beginMerge() {
	s.level = partitionLevels + 1
	if s.table != nil {
		s.table.store.account = limits.NewAccount("operator", s.agg.rt.Memory, nil)
	}
}

// mergeGroups adds the groups of another set.
func (s *aggregateSet) mergeGroups(o *aggregateSet) error {
	for from := 0; from < o.groups; from += chunkRows {
		if err := s.rt.interrupted(); err != nil {
			return err
		}
		n := min(chunkRows, o.groups-from)
		s.numbers = number(s.numbers, n)
		groups := s.numbers[:n]
		groups[0] = 0
		all := 1
		if s.table != nil {
			s.table.assign(o.table.keys().chunk(from>>chunkShift).Cols, n, nil, groups)
			if s.table.full {
				return s.table.refused
			}
			all = s.table.len()
		}
		if err := s.resize(all); err != nil {
			return err
		}
		for i, c := range s.calls {
			if err := c.(*typedCall).kernel.Merge(o.calls[i].(*typedCall).kernel, from, groups); err != nil {
				return err
			}
		}
		if err := s.account(); err != nil {
			return err
		}
	}
	return nil
}

// forget gives the memory of the groups back; rows in files stay.
func (s *aggregateSet) forget() {
	if s.table != nil {
		s.table.reset()
	}
	closeCalls(s.calls)
	s.calls, s.groups, s.size = nil, 0, 0
	s.held.Close()
}

// mergeRows adds the rows that had no room with another set.
func (s *aggregateSet) mergeRows(o *aggregateSet) error {
	if o.parts == nil {
		return nil
	}
	files, err := o.parts.take()
	for _, f := range files {
		o.waiting = append(o.waiting, spilledRows{file: f})
	}
	o.parts = nil
	if err != nil {
		return err
	}
	for _, w := range o.waiting {
		s.reading = w.file
		if err := s.readFile(); err != nil {
			s.reading = nil // the other set closes it
			return err
		}
	}
	s.reading = nil
	return nil
}

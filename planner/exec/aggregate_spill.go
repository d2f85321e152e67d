package exec

import (
	"slices"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keptColumns lists the columns of the input that the calls read: with the keys,
// what of a row goes to a file.
func keptColumns(n *planner.Aggregate) []int {
	kept := make([]bool, len(n.Input.Columns()))
	note := func(e expr.Expr) {
		if e != nil {
			markColumns(e, kept)
		}
	}
	for _, c := range n.Aggs {
		note(c.Filter)
		for _, e := range c.Agg.Args {
			note(e)
		}
		for _, k := range c.OrderBy {
			note(k.Expr)
		}
	}
	var list []int
	for i, k := range kept {
		if k {
			list = append(list, i)
		}
	}
	return list
}

// spread makes the rows of unknown groups wait: their keys, then the kept
// columns.
func (s *aggregateSet) spread(cols []*datum.Vector, b *datum.Batch) error {
	if len(s.unknown) == 0 {
		return nil
	}
	if s.level > partitionLevels {
		return s.table.refused
	}
	if s.parts == nil {
		ts := s.keyTypes()
		all := columnTypes(s.agg.node.Input.Columns())
		for _, k := range s.agg.kept {
			ts = append(ts, all[k])
		}
		s.parts = newPartitions(s.rt, ts, s.level)
	}
	list := slices.Clone(cols)
	for _, k := range s.agg.kept {
		list = append(list, b.Cols[k])
	}
	return s.parts.write(&datum.Batch{Cols: list, N: b.N}, s.unknown, s.table.hashes)
}

// nextFile makes the groups of the next rows that wait; false if there are none.
func (s *aggregateSet) nextFile() (bool, error) {
	if s.parts != nil {
		files, err := s.parts.take()
		for _, f := range files {
			s.waiting = append(s.waiting, spilledRows{file: f, level: s.level + 1})
		}
		if err != nil {
			return false, err
		}
		s.parts = nil
	}
	if len(s.waiting) == 0 {
		return false, nil
	}
	last := len(s.waiting) - 1
	s.reading, s.level = s.waiting[last].file, s.waiting[last].level
	s.waiting = s.waiting[:last]
	s.restart()
	err := s.readFile()
	s.closeFile()
	return err == nil, err
}

// restart empties the table and the states.
func (s *aggregateSet) restart() {
	s.table.reset()
	closeCalls(s.calls)
	s.held.Close()
	s.size, s.groups, s.given = 0, 0, 0
	s.calls = newCallStates(s.rt, s.agg.node.Aggs)
	s.table.store.account = s.work
	if s.level > partitionLevels {
		// The hash cannot spread them any more: at the statement's expense.
		s.table.store.account = limits.NewAccount("operator", s.agg.rt.Memory, nil)
	}
}

func (s *aggregateSet) readFile() error {
	width := len(s.agg.node.Input.Columns())
	rows := datum.Batch{Cols: make([]*datum.Vector, width)}
	for r := s.reading.Read(); ; {
		b, err := r.Next()
		if err != nil || b == nil {
			return err
		}
		if err := s.rt.interrupted(); err != nil {
			return err
		}
		nulls := s.agg.nullCells(b.N)
		for i := range rows.Cols {
			rows.Cols[i] = nulls
		}
		for i, k := range s.agg.kept {
			rows.Cols[k] = b.Cols[len(s.keys)+i]
		}
		rows.N, rows.Sel = b.N, b.Sel
		if err := s.add(b.Cols[:len(s.keys)], &rows); err != nil {
			return err
		}
	}
}

// nullCells is a column of at least n NULLs.
func (a *aggregate) nullCells(n int) *datum.Vector {
	if a.nulls == nil {
		a.nulls = datum.NewVector(types.Of(types.Int8))
	}
	if have := a.nulls.Len(); have < n {
		a.nulls.AppendNulls(n - have)
	}
	return a.nulls
}

func (s *aggregateSet) closeFile() {
	if s.reading != nil {
		s.reading.Close()
		s.reading = nil
	}
}

func (s *aggregateSet) close() {
	s.closeFile()
	if s.parts != nil {
		s.parts.close()
		s.parts = nil
	}
	for _, w := range s.waiting {
		w.file.Close()
	}
	s.waiting = nil
	if s.table != nil {
		s.table.reset()
	}
	closeCalls(s.calls)
	s.calls, s.groups, s.given = nil, 0, 0
	s.work.Close()
	s.held.Close()
}

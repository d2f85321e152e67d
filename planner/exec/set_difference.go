package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// setDifference is INTERSECT and EXCEPT. It counts the right rows of each key, then
// passes the left ones that have (or lack) a partner. When work_mem is used up, rows
// with keys that are not in the table wait in files, by hash, left and right ones of
// the same keys in a pair of files.
type setDifference struct {
	rt      *Runtime
	node    *planner.SetOp
	ts      []types.T
	inputs  [2]Operator // left, right
	account *limits.Account
	table   *keyTable
	count   []int64 // by key: right rows without a partner yet
	given   []bool  // by key: a left row was passed
	numbers []int32
	sel     []int32

	loaded  bool
	level   int
	spread  [2]*partitions
	waiting []spilledPair
	current *spilledPair // nil: the inputs
	readers [2]*spill.Reader
}

// spilledPair are rows of both sides that have been spread level times; either may be
// nil.
type spilledPair struct {
	files [2]*spill.File
	level int
}

func newSetDifference(rt *Runtime, n *planner.SetOp, left, right Operator) *setDifference {
	account := rt.newHashWork()
	ts := columnTypes(n.Out)
	return &setDifference{rt: rt, node: n, ts: ts, inputs: [2]Operator{left, right}, account: account, table: newKeyTable(ts, account)}
}

func (s *setDifference) Next() (*datum.Batch, error) {
	for {
		if !s.loaded {
			if err := s.load(); err != nil {
				return nil, err
			}
			s.loaded = true
		}
		b, err := s.input(0)
		if err != nil {
			return nil, err
		}
		if b == nil {
			if more, err := s.nextPair(); err != nil || !more {
				return nil, err
			}
			continue
		}
		if err := s.pass(b); err != nil {
			return nil, err
		}
		if len(s.sel) > 0 {
			b.Sel = s.sel
			return b, nil
		}
	}
}

// input is the next batch of a side.
func (s *setDifference) input(side int) (*datum.Batch, error) {
	if err := s.rt.interrupted(); err != nil {
		return nil, err
	}
	switch {
	case s.current == nil:
		return s.inputs[side].Next()
	case s.readers[side] == nil:
		return nil, nil
	}
	return s.readers[side].Next()
}

// load counts the right rows.
func (s *setDifference) load() error {
	for {
		b, err := s.input(1)
		if err != nil || b == nil {
			return err
		}
		s.numbers = number(s.numbers, b.N)
		s.table.assign(b.Cols, b.N, b.Sel, s.numbers)
		s.extend()
		var unknown []int32
		for i := range b.Rows() {
			at := b.Index(i)
			if n := s.numbers[at]; n >= 0 {
				s.count[n]++
			} else {
				unknown = append(unknown, int32(at))
			}
		}
		if err := s.wait(1, b, unknown); err != nil {
			return err
		}
	}
}

// extend makes room for what is kept of new keys.
func (s *setDifference) extend() {
	n := s.table.len() - len(s.count)
	if n > 0 {
		if err := s.table.store.account.Grow(int64(n) * 9); err != nil {
			s.table.full, s.table.refused = true, err
		}
	}
	s.count = append(s.count, make([]int64, n)...)
	s.given = append(s.given, make([]bool, n)...)
}

// wait writes rows to the files of a side.
func (s *setDifference) wait(side int, b *datum.Batch, rows []int32) error {
	if len(rows) == 0 {
		return nil
	}
	if s.level > partitionLevels {
		return s.table.refused
	}
	if s.spread[side] == nil {
		s.spread[side] = newPartitions(s.rt, s.ts, s.level)
	}
	return s.spread[side].write(b, rows, s.table.hashes)
}

// pass sets sel to the left rows of b that belong to the result.
func (s *setDifference) pass(b *datum.Batch) error {
	s.numbers = number(s.numbers, b.N)
	// A left row without a partner is remembered only where it must not come twice.
	remember := s.node.Op == planner.Except && !s.node.All
	if remember {
		s.table.assign(b.Cols, b.N, b.Sel, s.numbers)
		s.extend()
	} else {
		s.table.find(b.Cols, b.N, b.Sel, s.numbers)
	}
	unsure := remember || s.spread[1] != nil
	s.sel = s.sel[:0]
	var unknown []int32
	for i := range b.Rows() {
		at := int32(b.Index(i))
		n := s.numbers[at]
		switch {
		case n < 0 && unsure:
			unknown = append(unknown, at)
		case s.keep(n):
			s.sel = append(s.sel, at)
		}
	}
	return s.wait(0, b, unknown)
}

// keep decides on a left row with the key of a number, -1 for one that the right
// side does not have.
func (s *setDifference) keep(n int32) bool {
	partner := n >= 0 && s.count[n] > 0
	if s.node.All {
		if partner {
			s.count[n]--
		}
		return partner == (s.node.Op == planner.Intersect)
	}
	if partner != (s.node.Op == planner.Intersect) || s.given[n] {
		return false
	}
	s.given[n] = true
	return true
}

// nextPair turns to the next rows that wait; false if there are none.
func (s *setDifference) nextPair() (bool, error) {
	s.closePair()
	var files [2][partitionCount]*spill.File
	for side, p := range s.spread {
		if p == nil {
			continue
		}
		var err error
		if files[side], err = p.takeAll(); err != nil {
			return false, err
		}
		s.spread[side] = nil
	}
	for at := range partitionCount {
		left, right := files[0][at], files[1][at]
		if left != nil {
			s.waiting = append(s.waiting, spilledPair{files: [2]*spill.File{left, right}, level: s.level + 1})
		} else if right != nil {
			right.Close()
		}
	}
	s.table.reset()
	s.count, s.given = s.count[:0], s.given[:0]
	s.account.Close()
	if len(s.waiting) == 0 {
		return false, nil
	}
	last := len(s.waiting) - 1
	pair := s.waiting[last]
	s.waiting = s.waiting[:last]
	s.current, s.level, s.loaded = &pair, pair.level, false
	for side, f := range pair.files {
		if f != nil {
			s.readers[side] = f.Read()
		}
	}
	if s.level > partitionLevels {
		// The hash cannot spread them any more: at the statement's expense.
		s.table.store.account = limits.NewAccount("operator", s.rt.Memory, nil)
	}
	return true, nil
}

func (s *setDifference) closePair() {
	if s.current != nil {
		for _, f := range s.current.files {
			if f != nil {
				f.Close()
			}
		}
		s.current, s.readers = nil, [2]*spill.Reader{}
	}
	if own := s.table.store.account; own != s.account {
		s.table.reset()
		own.Close()
		s.table.store.account = s.account
	}
}

func (s *setDifference) Close() {
	for _, in := range s.inputs {
		in.Close()
	}
	s.closePair()
	for _, w := range s.waiting {
		for _, f := range w.files {
			if f != nil {
				f.Close()
			}
		}
	}
	s.waiting = nil
	for _, p := range s.spread {
		if p != nil {
			p.close()
		}
	}
	s.table.reset()
	s.account.Close()
}

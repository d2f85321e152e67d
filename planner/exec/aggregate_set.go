package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// aggregateSet is one grouping set at work. When its table and the calls' states
// fill work_mem, no group is admitted any more: rows of unknown groups wait in
// files, by hash, for a table of their own.
type aggregateSet struct {
	agg    *aggregate
	rt     *Runtime // the statement's, but for held in place of its memory
	number int
	keys   []int           // indexes into the node's keys
	cols   []*datum.Vector // keys of the batch at hand
	table  *keyTable       // nil: no keys, all rows are one group
	calls  []callState
	groups int
	given  int // groups that were handed out

	work    *limits.Account // the table's, bounded
	held    *limits.Account // the states'
	size    int64           // bytes of the states that held knows
	numbers []int32         // group by row
	known   []int32
	unknown []int32

	level   int // of the table: how often its rows have been spread
	parts   *partitions
	waiting []spilledRows
	reading *spill.File
}

func newAggregateSet(a *aggregate, number int, keys []int) *aggregateSet {
	s := &aggregateSet{agg: a, number: number, keys: keys, cols: make([]*datum.Vector, len(keys)), known: []int32{}}
	s.work = a.rt.newHashWork()
	s.held = limits.NewAccount("operator", a.rt.Memory, nil)
	own := *a.rt
	own.Memory = s.held
	s.rt = &own
	if len(keys) > 0 {
		s.table = newKeyTable(s.keyTypes(), s.work)
	}
	s.calls = newCallStates(s.rt, a.node.Aggs)
	return s
}

func (s *aggregateSet) keyTypes() []types.T {
	ts := make([]types.T, len(s.keys))
	for i, k := range s.keys {
		ts[i] = s.agg.node.Keys[k].Type()
	}
	return ts
}

// add takes the live rows of b, whose keys are cols.
func (s *aggregateSet) add(cols []*datum.Vector, b *datum.Batch) error {
	rows := datum.Batch{Cols: b.Cols, N: b.N, Sel: b.Sel}
	groups, n := []int32(nil), 1
	if s.table != nil {
		s.numbers = number(s.numbers, b.N)
		groups = s.numbers
		s.table.assign(cols, b.N, b.Sel, groups)
		if s.table.full {
			s.split(b)
			if err := s.spread(cols, b); err != nil {
				return err
			}
			rows.Sel = s.known
		}
		n = s.table.len()
	}
	if rows.Rows() == 0 {
		return nil
	}
	if err := s.resize(n); err != nil {
		return err
	}
	for _, c := range s.calls {
		if err := c.add(groups, &rows); err != nil {
			return err
		}
	}
	return s.account()
}

// resize makes room for the states of n groups.
func (s *aggregateSet) resize(n int) error {
	if n == s.groups {
		return nil
	}
	s.groups = n
	for _, c := range s.calls {
		if err := c.resize(n); err != nil {
			return err
		}
	}
	return s.account()
}

// account takes the memory of the states, and closes the table when work_mem
// is used up.
func (s *aggregateSet) account() error {
	size := int64(0)
	for _, c := range s.calls {
		size += c.size()
	}
	if err := s.held.Grow(size - s.size); err != nil {
		return err
	}
	s.size = max(s.size, size)
	if s.table != nil && s.level <= partitionLevels && s.work.Used()+s.held.Used() > s.rt.hashWorkBytes() {
		s.table.full = true
	}
	return nil
}

// split tells rows of known groups from others.
func (s *aggregateSet) split(b *datum.Batch) {
	s.known, s.unknown = s.known[:0], s.unknown[:0]
	for i := range b.Rows() {
		at := int32(b.Index(i))
		if s.numbers[at] < 0 {
			s.unknown = append(s.unknown, at)
		} else {
			s.known = append(s.known, at)
		}
	}
}

// next returns the next groups, or nil.
func (s *aggregateSet) next() (*datum.Batch, error) {
	from := s.given
	to := min(from+chunkRows, s.groups)
	if from == to {
		return nil, nil
	}
	node := s.agg.node
	out := datum.NewBatch(columnTypes(node.Out))
	out.N = to - from
	for i, k := range s.keys {
		out.Cols[k] = s.table.keys().chunk(from >> chunkShift).Cols[i]
	}
	for i := range node.Keys {
		if out.Cols[i].Len() == 0 {
			out.Cols[i].AppendNulls(out.N)
		}
	}
	if node.Sets != nil {
		last := out.Cols[len(out.Cols)-1]
		for i := range last.GrowInts(out.N) {
			last.Ints[i] = int64(s.number)
		}
	}
	for i, c := range s.calls {
		if err := c.result(out, len(node.Keys)+i, from, to); err != nil {
			return nil, err
		}
	}
	s.given = to
	return out, nil
}

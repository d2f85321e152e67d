package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// sorter orders its input; rows with equal keys keep their order of arrival.
// What work_mem has no room for becomes sorted runs in files, which are merged.
// With a limit, rows that cannot be among the first are dropped on arrival.
type sorter struct {
	rt      *Runtime
	node    *planner.Sort
	in      Operator
	layout  *sortLayout
	account *limits.Account
	store   *rowStore
	entries int64 // bytes taken for ordering the store
	limit   int64 // -1: none
	runs    []*spill.File
	keep    *sortThreshold

	sorted bool
	order  []int32 // of the store's rows, if there are no runs
	merge  *runMerge
	out    *datum.Batch
}

func newSorter(rt *Runtime, n *planner.Sort, in Operator) *sorter {
	layout := newSortLayout(columnTypes(n.Columns()), n.Keys)
	account := rt.newWork()
	return &sorter{
		rt: rt, node: n, in: in, layout: layout, account: account, store: newRowStore(layout.ts, account),
		out: datum.NewBatch(layout.ts[:layout.inputs]), limit: -1,
	}
}

func (s *sorter) Next() (*datum.Batch, error) {
	if !s.sorted {
		s.sorted = true
		if err := s.sort(); err != nil {
			return nil, err
		}
	}
	s.out.Reset()
	if s.merge != nil {
		return s.merge.next(s.out)
	}
	n := min(len(s.order), datum.BatchRows)
	if n == 0 {
		return nil, nil
	}
	s.store.gather(s.out, s.order[:n])
	s.order = s.order[n:]
	return s.out, nil
}

// sort reads the input to its end.
func (s *sorter) sort() (err error) {
	if s.limit, err = rowCount(s.rt, s.node.Limit, -1, "", ""); err != nil || s.limit == 0 {
		return err
	}
	if s.limit > 0 && s.limit < topRowsMax {
		s.keep = &sortThreshold{layout: s.layout, limit: int(s.limit)}
	}
	for {
		b, err := s.in.Next()
		if err != nil {
			return err
		}
		if b == nil {
			break
		}
		if err := s.rt.interrupted(); err != nil {
			return err
		}
		if err := s.add(b); err != nil {
			return err
		}
	}
	return s.finish()
}

// finish ends the input and makes the rows ready to be given out.
func (s *sorter) finish() (err error) {
	s.sorted = true
	if len(s.runs) > 0 {
		if err := s.flush(); err != nil {
			return err
		}
		if s.runs, err = mergeRuns(s.rt, s.layout, s.runs, s.limit); err != nil {
			return err
		}
		s.merge, err = newRunMerge(s.rt, s.layout, s.runs, s.limit)
		return err
	}
	if s.order, err = s.layout.order(s.rt, s.store); err != nil {
		return err
	}
	if s.limit >= 0 && int64(len(s.order)) > s.limit {
		s.order = s.order[:s.limit]
	}
	return nil
}

// add keeps the rows of a batch.
func (s *sorter) add(b *datum.Batch) error {
	cols := append([]*datum.Vector(nil), b.Cols...)
	for _, k := range s.layout.computed {
		v, err := expr.EvalBatch(s.rt.Ctx, k.Expr, b)
		if err != nil {
			return err
		}
		cols = append(cols, v)
	}
	sel := selection(b)
	if s.keep != nil {
		sel = s.keep.filter(cols, sel)
	}
	for len(sel) > 0 {
		n := min(len(sel), sortPieceRows)
		if err := s.keepRows(cols, sel[:n]); err != nil {
			return err
		}
		sel = sel[n:]
	}
	if s.keep != nil && s.store.len() >= s.keep.full() {
		return s.prune()
	}
	return nil
}

// sortPieceRows is how many rows are accounted for at once.
const sortPieceRows = 128

func (s *sorter) keepRows(cols []*datum.Vector, sel []int32) error {
	err := s.tryKeep(cols, sel)
	if !errors.Is(err, limits.ErrMemory) {
		return err
	}
	if s.store.len() > 0 {
		if err := s.flush(); err != nil {
			return err
		}
		return s.keepRows(cols, sel)
	}
	if len(sel) == 1 {
		return s.large(cols, sel)
	}
	half := len(sel) / 2
	if err := s.keepRows(cols, sel[:half]); err != nil {
		return err
	}
	return s.keepRows(cols, sel[half:])
}

// large makes a run of one row that does not even fit alone, at the statement's
// expense.
func (s *sorter) large(cols []*datum.Vector, sel []int32) error {
	bytes := storedBytes(cols, sel)
	if err := s.rt.grow(bytes); err != nil {
		return err
	}
	defer s.rt.Memory.Shrink(bytes)
	single := newRowStore(s.layout.ts, nil)
	if err := single.appendCols(cols, sel); err != nil {
		return err
	}
	return s.writeRun(single, []int32{0})
}

func (s *sorter) tryKeep(cols []*datum.Vector, sel []int32) error {
	bytes := int64(len(sel)) * sortEntryBytes
	if err := s.account.Grow(bytes); err != nil {
		return err
	}
	if err := s.store.appendCols(cols, sel); err != nil {
		s.account.Shrink(bytes)
		return err
	}
	s.entries += bytes
	return nil
}

// flush makes the store's rows a sorted run.
func (s *sorter) flush() error {
	if s.store.len() == 0 {
		return nil
	}
	order, err := s.layout.order(s.rt, s.store)
	if err != nil {
		return err
	}
	if s.limit >= 0 && int64(len(order)) > s.limit {
		order = order[:s.limit]
	}
	if err := s.writeRun(s.store, order); err != nil {
		return err
	}
	s.empty()
	return nil
}

func (s *sorter) empty() {
	s.store.reset()
	s.account.Shrink(s.entries)
	s.entries = 0
}

func (s *sorter) writeRun(store *rowStore, order []int32) error {
	f := s.rt.newFile(s.layout.ts)
	s.runs = append(s.runs, f)
	b := datum.NewBatch(s.layout.ts)
	for len(order) > 0 {
		n := min(len(order), runFrameRows)
		b.Reset()
		store.gather(b, order[:n])
		if err := f.Write(b); err != nil {
			return err
		}
		order = order[n:]
	}
	return nil
}

// prune keeps the first limit rows of the store.
func (s *sorter) prune() error {
	order, err := s.layout.order(s.rt, s.store)
	if err != nil {
		return err
	}
	if len(order) <= s.keep.limit {
		return nil
	}
	first := newRowStore(s.layout.ts, nil)
	b := datum.NewBatch(s.layout.ts)
	for rows := order[:s.keep.limit]; len(rows) > 0; {
		n := min(len(rows), chunkRows)
		b.Reset()
		s.store.gather(b, rows[:n])
		if err := first.appendCols(b.Cols, selection(b)); err != nil {
			return err
		}
		rows = rows[n:]
	}
	s.empty()
	// What was a part of the store fits into the room that the store had.
	s.store, first.account = first, s.account
	s.entries = int64(first.len()) * sortEntryBytes
	if err := s.account.Grow(first.bytes + s.entries); err != nil {
		return err
	}
	s.keep.set(s.store)
	return nil
}

func (s *sorter) Close() {
	s.in.Close()
	for _, f := range s.runs {
		f.Close()
	}
	s.runs, s.merge, s.order, s.store = nil, nil, nil, newRowStore(s.layout.ts, nil)
	s.account.Close()
}

package exec

import (
	"container/heap"

	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
)

const (
	// runFrameRows is how many rows a run is read and written by: small, since a
	// merge holds so many of each run.
	runFrameRows = 128
	// mergeRunsMax is how many runs are merged at once.
	mergeRunsMax = 64
)

// runMerge merges sorted runs. Of rows with equal keys those of an earlier run
// come first.
type runMerge struct {
	rt     *Runtime
	layout *sortLayout
	heads  []*runHead // a heap by current row
	left   int64      // rows still wanted; -1: all
}

// runHead is a run with its current row.
type runHead struct {
	reader *spill.Reader
	batch  *datum.Batch
	at     int
	number int
	prefix uint64
}

func newRunMerge(rt *Runtime, layout *sortLayout, runs []*spill.File, limit int64) (*runMerge, error) {
	m := &runMerge{rt: rt, layout: layout, left: limit}
	for i, f := range runs {
		h := &runHead{reader: f.Read(), number: i, at: -1}
		more, err := m.advance(h)
		if err != nil {
			return nil, err
		}
		if more {
			m.heads = append(m.heads, h)
		}
	}
	heap.Init(m)
	return m, nil
}

// advance moves a run to its next row; false at its end.
func (m *runMerge) advance(h *runHead) (bool, error) {
	h.at++
	if h.batch == nil || h.at >= h.batch.N {
		b, err := h.reader.Next()
		if err != nil || b == nil {
			return false, err
		}
		h.batch, h.at = b, 0
	}
	if len(m.layout.columns) > 0 {
		first := &m.layout.columns[0]
		h.prefix = first.prefix(h.batch.Cols[first.col], h.at)
	}
	return true, nil
}

// next fills out, which is empty and has the first of the runs' columns, with the
// next rows; nil at the end.
func (m *runMerge) next(out *datum.Batch) (*datum.Batch, error) {
	if err := m.rt.interrupted(); err != nil {
		return nil, err
	}
	for out.N < datum.BatchRows && len(m.heads) > 0 && m.left != 0 {
		h := m.heads[0]
		for c, v := range out.Cols {
			v.AppendFrom(h.batch.Cols[c], h.at)
		}
		out.N++
		if m.left > 0 {
			m.left--
		}
		more, err := m.advance(h)
		if err != nil {
			return nil, err
		}
		if more {
			heap.Fix(m, 0)
		} else {
			heap.Pop(m)
		}
	}
	if out.N == 0 {
		return nil, nil
	}
	return out, nil
}

func (m *runMerge) Len() int      { return len(m.heads) }
func (m *runMerge) Swap(i, j int) { m.heads[i], m.heads[j] = m.heads[j], m.heads[i] }
func (m *runMerge) Less(i, j int) bool {
	a, b := m.heads[i], m.heads[j]
	if a.prefix != b.prefix {
		return a.prefix < b.prefix
	}
	if c := m.layout.compare(a.batch, a.at, b.batch, b.at); c != 0 {
		return c < 0
	}
	return a.number < b.number
}
func (m *runMerge) Push(x any) { m.heads = append(m.heads, x.(*runHead)) }
func (m *runMerge) Pop() any {
	h := m.heads[len(m.heads)-1]
	m.heads = m.heads[:len(m.heads)-1]
	return h
}

// mergeRuns merges runs until few enough are left for one last merge, and
// returns those. Neighbours are merged, so that equal rows keep their order. The
// runs that it merged are closed; after an error all are in the result, to be closed.
func mergeRuns(rt *Runtime, layout *sortLayout, runs []*spill.File, limit int64) ([]*spill.File, error) {
	for len(runs) > mergeRunsMax {
		var merged []*spill.File
		for len(runs) > 0 {
			n := min(len(runs), mergeRunsMax)
			f := rt.newFile(layout.ts)
			merged = append(merged, f)
			if err := mergeInto(rt, layout, f, runs[:n], limit); err != nil {
				return append(merged, runs...), err
			}
			for _, r := range runs[:n] {
				r.Close()
			}
			runs = runs[n:]
		}
		runs = merged
	}
	return runs, nil
}

func mergeInto(rt *Runtime, layout *sortLayout, f *spill.File, runs []*spill.File, limit int64) error {
	m, err := newRunMerge(rt, layout, runs, limit)
	if err != nil {
		return err
	}
	out := datum.NewBatch(layout.ts)
	for {
		out.Reset()
		b, err := m.next(out)
		if err != nil || b == nil {
			return err
		}
		for from := 0; from < b.N; from += runFrameRows {
			if err := f.Write(b.Slice(from, min(from+runFrameRows, b.N))); err != nil {
				return err
			}
		}
	}
}

package exec

import (
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// aggregateSorted groups rows whose groups lie together. It holds the groups that
// one batch ends and the one that goes on, and gives them out before it reads more.
type aggregateSorted struct {
	rt   *Runtime // the statement's, but for held in place of its memory
	node *planner.Aggregate
	in   Operator
	held *limits.Account
	size int64 // bytes of the states that held knows

	batch *datum.Batch // being grouped; nil: the next is to be read
	cols  []*datum.Vector
	at    int // live rows of batch that are done
	ended bool

	types   []types.T    // of the keys
	keys    *datum.Batch // those of the groups at hand
	calls   []callState
	starts  []int32 // rows of batch at which groups begin
	numbers []int32
	all     []int32 // 0, 1, 2 …
}

func newAggregateSorted(rt *Runtime, n *planner.Aggregate, in Operator) *aggregateSorted {
	a := &aggregateSorted{node: n, in: in, held: limits.NewAccount("operator", rt.Memory, nil)}
	own := *rt
	own.Memory = a.held
	a.rt = &own
	for _, k := range n.Keys {
		a.types = append(a.types, k.Type())
	}
	a.keys = datum.NewBatch(a.types)
	return a
}

func (a *aggregateSorted) Next() (*datum.Batch, error) {
	for !a.ended {
		if a.batch == nil {
			if err := a.read(); err != nil {
				return nil, err
			}
			if a.batch == nil {
				a.ended = true
				return a.results()
			}
		}
		if last := a.number(); last >= 0 {
			// The last group may go on in the next batch: those before it are complete.
			if err := a.add(last); err != nil {
				return nil, err
			}
			return a.results()
		}
		if err := a.add(a.batch.Rows()); err != nil {
			return nil, err
		}
		a.batch = nil
	}
	return nil, nil
}

func (a *aggregateSorted) read() error {
	if err := a.rt.interrupted(); err != nil {
		return err
	}
	b, err := a.in.Next()
	if err != nil || b == nil {
		return err
	}
	if a.cols, err = keyVectors(a.rt, a.node.Keys, b); err != nil {
		return err
	}
	a.batch, a.at = b, 0
	a.numbers = number(a.numbers, b.N)
	return nil
}

// number gives the rest of the batch's rows the numbers of their groups and notes the
// keys. It returns where the last group begins, whose key is not noted then, or -1 if
// that is the only one.
func (a *aggregateSorted) number() int {
	a.starts = a.starts[:0]
	last := -1
	prev, prevAt := a.keys.Cols, a.keys.N-1
	n := int32(a.keys.N)
	for i := a.at; i < a.batch.Rows(); i++ {
		at := a.batch.Index(i)
		if prevAt < 0 || !sameKeys(prev, prevAt, a.cols, at) {
			a.starts = append(a.starts, int32(at))
			last = i
			n++
		}
		prev, prevAt = a.cols, at
		a.numbers[at] = n - 1
	}
	if n == 1 {
		last = -1
	} else {
		a.starts = a.starts[:max(0, len(a.starts)-1)]
	}
	for i, v := range a.keys.Cols {
		appendOwned(v, a.cols[i], a.starts)
	}
	a.keys.N += len(a.starts)
	return last
}

// add feeds the live rows up to the to-th.
func (a *aggregateSorted) add(to int) error {
	b := a.batch
	rows := datum.Batch{Cols: b.Cols, N: b.N, Sel: b.Sel}
	if rows.Sel == nil {
		for len(a.all) < b.N {
			a.all = append(a.all, int32(len(a.all)))
		}
		rows.Sel = a.all[:b.N]
	}
	rows.Sel = rows.Sel[a.at:to]
	a.at = to
	if len(rows.Sel) == 0 {
		return nil
	}
	if a.calls == nil {
		a.calls = newCallStates(a.rt, a.node.Aggs)
	}
	size := int64(0)
	for _, c := range a.calls {
		if err := c.resize(a.keys.N); err != nil {
			return err
		}
		if err := c.add(a.numbers, &rows); err != nil {
			return err
		}
		size += c.size()
	}
	err := a.held.Grow(size - a.size)
	a.size = size
	return err
}

// results gives out the groups whose keys are noted, which are complete, and forgets
// them.
func (a *aggregateSorted) results() (*datum.Batch, error) {
	n := a.keys.N
	if n == 0 {
		return nil, nil
	}
	out := datum.NewBatch(columnTypes(a.node.Out))
	out.N = n
	copy(out.Cols, a.keys.Cols)
	for i, c := range a.calls {
		if err := c.result(out, len(a.node.Keys)+i, 0, n); err != nil {
			return nil, err
		}
	}
	a.restart()
	return out, nil
}

func (a *aggregateSorted) restart() {
	a.keys = datum.NewBatch(a.types)
	closeCalls(a.calls)
	a.calls, a.size = nil, 0
	a.held.Close()
}

func (a *aggregateSorted) Close() {
	a.in.Close()
	a.restart()
}

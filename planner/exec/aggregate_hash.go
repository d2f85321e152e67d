package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// aggregate groups its input by hash: each grouping set has a table of its keys
// and, beside it, the states of the aggregate calls.
type aggregate struct {
	rt    *Runtime
	node  *planner.Aggregate
	in    Operator        // nil: done in parallel
	sets  []*aggregateSet // nil before the input is read
	at    int             // the set whose groups are handed out
	kept  []int           // columns of the input that the calls read
	nulls *datum.Vector   // stands for columns that were not kept
}

func newAggregate(rt *Runtime, n *planner.Aggregate, in Operator) Operator {
	if n.Sorted {
		return newAggregateSorted(rt, n, in)
	}
	return &aggregate{rt: rt, node: n, in: in}
}

func (a *aggregate) Next() (*datum.Batch, error) {
	if a.sets == nil {
		if a.in != nil && a.countsOnly() {
			a.sets = []*aggregateSet{}
			return a.countRows()
		}
		if err := a.read(); err != nil {
			return nil, err
		}
	}
	for a.at < len(a.sets) {
		s := a.sets[a.at]
		if err := a.rt.interrupted(); err != nil {
			return nil, err
		}
		if b, err := s.next(); b != nil || err != nil {
			return b, err
		}
		more, err := s.nextFile()
		if err != nil {
			return nil, err
		}
		if !more {
			s.close()
			a.at++
		}
	}
	return nil, nil
}

// countsOnly reports whether a lone count(*) is asked for, which the batches'
// row counts answer.
func (a *aggregate) countsOnly() bool {
	n := a.node
	return n.Scalar && n.Sets == nil && len(n.Aggs) == 1 && len(n.Keys) == 0 && n.Aggs[0].Agg.F == nil && n.Aggs[0].Filter == nil
}

func (a *aggregate) countRows() (*datum.Batch, error) {
	n := int64(0)
	for {
		b, err := a.in.Next()
		if err != nil {
			return nil, err
		}
		if b == nil {
			out := datum.NewBatch(columnTypes(a.node.Out))
			out.AppendRow(datum.Row{types.NewInt8(n)})
			return out, nil
		}
		n += int64(b.Rows())
	}
}

// read adds the whole input to all grouping sets.
func (a *aggregate) read() error {
	a.open()
	if a.in == nil {
		return a.readParallel()
	}
	keys := make([]*datum.Vector, len(a.node.Keys))
	for {
		b, err := a.in.Next()
		if err != nil {
			return err
		}
		if b == nil {
			return a.finish()
		}
		for i, k := range a.node.Keys {
			if keys[i], err = expr.EvalBatch(a.rt.Ctx, k, b); err != nil {
				return err
			}
		}
		for _, s := range a.sets {
			// There can be thousands of sets: a batch is long work for all.
			if err := a.rt.interrupted(); err != nil {
				return err
			}
			for i, k := range s.keys {
				s.cols[i] = keys[k]
			}
			if err := s.add(s.cols, b); err != nil {
				return err
			}
		}
	}
}

func (a *aggregate) open() {
	a.kept = keptColumns(a.node)
	sets := a.node.Sets
	if sets == nil {
		all := make([]int, len(a.node.Keys))
		for i := range all {
			all[i] = i
		}
		sets = [][]int{all}
	}
	a.sets = make([]*aggregateSet, len(sets))
	for i, keys := range sets {
		a.sets[i] = newAggregateSet(a, i, keys)
	}
}

// finish ends the input. The empty set has one row even without it.
func (a *aggregate) finish() error {
	for _, s := range a.sets {
		if len(s.keys) == 0 && s.groups == 0 && (a.node.Scalar || a.node.Sets != nil) {
			if err := s.resize(1); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *aggregate) Close() {
	if a.in != nil {
		a.in.Close()
	}
	for _, s := range a.sets {
		s.close()
	}
}

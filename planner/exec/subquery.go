package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// keptSubquery is a subquery that is not correlated: it runs as far as its
// readers ask, and its rows are kept for the next one.
type keptSubquery struct {
	op   Operator // nil: at its end
	rows *rowSpool
}

// Rows implements expr.SubqueryRunner. The rows of a subquery that is not
// correlated are kept for the time of the execution; of the others nothing is.
func (rt *Runtime) Rows(_ *expr.Context, plan any, correlated bool, each func(datum.Row) (bool, error)) error {
	node := plan.(planner.Node)
	if correlated {
		op, err := Build(rt, node)
		if err != nil {
			return err
		}
		defer op.Close()
		return eachUntil(op.Next, each)
	}
	kept := rt.subqueries[node]
	if kept == nil {
		op, err := Build(rt, node)
		if err != nil {
			return err
		}
		kept = &keptSubquery{op: op, rows: newRowSpool(rt, columnTypes(node.Columns()))}
		rt.subqueries[node] = kept
	}
	reader := kept.rows.read()
	return eachUntil(func() (*datum.Batch, error) {
		for {
			if b, err := reader.next(); err != nil || b != nil {
				return b, err
			}
			if more, err := kept.pull(); err != nil || !more {
				return nil, err
			}
		}
	}, each)
}

// pull reads one more batch of the subquery; false at its end.
func (s *keptSubquery) pull() (bool, error) {
	if s.op == nil {
		return false, nil
	}
	b, err := s.op.Next()
	if err != nil {
		return false, err
	}
	if b == nil {
		s.op.Close()
		s.op = nil
		return false, nil
	}
	return true, s.rows.append(b)
}

func (s *keptSubquery) close() {
	if s.op != nil {
		s.op.Close()
		s.op = nil
	}
	s.rows.close()
}

// eachUntil calls each for the rows of next's batches until it wants no more.
func eachUntil(next func() (*datum.Batch, error), each func(datum.Row) (bool, error)) error {
	var buf datum.Row
	for {
		b, err := next()
		if err != nil || b == nil {
			return err
		}
		for i := range b.Rows() {
			buf = b.Row(b.Index(i), buf)
			if more, err := each(buf); err != nil || !more {
				return err
			}
		}
	}
}

package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// joinSide is the layout of one input of a join: its columns, then the keys that
// have to be computed.
type joinSide struct {
	rt       *Runtime
	inputs   int // columns of the input
	ts       []types.T
	keys     []int // which columns are the keys
	classes  []keyClass
	computed []expr.Expr
	batch    datum.Batch
	keyCols  []*datum.Vector
}

func newJoinSide(rt *Runtime, input []types.T, keys []expr.Expr) *joinSide {
	s := &joinSide{rt: rt, inputs: len(input), ts: append([]types.T(nil), input...), keyCols: make([]*datum.Vector, len(keys))}
	for _, k := range keys {
		t := k.Type()
		s.classes = append(s.classes, keyClassOf(t))
		if at, ok := plainColumn(k); ok && input[at].OID == t.OID {
			s.keys = append(s.keys, at)
			continue
		}
		s.keys = append(s.keys, len(s.ts))
		s.ts = append(s.ts, t)
		s.computed = append(s.computed, k)
	}
	return s
}

// extend adds the computed keys to a batch of the input. The result is valid until
// the following call.
func (s *joinSide) extend(b *datum.Batch) (*datum.Batch, error) {
	if len(s.computed) == 0 {
		return b, nil
	}
	s.batch.Cols = append(s.batch.Cols[:0], b.Cols...)
	s.batch.N, s.batch.Sel = b.N, b.Sel
	for _, k := range s.computed {
		v, err := expr.EvalBatch(s.rt.Ctx, k, b)
		if err != nil {
			return nil, err
		}
		s.batch.Cols = append(s.batch.Cols, v)
	}
	return &s.batch, nil
}

// keysOf are the key columns of an extended batch, valid until the following call.
func (s *joinSide) keysOf(cols []*datum.Vector) []*datum.Vector {
	for i, k := range s.keys {
		s.keyCols[i] = cols[k]
	}
	return s.keyCols
}

// nullKey reports whether row i has a NULL among its keys: it matches nothing.
func nullKey(keys []*datum.Vector, i int) bool {
	for _, v := range keys {
		if v.Nulls != nil && v.Nulls[i] {
			return true
		}
	}
	return false
}

package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// joinTable holds the right input of a join, by hash of its keys if there are
// any. A NULL among the keys matches nothing.
type joinTable struct {
	rows    []datum.Row
	matched []bool
	keys    []datum.Row
	byHash  map[uint64][]int32 // nil: no keys
	all     []int32            // every row, if there are no keys
	nulls   bool               // a key is NULL
}

func newJoinTable(rt *Runtime, op Operator, keys []expr.Expr) (*joinTable, error) {
	t := &joinTable{}
	if len(keys) > 0 {
		t.byHash = map[uint64][]int32{}
	}
	err := eachRow(op, func(row datum.Row) error {
		if err := rt.grow(rowSize(len(row) + len(keys))); err != nil {
			return err
		}
		n := int32(len(t.rows))
		t.rows = append(t.rows, cloneRow(row))
		t.matched = append(t.matched, false)
		if t.byHash == nil {
			t.all = append(t.all, n)
			return nil
		}
		k, null, err := joinKey(rt, keys, row)
		if err != nil {
			return err
		}
		t.keys = append(t.keys, k)
		t.nulls = t.nulls || null
		if !null {
			h := hashRow(k)
			t.byHash[h] = append(t.byHash[h], n)
		}
		return nil
	})
	return t, err
}

// lookup returns the numbers of the rows whose keys equal those of a left row.
func (t *joinTable) lookup(rt *Runtime, keys []expr.Expr, left datum.Row) ([]int32, error) {
	if t.byHash == nil {
		return t.all, nil
	}
	k, null, err := joinKey(rt, keys, left)
	if err != nil || null {
		return nil, err
	}
	found := t.byHash[hashRow(k)]
	same := true
	for _, n := range found {
		same = same && equalRows(t.keys[n], k)
	}
	if same {
		return found, nil
	}
	var exact []int32
	for _, n := range found {
		if equalRows(t.keys[n], k) {
			exact = append(exact, n)
		}
	}
	return exact, nil
}

// joinKey evaluates join keys; null is true if one of them is NULL.
func joinKey(rt *Runtime, keys []expr.Expr, row datum.Row) (k datum.Row, null bool, err error) {
	k = make(datum.Row, len(keys))
	for i, e := range keys {
		if k[i], err = e.Eval(rt.Ctx, row); err != nil {
			return nil, false, err
		}
		null = null || k[i].IsNull()
	}
	return k, null, nil
}

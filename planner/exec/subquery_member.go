package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// memberTable is the different values of a subquery that is not correlated, by hash.
type memberTable struct {
	values      map[uint64][]datum.Datum
	classes     types.Classes // = is NULL for cells of variants that are not comparable
	null, empty bool          // NULL is among them; there are none at all
}

// Member implements expr.SubqueryRunner.
func (rt *Runtime) Member(c *expr.Context, of *expr.Subquery, v datum.Datum) (datum.Datum, error) {
	t := rt.members[of]
	if t == nil {
		var err error
		if t, err = rt.memberTable(c, of); err != nil {
			return datum.Null, err
		}
		if rt.members == nil {
			rt.members = map[*expr.Subquery]*memberTable{}
		}
		rt.members[of] = t
	}
	switch {
	case t.empty:
		return types.NewBool(false), nil
	case v.IsNull():
		return datum.Null, nil
	case t.has(v):
		return types.NewBool(true), nil
	case t.null || t.classes.Foreign(v.OID):
		return datum.Null, nil
	}
	return types.NewBool(false), nil
}

func (t *memberTable) has(v datum.Datum) bool {
	for _, x := range t.values[types.Hash(v)] {
		if types.Compare(x, v) == 0 {
			return true
		}
	}
	return false
}

func (rt *Runtime) memberTable(c *expr.Context, of *expr.Subquery) (*memberTable, error) {
	t := &memberTable{values: map[uint64][]datum.Datum{}, empty: true}
	err := rt.Rows(c, of.Plan, false, func(row datum.Row) (bool, error) {
		t.empty = false
		v, err := of.Right.Eval(c, row)
		switch {
		case err != nil:
			return false, err
		case v.IsNull():
			t.null = true
			return true, nil
		case t.has(v):
			return true, nil
		}
		t.classes.Add(v.OID)
		v = ownRow(datum.Row{v})[0]
		if err := rt.grow(rowSize(1) + int64(len(v.S))); err != nil {
			return false, err
		}
		h := types.Hash(v)
		t.values[h] = append(t.values[h], v)
		return true, rt.interrupted()
	})
	return t, err
}

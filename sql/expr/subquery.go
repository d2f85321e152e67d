package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Type returns the type of what is made of the rows.
func (e *Subquery) Type() types.T { return e.T }

// Eval runs the subquery, or returns what it gave for the same outer values.
func (e *Subquery) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	if len(e.Uses) == 0 || c.Subqueries == nil {
		return e.run(c, row)
	}
	outer := make(datum.Row, len(e.Uses))
	for i, u := range e.Uses {
		if u.Depth == 1 {
			outer[i] = row[u.Index]
		} else {
			outer[i] = c.Outer[len(c.Outer)-u.Depth+1][u.Index]
		}
	}
	return c.Subqueries.Result(e, outer, func() (datum.Datum, error) { return e.run(c, row) })
}

func (e *Subquery) run(c *Context, row datum.Row) (datum.Datum, error) {
	switch e.Kind {
	case SubqueryExists:
		found := false
		err := e.rows(c, row, func(datum.Row) (bool, error) {
			found = true
			return false, nil
		})
		return types.NewBool(found), err
	case SubqueryArray:
		return e.array(c, row)
	case SubqueryAny, SubqueryAll:
		return e.quantified(c, row)
	}
	return e.single(c, row)
}

// rows runs the plan with row as the innermost outer row.
func (e *Subquery) rows(c *Context, row datum.Row, each func(datum.Row) (bool, error)) error {
	if c.Subqueries == nil {
		return pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery here").At(e.Pos)
	}
	c.Outer = append(c.Outer, row)
	err := c.Subqueries.Rows(c, e.Plan, e.Correlated, each)
	c.Outer = c.Outer[:len(c.Outer)-1]
	return err
}

func (e *Subquery) single(c *Context, row datum.Row) (datum.Datum, error) {
	out, n := datum.Null, 0
	err := e.rows(c, row, func(r datum.Row) (bool, error) {
		if n++; n > 1 {
			return false, pgerr.New(pgerr.CardinalityViolation, "more than one row returned by a subquery used as an expression")
		}
		if e.Kind == SubqueryRow {
			out = types.Value{OID: types.Record, X: &types.RecordValue{Fields: append([]types.Value(nil), r...)}}
		} else {
			out = r[0]
		}
		return true, nil
	})
	if err != nil {
		return datum.Null, err
	}
	return out, nil
}

func (e *Subquery) array(c *Context, row datum.Row) (datum.Datum, error) {
	a := &types.Array{Elem: types.ElemOf(e.T.OID)}
	var inner []types.Dim
	n := 0
	err := e.rows(c, row, func(r datum.Row) (bool, error) {
		n++
		sub, nested := r[0].X.(*types.Array)
		if !nested {
			a.Elems = append(a.Elems, r[0])
			return true, nil
		}
		if n > 1 && !sameDims(inner, sub.Dims) {
			return false, pgerr.New(pgerr.ArraySubscriptError, "cannot accumulate arrays of different dimensionality")
		}
		inner = sub.Dims
		a.Elems = append(a.Elems, sub.Elems...)
		return true, nil
	})
	if err != nil {
		return datum.Null, err
	}
	if len(a.Elems) > 0 {
		a.Dims = append([]types.Dim{{Len: int32(n), Lower: 1}}, inner...)
	}
	return types.Value{OID: e.T.OID, X: a}, nil
}

// quantified is op ANY (SELECT …) and op ALL (SELECT …), with SQL's NULL rules.
func (e *Subquery) quantified(c *Context, row datum.Row) (datum.Datum, error) {
	if e.Left != nil && c.Subqueries != nil {
		v, err := e.Left.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		return c.Subqueries.Member(c, e, v)
	}
	all := e.Kind == SubqueryAll
	decided, null := false, false
	// The test sees the columns of the row at hand, then from TestBase on
	// those of the subquery's row.
	both := make(datum.Row, 0, e.TestBase+4)
	err := e.rows(c, row, func(r datum.Row) (bool, error) {
		both = append(both[:0], row...)
		for len(both) < e.TestBase {
			both = append(both, datum.Null)
		}
		both = append(both[:e.TestBase], r...)
		outer := c.Outer
		c.Outer = outer[:len(outer)-1]
		v, err := e.Test.Eval(c, both)
		c.Outer = outer
		if err != nil {
			return false, err
		}
		switch {
		case v.IsNull():
			null = true
		case v.Bool() != all:
			decided = true
			return false, nil
		}
		return true, nil
	})
	switch {
	case err != nil:
		return datum.Null, err
	case decided:
		return types.NewBool(!all), nil
	case null:
		return datum.Null, nil
	}
	return types.NewBool(all), nil
}

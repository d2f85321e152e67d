package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// IsNull is x IS NULL, or with Not x IS NOT NULL. A record IS NULL if all
// fields are, IS NOT NULL if none is.
type IsNull struct {
	Arg Expr
	Not bool
}

// BoolTest is x IS TRUE, IS FALSE, IS UNKNOWN, or with Not the negation;
// never NULL.
type BoolTest struct {
	Arg  Expr
	Kind BoolTestKind
	Not  bool
}

// BoolTestKind is what a BoolTest asks.
type BoolTestKind uint8

// The boolean tests.
const (
	IsTrue BoolTestKind = iota
	IsFalse
	IsUnknown
)

// IsDistinct is a IS DISTINCT FROM b, or with Not IS NOT DISTINCT FROM. Eq is
// the type's = operator.
type IsDistinct struct {
	Left, Right Expr
	Eq          Comparison
	Not         bool
}

// Type returns bool.
func (e *IsNull) Type() types.T { return boolT }

// Eval tests for NULL.
func (e *IsNull) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	if r, ok := v.X.(*types.RecordValue); ok && !v.IsNull() {
		return types.NewBool(rowIsNull(r, e.Not) != 0), nil
	}
	return types.NewBool(v.IsNull() != e.Not), nil
}

// rowIsNull is the answer, 0 or 1, for a record: whether all fields are NULL, or with
// not whether none is.
func rowIsNull(r *types.RecordValue, not bool) int64 {
	for _, f := range r.Fields {
		if f.IsNull() == not {
			return 0
		}
	}
	return 1
}

// Type returns bool.
func (e *BoolTest) Type() types.T { return boolT }

// Eval computes the test.
func (e *BoolTest) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	is := false
	switch e.Kind {
	case IsTrue:
		is = !v.IsNull() && v.Bool()
	case IsFalse:
		is = !v.IsNull() && !v.Bool()
	case IsUnknown:
		is = v.IsNull()
	}
	return types.NewBool(is != e.Not), nil
}

// Type returns bool.
func (e *IsDistinct) Type() types.T { return boolT }

// Eval compares, NULL being equal to NULL.
func (e *IsDistinct) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	l, err := e.Left.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	r, err := e.Right.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	if l.IsNull() || r.IsNull() {
		return types.NewBool((l.IsNull() != r.IsNull()) != e.Not), nil
	}
	eq, err := e.Eq.Compare(c, l, r)
	if err != nil {
		return datum.Null, err
	}
	return types.NewBool((eq.IsNull() || !eq.Bool()) != e.Not), nil
}

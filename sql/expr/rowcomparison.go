package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// RowOrder is (a, b) < (x, y) and its kin: Eqs and Lesses compare the columns
// of Left and Right one by one until two differ (documentation section 9.24.5).
type RowOrder struct {
	Left, Right []Expr
	Eqs         []Comparison
	Last        []Comparison // the strict operator, < or >
	OrEqual     bool
	Op          string // as written
}

// NewRowComparison makes left op right where both may be row constructors:
// equality column by column, the others in lexical order. Other operands give
// a plain operator call.
func NewRowComparison(c *fn.Context, op string, left, right Expr, pos int) (Expr, error) {
	l, lok := left.(*RowCtor)
	r, rok := right.(*RowCtor)
	if !lok || !rok {
		return NewOperator(c, op, left, right, pos)
	}
	if len(l.Args) != len(r.Args) {
		return nil, pgerr.New(pgerr.SyntaxError, "unequal number of entries in row expressions").At(pos)
	}
	if len(l.Args) == 0 {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot compare rows of zero length").At(pos)
	}
	switch op {
	case "=", "<>", "!=":
		args := make([]Expr, len(l.Args))
		for i := range args {
			k, err := NewRowComparison(c, op, l.Args[i], r.Args[i], pos)
			if err != nil {
				return nil, err
			}
			args[i] = k
		}
		if len(args) == 1 {
			return args[0], nil
		}
		if op == "=" {
			return &And{Args: args}, nil
		}
		return &Or{Args: args}, nil
	case "<", "<=", ">", ">=":
		return newRowOrder(c, op, l.Args, r.Args, pos)
	}
	return nil, pgerr.New(pgerr.FeatureNotSupported, "could not determine interpretation of row comparison operator %s", op).
		WithHint("Row comparison operators must be associated with btree operator families.").At(pos)
}

func newRowOrder(c *fn.Context, op string, left, right []Expr, pos int) (Expr, error) {
	if len(left) == 1 {
		return NewOperator(c, op, left[0], right[0], pos)
	}
	e := &RowOrder{OrEqual: len(op) == 2, Op: op}
	for i := range left {
		strict, l, r, err := NewComparison(c, op[:1], left[i], right[i], pos)
		if err != nil {
			return nil, err
		}
		eq, l, r, err := NewComparison(c, "=", l, r, pos)
		if err != nil {
			return nil, err
		}
		e.Left, e.Right = append(e.Left, l), append(e.Right, r)
		e.Eqs, e.Last = append(e.Eqs, eq), append(e.Last, strict)
	}
	return e, nil
}

// Type returns bool.
func (e *RowOrder) Type() types.T { return boolT }

// Eval compares until two columns differ.
func (e *RowOrder) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	for i := range e.Left {
		l, err := e.Left[i].Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		r, err := e.Right[i].Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		eq, err := e.Eqs[i].Compare(c, l, r)
		if err != nil || eq.IsNull() {
			return datum.Null, err
		}
		if !eq.Bool() {
			return e.Last[i].Compare(c, l, r)
		}
	}
	return types.NewBool(e.OrEqual), nil
}

package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Comparison is an operator resolved for two operands that a node compares
// itself: = of NULLIF and IS DISTINCT FROM, op of ANY, keys of CASE x WHEN.
// Operands that the operator wants converted are converted when the node is built.
type Comparison struct{ F *fn.Overload }

// Compare calls the operator; NULL in gives NULL.
func (k Comparison) Compare(c *Context, l, r datum.Datum) (datum.Datum, error) {
	if k.F.Strict && (l.IsNull() || r.IsNull()) {
		return datum.Null, nil
	}
	base := len(c.stack)
	c.stack = append(c.stack, l, r)
	v, err := k.F.Fn(&c.Context, c.stack[base:base+2:base+2])
	c.stack = c.stack[:base]
	return v, err
}

// NewComparison resolves op for two operands and converts them for it. The
// operator has to give a boolean (42804).
func NewComparison(c *fn.Context, op string, left, right Expr, pos int) (k Comparison, l, r Expr, err error) {
	f, coerced, err := fn.ResolveOperator(op, left.Type().OID, right.Type().OID)
	if err != nil {
		return k, nil, nil, pgerr.At(err, pos)
	}
	if f.Result != types.Bool {
		return k, nil, nil, pgerr.New(pgerr.DatatypeMismatch, "operator %s must return type boolean, not type %s", op, types.TypeName(f.Result)).At(pos)
	}
	if l, err = Coerce(c, left, types.Of(coerced[0]), types.Implicit, pos); err != nil {
		return k, nil, nil, err
	}
	if r, err = Coerce(c, right, types.Of(coerced[1]), types.Implicit, pos); err != nil {
		return k, nil, nil, err
	}
	return Comparison{F: f}, l, r, nil
}

// NewOperator resolves a binary operator (prefix, if left is nil) and makes
// the call of it.
func NewOperator(c *fn.Context, op string, left, right Expr, pos int) (Expr, error) {
	var lt types.OID
	args := []Expr{right}
	if left != nil {
		lt = left.Type().OID
		args = []Expr{left, right}
	}
	f, coerced, err := fn.ResolveOperator(op, lt, right.Type().OID)
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	return NewCall(c, f, coerced, args, pos)
}

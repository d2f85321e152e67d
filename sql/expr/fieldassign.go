package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// FieldAssign is the composite value Arg with one field replaced: what SET c.x = v
// stores.
type FieldAssign struct {
	Arg   Expr
	Index int
	Value Expr
}

// Type returns the composite type.
func (e *FieldAssign) Type() types.T { return e.Arg.Type() }

// Eval makes a new value; a NULL one counts as one whose fields are NULL.
func (e *FieldAssign) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	value, err := e.Value.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	shape, _ := types.RowFields(e.Type().OID)
	fields := make([]datum.Datum, len(shape))
	if !v.IsNull() {
		copy(fields, v.Record().Fields)
	}
	fields[e.Index] = value
	return types.NewRow(e.Type().OID, fields), nil
}

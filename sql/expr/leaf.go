package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// NewConst makes a constant of the value's own type.
func NewConst(v types.Value) *Const { return &Const{V: v, T: types.Of(v.OID)} }

// NewNull makes a NULL of type t.
func NewNull(t types.T) *Const { return &Const{T: t} }

// Type returns the constant's type.
func (e *Const) Type() types.T { return e.T }

// Eval returns the constant.
func (e *Const) Eval(*Context, datum.Row) (datum.Datum, error) { return e.V, nil }

// Type returns the parameter's type.
func (e *Param) Type() types.T { return e.T }

// Eval returns the parameter's value.
func (e *Param) Eval(c *Context, _ datum.Row) (datum.Datum, error) {
	if e.N < 1 || e.N > len(c.Params) {
		return datum.Null, pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%d", e.N)
	}
	return c.Params[e.N-1], nil
}

// Type returns the column's type.
func (e *Column) Type() types.T { return e.T }

// Eval returns the row's cell.
func (e *Column) Eval(_ *Context, row datum.Row) (datum.Datum, error) { return row[e.Index], nil }

// Type returns the outer column's type.
func (e *Outer) Type() types.T { return e.T }

// Eval returns the cell of the enclosing query's row.
func (e *Outer) Eval(c *Context, _ datum.Row) (datum.Datum, error) {
	return c.Outer[len(c.Outer)-e.Depth][e.Index], nil
}

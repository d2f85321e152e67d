package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// RowCtor is ROW(…), or a whole row of a table with Names.
type RowCtor struct {
	Args  []Expr
	Names []string // nil: f1, f2 …
	T     types.T  // a composite type; zero: record
}

// Field is one field of a record.
type Field struct {
	Arg   Expr
	Index int
	Name  string
	T     types.T
}

// Type returns record, or the composite type.
func (e *RowCtor) Type() types.T {
	if e.T.OID != 0 {
		return e.T
	}
	return types.Of(types.Record)
}

// Eval builds the record.
func (e *RowCtor) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	r := &types.RecordValue{Names: e.Names, Fields: make([]types.Value, len(e.Args))}
	for i, a := range e.Args {
		v, err := a.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		r.Fields[i] = v
	}
	if e.T.OID != 0 {
		return types.NewRow(e.T.OID, r.Fields), nil
	}
	return types.Value{OID: types.Record, X: r}, nil
}

// Type returns the field's type.
func (e *Field) Type() types.T { return e.T }

// Eval returns the field; NULL of a NULL record.
func (e *Field) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	r, ok := v.X.(*types.RecordValue)
	if !ok || e.Index >= len(r.Fields) {
		return datum.Null, pgerr.New(pgerr.UndefinedColumn, "could not identify column %q in record data type", e.Name)
	}
	return r.Fields[e.Index], nil
}

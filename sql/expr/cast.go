package expr

import (
	"errors"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Cast converts its argument. Explicit casts cut what is too long instead of
// refusing it.
type Cast struct {
	Arg      Expr
	To       types.T
	Context  types.CastContext
	Pos      int  // of the cast in the statement; as in PostgreSQL, errors of evaluation don't show it
	Implicit bool // not written in the statement
}

// Type returns the target type.
func (e *Cast) Type() types.T { return e.To }

// Eval converts the argument's value. A cell of a variant is converted from
// its own type. Errors have no place in the statement, as PostgreSQL's at
// run time have none.
func (e *Cast) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	if v.OID == e.To.OID && e.To.Mod < 0 {
		return v, nil
	}
	w, err := types.Cast(v, e.To, e.Context, c.Format)
	if err != nil && e.Arg.Type().OID == types.Variant {
		return datum.Null, foreignCell(err, e.To)
	}
	return w, err
}

// foreignCell adds to the error of a cell that can't be converted how to pass over it.
func foreignCell(err error, to types.T) error {
	var e *pgerr.Error
	if errors.As(err, &e) && e.Hint == "" {
		e.WithHint("The attribute holds values of several types; try_cast(x, '%s') gives NULL for those that are none.", types.FormatType(to))
	}
	return err
}

// Untyped is an expression whose type the context decides: a parameter that
// the client gave no type. The binder has one; Coerce calls Become instead of
// converting.
type Untyped interface {
	Expr
	Become(to types.T) (Expr, error)
}

// Coerce converts e to type to if context allows it: an untyped literal is
// read now, as the type's input function does, its errors at the literal's
// place; nothing is done for a type that e has already. What is Untyped takes the
// type. Errors: 42846 for an explicit cast that
// does not exist, 42804 for an implicit one.
func Coerce(c *fn.Context, e Expr, to types.T, context types.CastContext, pos int) (Expr, error) {
	from := e.Type()
	if from.OID == to.OID && (to.Mod < 0 || from.Mod == to.Mod) {
		return e, nil
	}
	if to.OID == types.Any || to.OID == types.Unknown {
		return e, nil
	}
	if k, ok := e.(*Const); ok {
		if k.V.IsNull() && (from.OID == types.Unknown || castable(from.OID, to.OID, context)) {
			return &Const{T: to, Pos: k.Pos}, nil
		}
		if from.OID == types.Unknown {
			return readLiteral(c, k, to, context, pos)
		}
	}
	if u, ok := e.(Untyped); ok {
		return u.Become(to)
	}
	if to.OID == types.Variant {
		return &Cast{Arg: e, To: to, Context: context, Pos: pos, Implicit: true}, nil
	}
	if row, ok := e.(*RowCtor); ok && to.OID == types.Record {
		return row, nil
	}
	if row, ok := e.(*RowCtor); ok {
		if shape, ok := types.RowFields(to.OID); ok {
			return coerceRow(c, row, shape, to, context, pos)
		}
	}
	if !castable(from.OID, to.OID, context) {
		if context == types.Explicit {
			return nil, pgerr.At(types.NoCast(from.OID, to.OID), pos)
		}
		return nil, pgerr.New(pgerr.DatatypeMismatch, "cannot convert type %s to %s", types.TypeName(from.OID), types.TypeName(to.OID)).At(pos)
	}
	return &Cast{Arg: e, To: to, Context: context, Pos: pos, Implicit: context != types.Explicit}, nil
}

// coerceRow makes a row constructor one of a composite type, field by field.
func coerceRow(c *fn.Context, row *RowCtor, shape []types.RowField, to types.T, context types.CastContext, pos int) (Expr, error) {
	if err := types.CheckRowLength(len(row.Args), to.OID); err != nil {
		return nil, pgerr.At(err, pos)
	}
	out := &RowCtor{Args: make([]Expr, len(shape)), Names: make([]string, len(shape)), T: to}
	for i, f := range shape {
		a, err := Coerce(c, row.Args[i], f.T, context, pos)
		if err != nil {
			if from := row.Args[i].Type().OID; from != types.Unknown && !castable(from, f.T.OID, context) {
				err = pgerr.At(types.NoCast(types.Record, to.OID).(*pgerr.Error).WithDetail("Cannot cast type %s to %s in column %d.",
					types.TypeName(from), types.TypeName(f.T.OID), i+1), pos)
			}
			return nil, err
		}
		out.Args[i], out.Names[i] = a, f.Name
	}
	return out, nil
}

// readLiteral reads an untyped literal as type to.
func readLiteral(c *fn.Context, k *Const, to types.T, context types.CastContext, pos int) (Expr, error) {
	if k.Pos != 0 {
		pos = k.Pos
	}
	if to.OID == types.Variant {
		return &Const{V: types.NewText(k.V.S), T: to, Pos: pos}, nil
	}
	mod := int32(-1)
	if to.OID == types.Interval {
		mod = to.Mod // the fields say how a bare number reads: INTERVAL '5' DAY
	}
	v, err := types.ParseText(to.OID, k.V.S, mod, c.Format)
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	if v, err = types.ApplyTypmod(v, to.Mod, context == types.Explicit); err != nil {
		return nil, err
	}
	return &Const{V: v, T: to, Pos: pos}, nil
}

func castable(from, to types.OID, context types.CastContext) bool {
	method, need := types.CanCast(from, to)
	return method != types.CastNone && need <= context
}

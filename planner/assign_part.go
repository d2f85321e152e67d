package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// partial reports whether only a part of the column is written.
func (w *writeColumn) partial() bool { return len(w.steps) > 0 || w.parts != nil }

// partAllowed refuses what cannot be assigned to in part: all but a jsonb by
// subscripts.
func (b *binder) partAllowed(w *writeColumn, c *ast.InsertColumn) error {
	t := w.target.T.OID
	if w.declared < 0 && w.target.Kind != ScanAttributes {
		// A free attribute that is new becomes a jsonb.
		if t = w.known.OID; t == 0 {
			t = types.JSONB
		}
	}
	for _, step := range c.Steps {
		switch {
		case step.Field != "":
			return pgerr.New(pgerr.DatatypeMismatch, "cannot assign to field \"%s\" of column \"%s\" because its type %s is not a composite type", step.Field, c.Name, types.TypeName(t)).At(b.pos(c.At))
		case t == types.Variant:
			return pgerr.New(pgerr.DatatypeMismatch, "attribute \"%s\" holds values of several types: only a jsonb can be assigned to in part", c.Name).
				WithHint("Assign the whole value.").At(b.pos(c.At))
		case t != types.JSONB:
			return pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting", types.TypeName(t)).At(b.pos(c.At))
		case step.Index.Slice:
			return pgerr.New(pgerr.DatatypeMismatch, "jsonb subscript does not support slices").At(b.pos(c.At))
		}
	}
	return nil
}

// bindPart binds the subscripts of a target, and what it is a part of: so far
// if the statement has assigned to it before, else the column of row; NULL
// without a row.
func (b *binder) bindPart(s *scope, row *tableRel, w *writeColumn, soFar expr.Expr) error {
	if w.parts == nil {
		return nil
	}
	for i := range w.parts {
		x, err := b.expr(s, w.parts[i].Index.Lower)
		if err != nil {
			return err
		}
		if x, err = expr.JSONBIndex(b.env.Fn, x, b.pos(w.parts[i].Index.Lower.Pos())); err != nil {
			return err
		}
		w.index = append(w.index, x)
	}
	switch {
	case soFar != nil:
		w.whole = soFar
	case row == nil || w.declared < 0 && w.target.Kind != ScanAttributes && w.known.OID == 0:
		w.whole = &expr.Const{T: types.Of(types.JSONB)}
	default:
		at, err := row.column(b, w.target.Name)
		if err != nil {
			return err
		}
		w.whole = &expr.Column{Index: row.ids[at], Name: w.target.Name, T: row.cols[at].T}
	}
	return nil
}

// partAt is the place of the column that earlier clauses assigned to in part,
// or -1.
func partAt(columns []writeColumn, name string) int {
	for i := range columns {
		if columns[i].target.Name == name && columns[i].parts != nil {
			return i
		}
	}
	return -1
}

func wholeSoFar(columns []writeColumn, out []Assignment, name string) expr.Expr {
	if at := partAt(columns, name); at >= 0 {
		return out[at].Value
	}
	return nil
}

// assignPart makes the value of the whole column from that of its part.
func (b *binder) assignPart(w *writeColumn, e expr.Expr, pos int) (expr.Expr, error) {
	t := e.Type().OID
	if t != types.Unknown {
		if method, need := types.CanCast(t, types.JSONB); method == types.CastNone || need > types.Assignment {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "subscripted assignment to \"%s\" requires type jsonb but expression is of type %s", w.target.Name, types.TypeName(t)).
				WithHint("You will need to rewrite or cast the expression.").At(pos)
		}
	}
	v, err := b.coerce(e, types.Of(types.JSONB), types.Assignment, pos)
	if err != nil {
		return nil, err
	}
	args := append([]expr.Expr{w.whole, v}, w.index...)
	return &expr.Call{F: fn.JSONBAssign, Args: args, T: types.Of(types.JSONB), Pos: pos}, nil
}

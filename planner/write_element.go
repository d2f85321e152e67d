package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// targetSteps checks what follows a target column: array subscripts, and
// nothing else.
func (b *binder) targetSteps(w *writeColumn, c *ast.InsertColumn) error {
	for _, s := range c.Steps {
		if s.Field != "" {
			return pgerr.Unsupported("assignment to a field of a composite column").WithHint("Assign the whole value.").At(b.pos(c.At))
		}
		w.slice = w.slice || s.Index.Slice
	}
	w.steps = c.Steps
	return nil
}

func (w *writeColumn) arrayType() types.T {
	if w.declared < 0 && w.known.OID != 0 {
		return w.known
	}
	return w.target.T
}

// assignElement converts a value for an element or a slice of an array column.
func (b *binder) assignElement(w *writeColumn, e expr.Expr, pos int) (expr.Expr, error) {
	to := w.arrayType()
	if !w.slice {
		to = types.T{OID: types.ElemOf(to.OID), Mod: to.Mod}
	}
	if t := e.Type(); t.OID != types.Unknown {
		if method, need := types.CanCast(t.OID, to.OID); method == types.CastNone || need > types.Assignment {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "subscripted assignment to \"%s\" requires type %s but expression is of type %s", w.target.Name, types.TypeName(to.OID), types.TypeName(t.OID)).
				WithHint("You will need to rewrite or cast the expression.").At(pos)
		}
	}
	return b.coerce(e, to, types.Assignment, pos)
}

// intoArray is the array base with the element or slice of w replaced by value.
func (b *binder) intoArray(s *scope, w *writeColumn, base, value expr.Expr) (expr.Expr, error) {
	a := &expr.ArrayAssign{Arg: base, IsSlice: w.slice, Value: value}
	for _, step := range w.steps {
		ix := step.Index
		if w.slice && !ix.Slice {
			// Beside a slice a plain index i means 1:i.
			ix = ast.Index{Lower: nil, Upper: ix.Lower, Slice: true}
			a.Lower = append(a.Lower, expr.NewConst(types.NewInt4(1)))
		} else if w.slice {
			lo, err := b.bound(s, ix.Lower)
			if err != nil {
				return nil, err
			}
			a.Lower = append(a.Lower, lo)
		} else {
			ix.Upper = ix.Lower
		}
		hi, err := b.bound(s, ix.Upper)
		if err != nil {
			return nil, err
		}
		a.Upper = append(a.Upper, hi)
	}
	return a, nil
}

// bound binds a subscript of a target; one that is left out is nil.
func (b *binder) bound(s *scope, x ast.Expr) (expr.Expr, error) {
	if x == nil {
		return nil, nil
	}
	e, err := b.expr(s, x)
	if err != nil {
		return nil, err
	}
	pos := b.startPos(x)
	if t := e.Type().OID; t != types.Unknown {
		if method, need := types.CanCast(t, types.Int4); method == types.CastNone || need > types.Assignment {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "array subscript must have type integer").At(pos)
		}
	}
	return b.coerce(e, types.Of(types.Int4), types.Assignment, pos)
}

// assignInto adds an assignment to set: one to an element goes into the array
// that an earlier one of the statement made of the same column, else into the
// stored one. fresh is false if it joined an earlier one.
func (b *binder) assignInto(s *scope, row *tableRel, w *writeColumn, value expr.Expr, set *[]Assignment, columns []writeColumn) (fresh bool, err error) {
	if len(w.steps) == 0 {
		*set = append(*set, Assignment{Target: w.target, Value: value})
		return true, nil
	}
	for i := range columns {
		if columns[i].target.Name == w.target.Name && len(columns[i].steps) > 0 {
			(*set)[i].Value, err = b.intoArray(s, w, (*set)[i].Value, value)
			return false, err
		}
	}
	at, err := row.column(b, w.target.Name)
	if err != nil {
		return false, err
	}
	e, err := b.intoArray(s, w, row.expr(at), value)
	*set = append(*set, Assignment{Target: w.target, Value: e})
	return true, err
}

// gatherElements makes one column of VALUES out of those that are elements of
// the same array column.
func (b *binder) gatherElements(s *scope, n *insertStmt, rows [][]expr.Expr) error {
	if !slices.ContainsFunc(n.targets, func(w writeColumn) bool { return w.partial() }) {
		return nil
	}
	first := map[string]int{}
	var targets []writeColumn
	kept := make([][]expr.Expr, len(rows))
	for i := range n.targets {
		w := &n.targets[i]
		at, again := first[w.target.Name]
		if again && !w.partial() {
			again = false
		}
		if !again {
			at = len(targets)
			first[w.target.Name] = at
			targets = append(targets, *w)
		}
		for r := range rows {
			value := rows[r][i]
			if part, ok := value.(*expr.Call); ok && again && w.parts != nil {
				part.Args[0] = kept[r][at] // a part of what has the earlier part already
			}
			if len(w.steps) > 0 {
				var base expr.Expr = &expr.Const{T: w.arrayType()}
				if again {
					base = kept[r][at]
				}
				var err error
				if value, err = b.intoArray(s, w, base, value); err != nil {
					return err
				}
			}
			if again {
				kept[r][at] = value
			} else {
				kept[r] = append(kept[r], value)
			}
		}
	}
	n.targets = targets
	copy(rows, kept)
	return nil
}

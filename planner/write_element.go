package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// targetSteps checks what follows a target column, fields and array subscripts, and
// notes the type of what is assigned to.
func (b *binder) targetSteps(w *writeColumn, c *ast.InsertColumn) error {
	t := w.arrayType()
	for i := 0; i < len(c.Steps); {
		step := &c.Steps[i]
		if step.Field == "" {
			n, slice := subscripts(c.Steps[i:])
			elem := types.ElemOf(t.OID)
			if elem == 0 {
				return pgerr.New(pgerr.DatatypeMismatch, "cannot subscript type %s because it does not support subscripting", types.TypeName(t.OID)).At(b.pos(c.At))
			}
			if i += n; !slice {
				t = types.T{OID: elem, Mod: t.Mod}
			}
			continue
		}
		shape, row := types.RowFields(t.OID)
		if !row {
			return pgerr.New(pgerr.DatatypeMismatch, "cannot assign to field \"%s\" of column \"%s\" because its type %s is not a composite type",
				step.Field, c.Name, types.TypeName(t.OID)).At(b.pos(c.At))
		}
		at := slices.IndexFunc(shape, func(f types.RowField) bool { return f.Name == step.Field })
		if at < 0 {
			return pgerr.New(pgerr.UndefinedColumn, "cannot assign to field \"%s\" of column \"%s\" because there is no such column in data type %s",
				step.Field, c.Name, types.TypeName(t.OID)).At(b.pos(c.At))
		}
		t = shape[at].T
		i++
	}
	w.steps, w.value = c.Steps, t
	return nil
}

// subscripts counts the subscripts at the front of steps, and tells whether they are
// those of a slice.
func subscripts(steps []ast.TargetStep) (n int, slice bool) {
	for n < len(steps) && steps[n].Field == "" {
		slice = slice || steps[n].Index.Slice
		n++
	}
	return n, slice
}

func (w *writeColumn) arrayType() types.T {
	if w.declared < 0 && w.known.OID != 0 {
		return w.known
	}
	return w.target.T
}

// assignElement converts a value for an element or a slice of an array column, or for
// a field.
func (b *binder) assignElement(w *writeColumn, e expr.Expr, pos int) (expr.Expr, error) {
	to := w.value
	if t := e.Type(); t.OID != types.Unknown {
		if method, need := types.CanCast(t.OID, to.OID); method == types.CastNone || need > types.Assignment {
			if last := w.steps[len(w.steps)-1].Field; last != "" {
				return nil, pgerr.New(pgerr.DatatypeMismatch, "subfield \"%s\" is of type %s but expression is of type %s", last, types.TypeName(to.OID), types.TypeName(t.OID)).
					WithHint("You will need to rewrite or cast the expression.").At(pos)
			}
			return nil, pgerr.New(pgerr.DatatypeMismatch, "subscripted assignment to \"%s\" requires type %s but expression is of type %s", w.target.Name, types.TypeName(to.OID), types.TypeName(t.OID)).
				WithHint("You will need to rewrite or cast the expression.").At(pos)
		}
	}
	return b.coerce(e, to, types.Assignment, pos)
}

// into is base with what steps lead to replaced by value.
func (b *binder) into(s *scope, base expr.Expr, steps []ast.TargetStep, value expr.Expr) (expr.Expr, error) {
	if len(steps) == 0 {
		return value, nil
	}
	if steps[0].Field != "" {
		shape, _ := types.RowFields(base.Type().OID)
		at := slices.IndexFunc(shape, func(f types.RowField) bool { return f.Name == steps[0].Field })
		inner, err := b.into(s, &expr.Field{Arg: base, Index: at, Name: shape[at].Name, T: shape[at].T}, steps[1:], value)
		return &expr.FieldAssign{Arg: base, Index: at, Value: inner}, err
	}
	n, slice := subscripts(steps)
	a, err := b.intoArray(s, base, steps[:n], slice)
	if err != nil {
		return nil, err
	}
	a.Value = value
	if n < len(steps) {
		elem := types.T{OID: types.ElemOf(base.Type().OID), Mod: base.Type().Mod}
		a.Value, err = b.into(s, &expr.Subscript{Arg: base, Index: a.Upper, T: elem}, steps[n:], value)
	}
	return a, err
}

// intoArray is the array base with an element or a slice replaced, by a value that is
// still to be given.
func (b *binder) intoArray(s *scope, base expr.Expr, steps []ast.TargetStep, slice bool) (*expr.ArrayAssign, error) {
	a := &expr.ArrayAssign{Arg: base, IsSlice: slice}
	for _, step := range steps {
		ix := step.Index
		if slice && !ix.Slice {
			// Beside a slice a plain index i means 1:i.
			ix = ast.Index{Lower: nil, Upper: ix.Lower, Slice: true}
			a.Lower = append(a.Lower, expr.NewConst(types.NewInt4(1)))
		} else if slice {
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
			(*set)[i].Value, err = b.into(s, (*set)[i].Value, w.steps, value)
			return false, err
		}
	}
	at, err := row.column(b, w.target.Name)
	if err != nil {
		return false, err
	}
	e, err := b.into(s, row.expr(at), w.steps, value)
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
				if value, err = b.into(s, base, w.steps, value); err != nil {
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

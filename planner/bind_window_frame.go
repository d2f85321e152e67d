package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// frame binds a frame clause.
func (b *binder) frame(s *scope, w *ast.Window, spec *windowSpec) error {
	f := w.Frame
	spec.frame = Frame{Mode: f.Mode, Start: FrameBound{Kind: f.Start.Kind}, End: FrameBound{Kind: f.End.Kind}, Exclude: f.Exclude}
	switch {
	case f.Mode == ast.FrameRange && (f.Start.Offset != nil || f.End.Offset != nil) && len(spec.order) != 1:
		return pgerr.New(pgerr.WindowingError, "RANGE with offset PRECEDING/FOLLOWING requires exactly one ORDER BY column").At(b.pos(w.At))
	case f.Mode == ast.FrameGroups && len(spec.order) == 0:
		return pgerr.New(pgerr.WindowingError, "GROUPS mode requires an ORDER BY clause").At(b.pos(w.At))
	}
	for _, end := range []struct {
		offset ast.Expr
		to     *FrameBound
	}{{f.Start.Offset, &spec.frame.Start}, {f.End.Offset, &spec.frame.End}} {
		if end.offset == nil {
			continue
		}
		if err := b.frameOffset(s, f.Mode, end.offset, spec, end.to); err != nil {
			return err
		}
	}
	return nil
}

// frameOffset binds the offset of one end: constant during an execution.
func (b *binder) frameOffset(s *scope, mode ast.FrameMode, e ast.Expr, spec *windowSpec, to *FrameBound) error {
	name, in := "ROWS", inWindowRows
	switch mode {
	case ast.FrameRange:
		name, in = "RANGE", inWindowRange
	case ast.FrameGroups:
		name, in = "GROUPS", inWindowGroups
	}
	s.clause = in
	defer func() { s.clause = inWindow }()
	x, err := b.expr(s, e)
	if err != nil {
		return err
	}
	pos := b.startPos(e)
	t := int8T
	if mode == ast.FrameRange {
		if to.Within, err = b.inRange(spec.order[0].Expr.Type().OID, x.Type().OID, pos); err != nil {
			return err
		}
		t = types.Of(to.Within.Offset)
	}
	if from := x.Type().OID; from != types.Unknown && from != t.OID {
		if method, need := types.CanCast(from, t.OID); method == types.CastNone || need > types.Assignment {
			return pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s", name, types.TypeName(t.OID), types.TypeName(from)).At(pos)
		}
	}
	if to.Offset, err = b.coerce(x, t, types.Assignment, pos); err != nil {
		return err
	}
	var local expr.Expr
	expr.Walk(to.Offset, func(x expr.Expr) bool {
		if c, ok := x.(*expr.Column); ok && local == nil && b.cols[c.Index].level == s {
			local = x
		}
		return true
	})
	if local != nil {
		return pgerr.New(pgerr.InvalidColumnReference, "argument of %s must not contain variables", name).At(b.columnPos(e))
	}
	return nil
}

// columnPos is where the first column of an expression is written.
func (b *binder) columnPos(e ast.Expr) int {
	at := ast.Pos(-1)
	ast.Walk(e, func(e ast.Expr) bool {
		if ref, ok := e.(*ast.ColumnRef); ok && at < 0 {
			at = ref.At
		}
		return true
	})
	return b.pos(at)
}

// inRange chooses how offsets of a type go with a type of ORDER BY
// (transformFrameOffset).
func (b *binder) inRange(key, offset types.OID, pos int) (*fn.InRange, error) {
	preferred := offset
	if offset == types.Unknown {
		preferred = key
	}
	all := fn.InRanges(key)
	switch {
	case types.ElemOf(key) != 0:
		key = types.AnyArray
	case key == types.VarChar:
		key = types.Text
	}
	var best *fn.InRange
	matches := 0
	for i := range all {
		r := &all[i]
		if offset != types.Unknown && offset != r.Offset {
			if method, need := types.CanCast(offset, r.Offset); method == types.CastNone || need > types.Implicit {
				continue
			}
		}
		matches++
		if best == nil || best.Offset != preferred {
			best = r
		}
	}
	const what = "RANGE with offset PRECEDING/FOLLOWING "
	switch {
	case len(all) == 0:
		e := pgerr.New(pgerr.FeatureNotSupported, what+"is not supported for column type %s", types.TypeName(key)).At(pos)
		if key == types.Variant {
			e.Hint = fn.VariantHint(types.Int8)
		}
		return nil, e
	case matches == 0:
		return nil, pgerr.New(pgerr.FeatureNotSupported, what+"is not supported for column type %s and offset type %s", types.TypeName(key), types.TypeName(offset)).
			WithHint("Cast the offset value to an appropriate type.").At(pos)
	case matches != 1 && best.Offset != preferred:
		return nil, pgerr.New(pgerr.FeatureNotSupported, what+"has multiple interpretations for column type %s and offset type %s", types.TypeName(key), types.TypeName(offset)).
			WithHint("Cast the offset value to the exact intended type.").At(pos)
	}
	return best, nil
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// windowClause binds the definitions of WINDOW, used or not.
func (b *binder) windowClause(s *scope, bl *block, list []ast.Window) error {
	for i := range list {
		w := &list[i]
		if bl.namedWindow(w.Name) >= 0 {
			return pgerr.New(pgerr.WindowingError, "window \"%s\" is already defined", w.Name).At(b.pos(w.At))
		}
		spec, err := b.windowSpec(s, bl, w)
		if err != nil {
			return err
		}
		spec.name = w.Name
		bl.windows = append(bl.windows, spec)
	}
	return nil
}

func (bl *block) namedWindow(name string) int {
	for i := range bl.windows {
		if name != "" && bl.windows[i].name == name {
			return i
		}
	}
	return -1
}

func (b *binder) noWindow(w *ast.Window) error {
	return pgerr.New(pgerr.UndefinedObject, "window \"%s\" does not exist", w.Ref).At(b.pos(w.At))
}

// windowOf returns the index of what OVER says.
func (b *binder) windowOf(s *scope, bl *block, w *ast.Window) (int, error) {
	if w.Bare {
		at := bl.namedWindow(w.Ref)
		if at < 0 {
			return 0, b.noWindow(w)
		}
		return at, nil
	}
	spec, err := b.windowSpec(s, bl, w)
	if err != nil {
		return 0, err
	}
	for i := range bl.windows {
		if sameWindow(&bl.windows[i], &spec) {
			return i, nil
		}
	}
	bl.windows = append(bl.windows, spec)
	return len(bl.windows) - 1, nil
}

func sameWindow(a, b *windowSpec) bool {
	if len(a.partition) != len(b.partition) || len(a.order) != len(b.order) || !sameFrame(&a.frame, &b.frame) {
		return false
	}
	for i := range a.partition {
		if !sameExpr(a.partition[i], b.partition[i]) || expr.IsVolatile(a.partition[i]) {
			return false
		}
	}
	for i := range a.order {
		if !sameKey(a.order[i], b.order[i]) {
			return false
		}
	}
	return true
}

// sameKey reports whether two keys sort alike.
func sameKey(a, b SortKey) bool {
	return a.Desc == b.Desc && a.NullsFirst == b.NullsFirst && sameExpr(a.Expr, b.Expr) && !expr.IsVolatile(a.Expr)
}

func sameFrame(a, b *Frame) bool {
	same := func(x, y *FrameBound) bool {
		return x.Kind == y.Kind && (x.Offset == nil) == (y.Offset == nil) && (x.Offset == nil || sameExpr(x.Offset, y.Offset))
	}
	return a.Mode == b.Mode && a.Exclude == b.Exclude && same(&a.Start, &b.Start) && same(&a.End, &b.End)
}

// windowSpec binds a definition, which may extend another one.
func (b *binder) windowSpec(s *scope, bl *block, w *ast.Window) (windowSpec, error) {
	clause, srf, depth := s.clause, s.srf, s.window
	s.clause, s.srf, s.window = inWindow, srfUse{}, 0
	defer func() {
		srf.met = s.srf.met + srf.met
		s.clause, s.srf, s.window = clause, srf, depth
	}()
	spec := windowSpec{frame: Frame{Start: FrameBound{Kind: ast.UnboundedPreceding}, End: FrameBound{Kind: ast.CurrentRow}}}
	if w.Ref != "" {
		if err := b.extend(bl, w, &spec); err != nil {
			return spec, err
		}
	}
	for _, e := range w.PartitionBy {
		x, err := b.windowKey(s, e)
		if err != nil {
			return spec, err
		}
		if !orderable(x.Type().OID) {
			return spec, pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type %s", types.TypeName(x.Type().OID)).At(b.startPos(e))
		}
		spec.partition = append(spec.partition, x)
	}
	for i := range w.OrderBy {
		item := &w.OrderBy[i]
		x, err := b.windowKey(s, item.Expr)
		if err != nil {
			return spec, err
		}
		key, err := b.sortKey(x, item)
		if err != nil {
			return spec, err
		}
		spec.order = append(spec.order, key)
	}
	if w.Frame == nil {
		return spec, nil
	}
	spec.framed = true
	return spec, b.frame(s, w, &spec)
}

func (b *binder) windowKey(s *scope, e ast.Expr) (expr.Expr, error) {
	x, err := b.expr(s, e)
	if err != nil {
		return nil, err
	}
	return b.coerceUnknownText(x)
}

// extend copies the window that a definition begins with.
func (b *binder) extend(bl *block, w *ast.Window, spec *windowSpec) error {
	at := bl.namedWindow(w.Ref)
	if at < 0 {
		return b.noWindow(w)
	}
	from := &bl.windows[at]
	refused := func(what string) *pgerr.Error {
		return pgerr.New(pgerr.WindowingError, "cannot "+what, w.Ref).At(b.pos(w.At))
	}
	switch {
	case len(w.PartitionBy) > 0:
		return refused("override PARTITION BY clause of window \"%s\"")
	case len(w.OrderBy) > 0 && len(from.order) > 0:
		return refused("override ORDER BY clause of window \"%s\"")
	case from.framed:
		e := refused("copy window \"%s\" because it has a frame clause")
		if w.Name == "" && len(w.OrderBy) == 0 && w.Frame == nil {
			e = e.WithHint("Omit the parentheses in this OVER clause.")
		}
		return e
	}
	spec.partition = append(spec.partition, from.partition...)
	spec.order = append(spec.order, from.order...)
	return nil
}

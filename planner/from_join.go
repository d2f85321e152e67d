package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func (b *binder) fromJoin(s *scope, left []*nsItem, ref *ast.Join) (relation, []*nsItem, error) {
	rel := &joinRel{kind: joinKind(ref.Kind)}
	var litems, ritems []*nsItem
	var err error
	if rel.left, litems, err = b.fromItem(s, left, ref.Left); err != nil {
		return nil, nil, err
	}
	// The right side's LATERAL items see the left side, unless the join's kind
	// makes no sense of that.
	seen := litems
	if rel.kind == JoinRight || rel.kind == JoinFull {
		seen = make([]*nsItem, len(litems))
		for i, it := range litems {
			c := *it
			c.lateralBad = true
			seen[i] = &c
		}
	}
	if rel.right, ritems, err = b.fromItem(s, append(append([]*nsItem(nil), left...), seen...), ref.Right); err != nil {
		return nil, nil, err
	}
	if err := b.checkNames(litems, ritems); err != nil {
		return nil, nil, err
	}
	items := append(append([]*nsItem(nil), litems...), ritems...)
	using := ref.Using
	if ref.Natural {
		if using, err = b.commonColumns(litems, ritems); err != nil {
			return nil, nil, err
		}
	}
	if len(using) > 0 {
		if items, err = b.mergeColumns(rel, litems, ritems, using, ref); err != nil {
			return nil, nil, err
		}
	}
	if ref.On != nil {
		on := lateralScope(s, items)
		on.clause = inJoin
		cond, err := b.boolean(on, ref.On, "JOIN/ON")
		if err != nil {
			return nil, nil, err
		}
		rel.on = append(rel.on, expr.Conjuncts(cond)...)
	}
	if ref.Alias == nil {
		return rel, items, nil
	}
	list, err := itemsSource(items).all(b)
	if err != nil {
		return nil, nil, err
	}
	it := &nsItem{at: ref.At, rel: rel, cols: listSource(list), colsVisible: true, relVisible: true}
	if err := b.applyAlias(it, ref.Alias); err != nil {
		return nil, nil, err
	}
	return rel, []*nsItem{it}, nil
}

func joinKind(k ast.JoinKind) JoinKind {
	switch k {
	case ast.LeftJoin:
		return JoinLeft
	case ast.RightJoin:
		return JoinRight
	case ast.FullJoin:
		return JoinFull
	}
	return JoinInner
}

// commonColumns lists the names that NATURAL joins by: those of both sides,
// in the left side's order.
func (b *binder) commonColumns(left, right []*nsItem) ([]string, error) {
	l, err := itemsSource(left).all(b)
	if err != nil {
		return nil, err
	}
	r, err := itemsSource(right).all(b)
	if err != nil {
		return nil, err
	}
	on := make(map[string]bool, len(r))
	for _, c := range r {
		on[c.name] = true
	}
	var out []string
	for _, c := range l {
		if on[c.name] {
			out = append(out, c.name)
		}
	}
	return out, nil
}

// mergeColumns joins by equality of the columns named and returns the items:
// the join with its merged columns, and both sides, reachable by their names.
func (b *binder) mergeColumns(rel *joinRel, left, right []*nsItem, using []string, ref *ast.Join) ([]*nsItem, error) {
	const pos = 0 // PostgreSQL's errors on USING have no position
	src := joinSource{left: itemsSource(left), right: itemsSource(right)}
	seen := make(map[string]bool, len(using))
	for _, name := range using {
		if seen[name] {
			return nil, pgerr.New(pgerr.DuplicateColumn, "column name \"%s\" appears more than once in USING clause", name).At(pos)
		}
		seen[name] = true
		l, err := b.usingColumn(src.left, name, "left", pos)
		if err != nil {
			return nil, err
		}
		r, err := b.usingColumn(src.right, name, "right", pos)
		if err != nil {
			return nil, err
		}
		// The columns need a common type before they need an operator.
		merged, err := b.mergedColumn(rel.kind, l, r, pos)
		if err != nil {
			return nil, err
		}
		cond, err := b.operator("=", l, r, pos)
		if err != nil {
			return nil, err
		}
		rel.on = append(rel.on, cond)
		src.merged = append(src.merged, namedExpr{name, merged})
	}
	join := &nsItem{at: ref.At, rel: rel, cols: src, colsVisible: true}
	items := []*nsItem{join}
	for _, it := range append(append([]*nsItem(nil), left...), right...) {
		if it.relVisible {
			c := *it
			c.colsVisible = false
			items = append(items, &c)
		}
	}
	if ref.UsingAlias != "" {
		items = append(items, &nsItem{name: ref.UsingAlias, at: ref.At, rel: rel, cols: listSource(src.merged), relVisible: true})
	}
	return items, nil
}

func (b *binder) usingColumn(src columnSource, name, side string, pos int) (expr.Expr, error) {
	list, err := src.lookup(b, name)
	if err != nil {
		return nil, err
	}
	switch len(list) {
	case 0:
		return nil, pgerr.New(pgerr.UndefinedColumn, "column \"%s\" specified in USING clause does not exist in %s table", name, side).At(pos)
	case 1:
		return list[0], nil
	}
	return nil, pgerr.New(pgerr.AmbiguousColumn, "common column name \"%s\" appears more than once in %s table", name, side).At(pos)
}

// mergedColumn is the value of a merged column: of the side that always has a
// row, or of whichever has one.
func (b *binder) mergedColumn(kind JoinKind, l, r expr.Expr, pos int) (expr.Expr, error) {
	list, t, err := expr.Unify(b.env.Fn, []expr.Expr{l, r}, "JOIN/USING", pos)
	if err != nil {
		return nil, err
	}
	switch kind {
	case JoinRight:
		return list[1], nil
	case JoinFull:
		return &expr.Coalesce{Args: list, T: t}, nil
	}
	return list[0], nil
}

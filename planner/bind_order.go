package planner

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// orderBy binds a SELECT's ORDER BY. Keys are columns of targets; expressions
// that are no targets become hidden ones.
func (b *binder) orderBy(s *scope, bl *block, items []ast.SortItem) ([]SortKey, error) {
	s.clause = inOrderBy
	var keys []SortKey
	for i := range items {
		t, err := b.sortTarget(s, bl, items[i].Expr, inOrderBy)
		if err != nil {
			return nil, err
		}
		key, err := b.sortKey(b.targetColumn(t), &items[i])
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

func (b *binder) targetColumn(t *target) *expr.Column {
	return &expr.Column{Index: t.id, Name: t.name, T: t.e.Type()}
}

// sortTarget finds or makes the target for an expression of ORDER BY or
// DISTINCT ON: a result column's name or number first, as SQL92 has it.
func (b *binder) sortTarget(s *scope, bl *block, e ast.Expr, c clause) (*target, error) {
	if t, err := b.outputTarget(bl, e, c); t != nil || err != nil {
		return t, err
	}
	s.srf = srfUse{allowed: true}
	x, err := b.expr(s, e)
	if err != nil {
		return nil, err
	}
	if x, err = b.coerceUnknownText(x); err != nil {
		return nil, err
	}
	for i := range bl.targets {
		if sameExpr(bl.targets[i].e, x) {
			return &bl.targets[i], nil
		}
	}
	bl.hasSRF = bl.hasSRF || s.srf.met > 0
	t := b.addTarget(bl, x, ast.Label(e), startOf(e))
	t.hidden, t.source = true, e
	return t, nil
}

// outputTarget finds the visible target that e names by its label or number;
// nil if e is an expression.
func (b *binder) outputTarget(bl *block, e ast.Expr, c clause) (*target, error) {
	switch e := e.(type) {
	case *ast.ColumnRef:
		if len(e.Parts) != 1 || e.Star {
			return nil, nil
		}
		var found *target
		for i := range bl.targets {
			t := &bl.targets[i]
			if t.hidden || t.name != e.Parts[0] {
				continue
			}
			if found != nil && !sameExpr(found.e, t.e) {
				return nil, pgerr.New(pgerr.AmbiguousColumn, "%s \"%s\" is ambiguous", c, e.Parts[0]).At(b.pos(e.At))
			}
			if found == nil {
				found = t
			}
		}
		return found, nil
	case *ast.Const:
		n, err := b.ordinal(e, c)
		if err != nil {
			return nil, err
		}
		for i := range bl.targets {
			if t := &bl.targets[i]; !t.hidden {
				if n--; n == 0 {
					return t, nil
				}
			}
		}
		return nil, pgerr.New(pgerr.InvalidColumnReference, "%s position %s is not in select list", c, e.Text).At(b.pos(e.At))
	}
	return nil, nil
}

func (b *binder) ordinal(k *ast.Const, c clause) (int, error) {
	n, err := strconv.Atoi(k.Text)
	if k.Kind != ast.Integer || err != nil {
		return 0, pgerr.New(pgerr.SyntaxError, "non-integer constant in %s", c).At(b.pos(k.At))
	}
	return n, nil
}

// sortKey makes the key for e; item says how it sorts.
func (b *binder) sortKey(e expr.Expr, item *ast.SortItem) (SortKey, error) {
	key := SortKey{Expr: e, Desc: item.Order == ast.SortDesc}
	if item.Order == ast.SortUsing {
		switch item.Using.Name {
		case "<":
		case ">":
			key.Desc = true
		default:
			return key, pgerr.New(pgerr.WrongObjectType, "operator %s is not a valid ordering operator", item.Using.Name).
				WithHint("Ordering operators must be \"<\" or \">\" members of btree operator families.").At(b.pos(item.At))
		}
	}
	key.NullsFirst = key.Desc
	switch item.Nulls {
	case ast.NullsFirst:
		key.NullsFirst = true
	case ast.NullsLast:
		key.NullsFirst = false
	}
	if !orderable(e.Type().OID) {
		return key, pgerr.New(pgerr.UndefinedFunction, "could not identify an ordering operator for type %s", types.TypeName(e.Type().OID)).
			WithHint("Use an explicit ordering operator or modify the query.").At(b.startPos(item.Expr))
	}
	return key, nil
}

// Orderable reports whether values of a type can be sorted and compared.
func Orderable(t types.OID) bool { return orderable(t) }

// orderable reports whether a type has a default order and equality.
func orderable(t types.OID) bool {
	if e := types.ElemOf(t); e != 0 {
		t = e
	}
	switch t {
	case types.JSON, types.Xid, types.Cid, types.PgNodeTree, types.ACLItem, types.Void:
		return false
	}
	return true
}

// outputOrder binds ORDER BY and LIMIT around a query whose columns are all
// that its ORDER BY can name.
func (b *binder) outputOrder(parent *scope, q *query, ref *ast.Query, what string) error {
	s := &scope{parent: parent, clause: inOrderBy}
	for i := range ref.OrderBy {
		item := &ref.OrderBy[i]
		at, err := b.outputColumn(q, item.Expr)
		if err != nil {
			return err
		}
		if at < 0 {
			return pgerr.New(pgerr.FeatureNotSupported, "invalid %s ORDER BY clause", what).
				WithDetail("Only result column names can be used, not expressions or functions.").
				WithHint("Add the expression/function to every SELECT, or move the UNION into a FROM clause.").At(b.startPos(item.Expr))
		}
		key, err := b.sortKey(q.column(at), item)
		if err != nil {
			return err
		}
		q.order = append(q.order, key)
	}
	return b.limits(s, q, ref)
}

func (b *binder) outputColumn(q *query, e ast.Expr) (int, error) {
	switch e := e.(type) {
	case *ast.ColumnRef:
		if len(e.Parts) != 1 || e.Star {
			return -1, nil
		}
		at := -1
		for i := range q.out {
			if q.out[i].name != e.Parts[0] {
				continue
			}
			if at >= 0 {
				return -1, pgerr.New(pgerr.AmbiguousColumn, "ORDER BY \"%s\" is ambiguous", e.Parts[0]).At(b.pos(e.At))
			}
			at = i
		}
		if at < 0 {
			return -1, pgerr.New(pgerr.UndefinedColumn, "column \"%s\" does not exist", e.Parts[0]).At(b.pos(e.At))
		}
		return at, nil
	case *ast.Const:
		n, err := b.ordinal(e, inOrderBy)
		if err != nil {
			return -1, err
		}
		if n < 1 || n > len(q.out) {
			return -1, pgerr.New(pgerr.InvalidColumnReference, "ORDER BY position %s is not in select list", e.Text).At(b.pos(e.At))
		}
		return n - 1, nil
	}
	return -1, nil
}

// distinct binds DISTINCT and DISTINCT ON.
func (b *binder) distinct(s *scope, q *query, bl *block, sel *ast.SelectClause) error {
	if len(sel.DistinctOn) > 0 {
		return b.distinctOn(s, q, bl, sel)
	}
	if !sel.Distinct {
		return nil
	}
	bl.distinct = true
	for i := range bl.targets {
		t := &bl.targets[i]
		if t.hidden {
			return pgerr.New(pgerr.InvalidColumnReference, "for SELECT DISTINCT, ORDER BY expressions must appear in select list").At(b.pos(t.at))
		}
		if !orderable(t.e.Type().OID) {
			return pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type %s", types.TypeName(t.e.Type().OID)).At(b.pos(t.at))
		}
	}
	return nil
}

// distinctOn binds DISTINCT ON: its expressions have to be the first of ORDER
// BY, in any order (transformDistinctOnClause).
func (b *binder) distinctOn(s *scope, q *query, bl *block, sel *ast.SelectClause) error {
	s.clause = inDistinct
	on := map[int]bool{}
	for _, e := range sel.DistinctOn {
		t, err := b.sortTarget(s, bl, e, inDistinct)
		if err != nil {
			return err
		}
		if !on[t.id] {
			on[t.id] = true
			bl.on = append(bl.on, b.targetColumn(t))
		}
	}
	met := 0
	for _, k := range q.order {
		if on[k.Expr.(*expr.Column).Index] {
			met++
		} else if met < len(bl.on) {
			return pgerr.New(pgerr.InvalidColumnReference, "SELECT DISTINCT ON expressions must match initial ORDER BY expressions").At(b.startPos(sel.DistinctOn[0]))
		}
	}
	return nil
}

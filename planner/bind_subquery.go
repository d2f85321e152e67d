package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// subquery binds the expressions that hold a query. Its Plan is a *query until
// physical planning.
func (b *binder) subquery(s *scope, e ast.Expr) (expr.Expr, error) {
	pos := b.pos(e.Pos())
	switch s.clause {
	case inDefault:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in DEFAULT expression").At(pos)
	case inCheck:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in check constraint").At(pos)
	case inGenerated:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in column generation expression").At(pos)
	case inExecute:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in EXECUTE parameter").At(pos)
	case inPartitionBound:
		return nil, pgerr.New(pgerr.FeatureNotSupported, "cannot use subquery in partition bound").At(pos)
	}
	switch e := e.(type) {
	case *ast.Exists:
		q, err := b.query(s, e.Query, nil)
		return &expr.Subquery{Kind: expr.SubqueryExists, Plan: q, T: boolT, Pos: pos}, err
	case *ast.Subquery:
		return b.scalarSubquery(s, e, pos)
	case *ast.ArraySubquery:
		q, err := b.oneColumn(s, e.Query, pos)
		if err != nil {
			return nil, err
		}
		t := q.out[0].t
		array := types.ArrayOf(t.OID)
		if types.ElemOf(t.OID) != 0 && t.OID != types.Int2Vector && t.OID != types.OidVector {
			array = t.OID
		}
		if array == 0 {
			return nil, pgerr.New(pgerr.UndefinedObject, "could not find array type for data type %s", types.TypeName(t.OID)).At(pos)
		}
		return &expr.Subquery{Kind: expr.SubqueryArray, Plan: q, T: types.T{OID: array, Mod: t.Mod}, Pos: pos}, nil
	case *ast.InSubquery:
		left, err := b.expr(s, e.Arg)
		if err != nil {
			return nil, err
		}
		out, err := b.quantifiedSubquery(s, left, "=", e.Query, false, pos)
		if err == nil && e.Not {
			out = &expr.Not{Arg: out}
		}
		return out, err
	case *ast.Quantified:
		left, err := b.expr(s, e.Left)
		if err != nil {
			return nil, err
		}
		if e.Query != nil {
			return b.quantifiedSubquery(s, left, e.Op.Name, e.Query, e.All, pos)
		}
		right, err := b.expr(s, e.Array)
		if err != nil {
			return nil, err
		}
		return expr.NewScalarArray(b.env.Fn, e.Op.Name, left, right, e.All, pos)
	}
	return nil, pgerr.Unsupported("this expression").At(pos)
}

func (b *binder) oneColumn(s *scope, ref *ast.Query, pos int) (*query, error) {
	q, err := b.query(s, ref, nil)
	if err != nil {
		return nil, err
	}
	if len(q.out) != 1 {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery must return only one column").At(pos)
	}
	return q, nil
}

// scalarSubquery may have several columns where it is compared with a row;
// anything else that gets such a one refuses its type, record.
func (b *binder) scalarSubquery(s *scope, e *ast.Subquery, pos int) (expr.Expr, error) {
	if s.multi {
		s.multi = false
		q, err := b.query(s, e.Query, nil)
		return &expr.Subquery{Kind: expr.SubqueryRow, Plan: q, T: types.Of(types.Record), Pos: pos}, err
	}
	q, err := b.oneColumn(s, e.Query, pos)
	if err != nil {
		return nil, err
	}
	return &expr.Subquery{Kind: expr.SubqueryScalar, Plan: q, T: q.out[0].t, Pos: pos}, nil
}

// quantifiedSubquery makes left op ANY|ALL (SELECT …).
func (b *binder) quantifiedSubquery(s *scope, left expr.Expr, op string, ref *ast.Query, all bool, pos int) (expr.Expr, error) {
	q, err := b.query(s, ref, nil)
	if err != nil {
		return nil, err
	}
	width := 1
	row, isRow := left.(*expr.RowCtor)
	if isRow {
		width = len(row.Args)
	}
	if len(q.out) < width {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery has too few columns").At(pos)
	}
	if len(q.out) > width {
		return nil, pgerr.New(pgerr.SyntaxError, "subquery has too many columns").At(pos)
	}
	var right expr.Expr = q.column(0)
	if isRow {
		r := &expr.RowCtor{}
		for i := range q.out {
			r.Args = append(r.Args, q.column(i))
		}
		right = r
	}
	test, err := expr.NewRowComparison(b.env.Fn, op, left, right, pos)
	if err != nil {
		return nil, err
	}
	if test.Type().OID != types.Bool {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "operator %s must return type boolean, not type %s", op, types.TypeName(test.Type().OID)).At(pos)
	}
	kind := expr.SubqueryAny
	if all {
		kind = expr.SubqueryAll
	}
	return &expr.Subquery{Kind: kind, Plan: q, Test: test, T: boolT, Pos: pos}, nil
}

// column refers to a result column of q.
func (q *query) column(i int) *expr.Column {
	c := &q.out[i]
	return &expr.Column{Index: c.id, Name: c.name, T: c.t}
}

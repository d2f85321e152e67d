package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowOrExpr binds what may be the whole row of a relation, as the argument in
// count(t.*).
func (b *binder) rowOrExpr(s *scope, e ast.Expr) (expr.Expr, error) {
	ref, ok := e.(*ast.ColumnRef)
	if !ok || !ref.Star || len(ref.Parts) == 0 {
		return b.expr(s, e)
	}
	it, err := b.starItem(s, ref)
	if err != nil {
		return nil, err
	}
	return b.wholeRow(it)
}

// fieldSelect binds (row).field.
func (b *binder) fieldSelect(s *scope, e *ast.FieldSelect) (expr.Expr, error) {
	if e.Star {
		return nil, pgerr.New(pgerr.FeatureNotSupported, "row expansion via \"*\" is not supported here").At(b.pos(e.At))
	}
	arg, err := b.rowOrExpr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	for _, f := range b.fields(arg) {
		if f.name == e.Field {
			return f.e, nil
		}
	}
	if _, row := types.RowFields(arg.Type().OID); row {
		return nil, pgerr.New(pgerr.UndefinedColumn, "column \"%s\" not found in data type %s", e.Field, types.TypeName(arg.Type().OID)).At(b.pos(e.At))
	}
	if arg.Type().OID == types.Record {
		return nil, pgerr.New(pgerr.UndefinedColumn, "could not identify column \"%s\" in record data type", e.Field).At(b.pos(e.At))
	}
	return nil, pgerr.New(pgerr.WrongObjectType, "column notation .%s applied to type %s, which is not a composite type", e.Field, types.TypeName(arg.Type().OID)).At(b.pos(e.Arg.Pos()))
}

// fields lists the fields of a record whose shape is known.
func (b *binder) fields(e expr.Expr) []namedExpr {
	var out []namedExpr
	switch e := e.(type) {
	case *expr.RowCtor:
		for i, a := range e.Args {
			name := "f" + itoa(i+1)
			if i < len(e.Names) {
				name = e.Names[i]
			}
			out = append(out, namedExpr{name, a})
		}
	case *expr.Column:
		for i, f := range b.cols[e.Index].record {
			out = append(out, namedExpr{f.name, &expr.Field{Arg: e, Index: i, Name: f.name, T: f.t}})
		}
	case *expr.SetCall:
		cols := e.Cols
		if e.F.RowsOf != nil && len(cols) == 0 {
			cols = e.F.Shape
		}
		for i, c := range cols {
			out = append(out, namedExpr{c.Name, &expr.Field{Arg: e, Index: i, Name: c.Name, T: c.T}})
		}
	case *expr.Call:
		for i, c := range e.F.Shape {
			out = append(out, namedExpr{c.Name, &expr.Field{Arg: e, Index: i, Name: c.Name, T: c.T}})
		}
	case *expr.Subquery:
		if q, ok := e.Plan.(*query); ok && e.Kind == expr.SubqueryRow {
			for i, c := range q.out {
				out = append(out, namedExpr{c.name, &expr.Field{Arg: e, Index: i, Name: c.name, T: c.t}})
			}
		} else if ok && e.Kind == expr.SubqueryScalar && e.T.OID == types.Record {
			if row, ok := onlyTarget(q).(*expr.RowCtor); ok {
				for i, a := range row.Args {
					name := "f" + itoa(i+1)
					if i < len(row.Names) {
						name = row.Names[i]
					}
					out = append(out, namedExpr{name, &expr.Field{Arg: e, Index: i, Name: name, T: a.Type()}})
				}
			}
		}
	}
	if out == nil {
		shape, _ := types.RowFields(e.Type().OID)
		for i, f := range shape {
			out = append(out, namedExpr{f.Name, &expr.Field{Arg: e, Index: i, Name: f.Name, T: f.T}})
		}
	}
	return out
}

// onlyTarget is the one target expression of a plain SELECT, or nil.
func onlyTarget(q *query) expr.Expr {
	if bl, ok := q.body.(*block); ok && len(bl.targets) > 0 {
		return bl.targets[0].e
	}
	return nil
}

// fieldByFunction is the old notation field(row).
func (b *binder) fieldByFunction(arg expr.Expr, name string) expr.Expr {
	if _, row := types.RowFields(arg.Type().OID); row {
		for _, f := range b.fields(arg) {
			if f.name == name {
				return f.e
			}
		}
	}
	if row, ok := arg.(*expr.RowCtor); ok {
		for i, n := range row.Names {
			if n == name {
				return row.Args[i]
			}
		}
	}
	return nil
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func (b *binder) caseExpr(s *scope, e *ast.Case) (expr.Expr, error) {
	var operand, otherwise expr.Expr
	var err error
	saved := s.srf
	s.srf.allowed, s.srf.construct = false, "CASE"
	defer func() { s.srf.allowed, s.srf.construct = saved.allowed, saved.construct }()
	if e.Arg != nil {
		if operand, err = b.expr(s, e.Arg); err != nil {
			return nil, err
		}
	}
	whens := make([]expr.When, len(e.Whens))
	for i, w := range e.Whens {
		if e.Arg != nil {
			whens[i].Cond, err = b.expr(s, w.Cond)
		} else {
			whens[i].Cond, err = b.boolean(s, w.Cond, "CASE/WHEN")
		}
		if err != nil {
			return nil, err
		}
		if whens[i].Then, err = b.expr(s, w.Result); err != nil {
			return nil, err
		}
	}
	if e.Else != nil {
		if otherwise, err = b.expr(s, e.Else); err != nil {
			return nil, err
		}
	}
	if operand != nil {
		return expr.NewSimpleCase(b.env.Fn, operand, whens, otherwise, b.pos(e.At))
	}
	return expr.NewCase(b.env.Fn, whens, otherwise, b.pos(e.At))
}

func (b *binder) cast(s *scope, e *ast.Cast) (expr.Expr, error) {
	to, err := b.typeName(e.Type)
	if err != nil {
		return nil, err
	}
	if base := baseType(to); base != to {
		arg, err := b.expr(s, e.Arg)
		if err == nil {
			arg, err = b.coerce(arg, base, types.Explicit, b.pos(e.At))
		}
		if err != nil {
			return nil, err
		}
		return b.domainCheck(arg, to.OID)
	}
	if a, ok := e.Arg.(*ast.Array); ok && types.ElemOf(to.OID) != 0 {
		return b.array(s, a, to)
	}
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	return b.coerce(arg, to, types.Explicit, b.pos(e.At))
}

func (b *binder) array(s *scope, e *ast.Array, to types.T) (expr.Expr, error) {
	list := make([]expr.Expr, len(e.Elems))
	for i, x := range e.Elems {
		var err error
		if a, ok := x.(*ast.Array); ok {
			err = b.enter()
			if err == nil {
				list[i], err = b.array(s, a, to)
			}
			b.depth--
		} else {
			list[i], err = b.expr(s, x)
		}
		if err != nil {
			return nil, err
		}
	}
	if to.OID != 0 {
		return expr.NewArrayOf(b.env.Fn, list, to, b.pos(e.At))
	}
	return expr.NewArray(b.env.Fn, list, b.pos(e.At))
}

func (b *binder) row(s *scope, e *ast.Row) (expr.Expr, error) {
	row := &expr.RowCtor{}
	for _, x := range e.Elems {
		if ref, ok := x.(*ast.ColumnRef); ok && ref.Star {
			list, err := b.star(s, ref)
			if err != nil {
				return nil, err
			}
			for _, c := range list {
				row.Args = append(row.Args, c.e)
			}
			continue
		}
		arg, err := b.expr(s, x)
		if err != nil {
			return nil, err
		}
		row.Args = append(row.Args, arg)
	}
	return row, nil
}

func (b *binder) collate(s *scope, e *ast.Collate) (expr.Expr, error) {
	arg, err := b.expr(s, e.Arg)
	if err != nil {
		return nil, err
	}
	if arg, err = b.coerceUnknownText(arg); err != nil {
		return nil, err
	}
	if info := types.Lookup(arg.Type().OID); info == nil || info.Collation == 0 {
		return nil, pgerr.New(pgerr.DatatypeMismatch, "collations are not supported by type %s", types.TypeName(arg.Type().OID)).At(b.pos(e.At))
	}
	switch e.Collation.Object {
	case "C", "POSIX", "default", "ucs_basic", "C.UTF-8", "C.utf8":
		return arg, nil
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "collation \"%s\" for encoding \"UTF8\" does not exist", e.Collation.Object).
		WithHint("Sparrow orders text by its UTF-8 bytes: collation \"C\".").At(b.pos(e.At))
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// tableSample binds TABLESAMPLE as a condition on the rows of rel. Both methods choose
// each row by a hash of its key: there are no pages that SYSTEM could choose.
func (b *binder) tableSample(s *scope, rel *tableRel, ref *ast.TableSample) error {
	if m := ref.Method; m.Schema != "" && m.Schema != "pg_catalog" || m.Object != "bernoulli" && m.Object != "system" {
		return pgerr.New(pgerr.UndefinedObject, "tablesample method %s does not exist", m.String()).At(b.pos(m.At))
	}
	if len(ref.Args) != 1 {
		return pgerr.New(pgerr.InvalidTablesampleArgument, "tablesample method %s requires 1 argument, not %d", ref.Method.Object, len(ref.Args)).At(b.pos(ref.Method.At))
	}
	in := &scope{parent: s.parent, clause: inFunction}
	percent, err := b.sampleArg(in, ref.Args[0], types.Of(types.Float4), "TABLESAMPLE")
	if err != nil {
		return err
	}
	var seed expr.Expr = &expr.Const{T: types.Of(types.Float8)}
	if ref.Repeatable != nil {
		if seed, err = b.sampleArg(in, ref.Repeatable, types.Of(types.Float8), "REPEATABLE"); err != nil {
			return err
		}
	}
	b.addKeyColumns(rel)
	args := []expr.Expr{percent, seed, expr.NewConst(types.NewBool(ref.Repeatable != nil)), expr.NewConst(types.NewInt8(int64(len(b.cols))))}
	for i, c := range rel.cols {
		if c.Kind == ScanKey {
			args = append(args, &expr.Column{Index: rel.ids[i], Name: c.Name, T: c.T})
		}
	}
	rel.sample = &expr.Call{F: fn.TableSample, Args: args, T: boolT, Pos: b.pos(ref.At)}
	return nil
}

func (b *binder) sampleArg(s *scope, x ast.Expr, t types.T, what string) (expr.Expr, error) {
	e, err := b.expr(s, x)
	if err != nil {
		return nil, err
	}
	if have := e.Type().OID; have != types.Unknown {
		if method, need := types.CanCast(have, t.OID); have != t.OID && (method == types.CastNone || need > types.Assignment) {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s", what, types.FormatType(t), types.TypeName(have)).At(b.pos(x.Pos()))
		}
	}
	return b.coerce(e, t, types.Assignment, b.pos(x.Pos()))
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// paramsMax is the protocol's bound: Bind counts parameters in 16 bits.
const paramsMax = 65535

// param binds $n. Until something says its type it is untyped.
func (b *binder) param(p *ast.Param) (expr.Expr, error) {
	if p.Number < 1 || p.Number > paramsMax {
		return nil, pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%d", p.Number).At(b.pos(p.At))
	}
	for len(b.params) < p.Number {
		b.params = append(b.params, 0)
	}
	if t := b.params[p.Number-1]; t != 0 {
		return &expr.Param{N: p.Number, T: types.Of(t)}, nil
	}
	return &untypedParam{b: b, n: p.Number, pos: b.pos(p.At)}, nil
}

// untypedParam is a parameter whose type its context will give. It lives
// during binding only.
type untypedParam struct {
	b   *binder
	n   int
	pos int
}

// Type is unknown.
func (p *untypedParam) Type() types.T { return types.Of(types.Unknown) }

// Eval is never reached: binding replaces the parameter or refuses it.
func (p *untypedParam) Eval(*expr.Context, datum.Row) (datum.Datum, error) {
	return datum.Null, pgerr.New(pgerr.IndeterminateDatatype, "could not determine data type of parameter $%d", p.n).At(p.pos)
}

// Become gives the parameter a type. Two places that want different types are
// 42P08, as in PostgreSQL's variable_coerce_param_hook.
func (p *untypedParam) Become(t types.T) (expr.Expr, error) {
	oid := t.OID
	if oid == types.Variant {
		oid = types.Text
	}
	switch have := p.b.params[p.n-1]; have {
	case 0:
		p.b.params[p.n-1] = oid
	case oid:
	default:
		return nil, pgerr.New(pgerr.AmbiguousParameter, "inconsistent types deduced for parameter $%d", p.n).
			WithDetail("%s versus %s", types.TypeName(have), types.TypeName(oid)).At(p.pos)
	}
	var e expr.Expr = &expr.Param{N: p.n, T: types.Of(oid)}
	if t.OID != oid || t.Mod >= 0 {
		e = &expr.Cast{Arg: e, To: t, Context: types.Implicit, Pos: p.pos, Implicit: true}
	}
	return e, nil
}

// checkParams refuses parameters whose type nothing told (42P18).
func (b *binder) checkParams() error {
	for i, t := range b.params {
		if t == 0 {
			return pgerr.New(pgerr.IndeterminateDatatype, "could not determine data type of parameter $%d", i+1)
		}
	}
	return nil
}

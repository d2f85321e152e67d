package planner

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// groupingCall is GROUPING(…) until the grouping sets are known.
type groupingCall struct {
	args  []expr.Expr
	pos   []int  // of the arguments
	block *block // whose keys they are
}

// Type is int4.
func (g *groupingCall) Type() types.T { return int4T }

// Eval is never reached: grouping replaces the call.
func (g *groupingCall) Eval(*expr.Context, datum.Row) (datum.Datum, error) {
	return datum.Null, pgerr.New(pgerr.GroupingError, "arguments to GROUPING must be grouping expressions of the associated query level").At(g.pos[0])
}

// groupingValue makes the value: a bit for each argument, set if the grouping
// set of the row does not group by it.
func (b *binder) groupingValue(bl *block, g *groupingCall) (expr.Expr, error) {
	at := make([]int, len(g.args))
	for i, a := range g.args {
		at[i] = -1
		for k := range bl.keys {
			if sameExpr(bl.keys[k].e, a) {
				at[i] = k
			}
		}
		if at[i] < 0 {
			return g, pgerr.New(pgerr.GroupingError, "arguments to GROUPING must be grouping expressions of the associated query level").At(g.pos[i])
		}
	}
	if bl.sets == nil {
		return expr.NewConst(types.NewInt4(0)), nil
	}
	if bl.setID < 0 {
		bl.setID = b.newColumn(colInfo{name: "grouping", t: int4T})
	}
	number := &expr.Column{Index: bl.setID, Name: "grouping", T: int4T}
	whens := make([]expr.When, len(bl.sets))
	for n, set := range bl.sets {
		bits := int32(0)
		for _, k := range at {
			bits <<= 1
			if !containsInt(set, k) {
				bits |= 1
			}
		}
		cond, err := expr.NewOperator(b.env.Fn, "=", number, expr.NewConst(types.NewInt4(int32(n))), 0)
		if err != nil {
			return nil, err
		}
		whens[n] = expr.When{Cond: cond, Then: expr.NewConst(types.NewInt4(bits))}
	}
	return expr.NewCase(b.env.Fn, whens, nil, 0)
}

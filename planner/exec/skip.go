package exec

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// blockSkips are conditions that every row must meet and that a block's bounds
// may rule out for all of its rows.
type blockSkips []blockSkip

// blockSkip is `attribute op value`; with op "" it only asks that the row has
// the attribute.
type blockSkip struct {
	attr  catalog.AttrID
	op    string
	value datum.Datum
}

// newBlockSkips finds the conditions of a scan's filter that can rule out
// blocks. What it does not understand rules out nothing.
func newBlockSkips(rt *Runtime, n *planner.Scan) (blockSkips, error) {
	if n.Filter == nil {
		return nil, nil
	}
	conds := []expr.Expr{n.Filter}
	if and, ok := n.Filter.(*expr.And); ok {
		conds = and.Args
	}
	var skips blockSkips
	for _, c := range conds {
		s, ok, err := newBlockSkip(rt, n.Cols, c)
		if err != nil {
			return nil, err
		}
		if ok {
			skips = append(skips, s)
		}
	}
	return skips, nil
}

// mirrored is the operator with its sides exchanged.
var mirrored = map[string]string{"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

func newBlockSkip(rt *Runtime, cols []planner.ScanColumn, c expr.Expr) (s blockSkip, ok bool, err error) {
	if test, isTest := c.(*expr.IsNull); isTest && test.Not {
		s.attr, ok = attrOf(cols, test.Arg)
		return s, ok, nil
	}
	call, isCall := c.(*expr.Call)
	if !isCall || len(call.Args) != 2 || !call.F.Strict || mirrored[call.F.Name] == "" {
		return s, false, nil
	}
	left, right := call.Args[0], call.Args[1]
	s.op = call.F.Name
	if s.attr, ok = attrOf(cols, left); !ok {
		left, right, s.op = right, left, mirrored[s.op]
		if s.attr, ok = attrOf(cols, left); !ok {
			return s, false, nil
		}
	}
	switch v := right.(type) {
	case *expr.Const, *expr.Param:
		if s.value, err = v.Eval(rt.Ctx, nil); err != nil || s.value.IsNull() {
			return s, false, err
		}
	default:
		s.op = ""
	}
	return s, true, nil
}

// attrOf reports which attribute e is.
func attrOf(cols []planner.ScanColumn, e expr.Expr) (catalog.AttrID, bool) {
	c, ok := e.(*expr.Column)
	if !ok || cols[c.Index].Kind != planner.ScanAttr || cols[c.Index].Attr == 0 {
		return 0, false
	}
	return cols[c.Index].Attr, true
}

// rulesOut reports that no row of the run, which is a whole block, can meet all
// conditions.
func (s blockSkips) rulesOut(run *kv.Run) bool {
	if len(s) == 0 || !run.Whole() {
		return false
	}
	cols, ok := run.Columns.(*rowenc.Columns)
	if !ok {
		return false
	}
	for i := range s {
		if s[i].rulesOut(cols) {
			return true
		}
	}
	return false
}

func (s *blockSkip) rulesOut(cols *rowenc.Columns) bool {
	b := cols.Bounds(s.attr)
	if b.Cells == 0 {
		return true
	}
	if s.op == "" || !b.Known {
		return false
	}
	if s.op != ">" && s.op != ">=" { // =, < and <= need something as small as the value
		if c, ok := compareBound(b.Min, s.value); ok && (c > 0 || (c == 0 && s.op == "<")) {
			return true
		}
	}
	if s.op != "<" && s.op != "<=" && b.HasMax {
		if c, ok := compareBound(b.Max, s.value); ok && (c < 0 || (c == 0 && s.op == ">")) {
			return true
		}
	}
	return false
}

// compareBound compares a bound with a value where the order of their types is
// the same; ok is false where it may not be.
func compareBound(bound, v datum.Datum) (c int, ok bool) {
	switch {
	case isInteger(bound.OID) && isInteger(v.OID):
		switch {
		case bound.I < v.I:
			return -1, true
		case bound.I > v.I:
			return 1, true
		}
		return 0, true
	case isText(bound.OID) && isText(v.OID):
		return strings.Compare(bound.S, v.S), true
	case isExact(bound.OID) && isExact(v.OID), bound.OID == v.OID && bound.OID != types.BPChar:
		return types.Compare(bound, v), true
	}
	return 0, false
}

func isInteger(oid types.OID) bool {
	return oid == types.Int2 || oid == types.Int4 || oid == types.Int8
}

// isExact: numbers of these types compare by value, none is rounded first.
func isExact(oid types.OID) bool { return isInteger(oid) || oid == types.Numeric }

func isText(oid types.OID) bool { return oid == types.Text || oid == types.VarChar }

package planner

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Defaults for what no statistics tell, PostgreSQL's where they are sane.
const (
	defaultDistinct = 200.0
	rangeSel        = 1.0 / 3
	matchSel        = 0.05 // LIKE, regular expressions
	nullSel         = 0.05
	otherSel        = 1.0 / 3
)

// selectivity estimates the share of rows that a condition keeps.
func (p *physical) selectivity(c expr.Expr) float64 {
	switch c := c.(type) {
	case *expr.Const:
		if c.V.IsNull() || c.T.OID == types.Bool && !c.V.Bool() {
			return 0
		}
		return 1
	case *expr.And:
		return p.shareOf(c.Args)
	case *expr.Or:
		none := 1.0
		for _, a := range c.Args {
			none *= 1 - p.selectivity(a)
		}
		return 1 - none
	case *expr.Not:
		return max(0.01, 1-p.selectivity(c.Arg))
	case *expr.IsNull:
		s := p.nullShare(c.Arg)
		if c.Not {
			return 1 - s
		}
		return s
	case *expr.BoolTest, *expr.Column:
		return 0.5
	case *expr.InList:
		s := 0.0
		for _, x := range c.List {
			s += p.equalShare(c.Left, x)
		}
		s = min(1, s)
		if c.Not {
			return 1 - s
		}
		return s
	case *expr.ScalarArray:
		return p.arrayShare(c)
	case *expr.Subquery:
		return 0.5
	case *expr.Call:
		if c.F.Operator && len(c.Args) == 2 {
			return p.operatorShare(c)
		}
	}
	return otherSel
}

// arrayShare is of x = ANY (array) and the like.
func (p *physical) arrayShare(c *expr.ScalarArray) float64 {
	var array *types.Array
	if k, ok := c.Right.(*expr.Const); ok && !k.V.IsNull() {
		array, _ = k.V.X.(*types.Array)
	}
	if array == nil || c.All || c.Op.F.Name != "=" {
		return min(0.9, arrayGuess*p.equalShare(c.Left, nil))
	}
	s := 0.0
	for _, v := range array.Elems {
		s += p.equalShare(c.Left, &expr.Const{V: v, T: types.Of(array.Elem)})
	}
	return min(1, s)
}

// shareOf estimates the share of rows that fulfil all of some conditions. Two bounds on one
// column are the piece between them; else the conditions are supposed to be independent.
func (p *physical) shareOf(conds []expr.Expr) float64 {
	share := 1.0
	var bounds []columnShare
	for _, c := range conds {
		if and, ok := c.(*expr.And); ok {
			share *= p.shareOf(and.Args)
			continue
		}
		s := p.selectivity(c)
		id, upper := boundedColumn(c)
		if id < 0 {
			share *= s
			continue
		}
		k := 0
		for k < len(bounds) && bounds[k].id != id {
			k++
		}
		if k == len(bounds) {
			bounds = append(bounds, columnShare{id: id, low: 1, high: 1})
		}
		if upper {
			bounds[k].high = min(bounds[k].high, s)
		} else {
			bounds[k].low = min(bounds[k].low, s)
		}
	}
	for _, b := range bounds {
		if b.low == rangeSel && b.high == rangeSel || b.low == 1 || b.high == 1 {
			share *= b.low * b.high
		} else {
			share *= max(0.0005, b.low+b.high-1+p.nullShare(&expr.Column{Index: b.id}))
		}
	}
	return share
}

// columnShare is the share of rows above the lower bounds of a column, and below the upper ones.
type columnShare struct {
	id        int
	low, high float64
}

// boundedColumn tells which column a condition bounds, and whether from above; -1: none.
func boundedColumn(c expr.Expr) (id int, upper bool) {
	call, ok := c.(*expr.Call)
	if !ok || !call.F.Operator || len(call.Args) != 2 {
		return -1, false
	}
	col, ok := measured(call.Args[0]).(*expr.Column)
	swapped := false
	if !ok || isColumn(call.Args[1]) {
		if ok {
			return -1, false
		}
		if col, ok = measured(call.Args[1]).(*expr.Column); !ok {
			return -1, false
		}
		swapped = true
	}
	switch call.F.Name {
	case "<", "<=":
		return col.Index, !swapped
	case ">", ">=":
		return col.Index, swapped
	}
	return -1, false
}

func (p *physical) operatorShare(c *expr.Call) float64 {
	a, b := c.Args[0], c.Args[1]
	switch c.F.Name {
	case "=":
		return p.equalityShare(a, b)
	case "<>":
		return max(0.01, 1-p.equalityShare(a, b))
	case "<", "<=", ">", ">=":
		return p.rangeShare(c.F.Name, a, b)
	case "~~", "~~*", "~", "~*":
		return p.patternShare(strings.TrimPrefix(c.F.Name, "!"), a, b)
	case "!~~", "!~~*", "!~", "!~*":
		return 1 - p.patternShare(strings.TrimPrefix(c.F.Name, "!"), a, b)
	}
	return otherSel
}

// equalityShare is of a = b: a column and a value, or two columns.
func (p *physical) equalityShare(a, b expr.Expr) float64 {
	switch ca, cb := isColumn(a), isColumn(b); {
	case ca && cb:
		return 1 / max(1, p.distinctOf(a), p.distinctOf(b))
	case ca:
		return p.equalShare(a, b)
	case cb:
		return p.equalShare(b, a)
	}
	return 1 / defaultDistinct
}

func isColumn(e expr.Expr) bool {
	_, ok := measured(e).(*expr.Column)
	return ok
}

// nullShare is the share of rows in which an expression is NULL.
func (p *physical) nullShare(e expr.Expr) float64 {
	if c, ok := e.(*expr.Column); ok {
		if info := &p.b.cols[c.Index]; info.rel != nil && neverNullColumn(info.rel, info.at) {
			return 0
		}
	}
	if s, _ := p.statsOf(e); s != nil {
		return s.NullFrac
	}
	return nullSel
}

// distinctOf estimates how many values an expression has.
func (p *physical) distinctOf(e expr.Expr) float64 {
	if e.Type().OID == types.Bool {
		return 2
	}
	c, ok := measured(e).(*expr.Column)
	if !ok {
		return defaultDistinct
	}
	info := &p.b.cols[c.Index]
	if info.rel == nil {
		return defaultDistinct
	}
	return p.distinct(info.rel, info.at)
}

// distinct estimates how many values a column of a table has: column indexes
// r.cols. Without statistics, the columns of a key are supposed to share the rows out evenly.
func (p *physical) distinct(r *tableRel, column int) float64 {
	rows := p.tableRows(r)
	if s := p.columnStats(r, column); s != nil && s.Distinct != 0 {
		return max(1, s.DistinctIn(rows))
	}
	if r.cols[column].Kind == ScanKey {
		return math.Pow(rows, 1/float64(len(r.table.PrimaryKey)))
	}
	return min(rows, defaultDistinct)
}

// keyOf tells which column of a table's key a column number is; -1: none.
func keyOf(t *tableRel, id int) int {
	for i, x := range t.ids {
		if x == id && t.cols[i].Kind == ScanKey {
			return t.cols[i].Key
		}
	}
	return -1
}

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
		s := 1.0
		for _, a := range c.Args {
			s *= p.selectivity(a)
		}
		return s
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
		s := min(0.9, float64(len(c.List))*p.equalShare(c.Left, nil))
		if c.Not {
			return 1 - s
		}
		return s
	case *expr.ScalarArray:
		return min(0.9, arrayGuess*p.equalShare(c.Left, nil))
	case *expr.Subquery:
		return 0.5
	case *expr.Call:
		if c.F.Operator && len(c.Args) == 2 {
			return p.operatorShare(c)
		}
	}
	return otherSel
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
		return p.patternShare(a, b)
	case "!~~", "!~~*", "!~", "!~*":
		return 1 - p.patternShare(a, b)
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
	_, ok := bareColumn(e).(*expr.Column)
	return ok
}

// equalShare is the share of rows in which an expression has one value; value may be nil.
func (p *physical) equalShare(e, value expr.Expr) float64 {
	return 1 / max(1, p.distinctOf(e))
}

// nullShare is the share of rows in which an expression is NULL.
func (p *physical) nullShare(e expr.Expr) float64 {
	if c, ok := e.(*expr.Column); ok {
		if info := &p.b.cols[c.Index]; info.rel != nil && neverNullColumn(info.rel, info.at) {
			return 0
		}
	}
	return nullSel
}

func (p *physical) rangeShare(op string, a, b expr.Expr) float64 { return rangeSel }

// patternShare is of LIKE and regular expressions: longer fixed parts keep less.
func (p *physical) patternShare(a, b expr.Expr) float64 {
	k, ok := b.(*expr.Const)
	if !ok || k.V.IsNull() {
		return matchSel
	}
	fixed := len(strings.Map(func(r rune) rune {
		if strings.ContainsRune("%_.*^$", r) {
			return -1
		}
		return r
	}, k.V.S))
	return max(0.001, min(0.9, matchSel*math.Pow(0.7, float64(fixed-4))))
}

// distinctOf estimates how many values an expression has.
func (p *physical) distinctOf(e expr.Expr) float64 {
	if e.Type().OID == types.Bool {
		return 2
	}
	c, ok := bareColumn(e).(*expr.Column)
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
	rows := max(1, p.b.env.Catalog.Stats(r.table).Rows)
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

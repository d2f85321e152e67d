package planner

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// statsOf finds the statistics of a plain column of a table; nil: none.
func (p *physical) statsOf(e expr.Expr) (*catalog.ColumnStatistics, *tableRel) {
	c, ok := measured(e).(*expr.Column)
	if !ok {
		return nil, nil
	}
	info := &p.b.cols[c.Index]
	if info.rel == nil {
		return nil, nil
	}
	return p.columnStats(info.rel, info.at), info.rel
}

func (p *physical) columnStats(r *tableRel, column int) *catalog.ColumnStatistics {
	s := p.b.env.Catalog.Statistics(r.table)
	if s == nil {
		return nil
	}
	switch c := &r.cols[column]; c.Kind {
	case ScanKey:
		return s.ByKey(c.Key)
	case ScanAttr:
		if c.Attr != 0 {
			return s.ByAttr(c.Attr)
		}
	}
	return nil
}

// measured is e without casts that leave its values as statistics know them:
// integers that widen, varchar as text.
func measured(e expr.Expr) expr.Expr {
	c, ok := e.(*expr.Cast)
	if !ok {
		return e
	}
	from, to := c.Arg.Type().OID, c.To.OID
	if isInt(from) && isInt(to) || isText(from) && to == types.Text {
		return c.Arg
	}
	return e
}

// constOf is the value of a constant, without a cast that widens it.
func constOf(e expr.Expr) (types.Value, bool) {
	k, ok := measured(e).(*expr.Const)
	if !ok || k.V.IsNull() {
		return types.Value{}, false
	}
	return k.V, true
}

// asStored is a constant as a value of a column's type, where both are days or
// points in time: what date + interval gives is a timestamp.
func asStored(s *catalog.ColumnStatistics, v types.Value) types.Value {
	var stored types.OID
	switch {
	case len(s.Common) > 0:
		stored = s.Common[0].Value.OID
	case len(s.Bounds) > 0:
		stored = s.Bounds[0].Value.OID
	}
	if stored == v.OID || !isDay(stored) || !isDay(v.OID) {
		return v
	}
	w, err := types.Cast(v, types.Of(stored), types.Explicit, types.DefaultFormat)
	if err != nil {
		return v
	}
	return w
}

func isDay(t types.OID) bool {
	return t == types.Date || t == types.Timestamp || t == types.TimestampTZ
}

// comparable whether two values have one order.
func comparableValues(a, b types.Value) bool {
	return a.OID == b.OID || isInt(a.OID) && isInt(b.OID) || isName(a.OID) && isName(b.OID)
}

// equalShare is the share of rows in which a column has a value; value may be nil: not known.
func (p *physical) equalShare(e, value expr.Expr) float64 {
	s, r := p.statsOf(e)
	if s == nil || s.Distinct == 0 {
		return 1 / max(1, p.distinctOf(e))
	}
	distinct := max(1, s.DistinctIn(p.tableRows(r)))
	rest, others := 1-s.NullFrac, distinct-float64(len(s.Common))
	if value != nil {
		if v, ok := constOf(value); ok {
			v = asStored(s, v)
			for i, c := range s.Common {
				if comparableValues(c.Value, v) && types.Compare(c.Value, v) == 0 {
					return s.CommonFreq[i]
				}
			}
			for _, f := range s.CommonFreq {
				rest -= f
			}
			if others < 1 {
				// All values are listed, and this is none of them.
				return 1 / max(1, p.tableRows(r))
			}
			return max(1/max(1, p.tableRows(r)), rest/others)
		}
	}
	return rest / distinct
}

// rangeShare is the share of rows in which a op b holds, for an order operator.
func (p *physical) rangeShare(op string, a, b expr.Expr) float64 {
	s, _ := p.statsOf(a)
	v, ok := constOf(b)
	if s == nil || !ok {
		if s, _ = p.statsOf(b); s == nil {
			return rangeSel
		}
		if v, ok = constOf(a); !ok {
			return rangeSel
		}
		op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<="}[op]
	}
	below, ok := belowShare(s, asStored(s, v), op == "<=" || op == ">")
	if !ok {
		return rangeSel
	}
	if op == ">" || op == ">=" {
		below = 1 - s.NullFrac - below
	}
	return min(1, max(1e-5, below))
}

// belowShare is the share of rows whose value is less than v (or equal, with orEqual).
func belowShare(s *catalog.ColumnStatistics, v types.Value, orEqual bool) (share float64, ok bool) {
	if len(s.Bounds) == 0 && len(s.Common) == 0 {
		return 0, false
	}
	rest := 1 - s.NullFrac
	for i, c := range s.Common {
		if !comparableValues(c.Value, v) {
			return 0, false
		}
		rest -= s.CommonFreq[i]
		if d := types.Compare(c.Value, v); d < 0 || d == 0 && orEqual {
			share += s.CommonFreq[i]
		}
	}
	if n := len(s.Bounds) - 1; n > 0 {
		if !comparableValues(s.Bounds[0].Value, v) {
			return 0, false
		}
		k := 0
		for k <= n && types.Compare(s.Bounds[k].Value, v) < 0 {
			k++
		}
		part := 0.0
		switch {
		case k > n:
			part = 1
		case k > 0:
			part = (float64(k-1) + within(s.Bounds[k-1].Value, s.Bounds[k].Value, v)) / float64(n)
		}
		share += max(0, rest) * part
	}
	return share, true
}

// within is where between two bounds a value lies, from 0 to 1.
func within(low, high, v types.Value) float64 {
	x, ok1 := scalar(low)
	y, ok2 := scalar(high)
	z, ok3 := scalar(v)
	if !ok1 || !ok2 || !ok3 || y <= x {
		return 0.5
	}
	return min(1, max(0, (z-x)/(y-x)))
}

// scalar puts a value on a line: numbers and times as they are, texts by their first
// bytes.
func scalar(v types.Value) (float64, bool) {
	switch v.OID {
	case types.Int2, types.Int4, types.Int8, types.Date, types.Timestamp, types.TimestampTZ, types.Time, types.Oid:
		return float64(v.I), true
	case types.Float4, types.Float8, types.Numeric:
		f, err := types.Cast(v, types.Of(types.Float8), types.Implicit, types.DefaultFormat)
		if err != nil {
			return 0, false
		}
		x := math.Float64frombits(uint64(f.I))
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	if !isName(v.OID) && v.OID != types.BPChar {
		return 0, false
	}
	x, scale := 0.0, 1.0
	for i := 0; i < len(v.S) && i < 8; i++ {
		scale /= 256
		x += float64(v.S[i]) * scale
	}
	return x, true
}

// patternShare is of LIKE and regular expressions. A prefix is a range; of what the
// most common values say the rest is supposed to be alike. Longer fixed parts keep less.
func (p *physical) patternShare(op string, a, b expr.Expr) float64 {
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
	guess := max(0.0005, min(0.9, matchSel*math.Pow(0.7, float64(fixed-4))))
	s, _ := p.statsOf(a)
	if s == nil || op != "~~" {
		return guess
	}
	prefix := k.V.S
	if i := strings.IndexAny(prefix, "%_\\"); i >= 0 {
		prefix = prefix[:i]
	}
	if prefix == "" {
		return guess
	}
	v := k.V
	v.S = prefix
	low, ok := belowShare(s, v, false)
	if !ok {
		return guess
	}
	v.S = prefix + "\xff"
	high, _ := belowShare(s, v, false)
	return max(1e-5, high-low)
}

package planner

import (
	"fmt"
	"strings"

	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keysShown bounds how many points or ranges EXPLAIN spells out.
const keysShown = 10

// scan describes a table scan: how the rows are found, and by which keys.
func (e *explainer) scan(out *planNode, n *Scan) []expr.Expr {
	out.relation = n.Table.Name
	var exprs []expr.Expr
	switch {
	case n.Empty:
		out.kind, out.relation = "Result", ""
		out.add("One-Time Filter", "false")
		return nil
	case onePoint(n.Points):
		out.kind = "Point Get"
	case n.Points != nil:
		out.kind = "Batch Point Get"
	case n.Ranges != nil:
		out.kind = "Range Scan"
	default:
		out.kind = "Table Scan"
	}
	if n.Reverse {
		out.kind += " Backward"
	}
	names := keyNames(n)
	for i, p := range n.Points {
		if i == keysShown {
			out.add("Key", fmt.Sprintf("… %d more", len(n.Points)-keysShown))
			break
		}
		out.add("Key", tuple(names[:len(p)])+" = "+keyTuple(p))
	}
	for i, r := range n.Ranges {
		if i == keysShown {
			out.add("Key", fmt.Sprintf("… %d more", len(n.Ranges)-keysShown))
			break
		}
		out.add("Key", rangeText(names, r))
	}
	for _, p := range n.Points {
		for _, x := range p {
			if each, ok := x.(*EachElement); ok {
				x = each.Array
			}
			exprs = append(exprs, x)
		}
	}
	for _, r := range n.Ranges {
		exprs = append(append(exprs, r.Low.Values...), r.High.Values...)
	}
	out.condition("Filter", n.Filter)
	out.condition("Limit", n.Limit)
	if n.Lock != nil {
		out.add("Lock", lockText(n.Lock))
	}
	if e.o.Partitions != nil {
		if touched, total, ok := e.o.Partitions(n); ok {
			out.add("Partitions", fmt.Sprintf("%d of %d", touched, total))
		}
	}
	return append(exprs, n.Filter)
}

func keyNames(n *Scan) []string {
	names := make([]string, len(n.Table.PrimaryKey))
	for k, c := range n.Table.PrimaryKey {
		names[k] = expr.Ident(n.Table.Columns[c].Name)
	}
	return names
}

func tuple(list []string) string { return "(" + strings.Join(list, ", ") + ")" }

// keyTuple shows key values as SQL literals, without the casts that their
// columns make needless.
func keyTuple(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = keyLiteral(e)
	}
	return tuple(out)
}

func keyLiteral(e expr.Expr) string {
	if each, ok := e.(*EachElement); ok {
		return "ANY (" + expr.Format(each.Array) + ")"
	}
	k, ok := e.(*expr.Const)
	if !ok || k.V.IsNull() {
		return expr.Format(e)
	}
	text := types.TextOf(k.V, nil)
	switch k.V.OID {
	case types.Int2, types.Int4, types.Int8, types.Numeric, types.Bool:
		return text
	}
	return strings.TrimPrefix(expr.Literal(text), " ")
}

// rangeText shows a range: ('a') <= (package) < ('b').
func rangeText(names []string, r KeyRange) string {
	if equalBounds(r) {
		return tuple(names[:len(r.Low.Values)]) + " = " + keyTuple(r.Low.Values)
	}
	var parts []string
	low, high := len(r.Low.Values), len(r.High.Values)
	op := func(incl bool) string {
		if incl {
			return " <= "
		}
		return " < "
	}
	if low == high {
		return keyTuple(r.Low.Values) + op(r.Low.Inclusive) + tuple(names[:low]) + op(r.High.Inclusive) + keyTuple(r.High.Values)
	}
	if low > 0 {
		parts = append(parts, keyTuple(r.Low.Values)+op(r.Low.Inclusive)+tuple(names[:low]))
	}
	if high > 0 {
		parts = append(parts, tuple(names[:high])+op(r.High.Inclusive)+keyTuple(r.High.Values))
	}
	return strings.Join(parts, " AND ")
}

// equalBounds reports whether a range is just one prefix.
func equalBounds(r KeyRange) bool {
	if len(r.Low.Values) != len(r.High.Values) || !r.Low.Inclusive || !r.High.Inclusive {
		return false
	}
	for i := range r.Low.Values {
		if !sameExpr(r.Low.Values[i], r.High.Values[i]) {
			return false
		}
	}
	return true
}

func lockText(l *RowLock) string {
	s := [...]string{LockKeyShare: "FOR KEY SHARE", LockShare: "FOR SHARE", LockNoKeyUpdate: "FOR NO KEY UPDATE", LockUpdate: "FOR UPDATE"}[l.Strength]
	switch l.Wait {
	case LockNoWait:
		s += " NOWAIT"
	case LockSkip:
		s += " SKIP LOCKED"
	}
	return s
}

package planner

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/sql/expr"
)

// ExplainOptions shape EXPLAIN.
type ExplainOptions struct {
	Costs bool // estimated rows and capacity units; EXPLAIN's COSTS, on by default
	// Verbose adds each node's output columns.
	Verbose bool
	// Partitions tells how many partitions of how many a scan touches; nil, or
	// ok false, leaves the line out.
	Partitions func(*Scan) (touched, total int, ok bool)
	// Workers is how many goroutines a parallel aggregate gets; below 2 it gets none.
	Workers int
	// Actual gives what EXPLAIN ANALYZE measured of a node; nil without it.
	Actual func(Node) (Actual, bool)
	// Timing shows times among the actuals.
	Timing bool
	// Consumed, if not nil, are the capacity units that the statement drew.
	Consumed *Consumed
	// PlanningTime and ExecutionTime are shown if not 0.
	PlanningTime, ExecutionTime time.Duration
}

// Actual is what was measured of a node, summed over its loops.
type Actual struct {
	Rows, Loops int64
	Time        time.Duration
}

// Consumed is capacity units.
type Consumed struct{ ReadCU, WriteCU int64 }

// planNode is a node as EXPLAIN shows it, in either format.
type planNode struct {
	title    string // "Range Scan on t"
	kind     string // "Range Scan"
	relation string
	role     string // "CTE x", "SubPlan 1" above a node that is no plain child
	rows     float64
	cost     cost
	width    int
	actual   *Actual
	never    bool
	props    []prop
	children []*planNode
}

type prop struct{ name, value string }

// Explain shows a plan as lines of text, shaped like PostgreSQL's.
func Explain(plan *Plan, o ExplainOptions) []string {
	e := explainer{o: o}
	root := e.node(plan.Root)
	lines := e.text(nil, root, 0, true)
	for _, p := range e.summary(plan) {
		lines = append(lines, p.name+": "+p.value)
	}
	return lines
}

type explainer struct {
	o        ExplainOptions
	subplans int
}

// summary are the lines below the tree.
func (e *explainer) summary(plan *Plan) []prop {
	var out []prop
	if e.o.Costs {
		read, write := planCU(plan.Root)
		out = append(out, prop{"Estimated CU", fmt.Sprintf("%s read, %s write", count(read), count(write))})
	}
	if c := e.o.Consumed; c != nil {
		out = append(out, prop{"Actual CU", fmt.Sprintf("%d read, %d write", c.ReadCU, c.WriteCU)})
	}
	if e.o.PlanningTime > 0 {
		out = append(out, prop{"Planning Time", milliseconds(e.o.PlanningTime) + " ms"})
	}
	if e.o.ExecutionTime > 0 {
		out = append(out, prop{"Execution Time", milliseconds(e.o.ExecutionTime) + " ms"})
	}
	return out
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 3, 64)
}

func count(f float64) string { return strconv.FormatFloat(math.Round(f), 'f', -1, 64) }

// planCU sums the estimates of the scans below a node, a capacity unit for each
// row written, and one for the check that an inserted row does not exist.
func planCU(n Node) (read, write float64) {
	switch n := n.(type) {
	case *Scan:
		read = n.EstCU
	case *Insert:
		write = max(1, estimate(n.Source))
		read = write
	case *Update:
		write = max(1, estimate(n.Source))
	case *Delete, *Merge:
		write = max(1, estimate(n.Children()[0]))
	case *Join:
		if n.Lateral {
			read, write = planCU(n.Left)
			r, _ := planCU(n.Right)
			return read + r*max(1, estimate(n.Left)), write
		}
	}
	for _, c := range n.Children() {
		r, w := planCU(c)
		read, write = read+r, write+w
	}
	return read, write
}

// text appends the lines of a node and what is below it.
func (e *explainer) text(lines []string, n *planNode, indent int, root bool) []string {
	pad := strings.Repeat(" ", indent)
	head := pad + n.title
	inner := indent + 2
	if !root {
		head = pad + "->  " + n.title
		inner = indent + 6
	}
	if e.o.Costs {
		head += fmt.Sprintf("  (cost=%.2f..%.2f rows=%s width=%d)", n.cost.startup, n.cost.total, count(n.rows), n.width)
	}
	switch {
	case n.actual != nil:
		head += " (actual "
		if e.o.Timing {
			head += "time=" + milliseconds(n.actual.Time/time.Duration(max(1, n.actual.Loops))) + " "
		}
		head += fmt.Sprintf("rows=%s loops=%d)", count(float64(n.actual.Rows)/float64(max(1, n.actual.Loops))), n.actual.Loops)
	case n.never:
		head += " (never executed)"
	}
	lines = append(lines, head)
	pad = strings.Repeat(" ", inner)
	for _, p := range n.props {
		lines = append(lines, pad+p.name+": "+p.value)
	}
	for _, c := range n.children {
		at := inner
		if c.role != "" {
			lines = append(lines, pad+c.role)
			at += 2
		}
		lines = e.text(lines, c, at, false)
	}
	return lines
}

// node describes a node and what is below it.
func (e *explainer) node(n Node) *planNode {
	out := &planNode{rows: estimate(n), cost: costOf(n), width: widthOf(n)}
	if e.o.Actual != nil {
		if a, ok := e.o.Actual(n); ok {
			out.actual = &a
		} else {
			out.never = true
		}
	}
	var exprs []expr.Expr
	switch n := n.(type) {
	case *Scan:
		exprs = e.scan(out, n)
	case *VirtualScan:
		out.kind, out.relation = "View Scan", n.View.Name
		out.condition("Filter", n.Filter)
		exprs = append(exprs, n.Filter)
	case *With:
		for _, c := range n.CTEs {
			sub := e.node(c.Plan)
			sub.role = "CTE " + c.Name
			out.children = append(out.children, sub)
			if c.Recursive != nil {
				out.children = append(out.children, e.node(c.Recursive))
			}
		}
		main := e.node(n.Input)
		main.children = append(out.children, main.children...)
		return main
	default:
		exprs = e.operator(out, n)
		for _, c := range n.Children() {
			out.children = append(out.children, e.node(c))
		}
	}
	if e.o.Verbose {
		out.add("Output", columnNames(n.Columns()))
	}
	e.subqueries(out, exprs)
	out.title = out.kind
	if out.relation != "" {
		out.title += " on " + out.relation
	}
	return out
}

func (n *planNode) add(name, value string) { n.props = append(n.props, prop{name, value}) }

func (n *planNode) condition(name string, e expr.Expr) {
	if e != nil {
		n.add(name, expr.Format(e))
	}
}

func columnNames(cols []Column) string {
	names := make([]string, len(cols))
	for i, c := range cols {
		names[i] = expr.Ident(c.Name)
	}
	return strings.Join(names, ", ")
}

// subqueries adds the plans of subqueries in expressions.
func (e *explainer) subqueries(out *planNode, exprs []expr.Expr) {
	seen := map[Node]bool{}
	for _, x := range exprs {
		expr.Walk(x, func(x expr.Expr) bool {
			sub, ok := x.(*expr.Subquery)
			if !ok {
				return true
			}
			plan, ok := sub.Plan.(Node)
			if !ok || seen[plan] {
				return true
			}
			seen[plan] = true
			e.subplans++
			c := e.node(plan)
			c.role = "SubPlan " + strconv.Itoa(e.subplans)
			if !sub.Correlated {
				c.role = "InitPlan " + strconv.Itoa(e.subplans)
			}
			out.children = append(out.children, c)
			return true
		})
	}
}

// operator describes all nodes but scans, and returns their expressions.
func (e *explainer) operator(out *planNode, n Node) []expr.Expr {
	var exprs []expr.Expr
	switch n := n.(type) {
	case *Values:
		out.kind = "Values Scan"
		switch {
		case len(n.Rows) == 0:
			out.kind = "Result"
			out.add("One-Time Filter", "false")
		case len(n.Rows) == 1 && len(n.Rows[0]) == 0:
			out.kind = "Result"
		}
		for _, r := range n.Rows {
			exprs = append(exprs, r...)
		}
	case *Feed:
		out.kind = "Feed"
	case *FunctionScan:
		out.kind = "Function Scan"
		out.add("Function Call", formatList(n.Calls))
		exprs = n.Calls
	case *Filter:
		out.kind = "Filter"
		what := "Filter"
		if n.Once {
			out.kind, what = "Result", "One-Time Filter"
		}
		out.condition(what, n.Cond)
		exprs = []expr.Expr{n.Cond}
	case *Project:
		out.kind = "Project"
		for _, x := range n.Exprs {
			if _, ok := x.(*expr.SetCall); ok {
				out.kind = "ProjectSet"
			}
		}
		out.add("Expressions", formatList(n.Exprs))
		exprs = n.Exprs
	case *Sort:
		out.kind = "Sort"
		if n.Limit != nil {
			out.kind = "Top-N Sort"
		}
		out.add("Sort Key", sortKeys(n.Keys))
		exprs = append(keyExprs(n.Keys), n.Limit)
	case *Window:
		exprs = windowProps(out, n)
	case *LockRows:
		out.kind = "LockRows"
		for _, t := range n.Tables {
			out.add("Lock", lockText(t.Lock)+" OF "+t.Table.Name)
		}
		out.condition("Recheck", n.Recheck)
		exprs = []expr.Expr{n.Recheck, n.Limit}
	case *Limit:
		out.kind = "Limit"
		out.condition("Count", n.Count)
		out.condition("Offset", n.Offset)
		if n.WithTies != nil {
			out.add("With Ties", sortKeys(n.WithTies))
		}
		exprs = []expr.Expr{n.Count, n.Offset}
	case *Distinct:
		out.kind = "Unique"
		if n.On != nil {
			out.add("On", formatList(n.On))
		}
		exprs = n.On
	case *Aggregate:
		exprs = aggregateProps(out, n)
		if n.Parallel && e.o.Workers > 1 {
			out.add("Workers Planned", strconv.Itoa(e.o.Workers))
		}
	case *Join:
		exprs = joinProps(out, n)
	case *SetOp:
		out.kind = [...]string{Union: "Union", Intersect: "Intersect", Except: "Except"}[n.Op]
		if n.All {
			out.kind += " All"
		}
	case *CTEScan:
		out.kind, out.relation = "CTE Scan", n.CTE.Name
		if n.Working {
			out.kind = "WorkTable Scan"
		}
	case *Insert:
		out.kind, out.relation = "Insert", n.Table.Name
		exprs = conflictProps(out, n)
	case *Update:
		out.kind, out.relation = "Update", n.Table.Name
		var set []string
		for _, a := range n.Set {
			set = append(set, expr.Ident(a.Target.Name)+" = "+expr.Format(a.Value))
			exprs = append(exprs, a.Value)
		}
		out.add("Set", strings.Join(set, ", "))
		exprs = append(exprs, n.Returning...)
	case *Merge:
		out.kind, out.relation = "Merge", n.Table.Name
		exprs = mergeExprs(n)
	case *Delete:
		out.kind, out.relation = "Delete", n.Table.Name
		exprs = n.Returning
	}
	return exprs
}

func conflictProps(out *planNode, n *Insert) []expr.Expr {
	exprs := append([]expr.Expr(nil), n.Returning...)
	if n.Conflict == nil {
		return exprs
	}
	if n.Conflict.DoNothing {
		out.add("Conflict Resolution", "NOTHING")
		return exprs
	}
	out.add("Conflict Resolution", "UPDATE")
	out.condition("Conflict Filter", n.Conflict.Where)
	for _, a := range n.Conflict.Set {
		exprs = append(exprs, a.Value)
	}
	return append(exprs, n.Conflict.Where)
}

func aggregateProps(out *planNode, n *Aggregate) []expr.Expr {
	out.kind = "HashAggregate"
	switch {
	case n.Scalar:
		out.kind = "Aggregate"
	case n.Sorted:
		out.kind = "GroupAggregate"
	}
	exprs := append([]expr.Expr(nil), n.Keys...)
	if n.Sets == nil && len(n.Keys) > 0 {
		out.add("Group Key", formatList(n.Keys))
	}
	for _, set := range n.Sets {
		list := make([]expr.Expr, len(set))
		for i, k := range set {
			list[i] = n.Keys[k]
		}
		out.add("Group Set", "("+formatList(list)+")")
	}
	var calls []string
	for i := range n.Aggs {
		c := &n.Aggs[i]
		calls = append(calls, formatAggregate(c))
		exprs = append(append(append(exprs, c.Direct...), c.Agg.Args...), c.Filter)
		exprs = append(exprs, keyExprs(c.OrderBy)...)
	}
	if len(calls) > 0 {
		out.add("Aggregates", strings.Join(calls, ", "))
	}
	return exprs
}

func joinProps(out *planNode, n *Join) []expr.Expr {
	how := "Nested Loop"
	switch {
	case n.Lateral:
		how = "Lookup Join"
	case n.Merge:
		how = "Merge Join"
	case len(n.LeftKeys) > 0:
		how = "Hash Join"
	}
	kind := [...]string{JoinInner: "", JoinLeft: "Left", JoinRight: "Right", JoinFull: "Full", JoinSemi: "Semi", JoinAnti: "Anti"}[n.Kind]
	switch {
	case kind != "" && how == "Nested Loop":
		how += " " + kind + " Join"
	case kind != "":
		how = strings.Replace(how, " Join", " "+kind+" Join", 1)
	}
	out.kind = how
	var conds []string
	for i := range n.LeftKeys {
		conds = append(conds, expr.Format(n.LeftKeys[i])+" = "+expr.Format(n.RightKeys[i]))
	}
	if len(conds) > 0 {
		name := "Hash Cond"
		if n.Merge {
			name = "Merge Cond"
		}
		out.add(name, "("+strings.Join(conds, " AND ")+")")
	}
	if n.NullAware {
		out.add("Null Aware", "true")
	}
	if n.BuildLeft {
		out.add("Build", "left")
	}
	out.condition("Join Filter", n.On)
	return append(append(append([]expr.Expr(nil), n.LeftKeys...), n.RightKeys...), n.On)
}

func formatList(list []expr.Expr) string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = expr.Format(e)
	}
	return strings.Join(out, ", ")
}

func keyExprs(keys []SortKey) []expr.Expr {
	out := make([]expr.Expr, len(keys))
	for i, k := range keys {
		out[i] = k.Expr
	}
	return out
}

func sortKeys(keys []SortKey) string {
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = expr.Format(k.Expr)
		if k.Desc {
			out[i] += " DESC"
		}
		if k.NullsFirst != k.Desc {
			if k.NullsFirst {
				out[i] += " NULLS FIRST"
			} else {
				out[i] += " NULLS LAST"
			}
		}
	}
	return strings.Join(out, ", ")
}

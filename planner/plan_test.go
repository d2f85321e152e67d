package planner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func newFakeEnv() (*planner.Env, *fakeCatalog) {
	c := &fakeCatalog{tables: map[string]*fakeTable{}, denied: map[string]bool{}}
	env := &planner.Env{
		Catalog:    c,
		SearchPath: []string{"pg_catalog", "public"},
		Database:   "sparrow",
		Fn:         &fn.Context{Context: context.Background(), Format: types.DefaultFormat, TxnTime: time.Unix(0, 0), StmtTime: time.Unix(0, 0)},
		ParseExpr:  parser.ParseExpr,
	}
	c.env = env
	return env, c
}

// TestPlans runs testdata/*.plan. Commands:
//
//	table rows=N bytes=N      make a table of a CREATE TABLE statement
//	attributes table=t        its free attributes, "name type, type" a line
//	statistics table=t        what ANALYZE found, a line for each column:
//	                          name null=F, distinct=F, common=v:F v:F …, bounds=v v …
//	deny on=t privilege=P     take a privilege away
//	set unknown_attributes=null
//	plan [costs] [verbose] [analyze] [json]
//	                          EXPLAIN of each statement, or its error
//	types [params=(oid,…)]    parameter and result types of each statement
func TestPlans(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		env, c := newFakeEnv()
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "table":
				var rows, size int
				d.MaybeScanArgs(t, "rows", &rows)
				d.MaybeScanArgs(t, "bytes", &size)
				if err := c.create(d.Input, planner.TableStats{Rows: float64(rows), RawBytes: float64(size), Partitions: 1}); err != nil {
					return showError(err)
				}
				return ""
			case "attributes":
				var name string
				d.ScanArgs(t, "table", &name)
				c.attributes(name, d.Input)
				return ""
			case "statistics":
				var name string
				d.ScanArgs(t, "table", &name)
				if err := c.statistics(name, d.Input); err != nil {
					d.Fatalf(t, "%v", err)
				}
				return ""
			case "deny":
				var name, privilege string
				d.ScanArgs(t, "on", &name)
				d.ScanArgs(t, "privilege", &privilege)
				c.denied[name+" "+privilege] = !c.denied[name+" "+privilege]
				return ""
			case "set":
				var value string
				d.ScanArgs(t, "unknown_attributes", &value)
				env.UnknownAttributesNull = value == "null"
				return ""
			}
			return each(d.Input, func(text string) string {
				plan, err := planText(env, text, d)
				switch {
				case err != nil:
					return showError(err)
				case d.Cmd == "types":
					return showTypes(plan)
				}
				o := explainOptions(d)
				if d.HasArg("json") {
					out, err := planner.ExplainJSON(plan, o)
					if err != nil {
						t.Fatal(err)
					}
					return out + "\n"
				}
				return strings.Join(planner.Explain(plan, o), "\n") + "\n"
			})
		})
	})
}

// explainOptions reads costs, verbose, and analyze: made-up actuals, for the
// format.
func explainOptions(d *datadriven.TestData) planner.ExplainOptions {
	o := planner.ExplainOptions{Costs: d.HasArg("costs"), Verbose: d.HasArg("verbose")}
	if d.HasArg("workers") {
		o.Workers = 2
	}
	if d.HasArg("analyze") {
		o.Timing = true
		o.Partitions = func(*planner.Scan) (int, int, bool) { return 1, 4, true }
		o.Actual = func(n planner.Node) (planner.Actual, bool) {
			_, virtual := n.(*planner.VirtualScan)
			return planner.Actual{Rows: 12, Loops: 2, Time: 3 * time.Millisecond}, !virtual
		}
		o.Consumed = &planner.Consumed{ReadCU: 3}
		o.PlanningTime, o.ExecutionTime = 50*time.Microsecond, 2*time.Millisecond
	}
	return o
}

func planText(env *planner.Env, text string, d *datadriven.TestData) (*planner.Plan, error) {
	stmt, err := parser.ParseOne(text)
	if err != nil {
		return nil, err
	}
	var hints []types.OID
	for _, arg := range d.CmdArgs {
		if arg.Key == "params" {
			for _, v := range arg.Vals {
				oid, _ := types.ByName(v)
				hints = append(hints, oid)
			}
		}
	}
	env.Text = text
	return planner.PlanStatement(env, stmt.Tree, hints)
}

// each runs f over the statements of input: separated by semicolons at the
// end of a line.
func each(input string, f func(string) string) string {
	var b strings.Builder
	list := strings.Split(strings.TrimSuffix(strings.TrimSpace(input), ";"), ";\n")
	for i, s := range list {
		if len(list) > 1 {
			if i > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "-- %s\n", strings.ReplaceAll(s, "\n", " "))
		}
		b.WriteString(f(s))
	}
	return b.String()
}

func showError(err error) string {
	var e *pgerr.Error
	if !errors.As(err, &e) {
		return "error: " + err.Error() + "\n"
	}
	s := fmt.Sprintf("ERROR %s at %d: %s\n", e.Code, e.Position, e.Message)
	if e.Detail != "" {
		s += "DETAIL: " + e.Detail + "\n"
	}
	if e.Hint != "" {
		s += "HINT: " + e.Hint + "\n"
	}
	return s
}

func showTypes(p *planner.Plan) string {
	var params, cols []string
	for _, o := range p.Params {
		params = append(params, types.TypeName(o))
	}
	for _, c := range p.Columns {
		cols = append(cols, c.Name+" "+types.FormatType(c.T))
	}
	return fmt.Sprintf("%s (%s) -> %s\n", p.Tag, strings.Join(params, ", "), strings.Join(cols, ", "))
}

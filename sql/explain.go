package sql

import (
	"context"
	"fmt"
	"time"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// explainOptions are the options of EXPLAIN.
type explainOptions struct {
	analyze, json    bool
	costs, timing    bool
	summary, verbose bool
}

func readExplainOptions(n *ast.Explain) (o explainOptions, err error) {
	o.costs, o.timing = true, true
	summary := false
	for _, opt := range n.Options {
		to := new(bool) // of options that change nothing here
		switch opt.Name {
		case "analyze":
			to = &o.analyze
		case "verbose":
			to = &o.verbose
		case "costs":
			to = &o.costs
		case "timing":
			to = &o.timing
		case "summary":
			to, summary = &o.summary, true
		case "buffers", "settings", "wal", "generic_plan":
		case "format":
			switch f := optionText(opt); f {
			case "text":
			case "json":
				o.json = true
			case "xml", "yaml":
				return o, pgerr.Unsupported("EXPLAIN (FORMAT " + f + ")").WithHint("Use FORMAT TEXT or JSON.")
			default:
				return o, pgerr.New(pgerr.InvalidParameterValue, "unrecognized value for EXPLAIN option %q: %q", "format", f)
			}
			continue
		default:
			return o, pgerr.New(pgerr.SyntaxError, "unrecognized EXPLAIN option %q", opt.Name)
		}
		if err := optionBool(opt, to); err != nil {
			return o, err
		}
	}
	if !summary {
		o.summary = o.analyze
	}
	return o, nil
}

// explainColumns is the one column of EXPLAIN.
func explainColumns(n *ast.Explain) []pgwire.Column {
	cols := textColumns("QUERY PLAN")
	if o, err := readExplainOptions(n); err == nil && o.json {
		cols[0].Type = types.Of(types.JSON)
	}
	return cols
}

func (s *Session) runExplain(ctx context.Context, n *ast.Explain, st statement, params []datum.Datum) (*result, error) {
	o, err := readExplainOptions(n)
	if err != nil {
		return nil, err
	}
	begin := time.Now()
	p, params, err := s.explained(ctx, n, st, params)
	if err != nil {
		return nil, err
	}
	opts := planner.ExplainOptions{Costs: o.costs, Timing: o.timing, Verbose: o.verbose}
	if o.summary {
		opts.PlanningTime = time.Since(begin)
	}
	var perPartition []string
	if o.analyze {
		if perPartition, err = s.measure(ctx, p, params, &opts, o.summary); err != nil {
			return nil, err
		}
	}
	rt, err := s.newRuntime(ctx, s.tx, params)
	if err != nil {
		return nil, err
	}
	opts.Workers = rt.Workers
	opts.Partitions = func(n *planner.Scan) (int, int, bool) {
		touched, total, err := exec.Touched(rt, n)
		return touched, total, err == nil
	}
	r := &result{columns: explainColumns(n), tag: "EXPLAIN"}
	if o.json {
		text, err := planner.ExplainJSON(p.plan, opts)
		r.rows = []datum.Row{{types.NewString(types.JSON, text)}}
		return r, err
	}
	for _, l := range append(planner.Explain(p.plan, opts), perPartition...) {
		r.rows = append(r.rows, datum.Row{types.NewText(l)})
	}
	return r, nil
}

// explained plans the statement of an EXPLAIN.
func (s *Session) explained(ctx context.Context, n *ast.Explain, st statement, params []datum.Datum) (*prepared, []datum.Datum, error) {
	switch inner := n.Stmt.(type) {
	case *ast.Execute:
		return s.executeArgs(ctx, inner, st)
	case *ast.Query, *ast.Insert, *ast.Update, *ast.Delete, *ast.Merge:
		if _, err := s.storage(ctx); err != nil {
			return nil, nil, err
		}
		p, err := s.analyse(ctx, statement{tree: inner, script: st.script, text: st.text, params: st.params}, nil)
		return p, params, err
	}
	return nil, nil, pgerr.Unsupported("EXPLAIN of this statement")
}

// measure runs the plan, fills in what it took, and returns a line for each
// partition that it drew capacity units from.
func (s *Session) measure(ctx context.Context, p *prepared, params []datum.Datum, opts *planner.ExplainOptions, timed bool) ([]string, error) {
	q, err := s.startQuery(ctx, p, params)
	if err != nil {
		return nil, err
	}
	defer q.close()
	q.rt.Stats = exec.NewStats()
	begin := time.Now()
	if _, _, err := q.fetch(ctx, &countingSink{}, 0); err != nil {
		return nil, err
	}
	if timed {
		opts.ExecutionTime = time.Since(begin)
	}
	opts.Actual = func(n planner.Node) (planner.Actual, bool) {
		st := q.rt.Stats.Node(n)
		if st == nil {
			return planner.Actual{}, false
		}
		return planner.Actual{Rows: st.Rows, Loops: st.Loops, Time: st.Time}, true
	}
	u := q.rt.Meter.Total()
	opts.Consumed = &planner.Consumed{ReadCU: u.ReadCU, WriteCU: u.WriteCU}
	var lines []string
	for _, pu := range q.rt.Meter.Partitions() {
		lines = append(lines, fmt.Sprintf("Partition %d: %d read, %d write CU", pu.Partition.ID, pu.ReadCU, pu.WriteCU))
	}
	return lines, nil
}

// countingSink drops rows.
type countingSink struct{ rowCollector }

func (*countingSink) Row(datum.Row) error      { return nil }
func (*countingSink) Batch(*datum.Batch) error { return nil }

package fn_test

import (
	"context"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/planner/exec"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/types"
)

// evaluate plans SELECT text and evaluates its one column, without executor:
// these are tests of functions and expressions alone.
// Text that begins with select is a whole query, which the executor runs.
func evaluate(text string) string {
	query := isQuery(text)
	sql, prefix := text, 0
	if !query {
		sql, prefix = "select "+text, len("select ")
	}
	c := &fn.Context{Context: context.Background(), Format: types.DefaultFormat, TxnTime: time.Now(), StmtTime: time.Now()}
	stmts, err := parser.Parse(sql)
	if err != nil {
		return failed(err, prefix)
	}
	env := &planner.Env{Catalog: noCatalog{}, Text: sql, SearchPath: []string{"pg_catalog"}, Fn: c, ParseExpr: parser.ParseExpr}
	plan, err := planner.PlanStatement(env, stmts[0].Tree, nil)
	if err != nil {
		return failed(err, prefix)
	}
	if query {
		return runQuery(c, plan)
	}
	e := target(plan.Root)
	if e == nil {
		return "!no target in the plan"
	}
	ec := &expr.Context{Context: *c}
	var rows []string
	emit := func(r datum.Row) error {
		rows = append(rows, present(r[0], e.Type()))
		return nil
	}
	if set, ok := e.(*expr.SetCall); ok {
		err = set.Rows(ec, nil, emit)
	} else {
		var v datum.Datum
		if v, err = e.Eval(ec, nil); err == nil {
			err = emit(datum.Row{v})
		}
	}
	if err != nil {
		return failed(err, prefix)
	}
	return strings.Join(rows, "\n")
}

func isQuery(text string) bool { return strings.HasPrefix(text, "select ") }

// runQuery executes a plan; its rows are shown as columns between bars.
func runQuery(c *fn.Context, plan *planner.Plan) string {
	rows := &rowSink{cols: plan.Columns}
	cursor := exec.NewCursor(&exec.Runtime{Ctx: &expr.Context{Context: *c}}, plan.Root)
	defer cursor.Close()
	if _, _, err := cursor.Fetch(rows, 0); err != nil {
		return failed(err, 0)
	}
	return strings.Join(rows.lines, "\n")
}

// rowSink keeps result rows as text.
type rowSink struct {
	cols  []planner.Column
	lines []string
}

func (s *rowSink) Batch(b *datum.Batch) error {
	var row datum.Row
	for i := range b.Rows() {
		row = b.Row(b.Index(i), row)
		if err := s.Row(row); err != nil {
			return err
		}
	}
	return nil
}

func (s *rowSink) Row(r datum.Row) error {
	parts := make([]string, len(r))
	for i, v := range r {
		if parts[i] = "NULL"; !v.IsNull() {
			parts[i] = types.TextOf(v, nil)
		}
	}
	s.lines = append(s.lines, strings.Join(parts, " | "))
	return nil
}

// present shows a value as a cast to text does.
func present(v datum.Datum, t types.T) string {
	s := "NULL"
	if !v.IsNull() {
		if text, err := types.Cast(v, types.Of(types.Text), types.Explicit, nil); err == nil {
			s = text.S
		} else {
			s = types.TextOf(v, nil)
		}
	}
	return show(s, types.TypeName(t.OID))
}

// target finds the expression of the only column.
func target(n planner.Node) expr.Expr {
	switch n := n.(type) {
	case *planner.Values:
		if len(n.Rows) == 1 && len(n.Rows[0]) == 1 {
			return n.Rows[0][0]
		}
	case *planner.Project:
		return n.Exprs[0]
	}
	return nil
}

// noCatalog has no tables.
type noCatalog struct{}

func (noCatalog) Table(schema, name string) (*catalog.Table, error) { return nil, nil }
func (noCatalog) View(schema, name string) *catalog.View            { return nil }
func (noCatalog) Type(string, string) (types.OID, error)            { return 0, nil }
func (noCatalog) HasSchema(name string) (bool, error)               { return name == "pg_catalog", nil }
func (noCatalog) Attribute(*catalog.Table, string) (planner.Attribute, bool, error) {
	return planner.Attribute{}, false, nil
}
func (noCatalog) Attributes(*catalog.Table, int) ([]planner.Attribute, error) { return nil, nil }
func (noCatalog) Similar(*catalog.Table, string) []string                     { return nil }
func (noCatalog) Allowed(*catalog.Table, string) (bool, error)                { return true, nil }
func (noCatalog) Statistics(*catalog.Table) *catalog.TableStatistics          { return nil }

func (noCatalog) Stats(*catalog.Table) planner.TableStats { return planner.TableStats{} }

var _ ast.Expr

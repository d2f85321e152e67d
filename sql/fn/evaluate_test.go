package fn_test

import (
	"context"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/types"
)

// evaluate plans SELECT text and evaluates its one column, without executor:
// these are tests of functions and expressions alone.
func evaluate(text string) string {
	sql := "select " + text
	c := &fn.Context{Context: context.Background(), Format: types.DefaultFormat, TxnTime: time.Now(), StmtTime: time.Now()}
	stmts, err := parser.Parse(sql)
	if err != nil {
		return failed(err)
	}
	env := &planner.Env{Catalog: noCatalog{}, Text: sql, SearchPath: []string{"pg_catalog"}, Fn: c, ParseExpr: parser.ParseExpr}
	plan, err := planner.PlanStatement(env, stmts[0].Tree, nil)
	if err != nil {
		return failed(err)
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
		return failed(err)
	}
	return strings.Join(rows, "\n")
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
func (noCatalog) HasSchema(name string) (bool, error)               { return name == "pg_catalog", nil }
func (noCatalog) Attribute(*catalog.Table, string) (planner.Attribute, bool, error) {
	return planner.Attribute{}, false, nil
}
func (noCatalog) Attributes(*catalog.Table, int) ([]planner.Attribute, error) { return nil, nil }
func (noCatalog) Similar(*catalog.Table, string) []string                     { return nil }
func (noCatalog) Allowed(*catalog.Table, string) (bool, error)                { return true, nil }
func (noCatalog) Stats(*catalog.Table) planner.TableStats                     { return planner.TableStats{} }

var _ ast.Expr

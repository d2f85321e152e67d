package expr_test

import (
	"context"
	"testing"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// oneTable is a catalog with the table t: key k, declared columns of several
// types, and the free attribute x, a variant.
type oneTable struct{}

var columnTypes = []catalog.TableColumn{
	{Name: "k", T: types.Of(types.Int8), NotNull: true},
	{Name: "a", T: types.Of(types.Int4)}, {Name: "b", T: types.Of(types.Int8)}, {Name: "f", T: types.Of(types.Float8)},
	{Name: "n", T: types.Of(types.Numeric)}, {Name: "s", T: types.Of(types.Text)}, {Name: "p", T: types.Of(types.Bool)},
}

func (oneTable) Table(schema, name string) (*catalog.Table, error) {
	if name != "t" {
		return nil, nil
	}
	t := &catalog.Table{ID: 20000, Version: 1, Schema: "public", Name: "t", PrimaryKey: []int{0}, PKName: "t_pkey"}
	for i, c := range columnTypes {
		c.AttNum, c.ID = int16(i+1), catalog.AttrID(i)
		t.Columns = append(t.Columns, c)
	}
	return t, nil
}

func (oneTable) View(schema, name string) *catalog.View { return nil }
func (oneTable) Type(string, string) (types.OID, error) { return 0, nil }
func (oneTable) HasSchema(name string) (bool, error)    { return true, nil }
func (oneTable) Attribute(_ *catalog.Table, name string) (planner.Attribute, bool, error) {
	return planner.Attribute{ID: 100, Name: name, T: types.Of(types.Variant)}, name == "x", nil
}
func (oneTable) Attributes(*catalog.Table, int) ([]planner.Attribute, error) { return nil, nil }
func (oneTable) Similar(*catalog.Table, string) []string                     { return nil }
func (oneTable) Allowed(*catalog.Table, string) (bool, error)                { return true, nil }
func (oneTable) Statistics(*catalog.Table) *catalog.TableStatistics          { return nil }

func (oneTable) Stats(*catalog.Table) planner.TableStats { return planner.TableStats{} }

func newContext() *expr.Context {
	return &expr.Context{Context: fn.Context{Context: context.Background(), Format: types.DefaultFormat, TxnTime: time.Now(), StmtTime: time.Now()}}
}

// bind plans SELECT text FROM t and returns the one expression with the names
// of the columns that it reads, in order.
func bind(text string) (expr.Expr, []string, error) {
	sql := "select " + text + " from t"
	stmts, err := parser.Parse(sql)
	if err != nil {
		return nil, nil, err
	}
	c := newContext()
	env := &planner.Env{Catalog: oneTable{}, Text: sql, SearchPath: []string{"pg_catalog", "public"}, Fn: &c.Context, ParseExpr: parser.ParseExpr}
	plan, err := planner.PlanStatement(env, stmts[0].Tree, nil)
	if err != nil {
		return nil, nil, err
	}
	var scan *planner.Scan
	e := expr.Expr(nil)
	switch n := plan.Root.(type) {
	case *planner.Project:
		e, scan = n.Exprs[0], n.Input.(*planner.Scan)
	case *planner.Scan:
		scan = n
		e = &expr.Column{Name: n.Cols[0].Name, T: n.Cols[0].T}
	}
	var names []string
	for _, col := range scan.Cols {
		names = append(names, col.Name)
	}
	return e, names, nil
}

func mustBind(t *testing.T, text string) (expr.Expr, []string) {
	t.Helper()
	e, names, err := bind(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return e, names
}

func show(v datum.Datum, err error) string {
	if err != nil {
		return "!" + string(pgerr.CodeOf(err))
	}
	if v.IsNull() {
		return "NULL"
	}
	return types.TextOf(v, nil) + " :: " + types.TypeName(v.OID)
}

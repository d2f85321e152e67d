package planner_test

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/types"
)

// fakeCatalog is a catalog of tables made from CREATE TABLE statements.
type fakeCatalog struct {
	env    *planner.Env
	tables map[string]*fakeTable
	denied map[string]bool // "table PRIVILEGE"
}

type fakeTable struct {
	t     *catalog.Table
	attrs []planner.Attribute
	stats planner.TableStats
	known *catalog.TableStatistics
}

func (c *fakeCatalog) Table(schema, name string) (*catalog.Table, error) {
	if t := c.tables[schema+"."+name]; t != nil {
		return t.t, nil
	}
	return nil, nil
}

func (c *fakeCatalog) View(schema, name string) *catalog.View {
	if v, ok := sysview.Lookup(schema, name); ok {
		return v
	}
	return nil
}

func (*fakeCatalog) Type(_, _ string) (types.OID, error) { return 0, nil }

func (c *fakeCatalog) HasSchema(name string) (bool, error) {
	return slices.Contains([]string{"public", "pg_catalog", "information_schema", "sparrow"}, name), nil
}

func (c *fakeCatalog) of(t *catalog.Table) *fakeTable {
	if f := c.tables[t.Schema+"."+t.Name]; f != nil {
		return f
	}
	return &fakeTable{t: t}
}

func (c *fakeCatalog) Attribute(t *catalog.Table, name string) (planner.Attribute, bool, error) {
	for _, a := range c.of(t).attrs {
		if a.Name == name {
			return a, true, nil
		}
	}
	return planner.Attribute{}, false, nil
}

func (c *fakeCatalog) Attributes(t *catalog.Table, limit int) ([]planner.Attribute, error) {
	list := c.of(t).attrs
	return list[:min(limit, len(list))], nil
}

func (c *fakeCatalog) Similar(t *catalog.Table, name string) []string {
	var out []string
	for _, a := range c.of(t).attrs {
		out = append(out, a.Name)
	}
	return out
}

func (c *fakeCatalog) Allowed(t *catalog.Table, privilege string) (bool, error) {
	return !c.denied[t.Name+" "+privilege], nil
}

func (c *fakeCatalog) Stats(t *catalog.Table) planner.TableStats { return c.of(t).stats }

func (c *fakeCatalog) Statistics(t *catalog.Table) *catalog.TableStatistics { return c.of(t).known }

// create makes a table of a CREATE TABLE statement.
func (c *fakeCatalog) create(text string, stats planner.TableStats) error {
	stmt, err := parser.ParseOne(text)
	if err != nil {
		return err
	}
	ct := stmt.Tree.(*ast.CreateTable)
	t := &catalog.Table{ID: types.OID(20000 + len(c.tables)), Version: 1, Schema: "public", Name: ct.Name.Object, PKName: ct.Name.Object + "_pkey"}
	var key []string
	for _, con := range ct.Constraints {
		switch con.Kind {
		case ast.ConstraintPrimaryKey:
			key = con.Columns
		case ast.ConstraintCheck:
			t.Checks = append(t.Checks, catalog.TableCheck{Name: con.Name, Expr: cut(text, con.Expr)})
		}
	}
	for i, def := range ct.Columns {
		tt, err := planner.TypeOf(c.env, def.Type)
		if err != nil {
			return err
		}
		col := catalog.TableColumn{Name: def.Name, AttNum: int16(i + 1), T: tt}
		for _, con := range def.Constraints {
			switch con.Kind {
			case ast.ConstraintPrimaryKey:
				key = []string{def.Name}
			case ast.ConstraintNotNull:
				col.NotNull = true
			case ast.ConstraintDefault:
				col.Default = cut(text, con.Expr)
			case ast.ConstraintGenerated:
				col.Generated = cut(text, con.Expr)
			case ast.ConstraintCheck:
				t.Checks = append(t.Checks, catalog.TableCheck{Name: ct.Name.Object + "_" + def.Name + "_check", Expr: cut(text, con.Expr)})
			}
		}
		if !slices.Contains(key, def.Name) {
			col.ID = catalog.AttrID(i + 1)
		}
		t.Columns = append(t.Columns, col)
	}
	for _, k := range key {
		t.PrimaryKey = append(t.PrimaryKey, t.Column(k))
	}
	c.tables["public."+t.Name] = &fakeTable{t: t, stats: stats}
	return planner.CheckTable(c.env, t)
}

// cut takes the text of an expression out of a statement: the longest piece
// from its start that is one.
func cut(text string, e ast.Expr) string {
	start := leftmost(e)
	for end := len(text); end > int(start); end-- {
		if _, err := parser.ParseExpr(text[start:end]); err == nil {
			return text[start:end]
		}
	}
	return ""
}

func leftmost(e ast.Expr) ast.Pos {
	at := e.Pos()
	ast.Walk(e, func(x ast.Expr) bool {
		at = min(at, x.Pos())
		return true
	})
	return at
}

// attributes declares free attributes, one a line: name type, type …
func (c *fakeCatalog) attributes(table, text string) {
	t := c.tables["public."+table]
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, list, _ := strings.Cut(line, " ")
		var seen []types.OID
		for _, n := range strings.Split(list, ",") {
			oid, _ := types.ByName(strings.TrimSpace(n))
			seen = append(seen, oid)
		}
		t.attrs = append(t.attrs, planner.Attribute{ID: catalog.AttrID(100 + len(t.attrs)), Name: name, T: types.Of(catalog.AttrType(seen))})
	}
}

// statistics sets what is known of a table's columns.
func (c *fakeCatalog) statistics(table, text string) error {
	t := c.tables["public."+table]
	t.known = &catalog.TableStatistics{Rows: t.stats.Rows}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		name, rest, _ := strings.Cut(line, " ")
		i := t.t.Column(name)
		s := catalog.ColumnStatistics{Attr: t.t.Columns[i].ID, Key: t.t.KeyPosition(i) + 1}
		value := func(text string) (catalog.StatValue, error) {
			v, err := types.ParseText(t.t.Columns[i].T.OID, text, -1, types.DefaultFormat)
			return catalog.StatValue{Value: v}, err
		}
		for _, f := range strings.Split(rest, ", ") {
			key, arg, _ := strings.Cut(f, "=")
			var err error
			switch key {
			case "null":
				s.NullFrac, err = strconv.ParseFloat(arg, 64)
			case "distinct":
				s.Distinct, err = strconv.ParseFloat(arg, 64)
			case "common":
				for _, pair := range strings.Fields(arg) {
					text, share, _ := strings.Cut(pair, ":")
					v, err := value(text)
					if err != nil {
						return err
					}
					freq, err := strconv.ParseFloat(share, 64)
					if err != nil {
						return err
					}
					s.Common, s.CommonFreq = append(s.Common, v), append(s.CommonFreq, freq)
				}
			case "bounds":
				for _, text := range strings.Fields(arg) {
					v, err := value(text)
					if err != nil {
						return err
					}
					s.Bounds = append(s.Bounds, v)
				}
			}
			if err != nil {
				return err
			}
		}
		t.known.Columns = append(t.known.Columns, s)
	}
	return nil
}

package planner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func mustPlan(t *testing.T, env *planner.Env, text string) *planner.Plan {
	stmt, err := parser.ParseOne(text)
	require.NoError(t, err)
	env.Text = text
	plan, err := planner.PlanStatement(env, stmt.Tree, nil)
	require.NoError(t, err)
	return plan
}

// TestValid changes a table and its dictionary under plans.
func TestValid(t *testing.T) {
	env, c := newFakeEnv()
	require.NoError(t, c.create("create table t (a int4 primary key, b text)", planner.TableStats{}))
	c.attributes("t", "x bigint\ny text")
	table := c.tables["public.t"]
	named := mustPlan(t, env, "select x from t")
	star := mustPlan(t, env, "select * from t")
	insert := mustPlan(t, env, "insert into t (a, fresh) values (1, 2)")
	valid := func(p *planner.Plan) bool {
		ok, err := p.Valid(env)
		require.NoError(t, err)
		return ok
	}
	require.True(t, valid(named) && valid(star) && valid(insert))

	c.attributes("t", "z text")
	require.True(t, valid(named) && valid(star) && valid(insert), "a new attribute elsewhere")

	env.Keep = star
	require.Equal(t, star.Columns, mustPlan(t, env, "select * from t").Columns, "the shape is kept")
	env.Keep = nil
	require.Len(t, mustPlan(t, env, "select * from t").Columns, 5)

	table.attrs[1].T = types.Of(types.Variant)
	require.True(t, valid(named))
	require.False(t, valid(star), "another type of y")

	c.attributes("t", "fresh bigint")
	require.False(t, valid(insert), "the attribute is known now")

	changed := *table.t
	changed.Version++
	table.t = &changed
	require.False(t, valid(named), "another version of the table")
}

// TestCacheable knows literals whose meaning changes.
func TestCacheable(t *testing.T) {
	env, _ := newFakeEnv()
	require.True(t, mustPlan(t, env, "select '2024-01-01'::date").Cacheable)
	require.False(t, mustPlan(t, env, "select 'now'::timestamptz").Cacheable)
}

// TestReadOnly tells plans that write or lock.
func TestReadOnly(t *testing.T) {
	env, c := newFakeEnv()
	require.NoError(t, c.create("create table t (a int4 primary key)", planner.TableStats{}))
	require.True(t, mustPlan(t, env, "select a from t").ReadOnly)
	require.False(t, mustPlan(t, env, "select a from t for share").ReadOnly)
	require.False(t, mustPlan(t, env, "with d as (delete from t returning a) select * from d").ReadOnly)
}

// TestCopyIn plans COPY FROM with and without a column list.
func TestCopyIn(t *testing.T) {
	env, c := newFakeEnv()
	require.NoError(t, c.create("create table t (b text, a int4 primary key, d int4 default 3, g int4 generated always as (a + 1) stored)", planner.TableStats{}))
	table := &ast.Table{Name: ast.Name{Object: "t"}}
	plan, err := planner.PlanCopyIn(env, table, nil)
	require.NoError(t, err)
	n := plan.Root.(*planner.Insert)
	require.Equal(t, []string{"b", "a", "d"}, names(n.Source.(*planner.Feed).Out))
	require.Len(t, n.Generated, 1)
	require.Empty(t, n.Defaults)

	plan, err = planner.PlanCopyIn(env, table, []string{"a", "free"})
	require.NoError(t, err)
	n = plan.Root.(*planner.Insert)
	require.Equal(t, types.Of(types.Text), n.Source.Columns()[1].T)
	require.True(t, n.Targets[1].Free)
	require.Len(t, n.Defaults, 1)

	_, err = planner.PlanCopyIn(env, table, []string{"a", "g"})
	require.Equal(t, pgerr.InvalidColumnReference, pgerr.CodeOf(err))
	_, err = planner.PlanCopyIn(env, table, []string{"a", "a"})
	require.Equal(t, pgerr.DuplicateColumn, pgerr.CodeOf(err))
}

func names(cols []planner.Column) []string {
	var out []string
	for _, c := range cols {
		out = append(out, c.Name)
	}
	return out
}

// TestBindExpr binds expressions that stand alone.
func TestBindExpr(t *testing.T) {
	env, _ := newFakeEnv()
	for _, c := range []struct {
		text string
		to   types.OID
		want string
		code pgerr.Code
	}{
		{text: "1 + 1", to: types.Int8, want: "2"},
		{text: "'x'", want: "x"},
		{text: "'12'", to: types.Int4, want: "12"},
		{text: "'x'", to: types.Int4, code: pgerr.InvalidTextRepresentation},
		{text: "true", to: types.Int4, code: pgerr.DatatypeMismatch},
		{text: "a", to: types.Int4, code: pgerr.FeatureNotSupported},
		{text: "(select 1)", to: types.Int4, code: pgerr.FeatureNotSupported},
		{text: "sum(1)", to: types.Int8, code: pgerr.GroupingError},
		{text: "$1", to: types.Int4, code: pgerr.UndefinedParameter},
	} {
		t.Run(c.text, func(t *testing.T) {
			e, err := parser.ParseExpr(c.text)
			require.NoError(t, err)
			env.Text = c.text
			out, err := planner.BindExpr(env, e, types.Of(c.to), "partition bound")
			if c.code != "" {
				require.Equal(t, c.code, pgerr.CodeOf(err), "%v", err)
				return
			}
			require.NoError(t, err)
			v, err := out.Eval(&expr.Context{Context: *env.Fn}, nil)
			require.NoError(t, err)
			require.Equal(t, c.want, types.TextOf(v, nil))
			if c.to != 0 {
				require.Equal(t, c.to, v.OID)
			}
		})
	}
}

// TestCheckTable refuses bad definitions.
func TestCheckTable(t *testing.T) {
	_, c := newFakeEnv()
	for text, code := range map[string]pgerr.Code{
		"create table x (a int4 primary key, b int4 default 'x')":                                                                                   pgerr.InvalidTextRepresentation,
		"create table x (a int4 primary key, b int4 default true)":                                                                                  pgerr.DatatypeMismatch,
		"create table x (a int4 primary key, b int4 default a)":                                                                                     pgerr.FeatureNotSupported,
		"create table x (a int4 primary key, b int4 check (nope > 1))":                                                                              pgerr.UndefinedColumn,
		"create table x (a int4 primary key, b int4 check (b))":                                                                                     pgerr.DatatypeMismatch,
		"create table x (a int4 primary key, b int4 check (b > (select 1)))":                                                                        pgerr.FeatureNotSupported,
		"create table x (a int4 primary key, b int4 check (sum(b) > 1))":                                                                            pgerr.GroupingError,
		"create table x (a int4 primary key, b int4 generated always as (a * 2) stored, c int4 generated always as (b) stored)":                     pgerr.InvalidObjectDefinition,
		"create table x (a int4 primary key, b timestamptz generated always as (now()) stored)":                                                     pgerr.InvalidObjectDefinition,
		"create table x (a int4 primary key, b int4 default 1 + 1 check (b > 0), c int4 generated always as (a + coalesce(b, 0)) stored, d text[])": "",
	} {
		err := c.create(text, planner.TableStats{})
		if code == "" {
			require.NoError(t, err, text)
		} else {
			require.Equal(t, code, pgerr.CodeOf(err), "%s: %v", text, err)
		}
	}
	require.IsType(t, &catalog.Table{}, c.tables["public.x"].t)
}

package sql

import (
	"context"
	"slices"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// planInto plans the statement of p as the transaction sees the catalog now.
// Keep, if not nil, is an earlier plan whose * must mean what it did.
func (s *Session) planInto(ctx context.Context, p *prepared, keep *planner.Plan) error {
	env, view, err := s.planEnv(ctx, p.script)
	if err != nil {
		return err
	}
	env.Keep = keep
	names := &regRecorder{Regs: env.Fn.Format.Regs}
	format := *env.Fn.Format
	format.Regs, env.Fn.Format = names, &format
	plan, err := planner.PlanStatement(env, p.tree, p.hints)
	if err != nil {
		return err
	}
	p.regs = names.used
	p.plan, p.params, p.columns = plan, plan.Params, wireColumns(plan.Columns)
	p.catalog, p.stars = view.snap.Version(), view.starVersions(plan)
	p.role, p.path, p.ownDDL = s.role, s.value("search_path"), s.tx.cat.Changed()
	return nil
}

// starVersions are the versions of the dictionaries of the tables that a plan
// reads by *.
func (v *catalogView) starVersions(plan *planner.Plan) []uint64 {
	var list []uint64
	for _, d := range plan.Deps.Stars {
		list = append(list, v.dict.TypesVersion(plan.Deps.Tables[d.Table].ID))
	}
	return list
}

// planEnv is what the planner sees: the transaction's snapshot of the catalog.
func (s *Session) planEnv(ctx context.Context, text string) (*planner.Env, *catalogView, error) {
	view, err := s.catalogView(ctx)
	if err != nil {
		return nil, nil, err
	}
	return &planner.Env{
		Catalog: view, Text: text, SearchPath: s.searchPath(view.snap), Database: s.instance.Name,
		UnknownAttributesNull: s.value("unknown_attributes") == "null",
		SelectStarAttributes:  s.intValue("select_star_attributes"),
		Fn:                    s.fnContext(ctx),
		ParseExpr:             func(text string) (ast.Expr, error) { return parser.ParseExpr(text) },
	}, view, nil
}

// planCached plans a statement of a script, or takes the plan of an earlier
// one with the same text.
func (s *Session) planCached(ctx context.Context, st statement) (*prepared, error) {
	if err := s.checkNotFailed(st.tree); err != nil {
		return nil, err
	}
	if _, err := s.storage(ctx); err != nil {
		return nil, err
	}
	key := s.planKey(st.text, simpleHints)
	if p, err := s.cached(ctx, key); p != nil || err != nil {
		return p, err
	}
	p := &prepared{statement: st}
	if err := s.planInto(ctx, p, nil); err != nil {
		return nil, err
	}
	s.keep(key, p)
	return p, nil
}

// stillValid reports whether a plan fits the catalog as it is now. DDL, GRANT and
// another role or search path end only those plans that they change.
func (s *Session) stillValid(ctx context.Context, p *prepared) (bool, *catalogView, error) {
	env, view, err := s.planEnv(ctx, p.script)
	if err != nil {
		return false, view, err
	}
	path := s.value("search_path")
	if p.ownDDL {
		return false, view, nil
	}
	if p.catalog == view.snap.Version() && p.role == s.role && p.path == path {
		ok, err := p.plan.Valid(env)
		return ok, view, err
	}
	ok, err := p.plan.StillMeans(env)
	ok = ok && sameObjects(p.regs, env.Fn.Format.Regs)
	if ok && !s.tx.cat.Changed() {
		p.catalog, p.role, p.path = view.snap.Version(), s.role, path
	}
	return ok, view, err
}

// revalidate plans a prepared statement anew if the catalog has changed under
// it. The shape of its result must not change: the client has been told it.
func (s *Session) revalidate(ctx context.Context, p *prepared) error {
	if p.plan == nil {
		return nil
	}
	if _, err := s.storage(ctx); err != nil {
		return err
	}
	if ok, _, err := s.stillValid(ctx, p); err != nil || ok {
		return err
	}
	fresh := &prepared{statement: p.statement, hints: p.params, plan: p.plan}
	if err := s.planInto(ctx, fresh, p.plan); err != nil {
		return err
	}
	if !sameShape(fresh.columns, p.columns) {
		return pgerr.New(pgerr.FeatureNotSupported, "cached plan must not change result type")
	}
	if !slices.Equal(fresh.params, p.params) {
		return pgerr.New(pgerr.FeatureNotSupported, "cached plan must not change parameter types")
	}
	p.regs = fresh.regs
	p.plan, p.catalog, p.stars, p.role, p.path, p.ownDDL = fresh.plan, fresh.catalog, fresh.stars, fresh.role, fresh.path, fresh.ownDDL
	return nil
}

// sameShape reports whether two results have columns of the same names and
// types; which table they come from does not matter.
func sameShape(a, b []pgwire.Column) bool {
	return (a == nil) == (b == nil) && slices.EqualFunc(a, b, func(x, y pgwire.Column) bool {
		return x.Name == y.Name && x.Type == y.Type
	})
}

// wireColumns describes result columns to the client.
func wireColumns(cols []planner.Column) []pgwire.Column {
	if cols == nil {
		return nil
	}
	out := make([]pgwire.Column, len(cols))
	for i, c := range cols {
		t := c.T
		if t.OID == types.Unknown {
			t = types.Of(types.Text)
		}
		out[i] = pgwire.Column{Name: c.Name, TableOID: c.TableOID, AttNum: c.AttNum, Type: t}
	}
	return out
}

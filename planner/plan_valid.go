package planner

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Valid reports whether the plan still fits the catalog that env sees, of which
// nothing but the dictionaries of attributes has changed: it is false if a free
// attribute that the plan names has other types now. An attribute that the plan
// does not name never matters.
func (p *Plan) Valid(env *Env) (bool, error) {
	tables := make([]*catalog.Table, len(p.Deps.Tables))
	for i, d := range p.Deps.Tables {
		t, err := env.Catalog.Table(d.Schema, d.Name)
		if err != nil {
			return false, err
		}
		if t == nil || t.ID != d.ID || t.Version != d.Version {
			return false, nil
		}
		tables[i] = t
	}
	for _, d := range p.Deps.Attrs {
		a, ok, err := env.Catalog.Attribute(tables[d.Table], d.Name)
		if err != nil {
			return false, err
		}
		if ok == d.Unknown || ok && a.T != d.T {
			return false, nil
		}
	}
	return true, nil
}

// StillMeans reports whether the plan is what planning its statement anew would
// give, after DDL, GRANT or a change of the role or the search path: its names
// stand for the same tables in the same versions, and the role may use them. What
// happened to other tables does not matter.
func (p *Plan) StillMeans(env *Env) (bool, error) {
	b := &binder{env: env}
	tables := make([]*catalog.Table, len(p.Deps.Names))
	for i, d := range p.Deps.Names {
		t, v, err := b.relationNamed(d.Schema, d.Name)
		if err != nil {
			return false, err
		}
		if relationID(t, v) != d.ID {
			return false, nil
		}
		tables[i] = t
	}
	for _, d := range p.Deps.Types {
		id, err := b.userType(d.Schema, d.Name)
		if err != nil || id != d.ID {
			return false, err
		}
		if u := types.UserTypeOf(id); u != nil && u.Info.Type == 'c' && u.Version != d.Version {
			return false, nil
		}
	}
	for _, d := range p.Deps.Privileges {
		ok, err := env.Catalog.Allowed(tables[d.Table], d.Privilege)
		if err != nil || !ok {
			return false, err
		}
	}
	return p.Valid(env)
}

// relationID is the identity of a table or view; 0 if neither is there.
func relationID(t *catalog.Table, v *catalog.View) catalog.TableID {
	switch {
	case t != nil:
		return t.ID
	case v != nil:
		return v.ID
	}
	return 0
}

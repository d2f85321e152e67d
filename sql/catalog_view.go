package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/types"
)

// catalogView is the catalog as one statement sees it. It implements
// planner.Catalog.
type catalogView struct {
	s    *Session
	ctx  context.Context
	snap *catalog.Snapshot
	dict *catalog.DictTx
}

var _ planner.Catalog = (*catalogView)(nil)

// catalogView is the catalog as the running transaction sees it now.
func (s *Session) catalogView(ctx context.Context) (*catalogView, error) {
	if s.tx == nil || s.tx.kv == nil || s.stale {
		if _, err := s.storage(ctx); err != nil {
			return nil, err
		}
	}
	snap, err := s.tx.cat.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return &catalogView{s: s, ctx: ctx, snap: snap, dict: s.tx.cat.Dictionary()}, nil
}

// Table implements planner.Catalog.
func (v *catalogView) Table(schema, name string) (*catalog.Table, error) {
	sc, ok := v.snap.SchemaByName(v.s.instance.ID, v.s.schemaAlias(v.snap, schema))
	if !ok {
		return nil, nil
	}
	t, ok := v.snap.TableByName(sc.ID, name)
	if !ok {
		return nil, nil
	}
	return t, nil
}

// View implements planner.Catalog.
func (v *catalogView) View(schema, name string) *catalog.View {
	if view, ok := sysview.Lookup(schema, name); ok {
		return view
	}
	if sc, ok := v.snap.SchemaByName(v.s.instance.ID, v.s.schemaAlias(v.snap, schema)); ok {
		if q, ok := v.snap.SequenceByName(sc.ID, name); ok {
			return v.s.sequenceView(q)
		}
	}
	return nil
}

// Type implements planner.Catalog.
func (v *catalogView) Type(schema, name string) (types.OID, error) {
	sc, ok := v.snap.SchemaByName(v.s.instance.ID, v.s.schemaAlias(v.snap, schema))
	if !ok {
		return 0, nil
	}
	if id, ok := v.snap.TypeID(sc.ID, name); ok {
		return id, nil
	}
	if t, ok := v.snap.TableByName(sc.ID, name); ok {
		return t.RowType(), nil
	}
	return 0, nil
}

// HasSchema implements planner.Catalog.
func (v *catalogView) HasSchema(name string) (bool, error) {
	if catalog.IsSystemSchema(name) {
		return true, nil
	}
	_, ok := v.snap.SchemaByName(v.s.instance.ID, v.s.schemaAlias(v.snap, name))
	return ok, nil
}

// Attribute implements planner.Catalog.
func (v *catalogView) Attribute(t *catalog.Table, name string) (planner.Attribute, bool, error) {
	a, ok, err := v.dict.Lookup(v.ctx, t.ID, name)
	if err != nil || !ok {
		return planner.Attribute{}, false, err
	}
	return planner.Attribute{ID: a.ID, Name: a.Name, T: types.Of(a.Type())}, true, nil
}

// Attributes implements planner.Catalog.
func (v *catalogView) Attributes(t *catalog.Table, limit int) ([]planner.Attribute, error) {
	list, err := v.dict.List(v.ctx, t.ID, limit)
	if err != nil {
		return nil, err
	}
	out := make([]planner.Attribute, len(list))
	for i, a := range list {
		out[i] = planner.Attribute{ID: a.ID, Name: a.Name, T: types.Of(a.Type())}
	}
	return out, nil
}

// similarLooked bounds the names that a hint is looked for among.
const similarLooked = 1600

// Similar implements planner.Catalog.
func (v *catalogView) Similar(t *catalog.Table, name string) []string {
	list, err := v.dict.List(v.ctx, t.ID, similarLooked)
	if err != nil {
		return nil // only a hint is lost
	}
	var near []string
	for _, a := range list {
		if closeNames(a.Name, name) {
			near = append(near, a.Name)
		}
	}
	return near
}

// Allowed implements planner.Catalog.
func (v *catalogView) Allowed(t *catalog.Table, privilege string) (bool, error) {
	p, ok := catalog.PrivilegeByName(privilege)
	return ok && v.snap.HasPrivilege(v.s.role, catalog.ClassTable, t.ID, p), nil
}

// Stats implements planner.Catalog.
func (v *catalogView) Stats(t *catalog.Table) planner.TableStats {
	parts, err := v.s.engine.store.Partitions(v.ctx, catalog.TableSpan(t))
	if err != nil {
		return planner.TableStats{Partitions: 1} // an estimate is lost, no more
	}
	st := planner.TableStats{Partitions: len(parts)}
	for _, p := range parts {
		st.Rows += float64(max(p.Rows, 0))
		st.RawBytes += float64(max(p.RawBytes, 0))
	}
	return st
}

// Statistics implements planner.Catalog.
func (v *catalogView) Statistics(t *catalog.Table) *catalog.TableStatistics {
	s, err := v.s.engine.catalog.Dictionary().Statistics(v.ctx, t.ID)
	if err != nil {
		return nil // estimates are lost, no more
	}
	return s
}

// closeNames reports whether two names differ by a slip: at most a third of
// the letters, as PostgreSQL's hints ask for.
func closeNames(a, b string) bool {
	if max(len(a), len(b)) > 64 {
		return false
	}
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
		}
		prev = row
	}
	return prev[len(b)] <= min(3, len(b)/2)
}

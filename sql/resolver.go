package sql

import (
	"context"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// resolver implements fn.Resolver over the transaction's view of the catalog.
type resolver struct {
	s   *Session
	ctx context.Context
}

var _ fn.Resolver = resolver{}

// ObjectOID implements fn.Resolver.
func (r resolver) ObjectOID(kind types.OID, name string) (types.OID, error) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return 0, err
	}
	switch kind {
	case types.Regtype:
		return r.typeOID(name)
	case types.Regproc, types.Regprocedure:
		return functionOID(kind, name)
	case types.Regoper, types.Regoperator:
		return operatorOID(kind, name)
	}
	parts, ok := splitQualified(name)
	if !ok {
		return 0, pgerr.New(pgerr.InvalidName, "invalid name syntax")
	}
	last := parts[len(parts)-1]
	switch kind {
	case types.Regrole:
		if role, ok := view.snap.RoleByName(last); ok && len(parts) == 1 {
			return role.ID, nil
		}
		return 0, pgerr.New(pgerr.UndefinedObject, "role %q does not exist", last)
	case types.Regnamespace:
		if id, ok := r.schemaOID(view, last); ok && len(parts) == 1 {
			return id, nil
		}
		return 0, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", last)
	}
	schema := ""
	if len(parts) > 1 {
		schema = parts[len(parts)-2]
	}
	if id, ok, err := r.relationOID(view, schema, last); err != nil || ok {
		return id, err
	}
	return 0, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", strings.Join(parts, "."))
}

// relationOID finds a table, system view or primary key index by name.
func (r resolver) relationOID(view *catalogView, schema, name string) (types.OID, bool, error) {
	path := []string{schema}
	if schema == "" {
		path = r.s.searchPath(view.snap)
	}
	for _, sc := range path {
		t, err := view.Table(sc, name)
		if err != nil {
			return 0, false, err
		}
		if t != nil {
			return t.ID, true, nil
		}
		if v := view.View(sc, name); v != nil {
			return v.ID, true, nil
		}
		if in, ok := view.snap.SchemaByName(r.s.instance.ID, sc); ok {
			if t, ok := view.snap.TypeByName(in.ID, name); ok && t.RelationID != 0 {
				return t.RelationID, true, nil
			}
			for _, t := range view.snap.TablesIn(in.ID) {
				if t.PKName == name && t.PKIndexID != 0 {
					return t.PKIndexID, true, nil
				}
			}
		}
	}
	return 0, false, nil
}

func (r resolver) schemaOID(view *catalogView, name string) (types.OID, bool) {
	if id, ok := sysview.SchemaID(name); ok {
		return id, true
	}
	sc, ok := view.snap.SchemaByName(r.s.instance.ID, r.s.schemaAlias(view.snap, name))
	if !ok {
		return 0, false
	}
	return sc.ID, true
}

func (r resolver) typeOID(name string) (types.OID, error) {
	tn, err := parser.ParseTypeName(name)
	if err != nil {
		return 0, err
	}
	env, _, err := r.s.planEnv(r.ctx, name)
	if err != nil {
		return 0, err
	}
	t, err := planner.TypeOf(env, tn)
	return t.OID, err
}

// functionOID finds a function by name, or by name and argument types.
func functionOID(kind types.OID, name string) (types.OID, error) {
	base, args, signed := strings.Cut(name, "(")
	parts, ok := splitQualified(strings.TrimSpace(base))
	if !ok {
		return 0, pgerr.New(pgerr.InvalidName, "invalid name syntax")
	}
	list := fn.Functions(parts[len(parts)-1])
	if kind == types.Regproc || !signed {
		switch len(list) {
		case 0:
			if id, ok := sysview.ProcOID(parts[len(parts)-1]); ok {
				return id, nil
			}
			return 0, pgerr.New(pgerr.UndefinedFunction, "function %q does not exist", base)
		case 1:
			return list[0].OID, nil
		}
		return 0, pgerr.New(pgerr.AmbiguousFunction, "more than one function named %q", base)
	}
	want := strings.Split(strings.TrimSuffix(args, ")"), ",")
	for _, f := range list {
		if sameArgs(f.Args, want) {
			return f.OID, nil
		}
	}
	return 0, pgerr.New(pgerr.UndefinedFunction, "function %q does not exist", name)
}

func sameArgs(have []types.OID, want []string) bool {
	if len(want) == 1 && strings.TrimSpace(want[0]) == "" {
		want = nil
	}
	if len(have) != len(want) {
		return false
	}
	for i, w := range want {
		if oid, ok := types.ByName(strings.TrimSpace(w)); !ok || oid != have[i] {
			return false
		}
	}
	return true
}

// operatorName is the output of regoper: with the schema where the symbol alone
// could mean another operator.
func operatorName(o *fn.Overload) string {
	if len(fn.Operators(o.Name)) > 1 {
		return "pg_catalog." + o.Name
	}
	return o.Name
}

func operatorOID(kind types.OID, name string) (types.OID, error) {
	symbol, args, signed := strings.Cut(name, "(")
	symbol = strings.TrimSpace(symbol[strings.LastIndexByte(symbol, '.')+1:])
	list := fn.Operators(symbol)
	if kind == types.Regoper || !signed {
		switch len(list) {
		case 0:
			return 0, pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s", symbol)
		case 1:
			return list[0].OID, nil
		}
		return 0, pgerr.New(pgerr.AmbiguousFunction, "more than one operator named %s", symbol)
	}
	words := strings.Split(strings.TrimSuffix(args, ")"), ",")
	if strings.EqualFold(strings.TrimSpace(words[0]), "none") {
		words = words[1:]
	}
	for _, o := range list {
		if sameArgs(o.Args, words) {
			return o.OID, nil
		}
	}
	return 0, pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s", name)
}

// ObjectName implements fn.Resolver.
func (r resolver) ObjectName(kind types.OID, oid types.OID) (string, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return "", false
	}
	switch kind {
	case types.Regtype:
		if types.Lookup(oid) == nil {
			return "", false
		}
		return types.TypeName(oid), true
	case types.Regoper, types.Regoperator:
		if o := fn.OperatorByOID(oid); o != nil {
			if kind == types.Regoper {
				return operatorName(o), true
			}
			return o.OperatorSignature(), true
		}
		return "", false
	case types.Regproc, types.Regprocedure:
		if f := fn.ByOID(oid); f != nil {
			if kind == types.Regproc {
				return quoteIdentifier(f.Name), true
			}
			return quoteIdentifier(f.Name) + signature(f), true
		}
		return sysview.ProcName(oid)
	case types.Regrole:
		if role, ok := view.snap.Role(oid); ok {
			return quoteIdentifier(role.Name), true
		}
		return "", false
	case types.Regnamespace:
		if name, ok := sysview.SchemaName(oid); ok {
			return name, true
		}
		if sc, ok := view.snap.Schema(oid); ok {
			return quoteIdentifier(sc.Name), true
		}
		return "", false
	}
	schema, name, ok := r.relation(view, oid)
	if !ok {
		return "", false
	}
	if found, ok, err := r.relationOID(view, "", name); err == nil && ok && found == oid {
		return quoteIdentifier(name), true
	}
	return quoteIdentifier(schema) + "." + quoteIdentifier(name), true
}

func signature(f *fn.Overload) string {
	args := make([]string, len(f.Args))
	for i, a := range f.Args {
		args[i] = types.FormatType(types.Of(a))
	}
	return "(" + strings.Join(args, ",") + ")"
}

// relation is the schema and name of a table, index or system view.
func (r resolver) relation(view *catalogView, oid types.OID) (schema, name string, ok bool) {
	if v := sysview.ByOID(oid); v != nil {
		return v.Schema, v.Name, true
	}
	if t, ok := view.snap.Table(oid); ok {
		return t.Schema, t.Name, true
	}
	if q, ok := view.snap.Sequence(oid); ok {
		return q.Schema, q.Name, true
	}
	for _, t := range view.snap.Types(r.s.instance.ID) {
		if t.RelationID == oid && oid != 0 {
			return t.Schema, t.Name, true
		}
	}
	if t := r.tableOfIndex(view, oid); t != nil {
		return t.Schema, t.PKName, true
	}
	return "", "", false
}

// tableOfIndex finds the table whose primary key an index OID is.
func (r resolver) tableOfIndex(view *catalogView, oid types.OID) *catalog.Table {
	for _, t := range view.snap.Tables(r.s.instance.ID) {
		if t.PKIndexID == oid && oid != 0 {
			return t
		}
	}
	return nil
}

// splitQualified splits a dotted name into identifiers.
func splitQualified(name string) ([]string, bool) {
	var parts []string
	rest := strings.TrimSpace(name)
	for {
		end := strings.IndexByte(rest, '.')
		if strings.HasPrefix(rest, `"`) {
			close := strings.Index(strings.ReplaceAll(rest[1:], `""`, "\x00\x00"), `"`)
			if close < 0 {
				return nil, false
			}
			end = close + 2
			if end == len(rest) {
				end = -1
			} else if rest[end] != '.' {
				return nil, false
			}
		}
		part := rest
		if end >= 0 {
			part = rest[:end]
		}
		names, ok := splitIdentifiers(part)
		if !ok || len(names) != 1 {
			return nil, false
		}
		parts = append(parts, names[0])
		if end < 0 {
			return parts, true
		}
		rest = rest[end+1:]
	}
}

// regNames implements types.Regs: what casts to and from the reg types ask.
type regNames struct{ s *Session }

// RegOID implements types.Regs.
func (r regNames) RegOID(typ types.OID, name string) (types.OID, error) {
	return resolver{s: r.s, ctx: context.Background()}.ObjectOID(typ, name)
}

// RegName implements types.Regs.
func (r regNames) RegName(typ, oid types.OID) string {
	name, _ := resolver{s: r.s, ctx: context.Background()}.ObjectName(typ, oid)
	return name
}

package sql

import (
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/sysview"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// TableVisible implements fn.Resolver: the relation is found by its bare name.
func (r resolver) TableVisible(oid types.OID) bool {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return false
	}
	_, name, ok := r.relation(view, oid)
	if !ok {
		return false
	}
	found, ok, err := r.relationOID(view, "", name)
	return err == nil && ok && found == oid
}

// ConstraintDef implements fn.Resolver.
func (r resolver) ConstraintDef(oid types.OID, _ bool) (string, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return "", false
	}
	for _, t := range view.snap.Tables(r.s.instance.ID) {
		if sysview.PKConstraintID(t) == oid && len(t.PrimaryKey) > 0 {
			return "PRIMARY KEY (" + strings.Join(keyColumns(t), ", ") + ")", true
		}
		for _, c := range t.Checks {
			if c.ID == oid {
				return "CHECK ((" + c.Expr + "))", true
			}
		}
	}
	return "", false
}

// keyColumns are the quoted names of a table's key columns.
func keyColumns(t *catalog.Table) []string {
	names := make([]string, len(t.PrimaryKey))
	for i, c := range t.PrimaryKey {
		names[i] = quoteIdentifier(t.Columns[c].Name)
	}
	return names
}

// IndexDef implements fn.Resolver: the definition of a primary key's index,
// or the name of one of its columns.
func (r resolver) IndexDef(oid types.OID, column int, _ bool) (string, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return "", false
	}
	t := r.tableOfIndex(view, oid)
	if t == nil {
		return "", false
	}
	cols := keyColumns(t)
	if column > 0 {
		if column > len(cols) {
			return "", true
		}
		return cols[column-1], true
	}
	return "CREATE UNIQUE INDEX " + quoteIdentifier(t.PKName) + " ON " + quoteIdentifier(t.Schema) + "." + quoteIdentifier(t.Name) +
		" USING btree (" + strings.Join(cols, ", ") + ")", true
}

// HasPrivilege implements fn.Resolver: has_table_privilege and its siblings.
// kind is "table", "schema", "database", "role" …; role "" is the current one.
func (r resolver) HasPrivilege(kind, role, object, privilege string) (bool, error) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return false, err
	}
	who := r.s.role
	if role != "" && role != "public" {
		ro, ok := view.snap.RoleByName(role)
		if !ok {
			return false, pgerr.New(pgerr.UndefinedObject, "role %q does not exist", role)
		}
		who = ro.ID
	}
	if err := checkPrivilege(kind, privilege); err != nil {
		return false, err
	}
	class, id := catalog.ClassTable, types.OID(0)
	switch kind {
	case "table", "column", "any_column", "sequence":
		if id, err = r.ObjectOID(types.Regclass, object); err != nil {
			return false, err
		}
		if sysview.ByOID(id) != nil {
			return strings.Contains(strings.ToUpper(privilege), "SELECT"), nil
		}
	case "schema":
		class = catalog.ClassSchema
		var ok bool
		if id, ok = r.schemaOID(view, object); !ok {
			return false, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", object)
		}
		if catalog.IsSystemSchema(object) {
			return strings.Contains(strings.ToUpper(privilege), "USAGE"), nil
		}
	case "database":
		class = catalog.ClassInstance
		in, ok := view.snap.InstanceByName(object)
		if !ok {
			return false, pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", object)
		}
		id = in.ID
	case "role":
		target, ok := view.snap.RoleByName(object)
		if !ok {
			if !strings.HasPrefix(object, "pg_") {
				return false, pgerr.New(pgerr.UndefinedObject, "role %q does not exist", object)
			}
			return r.isSuperuser(view, who), nil
		}
		return r.isSuperuser(view, who) || view.snap.IsMember(who, target.ID), nil
	case "function":
		_, err := r.ObjectOID(types.Regprocedure, object)
		return err == nil, err // PUBLIC may call them
	case "type":
		_, err := r.ObjectOID(types.Regtype, object)
		return err == nil, err // and use these
	default:
		return true, nil
	}
	for word := range strings.SplitSeq(privilege, ",") {
		word = strings.TrimSpace(word)
		p, ok := catalog.PrivilegeByName(strings.TrimSuffix(strings.ToUpper(word), " WITH GRANT OPTION"))
		if !ok {
			return false, pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %q", word)
		}
		if view.snap.HasPrivilege(who, class, id, p) {
			return true, nil
		}
	}
	return false, nil
}

// kindPrivileges are the privileges that there are on objects other than
// tables.
var kindPrivileges = map[string][]string{
	"function": {"EXECUTE"}, "type": {"USAGE"}, "language": {"USAGE"}, "tablespace": {"CREATE"}, "server": {"USAGE"},
	"foreign_data_wrapper": {"USAGE"}, "schema": {"CREATE", "USAGE"}, "database": {"CREATE", "CONNECT", "TEMPORARY", "TEMP"},
	"parameter": {"SET", "ALTER SYSTEM"}, "role": {"USAGE", "MEMBER"},
}

// checkPrivilege refuses a privilege that there is not on objects of a kind
// (22023).
func checkPrivilege(kind, privilege string) error {
	known := kindPrivileges[kind]
	if known == nil {
		return nil
	}
	for word := range strings.SplitSeq(privilege, ",") {
		word = strings.TrimSpace(word)
		plain := strings.TrimSuffix(strings.ToUpper(word), " WITH GRANT OPTION")
		if !slices.Contains(known, strings.TrimSuffix(plain, " WITH ADMIN OPTION")) {
			return pgerr.New(pgerr.InvalidParameterValue, "unrecognized privilege type: %q", word)
		}
	}
	return nil
}

func (r resolver) isSuperuser(view *catalogView, role types.OID) bool {
	ro, ok := view.snap.Role(role)
	return ok && ro.Superuser
}

// ObjDescription implements fn.Resolver: what COMMENT ON said.
func (r resolver) ObjDescription(oid types.OID, class string, column int) (string, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return "", false
	}
	classes := map[string]catalog.Class{"pg_class": catalog.ClassTable, "pg_type": catalog.ClassType, "pg_database": catalog.ClassInstance, "pg_namespace": catalog.ClassSchema, "pg_authid": catalog.ClassRole, "pg_constraint": catalog.ClassConstraint}
	if v := sysview.ByOID(oid); v != nil && (class == "" || class == "pg_class") {
		if column == 0 {
			return v.Comment, v.Comment != ""
		}
		if column <= len(v.Columns) {
			return v.Columns[column-1].Comment, v.Columns[column-1].Comment != ""
		}
		return "", false
	}
	if class != "" {
		c, ok := classes[class]
		if !ok {
			return "", false
		}
		return view.snap.Comment(catalog.ObjectID{Class: c, ID: oid, Sub: int32(column)})
	}
	for _, c := range classes {
		if text, ok := view.snap.Comment(catalog.ObjectID{Class: c, ID: oid, Sub: int32(column)}); ok {
			return text, true
		}
	}
	return "", false
}

// RelationSize implements fn.Resolver: compressed bytes of a table.
func (r resolver) RelationSize(oid types.OID) (int64, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return 0, false
	}
	t, ok := view.snap.Table(oid)
	if !ok {
		_, _, ok := r.relation(view, oid)
		return 0, ok
	}
	return r.tableSize(t), true
}

func (r resolver) tableSize(t *catalog.Table) int64 {
	parts, err := r.s.engine.store.Partitions(r.ctx, catalog.TableSpan(t))
	if err != nil {
		return 0
	}
	var n int64
	for _, p := range parts {
		n += max(p.CompressedBytes, 0)
	}
	return n
}

// DatabaseSize implements fn.Resolver: compressed bytes of an instance's tables.
func (r resolver) DatabaseSize(name string) (int64, bool) {
	view, err := r.s.catalogView(r.ctx)
	if err != nil {
		return 0, false
	}
	in, ok := view.snap.InstanceByName(name)
	if !ok {
		return 0, false
	}
	var n int64
	for _, t := range view.snap.Tables(in.ID) {
		n += r.tableSize(t)
	}
	return n, true
}

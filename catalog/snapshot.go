package catalog

import (
	"strings"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
	"github.com/tidwall/btree"
)

// Snapshot is an immutable state of all descriptors: that of one commit, or
// (from Tx.Snapshot) that with a transaction's own changes. It is safe for
// concurrent use. What it hands out is shared and must not be changed.
type Snapshot struct {
	version uint64
	ts      kv.TS

	mu            sync.Mutex // held while clone copies the trees
	instances     btree.Map[types.OID, *Instance]
	schemas       btree.Map[types.OID, *Schema]
	tables        btree.Map[types.OID, *Table]
	sequences     btree.Map[types.OID, *Sequence]
	types         btree.Map[types.OID, *Type]
	roles         btree.Map[types.OID, *Role]
	instanceNames btree.Map[string, types.OID]
	schemaNames   btree.Map[string, types.OID] // by scoped
	tableNames    btree.Map[string, types.OID] // by scoped
	roleNames     btree.Map[string, types.OID]
	typeNames     btree.Map[string, types.OID] // by scoped
	acls          btree.Map[string, ACL]
	comments      btree.Map[string, string]
	settings      btree.Map[string, Setting]
	limitChanges  btree.Map[string, LimitChange]
	erasures      btree.Map[types.OID, erasure]
}

// Version grows with every published commit; a transaction's own changes make
// versions of their own. Two snapshots of equal version are equal.
func (s *Snapshot) Version() uint64 { return s.version }

// TS is the commit that the snapshot shows; own changes do not count.
func (s *Snapshot) TS() kv.TS { return s.ts }

// Instance finds an instance by OID.
func (s *Snapshot) Instance(id types.OID) (*Instance, bool) { return s.instances.Get(id) }

// InstanceByName finds an instance by name.
func (s *Snapshot) InstanceByName(name string) (*Instance, bool) {
	id, ok := s.instanceNames.Get(name)
	if !ok {
		return nil, false
	}
	return s.instances.Get(id)
}

// Instances lists the instances by OID.
func (s *Snapshot) Instances() []*Instance { return s.instances.Values() }

// Schema finds a schema by OID.
func (s *Snapshot) Schema(id types.OID) (*Schema, bool) { return s.schemas.Get(id) }

// SchemaByName finds a schema of an instance by name.
func (s *Snapshot) SchemaByName(instance types.OID, name string) (*Schema, bool) {
	id, ok := s.schemaNames.Get(scoped(instance, name))
	if !ok {
		return nil, false
	}
	return s.schemas.Get(id)
}

// Schemas lists the schemas of an instance by name. System schemas
// (sparrow, pg_catalog, information_schema) are not among them.
func (s *Snapshot) Schemas(instance types.OID) []*Schema {
	var list []*Schema
	prefix := scoped(instance, "")
	s.schemaNames.Ascend(prefix, func(name string, id types.OID) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		if sc, ok := s.schemas.Get(id); ok {
			list = append(list, sc)
		}
		return true
	})
	return list
}

// Table finds a table by OID.
func (s *Snapshot) Table(id types.OID) (*Table, bool) { return s.tables.Get(id) }

// TableByName finds a table in a schema.
func (s *Snapshot) TableByName(schema types.OID, name string) (*Table, bool) {
	id, ok := s.tableNames.Get(scoped(schema, name))
	if !ok {
		return nil, false
	}
	return s.tables.Get(id)
}

// ResolveTable finds a table as SQL names it: in schema, or if that is "" in
// the first schema of path that has it. The caller has expanded "$user" and
// put the session's temporary schema in front; names without a schema of
// users' tables (system schemas) are passed over.
func (s *Snapshot) ResolveTable(instance types.OID, path []string, schema, name string) (*Table, bool) {
	if schema != "" {
		path = []string{schema}
	}
	for _, p := range path {
		if sc, ok := s.SchemaByName(instance, p); ok {
			if t, ok := s.TableByName(sc.ID, name); ok {
				return t, true
			}
		}
	}
	return nil, false
}

// Tables lists the tables of an instance by schema and name, temporary ones
// of all sessions included.
func (s *Snapshot) Tables(instance types.OID) []*Table {
	var list []*Table
	for _, sc := range s.Schemas(instance) {
		list = append(list, s.TablesIn(sc.ID)...)
	}
	return list
}

// TablesIn lists the tables of a schema by name.
func (s *Snapshot) TablesIn(schema types.OID) []*Table {
	var list []*Table
	prefix := scoped(schema, "")
	s.tableNames.Ascend(prefix, func(name string, id types.OID) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		if t, ok := s.tables.Get(id); ok {
			list = append(list, t)
		}
		return true
	})
	return list
}

// Role finds a role by OID.
func (s *Snapshot) Role(id types.OID) (*Role, bool) { return s.roles.Get(id) }

// RoleByName finds a role by name.
func (s *Snapshot) RoleByName(name string) (*Role, bool) {
	id, ok := s.roleNames.Get(name)
	if !ok {
		return nil, false
	}
	return s.roles.Get(id)
}

// RoleName returns the name of a role, or its OID as text if there is none.
func (s *Snapshot) RoleName(id types.OID) string {
	if r, ok := s.roles.Get(id); ok {
		return r.Name
	}
	return oidText(id)
}

// Roles lists the roles by OID.
func (s *Snapshot) Roles() []*Role { return s.roles.Values() }

// Comment returns the comment on an object.
func (s *Snapshot) Comment(o ObjectID) (string, bool) {
	return s.comments.Get(string(commentKey(o)))
}

// Setting returns a cluster setting that ALTER SYSTEM SET stored.
func (s *Snapshot) Setting(name string) (string, bool) {
	v, ok := s.settings.Get(string(nameKey(keySetting, name)))
	return v.Value, ok
}

// Settings lists the cluster's stored settings by name.
func (s *Snapshot) Settings() []Setting { return s.settingsIn(catalogKey(keySetting)) }

// RoleSettings lists the settings stored for exactly this instance and role
// (0: any) by name. A session applies, weakest first: (0, 0)… of the
// cluster, (instance, 0), (0, role), (instance, role).
func (s *Snapshot) RoleSettings(instance, role types.OID) []Setting {
	return s.settingsIn(catalogKey(keyRoleSetting, instance, role))
}

func (s *Snapshot) settingsIn(prefix []byte) []Setting {
	var list []Setting
	s.settings.Ascend(string(prefix), func(key string, v Setting) bool {
		if !strings.HasPrefix(key, string(prefix)) {
			return false
		}
		list = append(list, v)
		return true
	})
	return list
}

// LimitChanges lists the recorded changes of limits, oldest first.
func (s *Snapshot) LimitChanges() []LimitChange { return s.limitChanges.Values() }

// clone returns a copy that shares all nodes with s until one of both changes.
func (s *Snapshot) clone() *Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &Snapshot{
		version:       s.version,
		ts:            s.ts,
		instances:     *s.instances.Copy(),
		schemas:       *s.schemas.Copy(),
		tables:        *s.tables.Copy(),
		sequences:     *s.sequences.Copy(),
		types:         *s.types.Copy(),
		roles:         *s.roles.Copy(),
		instanceNames: *s.instanceNames.Copy(),
		schemaNames:   *s.schemaNames.Copy(),
		tableNames:    *s.tableNames.Copy(),
		roleNames:     *s.roleNames.Copy(),
		typeNames:     *s.typeNames.Copy(),
		acls:          *s.acls.Copy(),
		comments:      *s.comments.Copy(),
		settings:      *s.settings.Copy(),
		limitChanges:  *s.limitChanges.Copy(),
		erasures:      *s.erasures.Copy(),
	}
}

package sql

import (
	"fmt"
	"slices"

	"github.com/sparrowdb/sparrow/catalog"
)

// searchPath lists the schemas that unqualified names are looked for in:
// those of the setting that exist, behind the temporary schema and pg_catalog
// unless the setting names these.
func (s *Session) searchPath(snap *catalog.Snapshot) []string {
	if s.path != nil && s.pathVersion == snap.Version() {
		return s.path
	}
	named, _ := splitIdentifiers(s.value("search_path"))
	path := []string{}
	for _, n := range named {
		if n == "$user" {
			// design.md section 7: it never means the system schema, though a
			// role may have its name.
			if n = snap.RoleName(s.role); catalog.IsSystemSchema(n) {
				continue
			}
		}
		n = s.schemaAlias(snap, n)
		_, ok := snap.SchemaByName(s.instance.ID, n)
		if (ok || catalog.IsSystemSchema(n)) && !slices.Contains(path, n) {
			path = append(path, n)
		}
	}
	if !slices.Contains(path, "pg_catalog") {
		path = slices.Insert(path, 0, "pg_catalog")
	}
	if temp := s.tempSchema(); !slices.Contains(path, temp) {
		if _, ok := snap.SchemaByName(s.instance.ID, temp); ok {
			path = slices.Insert(path, 0, temp)
		}
	}
	s.path, s.pathVersion = path, snap.Version()
	return path
}

// tempSchema is the name of the session's schema of temporary tables.
func (s *Session) tempSchema() string { return fmt.Sprintf("pg_temp_%d", uint32(s.start.PID)) }

// schemaAlias resolves pg_temp.
func (s *Session) schemaAlias(_ *catalog.Snapshot, name string) string {
	if name == "pg_temp" {
		return s.tempSchema()
	}
	return name
}

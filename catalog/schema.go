package catalog

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Schema is the immutable descriptor of a schema.
type Schema struct {
	ID         types.OID
	InstanceID types.OID
	Name       string
	OwnerID    types.OID
	// Temporary marks a session's schema for temporary tables; it goes with
	// the session, at the latest when the server starts again.
	Temporary bool
}

// TempSchemaPrefix begins the names of the sessions' temporary schemas, as
// in PostgreSQL.
const TempSchemaPrefix = "pg_temp_"

// TempSchemaName is the name of the temporary schema of a session.
func TempSchemaName(session uint32) string { return TempSchemaPrefix + oidText(types.OID(session)) }

// IsSystemSchema reports whether name belongs to the server: its contents
// are views made by the server, and users can create nothing there.
func IsSystemSchema(name string) bool {
	return name == "sparrow" || name == "information_schema" || strings.HasPrefix(name, "pg_")
}

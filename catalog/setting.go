package catalog

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Setting is a stored setting: of the cluster (ALTER SYSTEM SET), or of a
// role and instance (ALTER ROLE … [IN DATABASE …] SET, ALTER DATABASE … SET),
// where 0 stands for any.
type Setting struct {
	InstanceID types.OID
	RoleID     types.OID
	Name       string
	Value      string
}

// LimitChange records one ALTER SYSTEM SET of a limit.
type LimitChange struct {
	At        time.Time
	Name      string // without the leading "limit."
	OldValue  string
	NewValue  string
	ChangedBy string // the role's name
}

package catalog

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Instance is the immutable descriptor of an instance, PostgreSQL's database.
type Instance struct {
	ID        types.OID
	Name      string
	OwnerID   types.OID
	ConnLimit int // sessions at once; -1 is no limit
	// NoConnections refuses sessions (ALLOW_CONNECTIONS false).
	NoConnections bool
	CreatedAt     time.Time
}

// Well-known names and OIDs of a fresh server. Roles and instances count from
// PostgreSQL's own OIDs so that tools that know those find them.
const (
	SuperuserName           = "sparrow"
	SuperuserID   types.OID = 10

	DefaultInstance               = "sparrow"
	DefaultInstanceID   types.OID = 12
	MaintenanceInstance           = "postgres"
	// MaintenanceInstanceID is the instance that tools connect to in order to
	// create others; it does not count against instances_per_account.
	MaintenanceInstanceID types.OID = 5

	PublicSchema = "public"

	// FirstOID is the lowest OID that is allocated for users' objects, as in
	// PostgreSQL (FirstNormalObjectId).
	FirstOID types.OID = 16384
)

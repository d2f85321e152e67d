package catalog

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// TableID is the identity of a table: its OID as clients see it.
type TableID = types.OID

// AttrID is the small id that stands for an attribute's name in stored rows.
// Declared and free attributes of a table share one id space; 0 is none.
type AttrID uint32

// Table is the immutable descriptor of a table. A change makes a new one with
// a higher Version.
type Table struct {
	ID      TableID
	Version uint64
	// StorageID is in the keys of the rows; 0 stands for ID. TRUNCATE gives a
	// table fresh storage. Read it with Storage.
	StorageID  types.OID
	InstanceID types.OID
	SchemaID   types.OID
	Schema     string
	Name       string
	OwnerID    types.OID
	TypeOID    types.OID // composite type of its rows
	// Columns are the declared columns, in order: key columns and declared attributes.
	// Dropped ones stay, marked, so that attribute numbers never change.
	Columns []TableColumn
	// PrimaryKey lists indexes into Columns, in key order. Empty: implicit hidden key.
	PrimaryKey []int
	PKName     string // name of the constraint, "t_pkey"
	PKIndexID  types.OID
	Checks     []TableCheck
	Options    TableOptions
	Temporary  bool
	OnCommit   OnCommit
	CreatedAt  time.Time
}

// OnCommit is what happens to a temporary table when a transaction of its session
// commits.
type OnCommit string

// What may happen at a commit.
const (
	OnCommitPreserve OnCommit = ""
	OnCommitDelete   OnCommit = "delete"
	OnCommitDrop     OnCommit = "drop"
)

// TableColumn is a declared column.
type TableColumn struct {
	Name      string
	ID        AttrID // id in stored rows; 0 for key columns, which live in the key
	AttNum    int16  // as PostgreSQL's pg_attribute.attnum
	T         types.T
	Domain    types.OID // of the type's values, or 0: T is its base type
	NotNull   bool
	Default   string // SQL text of the default expression, "" if none
	Generated string // SQL text of GENERATED ALWAYS AS (…) STORED
	Identity  string // "", "a" (always) or "d" (by default)
	Dropped   bool
}

// TableCheck is a CHECK constraint.
type TableCheck struct {
	ID   types.OID
	Name string
	Expr string // SQL text
}

// TableOptions are the storage options of WITH (…).
type TableOptions struct {
	TTL                             time.Duration // 0 = never
	MaxVersions                     int           // 1 by default
	Buckets                         int           // 0 = none
	BucketBy                        string
	ReservedReadCU, ReservedWriteCU int
	ThroughputMode                  string // "elastic" or "reserved"
	BurstSeconds                    int
	Partitions                      int   // asked for at CREATE TABLE
	PartitionSplitBytes             int64 // 0: the cluster's setting
	PartitionSplitCU                int64
	Retention
	Other map[string]string // accepted PostgreSQL storage options, kept as given
}

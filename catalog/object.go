package catalog

import "github.com/sparrowdb/sparrow/sql/types"

// Class says what kind of thing an object is: the OID of the pg_catalog table
// that lists such things, as PostgreSQL's pg_description.classoid.
type Class = types.OID

// The classes that have grants or comments.
const (
	ClassAttribute  Class = 1249 // pg_attribute, for comments: pg_class with a column number
	ClassType       Class = 1247 // pg_type
	ClassTable      Class = 1259 // pg_class
	ClassRole       Class = 1260 // pg_authid
	ClassInstance   Class = 1262 // pg_database
	ClassConstraint Class = 2606 // pg_constraint
	ClassSchema     Class = 2615 // pg_namespace
)

// ObjectID names an object; Sub is a column's attnum, or 0.
type ObjectID struct {
	Class Class
	ID    types.OID
	Sub   int32
}

package catalog

import (
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Role is the immutable descriptor of a role.
type Role struct {
	ID         types.OID
	Name       string
	Superuser  bool
	Login      bool
	CreateDB   bool
	CreateRole bool
	Inherit    bool
	ConnLimit  int        // sessions at once; -1 is no limit
	ValidUntil *time.Time // end of the password's validity; nil is none
	// Verifier is the SCRAM-SHA-256 verifier of the password in PostgreSQL's
	// text form, "" if the role has no password.
	Verifier string
	// MemberOf are the roles whose privileges this one may use, directly.
	MemberOf []Membership
}

// Membership says that a role is a member of another.
type Membership struct {
	RoleID  types.OID
	Admin   bool      // WITH ADMIN OPTION
	Grantor types.OID // who granted it
}

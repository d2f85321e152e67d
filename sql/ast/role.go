package ast

// RoleKind tells a role's name from the words that stand for one.
type RoleKind uint8

// The kinds of role specifications.
const (
	RoleNamed RoleKind = iota
	RoleCurrentRole
	RoleCurrentUser
	RoleSessionUser
	RolePublic
)

// RoleSpec is a role, by name or by what it is to the session.
type RoleSpec struct {
	Loc
	Kind RoleKind
	Name string
}

// CreateRole is CREATE ROLE, USER or GROUP. Options are named superuser,
// createdb, createrole, inherit, login, replication, bypassrls (with the word
// true or false), password (a string, or the word null), valid_until,
// connection_limit, in_role, role, admin, sysid.
type CreateRole struct {
	Loc
	Kind    string // ROLE, USER or GROUP
	Name    string
	Options []Option
}

// AlterRole is ALTER ROLE, USER or GROUP: with options, RENAME TO (Rename), or
// SET and RESET (Set, perhaps in one Database). ALL has All.
type AlterRole struct {
	Loc
	Role     RoleSpec
	All      bool
	Options  []Option
	Rename   string
	Set      *Set
	Database string
	Add      bool // ALTER GROUP … ADD USER Members
	Drop     bool
	Members  []RoleSpec
}

// DropRole is DROP ROLE, USER or GROUP.
type DropRole struct {
	Loc
	Roles    []RoleSpec
	IfExists bool
}

// Privilege is one privilege of GRANT, in upper case, with its columns.
type Privilege struct {
	Loc
	Name    string // SELECT, …; ALL
	Columns []string
}

// Grant is GRANT or REVOKE of privileges on objects.
type Grant struct {
	Loc
	Revoke      bool
	OptionFor   bool // REVOKE GRANT OPTION FOR
	Privileges  []Privilege
	Kind        ObjectKind
	Names       []Name   // objects, or schemas with AllInSchema
	AllInSchema bool     // ON ALL … IN SCHEMA
	Args        []string // text of the argument lists, of functions
	Grantees    []RoleSpec
	GrantOption bool
	GrantedBy   *RoleSpec
	Cascade     bool
}

// GrantRole is GRANT or REVOKE of roles.
type GrantRole struct {
	Loc
	Revoke      bool
	AdminFor    bool // REVOKE ADMIN OPTION FOR
	Roles       []Ident
	Grantees    []RoleSpec
	AdminOption bool
	GrantedBy   *RoleSpec
	Cascade     bool
}

// AlterDefaultPrivileges is ALTER DEFAULT PRIVILEGES; of Grant, Kind and
// Privileges count, Names are empty.
type AlterDefaultPrivileges struct {
	Loc
	ForRoles []RoleSpec
	Schemas  []string
	Grant    Grant
}

// ReassignOwned is REASSIGN OWNED BY roles TO role.
type ReassignOwned struct {
	Loc
	From []RoleSpec
	To   RoleSpec
}

// DropOwned is DROP OWNED BY.
type DropOwned struct {
	Loc
	Roles   []RoleSpec
	Cascade bool
}

func (*CreateRole) statement()             {}
func (*AlterRole) statement()              {}
func (*DropRole) statement()               {}
func (*Grant) statement()                  {}
func (*GrantRole) statement()              {}
func (*AlterDefaultPrivileges) statement() {}
func (*ReassignOwned) statement()          {}
func (*DropOwned) statement()              {}

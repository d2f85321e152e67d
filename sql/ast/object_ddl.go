package ast

// CreateView is CREATE VIEW.
type CreateView struct {
	Loc
	Name        Name
	OrReplace   bool
	Persistence Persistence
	Recursive   bool
	Columns     []string
	Options     []Option
	Query       *Query
	CheckOption string // LOCAL, CASCADED or empty
}

// CreateSequence is CREATE SEQUENCE. Options are named as, increment, minvalue,
// maxvalue, start, restart, cache, cycle, owned_by; NO MINVALUE is minvalue
// without values, NO CYCLE is cycle with the word false.
type CreateSequence struct {
	Loc
	Name        Name
	Persistence Persistence
	IfNotExists bool
	Options     []Option
}

// CreateSchema is CREATE SCHEMA; Name may be empty with AUTHORIZATION.
type CreateSchema struct {
	Loc
	Name        string
	Owner       *RoleSpec
	IfNotExists bool
	Elements    []Statement
}

// CreateDatabase is CREATE DATABASE; a Sparrow instance.
type CreateDatabase struct {
	Loc
	Name    string
	Options []Option
}

// AlterDatabase is ALTER DATABASE with options, RENAME TO or OWNER TO (Action),
// or SET and RESET (Set).
type AlterDatabase struct {
	Loc
	Name    string
	Options []Option
	Action  AlterAction // RenameTo, OwnerTo, SetTablespace
	Set     *Set
}

// DropDatabase is DROP DATABASE.
type DropDatabase struct {
	Loc
	Name     string
	IfExists bool
	Force    bool
}

// AlterSchema is ALTER SCHEMA … RENAME TO or OWNER TO.
type AlterSchema struct {
	Loc
	Name   string
	Action AlterAction
}

// CreateType is CREATE TYPE … AS ENUM (Labels) or AS (Attributes).
type CreateType struct {
	Loc
	Name       Name
	Enum       bool
	Labels     []string
	Attributes []ColumnDef
}

// AlterEnum is ALTER TYPE … ADD VALUE, or RENAME VALUE old TO new.
type AlterEnum struct {
	Loc
	Name        Name
	Rename      bool
	Old, New    string
	IfNotExists bool
	Placed      bool // BEFORE (Before) or AFTER Neighbour
	Before      bool
	Neighbour   string
}

// CreateDomain is CREATE DOMAIN.
type CreateDomain struct {
	Loc
	Name        Name
	Type        *TypeName
	Collation   *Name
	Constraints []Constraint
}

// Comment is COMMENT ON. For a column or constraint, Sub is its name and Name
// the table's. Text is nil for IS NULL.
type Comment struct {
	Loc
	Kind ObjectKind
	Name Name
	Sub  string
	Text *string
}

// SecurityLabel is SECURITY LABEL ON.
type SecurityLabel struct {
	Loc
	Provider string
	Kind     ObjectKind
	Name     Name
	Sub      string
	Text     *string
}

// Refresh is REFRESH MATERIALIZED VIEW.
type Refresh struct {
	Loc
	Name         Name
	Concurrently bool
	NoData       bool
}

// Unsupported is a statement that PostgreSQL knows and Sparrow does not
// execute. Tag names it, as in a command tag: "CREATE TRIGGER". Hint, if any,
// says what there is instead.
type Unsupported struct {
	Loc
	Tag, Hint string
}

func (*CreateView) statement()     {}
func (*CreateSequence) statement() {}
func (*CreateSchema) statement()   {}
func (*CreateDatabase) statement() {}
func (*AlterDatabase) statement()  {}
func (*DropDatabase) statement()   {}
func (*AlterSchema) statement()    {}
func (*CreateType) statement()     {}
func (*AlterEnum) statement()      {}
func (*CreateDomain) statement()   {}
func (*Comment) statement()        {}
func (*SecurityLabel) statement()  {}
func (*Refresh) statement()        {}
func (*Unsupported) statement()    {}

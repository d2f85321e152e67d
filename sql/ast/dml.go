package ast

// InsertColumn is a column of INSERT's list, perhaps with subscripts or fields.
// In an UPDATE the same names a target.
type InsertColumn struct {
	Loc
	Name  string
	Steps []TargetStep
}

// TargetStep is one .field or [index] after a target column; Field is empty
// for an index.
type TargetStep struct {
	Field string
	Index Index
}

// Overriding is INSERT's OVERRIDING clause.
type Overriding uint8

// The OVERRIDING clauses.
const (
	OverridingNone Overriding = iota
	OverridingSystem
	OverridingUser
)

// Insert is INSERT INTO. Source is nil for DEFAULT VALUES.
type Insert struct {
	Loc
	With       *With
	Table      *Table
	Columns    []InsertColumn
	Overriding Overriding
	Source     *Query // Values hold Default where DEFAULT was written
	OnConflict *OnConflict
	Returning  []Target
}

// ConflictItem is one item of ON CONFLICT (…).
type ConflictItem struct {
	Loc
	Expr      Expr // a ColumnRef for a plain column
	Collation *Name
	OpClass   *Name
}

// OnConflict is ON CONFLICT …; without Update and Replace it is DO NOTHING.
type OnConflict struct {
	Loc
	PrimaryKey  bool           // the target is the primary key, whatever that is
	Replace     bool           // the proposed row takes the place of the old one: REPLACE
	Target      []ConflictItem // (a, b)
	TargetWhere Expr
	Constraint  string // ON CONSTRAINT name
	Update      bool
	Set         []SetClause
	Where       Expr
}

// SetClause is one assignment of UPDATE: one target and its Value, or several
// targets, (a, b) = value, where Value is a Row, a Subquery or another
// expression that gives a row.
type SetClause struct {
	Loc
	Targets []InsertColumn
	Multi   bool
	Value   Expr
}

// Update is UPDATE.
type Update struct {
	Loc
	With      *With
	Table     *Table
	Set       []SetClause
	From      []TableRef
	Where     Expr
	Returning []Target
}

// Delete is DELETE FROM.
type Delete struct {
	Loc
	With      *With
	Table     *Table
	Using     []TableRef
	Where     Expr
	Returning []Target
}

// MergeAction is what a WHEN clause of MERGE does.
type MergeAction uint8

// MERGE's actions.
const (
	MergeNothing MergeAction = iota
	MergeInsert
	MergeUpdate
	MergeDelete
)

// MergeWhen is WHEN [NOT] MATCHED [AND cond] THEN action.
type MergeWhen struct {
	Loc
	Matched    bool
	Cond       Expr
	Action     MergeAction
	Columns    []InsertColumn
	Overriding Overriding
	Values     []Expr // of INSERT; nil for DEFAULT VALUES
	Set        []SetClause
}

// Merge is MERGE INTO.
type Merge struct {
	Loc
	With   *With
	Table  *Table
	Source TableRef
	On     Expr
	Whens  []MergeWhen
}

func (*Insert) statement() {}
func (*Update) statement() {}
func (*Delete) statement() {}
func (*Merge) statement()  {}

package ast

// AlterTable is ALTER TABLE, and ALTER INDEX, VIEW, SEQUENCE, MATERIALIZED VIEW
// or FOREIGN TABLE with the actions that they share; Kind tells which.
type AlterTable struct {
	Loc
	Kind     ObjectKind
	Table    *Table
	IfExists bool
	Actions  []AlterAction
}

// AlterAction is one action of ALTER TABLE.
type AlterAction interface {
	Node
	alterAction()
}

// AddColumn is ADD [COLUMN].
type AddColumn struct {
	Loc
	IfNotExists bool
	Column      ColumnDef
}

// DropColumn is DROP [COLUMN].
type DropColumn struct {
	Loc
	Name     string
	IfExists bool
	Cascade  bool
}

// AlterColumnType is ALTER column TYPE.
type AlterColumnType struct {
	Loc
	Column    string
	Type      *TypeName
	Collation *Name
	Using     Expr
}

// AlterColumnDefault is ALTER column SET DEFAULT, or DROP DEFAULT without Expr.
type AlterColumnDefault struct {
	Loc
	Column string
	Expr   Expr
	Text   string // of Expr, as written
}

// AlterColumnNotNull is ALTER column SET NOT NULL, or DROP NOT NULL with Drop.
type AlterColumnNotNull struct {
	Loc
	Column string
	Drop   bool
}

// AlterColumnOther is another ALTER column action: Action is its key words in
// upper case (SET STORAGE, SET STATISTICS, ADD GENERATED, DROP IDENTITY …).
type AlterColumnOther struct {
	Loc
	Column   string // empty when given by Number
	Number   int
	Action   string
	IfExists bool
	Always   bool
	Values   []Option
}

// AddConstraint is ADD CONSTRAINT or a nameless table constraint.
type AddConstraint struct {
	Loc
	Constraint Constraint
}

// DropConstraint is DROP CONSTRAINT.
type DropConstraint struct {
	Loc
	Name     string
	IfExists bool
	Cascade  bool
}

// ValidateConstraint is VALIDATE CONSTRAINT.
type ValidateConstraint struct {
	Loc
	Name string
}

// AlterConstraint is ALTER CONSTRAINT name [NOT] DEFERRABLE ….
type AlterConstraint struct {
	Loc
	Name              string
	Deferrable        bool
	InitiallyDeferred bool
}

// RenameTo is RENAME TO, of the object itself.
type RenameTo struct {
	Loc
	Name string
}

// RenameColumn is RENAME [COLUMN] old TO new.
type RenameColumn struct {
	Loc
	Old, New string
}

// RenameConstraint is RENAME CONSTRAINT old TO new.
type RenameConstraint struct {
	Loc
	Old, New string
}

// OwnerTo is OWNER TO.
type OwnerTo struct {
	Loc
	Owner RoleSpec
}

// SetSchema is SET SCHEMA.
type SetSchema struct {
	Loc
	Schema string
}

// SetOptions is SET (…), or RESET (…) with Reset.
type SetOptions struct {
	Loc
	Reset   bool
	Options []Option
}

// RowSecurity is ENABLE, DISABLE, FORCE or NO FORCE ROW LEVEL SECURITY; Action
// is those first words.
type RowSecurity struct {
	Loc
	Action string
}

// EnableTrigger is ENABLE or DISABLE [ALWAYS | REPLICA] TRIGGER or RULE.
type EnableTrigger struct {
	Loc
	Disable bool
	Rule    bool
	Name    string // empty with All or User
	All     bool
	User    bool
	When    string // ALWAYS, REPLICA or empty
}

// AttachPartition is ATTACH PARTITION name bound; of an index without a bound.
type AttachPartition struct {
	Loc
	Name  Name
	Bound *PartitionBound
}

// DetachPartition is DETACH PARTITION.
type DetachPartition struct {
	Loc
	Name                   Name
	Concurrently, Finalize bool
}

// Inherit is INHERIT, or NO INHERIT with No.
type Inherit struct {
	Loc
	No     bool
	Parent Name
}

// ReplicaIdentity is REPLICA IDENTITY. Mode is DEFAULT, FULL, NOTHING or INDEX.
type ReplicaIdentity struct {
	Loc
	Mode  string
	Index string
}

// ClusterOn is CLUSTER ON index, or SET WITHOUT CLUSTER without a name.
type ClusterOn struct {
	Loc
	Index string
}

// SetTablespace is SET TABLESPACE.
type SetTablespace struct {
	Loc
	Name   string
	NoWait bool
}

// SetAccessMethod is SET ACCESS METHOD.
type SetAccessMethod struct {
	Loc
	Name string
}

// SetPersistence is SET LOGGED or SET UNLOGGED.
type SetPersistence struct {
	Loc
	Persistence Persistence
}

// OfType is OF type, or NOT OF without a type.
type OfType struct {
	Loc
	Type *Name
}

// SplitAt is Sparrow's SPLIT AT VALUES (…), (…): new partition boundaries, each
// the first columns of the primary key.
type SplitAt struct {
	Loc
	Rows [][]Expr
}

// MergePartitions is Sparrow's MERGE PARTITIONS id, id, ….
type MergePartitions struct {
	Loc
	IDs []int64
}

// AlterSequenceOptions is ALTER SEQUENCE with options: restart, increment …
type AlterSequenceOptions struct {
	Loc
	Options []Option
}

func (*AlterTable) statement() {}

func (*AddColumn) alterAction()            {}
func (*DropColumn) alterAction()           {}
func (*AlterColumnType) alterAction()      {}
func (*AlterColumnDefault) alterAction()   {}
func (*AlterColumnNotNull) alterAction()   {}
func (*AlterColumnOther) alterAction()     {}
func (*AddConstraint) alterAction()        {}
func (*DropConstraint) alterAction()       {}
func (*ValidateConstraint) alterAction()   {}
func (*AlterConstraint) alterAction()      {}
func (*RenameTo) alterAction()             {}
func (*RenameColumn) alterAction()         {}
func (*RenameConstraint) alterAction()     {}
func (*OwnerTo) alterAction()              {}
func (*SetSchema) alterAction()            {}
func (*SetOptions) alterAction()           {}
func (*RowSecurity) alterAction()          {}
func (*EnableTrigger) alterAction()        {}
func (*AttachPartition) alterAction()      {}
func (*DetachPartition) alterAction()      {}
func (*Inherit) alterAction()              {}
func (*ReplicaIdentity) alterAction()      {}
func (*ClusterOn) alterAction()            {}
func (*SetTablespace) alterAction()        {}
func (*SetAccessMethod) alterAction()      {}
func (*SetPersistence) alterAction()       {}
func (*OfType) alterAction()               {}
func (*SplitAt) alterAction()              {}
func (*MergePartitions) alterAction()      {}
func (*AlterSequenceOptions) alterAction() {}

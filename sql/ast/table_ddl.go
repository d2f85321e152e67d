package ast

// Persistence of a table, view or sequence.
type Persistence uint8

// The persistences.
const (
	Permanent Persistence = iota
	Temporary
	Unlogged
)

// OnCommit is what a temporary table does at commit.
type OnCommit uint8

// The ON COMMIT actions.
const (
	OnCommitDefault OnCommit = iota
	OnCommitPreserve
	OnCommitDelete
	OnCommitDrop
)

// ColumnDef is a column of CREATE TABLE, ADD COLUMN or a column definition
// list. Type is nil in CREATE TABLE … OF type and PARTITION OF.
type ColumnDef struct {
	Loc
	Name        string
	Type        *TypeName
	Collation   *Name
	Compression string
	Options     []Option // OPTIONS (…) of a foreign table's column
	Constraints []Constraint
}

// ConstraintKind is the kind of a constraint.
type ConstraintKind uint8

// The kinds of constraints, of columns and tables.
const (
	ConstraintNull ConstraintKind = iota
	ConstraintNotNull
	ConstraintDefault
	ConstraintCheck
	ConstraintPrimaryKey
	ConstraintUnique
	ConstraintReferences // column REFERENCES, table FOREIGN KEY
	ConstraintGenerated  // GENERATED ALWAYS AS (expr) STORED
	ConstraintIdentity
	ConstraintExclude
)

// RefAction is a foreign key's ON DELETE or ON UPDATE.
type RefAction uint8

// The referential actions.
const (
	RefNoAction RefAction = iota
	RefRestrict
	RefCascade
	RefSetNull
	RefSetDefault
)

// Constraint is a constraint of a column (Columns empty) or of a table.
type Constraint struct {
	Loc
	Kind              ConstraintKind
	Name              string // CONSTRAINT name
	Columns           []string
	Expr              Expr   // of CHECK, DEFAULT, GENERATED
	Text              string // of Expr, as written
	NoInherit         bool
	NotValid          bool
	Deferrable        bool
	InitiallyDeferred bool
	NullsNotDistinct  bool
	Include           []string // INCLUDE (…)
	Options           []Option // WITH (…) of the index
	Tablespace        string
	UsingIndex        string // PRIMARY KEY USING INDEX name

	RefTable     *Name // REFERENCES
	RefColumns   []string
	MatchFull    bool
	OnDelete     RefAction
	OnDeleteCols []string
	OnUpdate     RefAction

	Always   bool // identity: GENERATED ALWAYS, else BY DEFAULT
	Sequence []Option

	ExcludeMethod string // EXCLUDE USING method (item WITH op, …) WHERE (Expr)
	Exclude       []ExcludeItem
}

// ExcludeItem is an element WITH operator of an exclusion constraint.
type ExcludeItem struct {
	Loc
	Item IndexItem
	Op   Op
}

// LikeClause is LIKE table INCLUDING … in CREATE TABLE.
type LikeClause struct {
	Loc
	Table   Name
	Options []LikeOption
	Before  int // how many of CREATE TABLE's Columns stand before it
}

// LikeOption is INCLUDING or EXCLUDING what: defaults, constraints, all …
type LikeOption struct {
	Loc
	Exclude bool
	What    string
}

// PartitionBy is PARTITION BY method (…).
type PartitionBy struct {
	Loc
	Method string
	Items  []ConflictItem
}

// PartitionBound is FOR VALUES … or DEFAULT. Of IN, FROM … TO and WITH one is
// set. MINVALUE and MAXVALUE are ColumnRefs of that name.
type PartitionBound struct {
	Loc
	Default            bool
	In                 []Expr
	From, To           []Expr
	Modulus, Remainder int
	Hash               bool
}

// CreateTable is CREATE TABLE.
type CreateTable struct {
	Loc
	Name        Name
	Persistence Persistence
	IfNotExists bool
	Mapping     bool // a table that exists with this key will do: Tablestore's mapping tables
	Columns     []ColumnDef
	Constraints []Constraint
	Likes       []LikeClause
	Inherits    []Name
	OfType      *Name
	PartitionOf *Name
	Bound       *PartitionBound
	PartitionBy *PartitionBy
	Method      string // USING access method
	Options     []Option
	OnCommit    OnCommit
	Tablespace  string
}

// CreateTableAs is CREATE TABLE … AS, CREATE MATERIALIZED VIEW with
// Materialized. Source is a Query or an Execute.
type CreateTableAs struct {
	Loc
	Name         Name
	Persistence  Persistence
	IfNotExists  bool
	Materialized bool
	Columns      []string
	Method       string
	Options      []Option
	OnCommit     OnCommit
	Tablespace   string
	Source       Statement
	NoData       bool
}

// ObjectKind is the kind of an object that DROP, COMMENT, GRANT, ALTER and the
// like name, in upper case as in the statement: "TABLE", "MATERIALIZED VIEW".
type ObjectKind string

// The kinds that Sparrow executes something for.
const (
	KindTable            ObjectKind = "TABLE"
	KindView             ObjectKind = "VIEW"
	KindMaterializedView ObjectKind = "MATERIALIZED VIEW"
	KindForeignTable     ObjectKind = "FOREIGN TABLE"
	KindIndex            ObjectKind = "INDEX"
	KindSequence         ObjectKind = "SEQUENCE"
	KindSchema           ObjectKind = "SCHEMA"
	KindDatabase         ObjectKind = "DATABASE"
	KindRole             ObjectKind = "ROLE"
	KindType             ObjectKind = "TYPE"
	KindDomain           ObjectKind = "DOMAIN"
	KindColumn           ObjectKind = "COLUMN"
	KindConstraint       ObjectKind = "CONSTRAINT"
	KindFunction         ObjectKind = "FUNCTION"
	KindProcedure        ObjectKind = "PROCEDURE"
	KindRoutine          ObjectKind = "ROUTINE"
	KindLanguage         ObjectKind = "LANGUAGE"
	KindLargeObject      ObjectKind = "LARGE OBJECT"
	KindTablespace       ObjectKind = "TABLESPACE"
	KindExtension        ObjectKind = "EXTENSION"
	KindParameter        ObjectKind = "PARAMETER"
	KindForeignServer    ObjectKind = "FOREIGN SERVER"
	KindForeignWrapper   ObjectKind = "FOREIGN DATA WRAPPER"
)

// Drop is DROP of tables, views, indexes, sequences, schemas, types and all
// else that is named by a Name alone. Databases and roles have their own.
type Drop struct {
	Loc
	Kind         ObjectKind
	Names        []Name
	IfExists     bool
	Cascade      bool
	Concurrently bool
}

// Truncate is TRUNCATE.
type Truncate struct {
	Loc
	Tables          []*Table
	RestartIdentity bool
	Cascade         bool
}

// CreateIndex is CREATE INDEX.
type CreateIndex struct {
	Loc
	Name             string // empty: the system makes one
	Unique           bool
	Concurrently     bool
	IfNotExists      bool
	Table            *Table
	Method           string
	Items            []IndexItem
	Include          []IndexItem
	NullsNotDistinct bool
	Options          []Option
	Tablespace       string
	Where            Expr
}

// IndexItem is a column (a ColumnRef) or expression of an index.
type IndexItem struct {
	Loc
	Expr      Expr
	Collation *Name
	OpClass   *Name
	OpOptions []Option
	Order     SortOrder
	Nulls     NullsOrder
}

func (*CreateTable) statement()   {}
func (*CreateTableAs) statement() {}
func (*Drop) statement()          {}
func (*Truncate) statement()      {}
func (*CreateIndex) statement()   {}

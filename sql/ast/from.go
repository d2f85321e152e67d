package ast

// TableRef is an item of FROM.
type TableRef interface {
	Node
	tableRef()
}

// Alias is AS name (columns); Name is empty when only AS (defs) was written.
type Alias struct {
	Loc
	Name    string
	Columns []string
}

// Table is a table, view or CTE named in FROM or as the target of DML.
type Table struct {
	Loc
	Name   Name
	Only   bool
	Alias  *Alias
	Sample *TableSample
}

// TableSample is TABLESAMPLE method (args) [REPEATABLE (seed)].
type TableSample struct {
	Loc
	Method     Name
	Args       []Expr
	Repeatable Expr
}

// SubqueryRef is [LATERAL] (SELECT …) [alias].
type SubqueryRef struct {
	Loc
	Query   *Query
	Lateral bool
	Alias   *Alias
}

// FuncItem is one function of a FuncRef. Call is a FuncCall or what SQL writes
// like one (SQLValue, Coalesce, Cast …).
type FuncItem struct {
	Call Expr
	Defs []ColumnDef // AS (name type, …) inside ROWS FROM
}

// FuncRef is a function in FROM, or ROWS FROM (…).
type FuncRef struct {
	Loc
	Funcs      []FuncItem
	RowsFrom   bool
	Lateral    bool
	Ordinality bool
	Alias      *Alias
	Defs       []ColumnDef // AS alias (name type, …)
}

// JoinKind is the kind of a join.
type JoinKind uint8

// The kinds of joins.
const (
	InnerJoin JoinKind = iota
	LeftJoin
	RightJoin
	FullJoin
	CrossJoin
)

// Join joins two items. At most one of Natural, Using and On is set.
type Join struct {
	Loc
	Kind        JoinKind
	Left, Right TableRef
	Natural     bool
	Using       []string
	UsingAlias  string // USING (…) AS alias
	On          Expr
	Alias       *Alias // (a JOIN b) AS alias
}

func (*Table) tableRef()       {}
func (*SubqueryRef) tableRef() {}
func (*FuncRef) tableRef()     {}
func (*Join) tableRef()        {}

package ast

// ConstKind is the kind of a constant as the scanner sees it; the binder picks
// the type (an Integer may be int4, int8 or numeric, by its size).
type ConstKind uint8

// The kinds of constants.
const (
	Null ConstKind = iota
	Bool
	Integer
	Float
	String
	BitString // Text begins with b (binary digits follow) or x (hexadecimal)
)

// Const is a constant. Text is its value: digits, with a - in front if a unary
// minus stood right before the number, "true" or "false", or the string without
// quotes and escapes.
type Const struct {
	Loc
	Kind ConstKind
	Text string
}

// Param is $n.
type Param struct {
	Loc
	Number int // from 1
}

// ColumnRef is a column name, possibly qualified, or name.* with Star; a bare *
// has no Parts.
type ColumnRef struct {
	Loc
	Parts []string
	Star  bool
}

// Index is one [i] or [low:high]; a slice's missing bounds are nil.
type Index struct {
	Lower, Upper Expr // Lower is the index unless Slice
	Slice        bool
}

// Subscript is arg[i][j]…
type Subscript struct {
	Loc
	Arg   Expr
	Index []Index
}

// FieldSelect is (arg).field, or (arg).* with Star.
type FieldSelect struct {
	Loc
	Arg   Expr
	Field string
	Star  bool
}

// Op is an operator's name; Schema only for OPERATOR(schema.op).
type Op struct{ Schema, Name string }

// Unary is a prefix operator on an argument. NOT is Not.
type Unary struct {
	Loc
	Op  Op
	Arg Expr
}

// Binary is an infix operator. AND, OR, LIKE and so on have their own nodes;
// != is already <>.
type Binary struct {
	Loc
	Op          Op
	Left, Right Expr
}

// And is a chain of two or more conditions joined by AND.
type And struct {
	Loc
	Args []Expr
}

// Or is a chain of two or more conditions joined by OR.
type Or struct {
	Loc
	Args []Expr
}

// Not is NOT arg.
type Not struct {
	Loc
	Arg Expr
}

// IsNull is arg IS [NOT] NULL.
type IsNull struct {
	Loc
	Arg Expr
	Not bool
}

// BoolTestKind is what IS tests a boolean for.
type BoolTestKind uint8

// The boolean tests.
const (
	IsTrue BoolTestKind = iota
	IsFalse
	IsUnknown
)

// BoolTest is arg IS [NOT] TRUE, FALSE or UNKNOWN.
type BoolTest struct {
	Loc
	Arg  Expr
	Test BoolTestKind
	Not  bool
}

// IsDistinct is left IS [NOT] DISTINCT FROM right.
type IsDistinct struct {
	Loc
	Left, Right Expr
	Not         bool
}

// IsNormalized is arg IS [NOT] [form] NORMALIZED; Form is upper case, NFC if
// not written.
type IsNormalized struct {
	Loc
	Arg  Expr
	Form string
	Not  bool
}

// IsDocument is arg IS [NOT] DOCUMENT.
type IsDocument struct {
	Loc
	Arg Expr
	Not bool
}

// Between is arg [NOT] BETWEEN [SYMMETRIC] low AND high.
type Between struct {
	Loc
	Arg, Low, High Expr
	Symmetric, Not bool
}

// InList is arg [NOT] IN (…) with a list of expressions.
type InList struct {
	Loc
	Arg  Expr
	List []Expr
	Not  bool
}

// InSubquery is arg [NOT] IN (SELECT …).
type InSubquery struct {
	Loc
	Arg   Expr
	Query *Query
	Not   bool
}

// LikeKind is the pattern language.
type LikeKind uint8

// The pattern languages.
const (
	LikePattern LikeKind = iota
	ILikePattern
	SimilarPattern
)

// Like is arg [NOT] LIKE, ILIKE or SIMILAR TO pattern [ESCAPE escape]; Escape
// is nil when not written.
type Like struct {
	Loc
	Kind         LikeKind
	Arg, Pattern Expr
	Escape       Expr
	Not          bool
}

// Quantified is left op ANY|ALL (array) or (SELECT …): one of Array and Query
// is set. LIKE and its kin come as their operators ~~, !~~, ~~* and !~~*.
type Quantified struct {
	Loc
	Left  Expr
	Op    Op
	All   bool
	Array Expr
	Query *Query
}

// Exists is EXISTS (SELECT …).
type Exists struct {
	Loc
	Query *Query
}

// Subquery is a query used as a value.
type Subquery struct {
	Loc
	Query *Query
}

// ArraySubquery is ARRAY(SELECT …).
type ArraySubquery struct {
	Loc
	Query *Query
}

// Array is ARRAY[…]; inner [ … ] of a multidimensional one are Arrays as well.
type Array struct {
	Loc
	Elems []Expr
}

// Row is ROW(…), or (a, b, …) when not Explicit.
type Row struct {
	Loc
	Elems    []Expr
	Explicit bool
}

// When is WHEN cond THEN result.
type When struct {
	Loc
	Cond, Result Expr
}

// Case is CASE [arg] WHEN … [ELSE …] END; Arg and Else may be nil.
type Case struct {
	Loc
	Arg   Expr
	Whens []When
	Else  Expr
}

// Coalesce is COALESCE(…).
type Coalesce struct {
	Loc
	Args []Expr
}

// MinMax is GREATEST(…), or LEAST(…) with Least.
type MinMax struct {
	Loc
	Least bool
	Args  []Expr
}

// NullIf is NULLIF(left, right).
type NullIf struct {
	Loc
	Left, Right Expr
}

// Cast is arg::type, CAST(arg AS type) or type 'constant'.
type Cast struct {
	Loc
	Arg  Expr
	Type *TypeName
}

// Collate is arg COLLATE name.
type Collate struct {
	Loc
	Arg       Expr
	Collation Name
}

// SQLValueKind is a function that SQL calls without parentheses.
type SQLValueKind uint8

// The functions without parentheses.
const (
	CurrentDate SQLValueKind = iota
	CurrentTime
	CurrentTimestamp
	LocalTime
	LocalTimestamp
	CurrentRole
	CurrentUser
	User
	SessionUser
	CurrentCatalog
	CurrentSchema
)

// SQLValue is CURRENT_DATE and the like. Precision is -1 when not written.
type SQLValue struct {
	Loc
	Kind      SQLValueKind
	Precision int
}

// Grouping is GROUPING(…).
type Grouping struct {
	Loc
	Args []Expr
}

// Default is DEFAULT where a value is expected: in INSERT, UPDATE and MERGE.
type Default struct{ Loc }

// CurrentOf is WHERE CURRENT OF cursor.
type CurrentOf struct {
	Loc
	Cursor string
}

func (*Const) expr()         {}
func (*Param) expr()         {}
func (*ColumnRef) expr()     {}
func (*Subscript) expr()     {}
func (*FieldSelect) expr()   {}
func (*Unary) expr()         {}
func (*Binary) expr()        {}
func (*And) expr()           {}
func (*Or) expr()            {}
func (*Not) expr()           {}
func (*IsNull) expr()        {}
func (*BoolTest) expr()      {}
func (*IsDistinct) expr()    {}
func (*IsNormalized) expr()  {}
func (*IsDocument) expr()    {}
func (*Between) expr()       {}
func (*InList) expr()        {}
func (*InSubquery) expr()    {}
func (*Like) expr()          {}
func (*Quantified) expr()    {}
func (*Exists) expr()        {}
func (*Subquery) expr()      {}
func (*ArraySubquery) expr() {}
func (*Array) expr()         {}
func (*Row) expr()           {}
func (*Case) expr()          {}
func (*Coalesce) expr()      {}
func (*MinMax) expr()        {}
func (*NullIf) expr()        {}
func (*Cast) expr()          {}
func (*Collate) expr()       {}
func (*SQLValue) expr()      {}
func (*Grouping) expr()      {}
func (*Default) expr()       {}
func (*CurrentOf) expr()     {}
func (*FuncCall) expr()      {}
func (*NamedArg) expr()      {}

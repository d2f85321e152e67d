// Package ast is Sparrow's syntax tree: small, shaped like PostgreSQL's, with a
// source position in every node. Both dialects are parsed into it and only the
// binder reads it.
//
// Nodes are plain structs used through pointers. The interfaces Node, Expr,
// QueryBody, TableRef, Statement and AlterAction are sealed: their members are
// exactly the types of this package. A tree may be shared by sessions (the plan
// cache keeps it), so it must never be changed once a parser has returned it.
//
// What PostgreSQL's own grammar turns into something simpler is simple here
// too: EXTRACT, SUBSTRING, POSITION, OVERLAY, TRIM and AT TIME ZONE are calls
// of functions in pg_catalog, TABLE t is SELECT * FROM t, a type's SQL spelling
// is its catalog name (integer is pg_catalog.int4).
package ast

import "unicode/utf8"

// Pos is a byte offset, from 0, into the text that was handed to the parser;
// NoPos where there is none.
type Pos int32

// NoPos says that a node has no place in the text.
const NoPos Pos = -1

// Position turns p into what PostgreSQL's protocol reports: a 1-based count of
// characters of text; 0 for NoPos.
func Position(text string, p Pos) int {
	if p < 0 {
		return 0
	}
	return utf8.RuneCountInString(text[:min(int(p), len(text))]) + 1
}

// Loc is embedded in every node and holds where it begins in the text. For a
// binary operator that is the operator itself, as in PostgreSQL's messages.
type Loc struct{ At Pos }

// At makes the Loc of a node that begins at p.
func At(p Pos) Loc { return Loc{At: p} }

// Pos returns the place in the text.
func (l Loc) Pos() Pos { return l.At }

func (Loc) node() {}

// Node is any part of the tree.
type Node interface {
	Pos() Pos
	node()
}

// Expr is a value expression.
type Expr interface {
	Node
	expr()
}

// Statement is one whole SQL statement.
type Statement interface {
	Node
	statement()
}

// Stmt is a statement with its place in the script it came from, without the
// semicolon: text[Start:End].
type Stmt struct {
	Tree       Statement
	Start, End Pos
	Params     int // the highest $n in it
}

// Text cuts the statement's own text out of the script.
func (s Stmt) Text(script string) string { return script[s.Start:s.End] }

// Name is the name of a table, function, operator class and the like, folded
// to lower case unless it was quoted. Empty parts were not written.
type Name struct {
	Loc
	Database, Schema, Object string
}

// String returns the parts that are there, joined by dots, unquoted.
func (n Name) String() string {
	s := n.Object
	if n.Schema != "" {
		s = n.Schema + "." + s
	}
	if n.Database != "" {
		s = n.Database + "." + s
	}
	return s
}

// Ident is a single name with its place.
type Ident struct {
	Loc
	Name string
}

// OptionKind tells how the value of an option was written.
type OptionKind uint8

// The kinds of option values.
const (
	OptionWord       OptionKind = iota // an identifier or key word, folded
	OptionString                       // a string constant, unescaped
	OptionInteger                      // digits, with a sign if negative
	OptionFloat                        // a number with point or exponent
	OptionStar                         // *
	OptionQuotedWord                   // a quoted identifier
)

// OptionValue is one value of an option or setting, as text.
type OptionValue struct {
	Loc
	Kind OptionKind
	Text string
}

// Option is name = value in WITH (…), COPY (…), EXPLAIN (…) and the like.
// Values is empty when only the name was written; List says that it was a
// parenthesised list.
type Option struct {
	Loc
	Namespace, Name string
	Values          []OptionValue
	List            bool
}

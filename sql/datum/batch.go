package datum

import "github.com/sparrowdb/sparrow/sql/types"

// BatchRows is the number of rows that operators aim at per batch.
const BatchRows = 1024

// Vector is one column of a batch: typed storage without an interface value
// per cell. Which slice is in use depends on Kind. Cells whose Null bit is set
// hold an unspecified value.
type Vector struct {
	T     types.T
	Kind  Kind
	Nulls []bool   // nil: no cell is NULL
	Ints  []int64  // KindInt: whatever Value keeps in I, floats as bits too
	Strs  []string // KindString: whatever Value keeps in S
	Vals  []Datum  // KindDatum: all else (numeric, interval, arrays, Variant)
}

// Kind says in which slice a Vector keeps its cells.
type Kind uint8

// The kinds of vectors.
const (
	KindInt Kind = iota
	KindString
	KindDatum
)

// Batch is up to about BatchRows rows, column by column. Sel, if not nil,
// lists the live rows in order; N is then the number of rows before selection.
type Batch struct {
	Cols []*Vector
	N    int
	Sel  []int32
}

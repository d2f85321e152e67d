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

// NewBatch makes an empty batch with a column of each type.
func NewBatch(ts []types.T) *Batch {
	b := &Batch{Cols: make([]*Vector, len(ts))}
	for i, t := range ts {
		b.Cols[i] = NewVector(t)
	}
	return b
}

// Rows is the number of live rows.
func (b *Batch) Rows() int {
	if b.Sel != nil {
		return len(b.Sel)
	}
	return b.N
}

// Index is the row number, before selection, of live row i.
func (b *Batch) Index(i int) int {
	if b.Sel != nil {
		return int(b.Sel[i])
	}
	return i
}

// Row fills buf, which it grows as needed, with the row numbered i before
// selection.
func (b *Batch) Row(i int, buf Row) Row {
	buf = buf[:0]
	for _, v := range b.Cols {
		buf = append(buf, v.Get(i))
	}
	return buf
}

// AppendRow adds a row. The batch must have no selection.
func (b *Batch) AppendRow(r Row) {
	for i, v := range b.Cols {
		v.Append(r[i])
	}
	b.N++
}

// Reset empties the batch and keeps its memory.
func (b *Batch) Reset() {
	for _, v := range b.Cols {
		v.Reset()
	}
	b.N, b.Sel = 0, nil
}

package datum

import "slices"

// HasNulls reports whether any cell is NULL.
func (v *Vector) HasNulls() bool { return slices.Contains(v.Nulls, true) }

// Grow makes room for n more cells.
func (v *Vector) Grow(n int) {
	switch v.Kind {
	case KindInt:
		v.Ints = slices.Grow(v.Ints, n)
	case KindString:
		v.Strs = slices.Grow(v.Strs, n)
	default:
		v.Vals = slices.Grow(v.Vals, n)
	}
}

// AppendInt adds a cell that is not NULL to a vector of KindInt.
func (v *Vector) AppendInt(i int64) {
	v.Ints = append(v.Ints, i)
	if v.Nulls != nil {
		v.Nulls = append(v.Nulls, false)
	}
}

// AppendString adds a cell that is not NULL to a vector of KindString.
func (v *Vector) AppendString(s string) {
	v.Strs = append(v.Strs, s)
	if v.Nulls != nil {
		v.Nulls = append(v.Nulls, false)
	}
}

// AppendFrom adds cell i of src, which must be of the same kind unless v
// holds datums.
func (v *Vector) AppendFrom(src *Vector, i int) {
	switch {
	case src.IsNull(i):
		v.AppendNull()
	case v.Kind != src.Kind || v.Kind == KindDatum:
		v.Append(src.Get(i))
	case v.Kind == KindInt:
		v.AppendInt(src.Ints[i])
	default:
		v.AppendString(src.Strs[i])
	}
}

// AppendSel adds the cells of src that sel lists, or all if sel is nil.
func (v *Vector) AppendSel(src *Vector, sel []int32) {
	if sel != nil {
		for _, i := range sel {
			v.AppendFrom(src, int(i))
		}
		return
	}
	for i := range src.Len() {
		v.AppendFrom(src, i)
	}
}

// Set replaces cell i.
func (v *Vector) Set(i int, d Datum) {
	if d.IsNull() && v.Nulls == nil {
		v.Nulls = make([]bool, v.Len())
	}
	if v.Nulls != nil {
		v.Nulls[i] = d.IsNull()
	}
	switch v.Kind {
	case KindInt:
		v.Ints[i] = d.I
	case KindString:
		v.Strs[i] = d.S
	default:
		v.Vals[i] = d
	}
}

// Resize makes the vector n cells long. New cells are zero and, until set,
// not NULL.
func (v *Vector) Resize(n int) {
	if v.Nulls != nil {
		v.Nulls = resize(v.Nulls, n)
	}
	switch v.Kind {
	case KindInt:
		v.Ints = resize(v.Ints, n)
	case KindString:
		v.Strs = resize(v.Strs, n)
	default:
		v.Vals = resize(v.Vals, n)
	}
}

func resize[E any](s []E, n int) []E {
	if n <= len(s) {
		clear(s[n:])
		return s[:n]
	}
	old := len(s)
	s = slices.Grow(s, n-old)[:n]
	clear(s[old:])
	return s
}

// Slice is a view of the cells from from to before to; it shares memory with
// v, and appending to it does not touch v.
func (v *Vector) Slice(from, to int) *Vector {
	out := &Vector{T: v.T, Kind: v.Kind}
	if v.Nulls != nil {
		out.Nulls = v.Nulls[from:to:to]
	}
	switch v.Kind {
	case KindInt:
		out.Ints = v.Ints[from:to:to]
	case KindString:
		out.Strs = v.Strs[from:to:to]
	default:
		out.Vals = v.Vals[from:to:to]
	}
	return out
}

// AppendFrom adds the row numbered i before selection of src, which has the
// same columns. b must have no selection.
func (b *Batch) AppendFrom(src *Batch, i int) {
	for j, c := range b.Cols {
		c.AppendFrom(src.Cols[j], i)
	}
	b.N++
}

// Slice is a view of the live rows from from to before to; it shares memory
// with b.
func (b *Batch) Slice(from, to int) *Batch {
	if b.Sel != nil {
		return &Batch{Cols: b.Cols, N: b.N, Sel: b.Sel[from:to:to]}
	}
	out := &Batch{Cols: make([]*Vector, len(b.Cols)), N: to - from}
	for i, c := range b.Cols {
		out.Cols[i] = c.Slice(from, to)
	}
	return out
}

package exec

import "github.com/sparrowdb/sparrow/sql/datum"

// noRows has only the row of NULLs.
type noRows struct{}

func (noRows) gatherCells(dst *datum.Vector, _ int, rows []int32) { dst.AppendNulls(len(rows)) }

// batchRows is a batch as a gatherer.
type batchRows struct{ *datum.Batch }

func (b batchRows) gatherCells(dst *datum.Vector, col int, rows []int32) {
	gatherVector(dst, b.Cols[col], rows)
}

// gatherVector appends cells of src to dst, NULL for a negative number.
func gatherVector(dst, src *datum.Vector, rows []int32) {
	n := len(rows)
	if dst.Kind != src.Kind {
		for _, r := range rows {
			if r < 0 {
				dst.AppendNull()
			} else {
				dst.AppendFrom(src, int(r))
			}
		}
		return
	}
	padded := src.Nulls != nil
	switch dst.Kind {
	case datum.KindInt:
		for i, out := 0, dst.GrowInts(n); i < n; i++ {
			if r := rows[i]; r >= 0 {
				out[i] = src.Ints[r]
			} else {
				out[i], padded = 0, true
			}
		}
	case datum.KindString:
		for i, out := 0, dst.GrowStrs(n); i < n; i++ {
			if r := rows[i]; r >= 0 {
				out[i] = src.Strs[r]
			} else {
				out[i], padded = "", true
			}
		}
	default:
		for i, out := 0, dst.GrowVals(n); i < n; i++ {
			if r := rows[i]; r >= 0 {
				out[i] = src.Get(int(r))
			} else {
				out[i], padded = datum.Null, true
			}
		}
	}
	if !padded {
		return
	}
	for i, marks := 0, dst.NullTail(n); i < n; i++ {
		marks[i] = rows[i] < 0 || src.IsNull(int(rows[i]))
	}
}

// gatherCells appends cells of a column, NULL for a negative number. Strings are
// shared with the store.
func (s *rowStore) gatherCells(dst *datum.Vector, col int, rows []int32) {
	n := len(rows)
	padded := false
	cell := func(r int32) (*datum.Vector, int32) {
		v := s.chunks[r>>chunkShift].Cols[col]
		padded = padded || v.Nulls != nil
		return v, r & chunkMask
	}
	switch dst.Kind {
	case datum.KindInt:
		for i, out := 0, dst.GrowInts(n); i < n; i++ {
			out[i] = 0
			if rows[i] < 0 {
				padded = true
				continue
			}
			v, r := cell(rows[i])
			out[i] = v.Ints[r]
		}
	case datum.KindString:
		for i, out := 0, dst.GrowStrs(n); i < n; i++ {
			out[i] = ""
			if rows[i] < 0 {
				padded = true
				continue
			}
			v, r := cell(rows[i])
			out[i] = v.Strs[r]
		}
	default:
		for i, out := 0, dst.GrowVals(n); i < n; i++ {
			out[i] = datum.Null
			if rows[i] < 0 {
				padded = true
				continue
			}
			v, r := cell(rows[i])
			out[i] = v.Get(int(r))
		}
	}
	if !padded {
		return
	}
	for i, marks := 0, dst.NullTail(n); i < n; i++ {
		marks[i] = rows[i] < 0 || s.chunks[rows[i]>>chunkShift].Cols[col].IsNull(int(rows[i]&chunkMask))
	}
}

package exec

import "github.com/sparrowdb/sparrow/sql/datum"

// gather appends rows of a store, by number, to dst, whose columns are the
// first of the store's. Strings are shared with the store.
func (s *rowStore) gather(dst *datum.Batch, rows []int32) {
	for c, v := range dst.Cols {
		s.gatherColumn(v, c, rows)
	}
	dst.N += len(rows)
}

// gatherColumn appends the cells of one column.
func (s *rowStore) gatherColumn(dst *datum.Vector, col int, rows []int32) {
	n := len(rows)
	hasNulls := false
	switch dst.Kind {
	case datum.KindInt:
		out := dst.GrowInts(n)
		for i, r := range rows {
			v := s.chunks[r>>chunkShift].Cols[col]
			out[i] = v.Ints[r&chunkMask]
			hasNulls = hasNulls || v.Nulls != nil
		}
	case datum.KindString:
		out := dst.GrowStrs(n)
		for i, r := range rows {
			v := s.chunks[r>>chunkShift].Cols[col]
			out[i] = v.Strs[r&chunkMask]
			hasNulls = hasNulls || v.Nulls != nil
		}
	default:
		out := dst.GrowVals(n)
		for i, r := range rows {
			v := s.chunks[r>>chunkShift].Cols[col]
			out[i] = v.Get(int(r & chunkMask))
			hasNulls = hasNulls || v.Nulls != nil
		}
	}
	if !hasNulls {
		return
	}
	marks := dst.NullTail(n)
	for i, r := range rows {
		marks[i] = s.chunks[r>>chunkShift].Cols[col].IsNull(int(r & chunkMask))
	}
}

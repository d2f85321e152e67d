package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowSet numbers distinct rows from 0 in order of arrival. NULLs are equal to
// each other, as in DISTINCT and GROUP BY.
type rowSet struct {
	rt    *Runtime
	rows  []datum.Row
	heads map[uint64]int32 // hash → newest row with it, plus 1
	chain []int32          // row → older row of the same hash, plus 1
}

func newRowSet(rt *Runtime) *rowSet {
	return &rowSet{rt: rt, heads: map[uint64]int32{}}
}

// add finds the row's number; fresh is true if it is new, and then a copy is kept.
func (s *rowSet) add(row datum.Row) (n int, fresh bool, err error) {
	h := hashRow(row)
	for at := s.heads[h]; at != 0; at = s.chain[at-1] {
		if equalRows(s.rows[at-1], row) {
			return int(at - 1), false, nil
		}
	}
	if err := s.rt.grow(rowSize(len(row)) + 24); err != nil {
		return 0, false, err
	}
	s.rows = append(s.rows, ownRow(row))
	s.chain = append(s.chain, s.heads[h])
	s.heads[h] = int32(len(s.rows))
	return len(s.rows) - 1, true, nil
}

// find is add without adding; -1 if the row is not there.
func (s *rowSet) find(row datum.Row) int {
	for at := s.heads[hashRow(row)]; at != 0; at = s.chain[at-1] {
		if equalRows(s.rows[at-1], row) {
			return int(at - 1)
		}
	}
	return -1
}

// hashRow combines the hashes of a row's datums.
func hashRow(row datum.Row) uint64 {
	h := uint64(14695981039346656037)
	for _, d := range row {
		x := uint64(0x9e3779b97f4a7c15)
		if !d.IsNull() {
			x = types.Hash(d)
		}
		h = (h ^ x) * 1099511628211
		h ^= h >> 29
	}
	return h
}

func equalRows(a, b datum.Row) bool {
	for i := range a {
		an, bn := a[i].IsNull(), b[i].IsNull()
		if an || bn {
			if an != bn {
				return false
			}
			continue
		}
		if types.Compare(a[i], b[i]) != 0 {
			return false
		}
	}
	return true
}

package exec

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// sortEntry is a row of a store about to be ordered.
type sortEntry struct {
	prefix uint64 // of the first key
	row    int32
}

// sortEntryBytes is what ordering a row takes beside the row: two entries, and
// its place in the result.
const sortEntryBytes = 2*16 + 4

// sortPiece is how many rows are sorted at a stretch, between which a sort can be
// cancelled.
const sortPiece = 1 << 15

// order sorts the rows of a store, those with equal keys by their numbers, and
// returns their numbers in order.
func (l *sortLayout) order(rt *Runtime, s *rowStore) ([]int32, error) {
	entries := l.entries(s)
	compare := func(a, b sortEntry) int { return l.compareEntries(s, a, b) }
	for from := 0; from < len(entries); from += sortPiece {
		if err := rt.interrupted(); err != nil {
			return nil, err
		}
		slices.SortFunc(entries[from:min(from+sortPiece, len(entries))], compare)
	}
	other := make([]sortEntry, 0, len(entries))
	for size := sortPiece; size < len(entries); size *= 2 {
		other = other[:0]
		for from := 0; from < len(entries); from += 2 * size {
			middle, end := min(from+size, len(entries)), min(from+2*size, len(entries))
			var err error
			if other, err = mergeEntries(rt, other, entries[from:middle], entries[middle:end], compare); err != nil {
				return nil, err
			}
		}
		entries, other = other, entries
	}
	rows := make([]int32, len(entries))
	for i, e := range entries {
		rows[i] = e.row
	}
	return rows, nil
}

// mergeEntries appends two sorted lists in order.
func mergeEntries(rt *Runtime, out, a, b []sortEntry, compare func(x, y sortEntry) int) ([]sortEntry, error) {
	for len(a) > 0 && len(b) > 0 {
		if len(out)%sortPiece == 0 {
			if err := rt.interrupted(); err != nil {
				return nil, err
			}
		}
		if compare(a[0], b[0]) <= 0 {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...), nil
}

func (l *sortLayout) entries(s *rowStore) []sortEntry {
	entries := make([]sortEntry, s.len())
	for i := range entries {
		entries[i].row = int32(i)
	}
	if len(l.columns) == 0 {
		return entries
	}
	first := &l.columns[0]
	at := 0
	for _, chunk := range s.chunks {
		v := chunk.Cols[first.col]
		for i := range chunk.N {
			entries[at].prefix = first.prefix(v, i)
			at++
		}
	}
	if len(l.columns) > 1 {
		l.addSecond(s, entries)
	}
	return entries
}

// addSecond makes the prefixes tell of the second key too, where the first keys are
// integers so close together that they leave room.
func (l *sortLayout) addSecond(s *rowStore, entries []sortEntry) {
	first, second := &l.columns[0], &l.columns[1]
	low, high := int64(math.MaxInt64), int64(math.MinInt64)
	for _, chunk := range s.chunks {
		v := chunk.Cols[first.col]
		if first.class != orderInt || v.Nulls != nil {
			return
		}
		for _, x := range v.Ints[:chunk.N] {
			low, high = min(low, x), max(high, x)
		}
	}
	used := bits.Len64(uint64(high - low))
	if used > 32 {
		return
	}
	at := 0
	for _, chunk := range s.chunks {
		v, w := chunk.Cols[first.col], chunk.Cols[second.col]
		for i, x := range v.Ints[:chunk.N] {
			place := uint64(x - low)
			if first.desc {
				place = uint64(high - x)
			}
			entries[at].prefix = place<<(64-used) | second.prefix(w, i)>>used
			at++
		}
	}
}

func (l *sortLayout) compareEntries(s *rowStore, a, b sortEntry) int {
	if a.prefix != b.prefix {
		return cmp.Compare(a.prefix, b.prefix)
	}
	x, y := s.chunks[a.row>>chunkShift], s.chunks[b.row>>chunkShift]
	if r := l.compare(x, int(a.row&chunkMask), y, int(b.row&chunkMask)); r != 0 {
		return r
	}
	return cmp.Compare(a.row, b.row)
}

// compare orders row i of a and row j of b, which both have the layout's columns.
func (l *sortLayout) compare(a *datum.Batch, i int, b *datum.Batch, j int) int {
	for k := range l.columns {
		c := &l.columns[k]
		if r := c.compare(a.Cols[c.col], i, b.Cols[c.col], j); r != 0 {
			return r
		}
	}
	return 0
}

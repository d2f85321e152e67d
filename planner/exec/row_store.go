package exec

import (
	"strings"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Rows of a rowStore lie in chunks of chunkRows: row i is cell i&chunkMask of
// chunk i>>chunkShift.
const (
	chunkShift = 10
	chunkRows  = 1 << chunkShift
	chunkMask  = chunkRows - 1
)

// rowStore keeps rows in memory, column by column, and accounts them. Its
// strings share no memory with the blocks that they were read from.
type rowStore struct {
	ts      []types.T
	account *limits.Account
	chunks  []*datum.Batch
	rows    int
	bytes   int64 // taken from the account
}

func newRowStore(ts []types.T, account *limits.Account) *rowStore {
	return &rowStore{ts: ts, account: account}
}

// len is the number of rows.
func (s *rowStore) len() int { return s.rows }

// chunk is a batch of up to chunkRows rows, to be read only: its selection is
// nil and must stay so (copy the Batch to narrow it).
func (s *rowStore) chunk(i int) *datum.Batch { return s.chunks[i] }

// cell is column col of row i.
func (s *rowStore) cell(col, i int) datum.Datum {
	return s.chunks[i>>chunkShift].Cols[col].Get(i & chunkMask)
}

// row fills buf with row i.
func (s *rowStore) row(i int, buf datum.Row) datum.Row {
	return s.chunks[i>>chunkShift].Row(i&chunkMask, buf)
}

// append copies the rows sel (numbers before selection) of b. If the account
// refuses, nothing is added.
func (s *rowStore) append(b *datum.Batch, sel []int32) error {
	return s.appendCols(b.Cols, sel)
}

// appendCols is append for columns that are not in one batch.
func (s *rowStore) appendCols(cols []*datum.Vector, sel []int32) error {
	if err := s.grow(storedBytes(cols, sel)); err != nil {
		return err
	}
	for len(sel) > 0 {
		dst := s.tail()
		n := min(len(sel), chunkRows-dst.N)
		for j, c := range dst.Cols {
			appendOwned(c, cols[j], sel[:n])
		}
		dst.N += n
		s.rows += n
		sel = sel[n:]
	}
	return nil
}

// appendRow copies one row. If the account refuses, nothing is added.
func (s *rowStore) appendRow(r datum.Row) error {
	if err := s.grow(int64(datum.RowSize(r))); err != nil {
		return err
	}
	s.addRow(r)
	return nil
}

// addRow is appendRow for a row whose memory is accounted for already.
func (s *rowStore) addRow(r datum.Row) {
	dst := s.tail()
	for j, c := range dst.Cols {
		d := r[j]
		d.S = strings.Clone(d.S)
		c.Append(d)
	}
	dst.N++
	s.rows++
}

func (s *rowStore) grow(n int64) error {
	if err := s.account.Grow(n); err != nil {
		return err
	}
	s.bytes += n
	return nil
}

// tail is the chunk that rows are added to.
func (s *rowStore) tail() *datum.Batch {
	if n := len(s.chunks); n > 0 && s.chunks[n-1].N < chunkRows {
		return s.chunks[n-1]
	}
	s.chunks = append(s.chunks, datum.NewBatch(s.ts))
	return s.chunks[len(s.chunks)-1]
}

// reset empties the store and gives its memory back.
func (s *rowStore) reset() {
	s.account.Shrink(s.bytes)
	s.chunks, s.rows, s.bytes = nil, 0, 0
}

// storedBytes estimates what a copy of some rows takes, in bytes.
func storedBytes(cols []*datum.Vector, sel []int32) int64 {
	var n int64
	for _, v := range cols {
		switch v.Kind {
		case datum.KindInt:
			n += int64(len(sel)) * 9
		case datum.KindString:
			n += int64(len(sel)) * 17
			for _, i := range sel {
				if !v.IsNull(int(i)) {
					n += int64(len(v.Strs[i]))
				}
			}
		default:
			for _, i := range sel {
				if v.IsNull(int(i)) {
					n += datumBytes
				} else {
					n += int64(datum.Size(v.Vals[i]))
				}
			}
		}
	}
	return n
}

// datumBytes is what a NULL takes among datums, in bytes.
const datumBytes = 56

// appendOwned appends the cells sel of src to dst. Strings of one call are
// copied into one piece of memory.
func appendOwned(dst, src *datum.Vector, sel []int32) {
	switch {
	case dst.Kind == datum.KindString && src.Kind == datum.KindString:
		appendOwnedStrings(dst, src, sel)
	case dst.Kind == datum.KindDatum:
		for _, i := range sel {
			d := src.Get(int(i))
			d.S = strings.Clone(d.S)
			dst.Append(d)
		}
	default:
		dst.AppendSel(src, sel)
	}
}

func appendOwnedStrings(dst, src *datum.Vector, sel []int32) {
	total := 0
	for _, i := range sel {
		if !src.IsNull(int(i)) {
			total += len(src.Strs[i])
		}
	}
	var all strings.Builder
	all.Grow(total)
	for _, i := range sel {
		if !src.IsNull(int(i)) {
			all.WriteString(src.Strs[i])
		}
	}
	text := all.String()
	for _, i := range sel {
		if src.IsNull(int(i)) {
			dst.AppendNull()
			continue
		}
		n := len(src.Strs[i])
		dst.AppendString(text[:n])
		text = text[n:]
	}
}

// storeList hands out the rows of a store, chunk by chunk.
type storeList struct {
	store *rowStore
	at    int
	batch datum.Batch
}

// next returns the next chunk, whose selection the receiver may narrow, or nil.
func (l *storeList) next() *datum.Batch {
	if l.at >= len(l.store.chunks) {
		return nil
	}
	l.batch = *l.store.chunks[l.at]
	l.at++
	return &l.batch
}

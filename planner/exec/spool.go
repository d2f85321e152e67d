package exec

import (
	"errors"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/planner/exec/spill"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// rowSpool is a list of rows that grows at its end and is read from its
// beginning, by any number of readers, also while it grows: first in memory, then,
// where work_mem ends, in a file.
type rowSpool struct {
	rt      *Runtime
	ts      []types.T
	account *limits.Account
	file    *spill.File // what came before the store's rows; nil: nothing
	store   *rowStore
	size    int // rows in all
}

func newRowSpool(rt *Runtime, ts []types.T) *rowSpool {
	account := rt.newWork()
	return &rowSpool{rt: rt, ts: ts, account: account, store: newRowStore(ts, account)}
}

// append copies the live rows of b.
func (s *rowSpool) append(b *datum.Batch) error {
	return s.appendSel(b, selection(b))
}

func (s *rowSpool) appendSel(b *datum.Batch, sel []int32) error {
	err := s.store.append(b, sel)
	switch {
	case err == nil:
	case !errors.Is(err, limits.ErrMemory):
		return err
	default:
		if err := s.spill(); err != nil {
			return err
		}
		if err := s.write(b, sel); err != nil {
			return err
		}
	}
	s.size += len(sel)
	return nil
}

// spill moves the store's rows into the file.
func (s *rowSpool) spill() error {
	if s.file == nil {
		s.file = s.rt.newFile(s.ts)
	}
	for _, c := range s.store.chunks {
		if err := s.file.Write(c); err != nil {
			return err
		}
	}
	s.store.reset()
	return nil
}

// write adds rows to the file at once: the store is empty.
func (s *rowSpool) write(b *datum.Batch, sel []int32) error {
	part := datum.Batch{Cols: b.Cols, N: b.N, Sel: sel}
	return s.file.Write(&part)
}

// close gives memory and file back. Readers must not be used any more.
func (s *rowSpool) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
	s.store.reset()
	s.account.Close()
}

// spoolReader reads a spool from its beginning.
type spoolReader struct {
	spool *rowSpool
	row   int // rows handed out in all
	batch datum.Batch
}

func (s *rowSpool) read() *spoolReader { return &spoolReader{spool: s} }

// next returns the next rows, valid until the following call, or nil when there are
// no more yet. The receiver may narrow the batch's selection.
func (r *spoolReader) next() (*datum.Batch, error) {
	s := r.spool
	if r.row >= s.size {
		return nil, nil
	}
	inFile := 0
	if s.file != nil {
		inFile = int(s.file.Rows())
	}
	if r.row < inFile {
		return r.fromFile()
	}
	at := r.row - inFile
	chunk := s.store.chunks[at>>chunkShift]
	r.batch = *chunk
	if from := at & chunkMask; from > 0 {
		r.batch = *chunk.Slice(from, chunk.N)
	}
	r.row += r.batch.Rows()
	return &r.batch, nil
}

// fromFile reads on in the file. Rows that were read while they were in memory
// may end within a frame.
func (r *spoolReader) fromFile() (*datum.Batch, error) {
	frame, before := r.spool.file.FrameOf(int64(r.row))
	b := datum.NewBatch(r.spool.ts)
	if err := r.spool.file.Frame(frame, b); err != nil {
		return nil, err
	}
	if skip := r.row - int(before); skip > 0 {
		b = b.Slice(skip, b.N)
	}
	r.row += b.Rows()
	return b, nil
}

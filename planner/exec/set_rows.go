package exec

import (
	"errors"
	"iter"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// setRows reads the rows of one call of a set-returning function as they are
// asked for: an endless set under a LIMIT ends with it, and a long one takes no
// memory. The function runs in a coroutine, never beside its reader.
type setRows struct {
	pull  func() ([]datum.Row, bool)
	stop  func()
	chunk []datum.Row
	err   error // that ended the function, due after the chunk
}

// setChunk is how many rows the function makes before it pauses.
const setChunk = 256

var errSetClosed = errors.New("exec: reader of a set has closed it")

// openSet calls a set-returning function for a row, which stays as it is until
// close.
func openSet(rt *Runtime, call *expr.SetCall, row datum.Row) *setRows {
	s := &setRows{}
	s.pull, s.stop = iter.Pull(func(yield func([]datum.Row) bool) {
		var chunk []datum.Row
		s.err = callSet(rt, call, row, func(r datum.Row) error {
			chunk = append(chunk, cloneRow(r))
			if len(chunk) < setChunk {
				return nil
			}
			if !yield(chunk) {
				return errSetClosed
			}
			chunk = chunk[:0]
			return rt.interrupted()
		})
		if len(chunk) > 0 && !errors.Is(s.err, errSetClosed) {
			yield(chunk)
		}
	})
	return s
}

// read returns the next row, which stays valid, or nil at the end.
func (s *setRows) read() (datum.Row, error) {
	if len(s.chunk) == 0 {
		chunk, more := s.pull()
		if !more {
			return nil, s.err
		}
		s.chunk = chunk
	}
	r := s.chunk[0]
	s.chunk = s.chunk[1:]
	return r, nil
}

func (s *setRows) close() { s.stop() }

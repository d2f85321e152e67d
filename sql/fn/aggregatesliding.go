package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// slidingExtreme is min or max of rows that leave in the order in which they came.
// It keeps the values that may still become the extreme one: each is better than all
// that came after it.
type slidingExtreme struct {
	max     bool
	best    []slidingValue
	added   int64 // values so far, NULLs not counted
	dropped int64
	size    int64
}

type slidingValue struct {
	v  datum.Datum
	at int64 // how many values came before
}

func newSlidingExtreme(max bool) func(*Context, []types.T) SlidingState {
	return func(*Context, []types.T) SlidingState { return &slidingExtreme{max: max} }
}

func (s *slidingExtreme) Add(args []datum.Datum) error {
	v := args[0]
	if v.IsNull() {
		return nil
	}
	n := len(s.best)
	for n > 0 && better(v, s.best[n-1].v, s.max) {
		n--
		s.size -= datumSize(s.best[n].v)
	}
	s.best = append(s.best[:n], slidingValue{v, s.added})
	s.size += datumSize(v)
	s.added++
	return nil
}

// Drop takes out the oldest row.
func (s *slidingExtreme) Drop(args []datum.Datum) error {
	if args[0].IsNull() {
		return nil
	}
	if s.best[0].at == s.dropped {
		s.size -= datumSize(s.best[0].v)
		s.best = s.best[1:]
	}
	s.dropped++
	return nil
}

func (s *slidingExtreme) Result() (datum.Datum, error) {
	if len(s.best) == 0 {
		return datum.Null, nil
	}
	return s.best[0].v, nil
}

func (s *slidingExtreme) Size() int64 { return 96 + s.size }

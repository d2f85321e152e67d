package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// foldedBits combines bit strings of one length.
type foldedBits struct {
	value datum.Datum
	f     Impl
}

func newFoldedBits(f Impl) func(*Context, []types.T) AggState {
	return func(*Context, []types.T) AggState { return &foldedBits{f: f} }
}

func (s *foldedBits) Add(args []datum.Datum) (err error) {
	switch {
	case args[0].IsNull():
	case s.value.IsNull():
		s.value = types.NewString(args[0].OID, strings.Clone(args[0].S))
	default:
		s.value, err = s.f(nil, []datum.Datum{s.value, args[0]})
	}
	return err
}

func (s *foldedBits) Result() (datum.Datum, error) { return s.value, nil }

func (s *foldedBits) Size() int64 { return 64 + int64(len(s.value.S)) }

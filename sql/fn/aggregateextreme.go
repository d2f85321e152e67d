package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// extremeTypes are the types that have min and max: PostgreSQL's, then ours.
var extremeTypes = []string{
	"int2", "int4", "int8", "float4", "float8", "numeric", "oid", "text", "bpchar", "date", "time", "timetz",
	"timestamp", "timestamptz", "interval", "anyarray", "tid", "xid8", "inet", "money", "pg_lsn", "anyenum", "variant",
}

func init() {
	for _, t := range extremeTypes {
		register(
			aggregate("max("+t+") "+t, "maximum value of all input values", newExtreme(true)).sliding(newSlidingExtreme(true)),
			aggregate("min("+t+") "+t, "minimum value of all input values", newExtreme(false)).sliding(newSlidingExtreme(false)),
		)
	}
	for _, t := range integerNames {
		register(
			aggregate("bit_and("+t+") "+t, "bitwise and of all input values", newFolded(func(x, y int64) int64 { return x & y })),
			aggregate("bit_or("+t+") "+t, "bitwise or of all input values", newFolded(func(x, y int64) int64 { return x | y })),
			aggregate("bit_xor("+t+") "+t, "bitwise exclusive or of all input values", newFolded(func(x, y int64) int64 { return x ^ y })),
		)
	}
	and, or := func(x, y int64) int64 { return x & y }, func(x, y int64) int64 { return x | y }
	register(
		aggregate("bool_and(bool) bool", "true if all input values are true", newFolded(and)),
		aggregate("bool_or(bool) bool", "true if any input value is true", newFolded(or)),
		aggregate("every(bool) bool", "true if all input values are true", newFolded(and)),
	)
}

type extremeState struct {
	best datum.Datum
	max  bool
}

func newExtreme(max bool) func(*Context, []types.T) AggState {
	return func(*Context, []types.T) AggState { return &extremeState{max: max} }
}

func (s *extremeState) Add(args []datum.Datum) error {
	v := args[0]
	switch {
	case v.IsNull():
	case s.best.IsNull():
		s.best = v
	case better(v, s.best, s.max):
		s.best = v
	}
	return nil
}

// better reports whether v takes the place of an earlier value: of values that are
// equal the last one counts, as in PostgreSQL, but for bpchar.
func better(v, earlier datum.Datum, max bool) bool {
	c := types.Compare(v, earlier)
	if c == 0 {
		return v.OID != types.BPChar
	}
	return (c > 0) == max
}

func (s *extremeState) Result() (datum.Datum, error) { return s.best, nil }

func (s *extremeState) Size() int64 { return 56 + int64(len(s.best.S)) }

// foldedState combines values that are kept in I.
type foldedState struct {
	value datum.Datum
	f     func(x, y int64) int64
}

func newFolded(f func(x, y int64) int64) func(*Context, []types.T) AggState {
	return func(*Context, []types.T) AggState { return &foldedState{f: f} }
}

func (s *foldedState) Add(args []datum.Datum) error {
	v := args[0]
	switch {
	case v.IsNull():
	case s.value.IsNull():
		s.value = v
	default:
		s.value.I = s.f(s.value.I, v.I)
	}
	return nil
}

func (s *foldedState) Result() (datum.Datum, error) { return s.value, nil }

func (s *foldedState) Size() int64 { return 64 }

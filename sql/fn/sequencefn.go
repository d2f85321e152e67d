package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Sequences is what a Session implements for the functions of sequences. Errors are
// PostgreSQL's: 42809 for what is no sequence, 42501, 2200H at a bound, 55000 where the
// session has had no value, 25006 in a read-only transaction.
type Sequences interface {
	NextValue(sequence types.OID) (int64, error)
	CurrentValue(sequence types.OID) (int64, error)
	LastValue() (int64, error)
	// SetValue is setval; called says that the value counts as given out.
	SetValue(sequence types.OID, value int64, called bool) error
	// SerialSequence is the qualified name of the sequence that belongs to a column
	// of the table that the text names.
	SerialSequence(table, column string) (name string, ok bool, err error)
	// SequenceParameters are start, minimum, maximum and increment, whether it
	// cycles, cache and type of a sequence.
	SequenceParameters(sequence types.OID) (datum.Row, error)
	// GivenOut is the value given out last; ok is false before there was one.
	GivenOut(sequence types.OID) (value int64, ok bool, err error)
}

func withSequences(f func(s Sequences, a []datum.Datum) (datum.Datum, error)) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		s, ok := c.Session.(Sequences)
		if !ok {
			return datum.Null, pgerr.Unsupported("a sequence outside of a session")
		}
		return f(s, a)
	}
}

func init() {
	int8Or := func(n int64, err error) (datum.Datum, error) {
		if err != nil {
			return datum.Null, err
		}
		return types.NewInt8(n), nil
	}
	set := withSequences(func(s Sequences, a []datum.Datum) (datum.Datum, error) {
		called := len(a) < 3 || a[2].Bool()
		return int8Or(a[1].I, s.SetValue(types.OID(a[0].I), a[1].I, called))
	})
	parameter := func(name string, oid types.OID) ResultColumn { return ResultColumn{name, types.Of(oid)} }
	register(
		scalar("nextval(regclass) int8", "sequence next value", withSequences(func(s Sequences, a []datum.Datum) (datum.Datum, error) {
			return int8Or(s.NextValue(types.OID(a[0].I)))
		})).volatile(),
		scalar("currval(regclass) int8", "sequence current value", withSequences(func(s Sequences, a []datum.Datum) (datum.Datum, error) {
			return int8Or(s.CurrentValue(types.OID(a[0].I)))
		})).volatile(),
		scalar("lastval() int8", "current value from last used sequence", withSequences(func(s Sequences, _ []datum.Datum) (datum.Datum, error) {
			return int8Or(s.LastValue())
		})).volatile(),
		scalar("setval(regclass, int8) int8", "set sequence value", set).volatile(),
		scalar("setval(regclass, int8, bool) int8", "set sequence value and is_called status", set).volatile(),
		scalar("pg_get_serial_sequence(text, text) text", "name of sequence for a serial column", withSequences(func(s Sequences, a []datum.Datum) (datum.Datum, error) {
			name, ok, err := s.SerialSequence(a[0].S, a[1].S)
			if err != nil || !ok {
				return datum.Null, err
			}
			return types.NewText(name), nil
		})).stable(),
		scalar("pg_sequence_last_value(regclass) int8", "sequence last value", withSequences(func(s Sequences, a []datum.Datum) (datum.Datum, error) {
			n, ok, err := s.GivenOut(types.OID(a[0].I))
			if err != nil || !ok {
				return datum.Null, err
			}
			return types.NewInt8(n), nil
		})).volatile(),
		rows("pg_sequence_parameters(oid) record", "sequence parameters, for use by information schema",
			func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
				s, ok := c.Session.(Sequences)
				if !ok {
					return pgerr.Unsupported("a sequence outside of a session")
				}
				row, err := s.SequenceParameters(types.OID(a[0].I))
				if err != nil {
					return err
				}
				return emit(row)
			},
			parameter("start_value", types.Int8), parameter("minimum_value", types.Int8), parameter("maximum_value", types.Int8),
			parameter("increment", types.Int8), parameter("cycle_option", types.Bool), parameter("cache_size", types.Int8),
			parameter("data_type", types.Oid)).stable(),
	)
}

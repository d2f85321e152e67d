package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Hypothetical-set aggregates: what a window function would give for a row with
// the direct arguments if it were among the rows.
func init() {
	for _, h := range []struct {
		name, result, help string
		f                  func(s *hypothetical) datum.Datum
	}{
		{"rank", "int8", "rank of hypothetical row", func(s *hypothetical) datum.Datum {
			return types.NewInt8(s.before + 1)
		}},
		{"dense_rank", "int8", "rank of hypothetical row without gaps", func(s *hypothetical) datum.Datum {
			return types.NewInt8(s.distinct + 1)
		}},
		{"percent_rank", "float8", "fractional rank of hypothetical row", func(s *hypothetical) datum.Datum {
			if s.rows == 0 {
				return types.NewFloat8(0)
			}
			return types.NewFloat8(float64(s.before) / float64(s.rows))
		}},
		{"cume_dist", "float8", "cumulative distribution of hypothetical row", func(s *hypothetical) datum.Datum {
			return types.NewFloat8(float64(s.upTo+1) / float64(s.rows+1))
		}},
	} {
		o := aggregate(h.name+"(VARIADIC any) "+h.result, h.help, func(*Context, []types.T) AggState {
			return &hypothetical{f: h.f}
		})
		o.Set, o.Direct = HypotheticalSet, 1
		register(o)
	}
}

// hypothetical counts the rows before the hypothetical one, and its peers.
type hypothetical struct {
	f        func(s *hypothetical) datum.Datum
	row      []datum.Datum
	compare  func(a, b []datum.Datum) int
	last     []datum.Datum // of the rows before
	rows     int64
	before   int64
	distinct int64 // rows before, without repetitions
	upTo     int64 // rows before, and peers
}

func (s *hypothetical) Begin(direct []datum.Datum, rows int, compare func(a, b []datum.Datum) int) error {
	s.row, s.compare, s.rows = append([]datum.Datum(nil), direct...), compare, int64(rows)
	return nil
}

func (s *hypothetical) Add(args []datum.Datum) error {
	switch c := s.compare(args, s.row); {
	case c > 0:
		return nil
	case c < 0:
		s.before++
		if s.last == nil || s.compare(s.last, args) != 0 {
			s.distinct++
		}
		s.last = append(s.last[:0], args...)
	}
	s.upTo++
	return nil
}

func (s *hypothetical) Result() (datum.Datum, error) { return s.f(s), nil }
func (s *hypothetical) Size() int64                  { return 128 + 96*int64(len(s.row)) }

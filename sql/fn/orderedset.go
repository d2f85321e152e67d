package fn

import (
	"math"
	"sort"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// orderedSet declares an ordered-set aggregate: the first so many arguments are direct
// ones. It skips rows with NULL.
func orderedSet(signature string, direct int, help string, f func(c *Context, args []types.T) AggState) *Overload {
	o := aggregate(signature, help, f)
	o.Set, o.Direct, o.Strict = OrderedSet, direct, true
	return o
}

func init() {
	register(
		orderedSet("mode(anyelement) anyelement", 0, "most common value", func(*Context, []types.T) AggState { return &modeState{} }),
		orderedSet("percentile_cont(float8, float8) float8", 1, "continuous distribution percentile", newPercentile(false)),
		orderedSet("percentile_cont(float8, interval) interval", 1, "continuous distribution percentile", newPercentile(false)),
		orderedSet("percentile_cont(float8[], float8) float8[]", 1, "multiple continuous percentiles", newPercentile(false)),
		orderedSet("percentile_cont(float8[], interval) interval[]", 1, "multiple continuous percentiles", newPercentile(false)),
		orderedSet("percentile_disc(float8, anyelement) anyelement", 1, "discrete percentile", newPercentile(true)),
		orderedSet("percentile_disc(float8[], anyelement) anyarray", 1, "multiple discrete percentiles", newPercentile(true)),
	)
}

// modeState finds the most frequent value, of several the first.
type modeState struct {
	best, last datum.Datum
	most, run  int
}

func (s *modeState) Begin([]datum.Datum, int, func(a, b []datum.Datum) int) error { return nil }

func (s *modeState) Add(args []datum.Datum) error {
	if s.run > 0 && types.Compare(s.last, args[0]) == 0 {
		s.run++
	} else {
		s.last, s.run = args[0], 1
	}
	if s.run > s.most {
		s.best, s.most = s.last, s.run
	}
	return nil
}

func (s *modeState) Result() (datum.Datum, error) { return s.best, nil }
func (s *modeState) Size() int64                  { return 128 + int64(len(s.best.S)+len(s.last.S)) }

// percentile picks, of rows that come in order, those which one or several
// fractions fall on, or between which they fall.
type percentile struct {
	t        types.OID // of the values
	discrete bool
	isArray  bool
	null     bool        // the fractions are NULL
	dims     []types.Dim // of an array of fractions
	wanted   []wantedRow // by fraction
	order    []int       // rows that are wanted, ascending, each once
	at       int         // rows so far
	found    map[int]datum.Datum
}

// wantedRow is where a fraction falls: between row and row+1, at share of the way.
type wantedRow struct {
	null  bool
	row   int
	share float64
}

func newPercentile(discrete bool) func(*Context, []types.T) AggState {
	return func(_ *Context, args []types.T) AggState {
		return &percentile{t: args[0].OID, discrete: discrete, found: map[int]datum.Datum{}}
	}
}

// Begin finds out which rows are wanted.
func (s *percentile) Begin(direct []datum.Datum, rows int, _ func(a, b []datum.Datum) int) error {
	fractions := direct
	if direct[0].IsNull() {
		s.null = true
		return nil
	}
	if a, ok := direct[0].X.(*types.Array); ok {
		fractions, s.isArray, s.dims = a.Elems, true, append([]types.Dim(nil), a.Dims...)
	}
	if rows == 0 {
		s.null = true
	}
	need := map[int]bool{}
	for _, f := range fractions {
		if f.IsNull() {
			s.wanted = append(s.wanted, wantedRow{null: true})
			continue
		}
		p := f.Float()
		if p < 0 || p > 1 || math.IsNaN(p) {
			return pgerr.New(pgerr.NumericValueOutOfRange, "percentile value %.6g is not between 0 and 1", p)
		}
		w := s.place(p, rows)
		s.wanted = append(s.wanted, w)
		need[w.row] = true
		if w.share > 0 {
			need[w.row+1] = true
		}
	}
	for row := range need {
		s.order = append(s.order, row)
	}
	sort.Ints(s.order)
	return nil
}

func (s *percentile) place(p float64, rows int) wantedRow {
	if s.discrete {
		return wantedRow{row: max(0, int(math.Ceil(p*float64(rows)))-1)}
	}
	first := math.Floor(p * float64(rows-1))
	return wantedRow{row: int(first), share: p*float64(rows-1) - first}
}

// Add keeps the row if it is wanted.
func (s *percentile) Add(args []datum.Datum) error {
	if len(s.order) > 0 && s.order[0] == s.at {
		s.found[s.at] = args[0]
		s.order = s.order[1:]
	}
	s.at++
	return nil
}

func (s *percentile) Size() int64 { return 96 + 96*int64(len(s.found)) }

// Result interpolates.
func (s *percentile) Result() (datum.Datum, error) {
	if s.null {
		return datum.Null, nil
	}
	values := make([]datum.Datum, len(s.wanted))
	for i, w := range s.wanted {
		if w.null {
			continue
		}
		values[i] = s.found[w.row]
		if w.share > 0 {
			var err error
			if values[i], err = interpolate(values[i], s.found[w.row+1], w.share); err != nil {
				return datum.Null, err
			}
		}
	}
	if !s.isArray {
		return values[0], nil
	}
	return types.Value{OID: types.ArrayOf(s.t), X: &types.Array{Elem: s.t, Dims: s.dims, Elems: values}}, nil
}

// interpolate goes share of the way from lo to hi.
func interpolate(lo, hi datum.Datum, share float64) (datum.Datum, error) {
	if lo.OID != types.Interval {
		return types.NewFloat8(lo.Float() + share*(hi.Float()-lo.Float())), nil
	}
	d, err := addIntervals(hi.Interval(), signed(lo.Interval(), -1))
	if err != nil {
		return datum.Null, err
	}
	if d, err = scaleBy(d, share); err != nil {
		return datum.Null, err
	}
	return newInterval(addIntervals(d, lo.Interval()))
}

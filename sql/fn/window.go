package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Window functions and ordered-set aggregates are known by name and type, so
// that they are refused as what they are: OVER and WITHIN GROUP are 0A000 when a
// statement is planned, and without them the errors are PostgreSQL's.
func init() {
	for _, w := range [][2]string{
		{"row_number() int8", "row number within partition"},
		{"rank() int8", "integer rank with gaps"},
		{"dense_rank() int8", "integer rank without gaps"},
		{"percent_rank() float8", "fractional rank within partition"},
		{"cume_dist() float8", "fractional row number within partition"},
		{"ntile(int4) int4", "split rows into N groups"},
		{"lag(anyelement) anyelement", "fetch the preceding row value"},
		{"lag(anyelement, int4) anyelement", "fetch the Nth preceding row value"},
		{"lag(anyelement, int4, anyelement) anyelement", "fetch the Nth preceding row value with default"},
		{"lead(anyelement) anyelement", "fetch the following row value"},
		{"lead(anyelement, int4) anyelement", "fetch the Nth following row value"},
		{"lead(anyelement, int4, anyelement) anyelement", "fetch the Nth following row value with default"},
		{"first_value(anyelement) anyelement", "fetch the first row value"},
		{"last_value(anyelement) anyelement", "fetch the last row value"},
		{"nth_value(anyelement, int4) anyelement", "fetch the Nth row value"},
	} {
		o := scalar(w[0], w[1], nil).withNulls()
		o.Kind = WindowFn
		o.Fn = func(*Context, []datum.Datum) (datum.Datum, error) {
			return datum.Null, pgerr.New(pgerr.WindowingError, "window function %s requires an OVER clause", o.Name)
		}
		register(o)
	}
	for _, w := range [][2]string{
		{"mode() anyelement", "most common value"},
		{"percentile_cont(float8) float8", "continuous distribution percentile"},
		{"percentile_cont(float8[]) float8[]", "multiple continuous percentiles"},
		{"percentile_disc(float8) anyelement", "discrete percentile"},
		{"percentile_disc(float8[]) anyarray", "multiple discrete percentiles"},
	} {
		o := aggregate(w[0], w[1], nil)
		o.NewAgg = func(*Context, []types.T) AggState { return orderedSet{o.Name} }
		register(o)
	}
}

// orderedSet is the state of an ordered-set aggregate called as a plain one.
type orderedSet struct{ name string }

func (s orderedSet) refuse() error {
	return pgerr.New(pgerr.WrongObjectType, "WITHIN GROUP is required for ordered-set aggregate %s", s.name)
}

func (s orderedSet) Add([]datum.Datum) error      { return s.refuse() }
func (s orderedSet) Result() (datum.Datum, error) { return datum.Null, s.refuse() }
func (s orderedSet) Size() int64                  { return 0 }

package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Functions that look at other rows of the partition or of the frame.
func init() {
	register(
		window("lag(anyelement) anyelement", "fetch the preceding row value", neighbour(-1)).beyond(),
		window("lag(anyelement, int4) anyelement", "fetch the Nth preceding row value", neighbour(-1)).beyond(),
		window("lag(anycompatible, int4, anycompatible) anycompatible", "fetch the Nth preceding row value with default", neighbour(-1)).beyond(),
		window("lead(anyelement) anyelement", "fetch the following row value", neighbour(1)).beyond(),
		window("lead(anyelement, int4) anyelement", "fetch the Nth following row value", neighbour(1)).beyond(),
		window("lead(anycompatible, int4, anycompatible) anycompatible", "fetch the Nth following row value with default", neighbour(1)).beyond(),
		window("first_value(anyelement) anyelement", "fetch the first row value", func(w WindowRow) (datum.Datum, error) {
			return frameValue(w, 0)
		}),
		window("last_value(anyelement) anyelement", "fetch the last row value", func(w WindowRow) (datum.Datum, error) {
			return frameValue(w, -1)
		}),
		window("nth_value(anyelement, int4) anyelement", "fetch the Nth row value", func(w WindowRow) (datum.Datum, error) {
			n, err := w.Arg(1)
			if err != nil || n.IsNull() {
				return datum.Null, err
			}
			if n.I <= 0 {
				return datum.Null, pgerr.New(pgerr.InvalidArgumentForNthValue, "argument of nth_value must be greater than zero")
			}
			return frameValue(w, int(n.I-1))
		}),
	)
}

// neighbour is lag and lead: the value so many rows away in a direction, else
// the default of the row at hand.
func neighbour(sign int) func(w WindowRow) (datum.Datum, error) {
	return func(w WindowRow) (datum.Datum, error) {
		distance := 1
		if w.Args() > 1 {
			n, err := w.Arg(1)
			if err != nil || n.IsNull() {
				return datum.Null, err
			}
			distance = int(n.I)
		}
		if at := w.Row() + sign*distance; w.Has(at) {
			return w.ArgAt(0, at)
		}
		if w.Args() > 2 {
			return w.Arg(2)
		}
		return datum.Null, nil
	}
}

func frameValue(w WindowRow, n int) (datum.Datum, error) {
	row, ok := w.FrameRow(n)
	if !ok {
		return datum.Null, nil
	}
	return w.ArgAt(0, row)
}

// ntile numbers buckets of equal size from 1, the first ones a row larger where
// the rows do not divide evenly.
func ntile(w WindowRow) (datum.Datum, error) {
	v, err := w.ArgAt(0, 0)
	if err != nil || v.IsNull() {
		return datum.Null, err
	}
	n, row := v.I, int64(w.Row())
	if n <= 0 {
		return datum.Null, pgerr.New(pgerr.InvalidArgumentForNtile, "argument of ntile must be greater than zero")
	}
	size, larger := int64(w.Rows())/n, int64(w.Rows())%n
	if row < larger*(size+1) {
		return types.NewInt4(int32(row/(size+1) + 1)), nil
	}
	return types.NewInt4(int32(larger + (row-larger*(size+1))/size + 1)), nil
}

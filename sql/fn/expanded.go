package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
)

// Expanded is the set-returning function o, whose rows are values of one composite
// type, with their fields as columns: what FROM shows of unnest(array of rows). The
// caller says which columns.
func (o *Overload) Expanded() *Overload {
	n := *o
	n.Rows = func(c *Context, args []datum.Datum, emit func(datum.Row) error) error {
		return o.Rows(c, args, func(r datum.Row) error {
			if r[0].IsNull() {
				return emit(make(datum.Row, len(n.Columns)))
			}
			return emit(r[0].Record().Fields)
		})
	}
	return &n
}

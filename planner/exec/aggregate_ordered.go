package exec

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// begin gives an ordered-set aggregate its direct arguments, which see the keys of
// the group.
func (a *accumulator) begin(row datum.Row) error {
	state, ok := a.state.(fn.OrderedState)
	if !ok {
		return nil
	}
	direct := make([]datum.Datum, len(a.call.Direct))
	for i, e := range a.call.Direct {
		d, err := e.Eval(a.rt.Ctx, row)
		if err != nil {
			return err
		}
		direct[i] = d
	}
	return state.Begin(direct, len(a.sorted), func(x, y []datum.Datum) int {
		return compareKeys(a.call.OrderBy, x, y)
	})
}

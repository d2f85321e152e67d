package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// windowRow is the row at hand as window functions see it (fn.WindowRow).
type windowRow struct {
	w    *window
	call *planner.WindowCall
	row  int
	// first … end-1 is the frame before exclusion, spans are what is left of it.
	first, end int
	spans      [3][2]int
	n          int // of spans
	buf        datum.Row
	err        error // of reading on
}

func (r *windowRow) Row() int { return r.row }

func (r *windowRow) Rows() int {
	n, err := r.w.rows.count()
	r.note(err)
	return n
}

func (r *windowRow) note(err error) {
	if r.err == nil {
		r.err = err
	}
}

func (r *windowRow) Peers() (int, int) {
	g := r.w.rows.groupOf(r.row)
	end, err := r.w.rows.end(g)
	r.note(err)
	return r.w.rows.start(g), end
}

func (r *windowRow) PeerGroup() int { return r.w.rows.groupOf(r.row) }

func (r *windowRow) Has(row int) bool {
	if row < 0 {
		return false
	}
	ok, err := r.w.rows.has(row)
	r.note(err)
	return ok
}

func (r *windowRow) Args() int { return len(r.call.Args) }

func (r *windowRow) Arg(i int) (datum.Datum, error) { return r.ArgAt(i, r.row) }

func (r *windowRow) ArgAt(i, row int) (datum.Datum, error) {
	return r.w.rows.eval(r.call.Args[i], row, &r.buf)
}

func (r *windowRow) FrameRow(n int) (int, bool) {
	if n < 0 {
		n = -n - 1
		for i := r.n - 1; i >= 0; i-- {
			s := r.spans[i]
			if n < s[1]-s[0] {
				return s[1] - 1 - n, true
			}
			n -= s[1] - s[0]
		}
		return 0, false
	}
	for _, s := range r.spans[:r.n] {
		if n < s[1]-s[0] {
			return s[0] + n, true
		}
		n -= s[1] - s[0]
	}
	return 0, false
}

// windowFunction is a call of a function that is no aggregate.
type windowFunction struct{ call *planner.WindowCall }

func (f *windowFunction) begin() {}

func (f *windowFunction) value(r *windowRow) (datum.Datum, error) { return f.call.F.Window(r) }

// needs is the frame for functions that look at no other rows, and for some all
// rows.
func (f *windowFunction) needs(r *windowRow) int {
	switch {
	case f.call.F.Beyond:
		return 0
	case len(f.call.Args) == 0:
		return r.row + 1
	}
	return r.first
}

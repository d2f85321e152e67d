package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// WindowRow is a row for which a window function is computed, with its
// partition around it. Rows of a partition are numbered from 0.
type WindowRow interface {
	// Row is the row's number, and Rows how many rows the partition has, which has to
	// be read to its end for that. Has reports whether there is a row.
	Row() int
	Rows() int
	Has(row int) bool
	// Peers are the rows first … end-1 that ORDER BY does not tell from the row, and
	// PeerGroup is the number of their group, from 0.
	Peers() (first, end int)
	PeerGroup() int
	// Args is how many arguments the call has. Arg evaluates argument i over the
	// row at hand, ArgAt over another one.
	Args() int
	Arg(i int) (datum.Datum, error)
	ArgAt(i, row int) (datum.Datum, error)
	// FrameRow is the nth row of the frame, from 0, or with n < 0 the last but
	// -n-1; ok is false if the frame is shorter.
	FrameRow(n int) (row int, ok bool)
}

// window declares a window function.
func window(signature, help string, f func(w WindowRow) (datum.Datum, error)) *Overload {
	o := parseSignature(signature)
	o.Kind, o.Volatility, o.Help, o.Window = WindowFn, Immutable, help, f
	o.Strict = len(o.Args) > 0
	return o
}

// beyond marks a function that looks at other rows than those of the frame.
func (o *Overload) beyond() *Overload { o.Beyond = true; return o }

// Functions of a row's place in its partition.
func init() {
	register(
		window("row_number() int8", "row number within partition", func(w WindowRow) (datum.Datum, error) {
			return types.NewInt8(int64(w.Row()) + 1), nil
		}),
		window("rank() int8", "integer rank with gaps", func(w WindowRow) (datum.Datum, error) {
			first, _ := w.Peers()
			return types.NewInt8(int64(first) + 1), nil
		}),
		window("dense_rank() int8", "integer rank without gaps", func(w WindowRow) (datum.Datum, error) {
			return types.NewInt8(int64(w.PeerGroup()) + 1), nil
		}),
		window("percent_rank() float8", "fractional rank within partition", func(w WindowRow) (datum.Datum, error) {
			first, _ := w.Peers()
			if w.Rows() <= 1 {
				return types.NewFloat8(0), nil
			}
			return types.NewFloat8(float64(first) / float64(w.Rows()-1)), nil
		}),
		window("cume_dist() float8", "fractional row number within partition", func(w WindowRow) (datum.Datum, error) {
			_, end := w.Peers()
			return types.NewFloat8(float64(end) / float64(w.Rows())), nil
		}),
		window("ntile(int4) int4", "split rows into N groups", ntile).beyond(),
	)
}

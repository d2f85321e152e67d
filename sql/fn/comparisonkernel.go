package fn

import "github.com/sparrowdb/sparrow/sql/datum"

// integerComparison is the comparison of vectors that keep their values in
// Ints: one tight loop for each relation, since scans spend their time here.
func integerComparison(symbol string) Kernel {
	compare := compareEqual
	swap, negate := false, false
	switch symbol {
	case "<>":
		negate = true
	case "<":
		compare = compareLess
	case ">":
		compare, swap = compareLess, true
	case "<=":
		compare, swap, negate = compareLess, true, true
	case ">=":
		compare, negate = compareLess, true
	}
	yes, no := int64(1), int64(0)
	if negate {
		yes, no = no, yes
	}
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		x, y := args[0].Ints, args[1].Ints
		if swap {
			x, y = y, x
		}
		compare(x, y, out.Ints, n, sel, yes, no)
		return nil
	}
}

func compareEqual(x, y, out []int64, n int, sel []int32, yes, no int64) {
	if sel != nil {
		for _, i := range sel {
			if out[i] = no; x[i] == y[i] {
				out[i] = yes
			}
		}
		return
	}
	x, y, out = x[:n], y[:n], out[:n]
	for i := range out {
		if out[i] = no; x[i] == y[i] {
			out[i] = yes
		}
	}
}

func compareLess(x, y, out []int64, n int, sel []int32, yes, no int64) {
	if sel != nil {
		for _, i := range sel {
			if out[i] = no; x[i] < y[i] {
				out[i] = yes
			}
		}
		return
	}
	x, y, out = x[:n], y[:n], out[:n]
	for i := range out {
		if out[i] = no; x[i] < y[i] {
			out[i] = yes
		}
	}
}

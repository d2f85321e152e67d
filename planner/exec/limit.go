package exec

import (
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// limit cuts its input to Count rows after Offset.
type limit struct {
	rt      *Runtime
	node    *planner.Limit
	in      Operator
	started bool
	skip    int64
	left    int64     // -1: no limit
	last    datum.Row // the sort keys of the last row, for WITH TIES
	ties    bool
	done    bool
}

func (l *limit) start() (err error) {
	l.started = true
	if l.skip, err = rowCount(l.rt, l.node.Offset, 0, pgerr.InvalidRowCountInOffset, "OFFSET"); err != nil {
		return err
	}
	l.left, err = rowCount(l.rt, l.node.Count, -1, pgerr.InvalidRowCountInLimit, "LIMIT")
	return err
}

// rowCount evaluates a LIMIT or OFFSET expression; NULL and absence give absent.
func rowCount(rt *Runtime, e expr.Expr, absent int64, code pgerr.Code, what string) (int64, error) {
	if e == nil {
		return absent, nil
	}
	d, err := e.Eval(rt.Ctx, nil)
	if err != nil || d.IsNull() {
		return absent, err
	}
	if d.I < 0 {
		return 0, pgerr.New(code, "%s must not be negative", what)
	}
	return d.I, nil
}

func (l *limit) Next() (*datum.Batch, error) {
	if !l.started {
		if err := l.start(); err != nil {
			return nil, err
		}
	}
	for !l.done {
		if l.left == 0 && !l.ties {
			break
		}
		b, err := l.in.Next()
		if err != nil || b == nil {
			return nil, err
		}
		sel := selection(b)
		if l.skip >= int64(len(sel)) {
			l.skip -= int64(len(sel))
			continue
		}
		sel = sel[l.skip:]
		l.skip = 0
		if sel, err = l.cut(b, sel); err != nil {
			return nil, err
		}
		if len(sel) > 0 {
			b.Sel = sel
			return b, nil
		}
	}
	l.done = true
	return nil, nil
}

// cut keeps of the selected rows those that are within the limit.
func (l *limit) cut(b *datum.Batch, sel []int32) ([]int32, error) {
	if l.left < 0 {
		return sel, nil
	}
	n := int(min(l.left, int64(len(sel))))
	l.left -= int64(n)
	if l.node.WithTies == nil {
		return sel[:n], nil
	}
	if l.left > 0 {
		return sel, nil
	}
	if !l.ties {
		if n == 0 {
			return nil, nil
		}
		keys, err := sortKeys(l.rt, l.node.WithTies, b.Row(int(sel[n-1]), nil))
		if err != nil {
			return nil, err
		}
		l.last, l.ties = keys, true
	}
	for n < len(sel) {
		keys, err := sortKeys(l.rt, l.node.WithTies, b.Row(int(sel[n]), nil))
		if err != nil {
			return nil, err
		}
		if compareKeys(l.node.WithTies, keys, l.last) != 0 {
			l.ties, l.done = false, true
			break
		}
		n++
	}
	return sel[:n], nil
}

func (l *limit) Close() { l.in.Close() }

// selection returns the live rows of b as a list.
func selection(b *datum.Batch) []int32 {
	if b.Sel != nil {
		return b.Sel
	}
	sel := make([]int32, b.N)
	for i := range sel {
		sel[i] = int32(i)
	}
	return sel
}

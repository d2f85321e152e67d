package exec

import (
	"math"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// frames finds the frame of each row of a partition, in order.
type frames struct {
	rt    *Runtime
	frame *planner.Frame
	rows  *partitionRows
	key   planner.SortKey // the one of ORDER BY, for RANGE with offsets

	start, end datum.Datum // the offsets
	head, tail int         // of RANGE with offsets, which only move on
}

// ranged reports whether values of ORDER BY are compared with offsets.
func (f *frames) ranged() bool {
	return f.frame.Start.Within != nil || f.frame.End.Within != nil
}

func (f *frames) begin() { f.head, f.tail = 0, 0 }

// offsets evaluates the offsets, once an execution, even if there are no rows.
func (f *frames) offsets() error {
	for _, e := range []struct {
		bound *planner.FrameBound
		to    *datum.Datum
		which string
	}{{&f.frame.Start, &f.start, "starting"}, {&f.frame.End, &f.end, "ending"}} {
		if e.bound.Offset == nil {
			continue
		}
		d, err := e.bound.Offset.Eval(f.rt.Ctx, nil)
		if err != nil {
			return err
		}
		switch {
		case d.IsNull():
			return pgerr.New(pgerr.NullValueNotAllowed, "frame %s offset must not be null", e.which)
		case e.bound.Within == nil && d.I < 0:
			return pgerr.New(pgerr.InvalidFrameOffset, "frame %s offset must not be negative", e.which)
		}
		*e.to = d
	}
	return nil
}

// bounds is the frame of row i: rows first … end-1, none if they are equal.
func (f *frames) bounds(i int) (first, end int, err error) {
	n := f.rows.len()
	switch f.frame.Start.Kind {
	case ast.UnboundedPreceding:
	case ast.UnboundedFollowing:
		first = n
	default:
		if first, err = f.firstRow(i); err != nil {
			return 0, 0, err
		}
	}
	switch f.frame.End.Kind {
	case ast.UnboundedPreceding:
	case ast.UnboundedFollowing:
		end = n
	default:
		if end, err = f.endRow(i); err != nil {
			return 0, 0, err
		}
	}
	first = min(max(first, 0), n)
	return first, max(first, min(end, n)), nil
}

// away is so many rows or groups from at, by a bound.
func away(at int, b *planner.FrameBound, offset datum.Datum) int {
	switch b.Kind {
	case ast.OffsetPreceding:
		return at - int(min(offset.I, math.MaxInt32<<8))
	case ast.OffsetFollowing:
		return at + int(min(offset.I, math.MaxInt32<<8))
	}
	return at
}

func (f *frames) firstRow(i int) (int, error) {
	b := &f.frame.Start
	switch {
	case f.frame.Mode == ast.FrameRows:
		return away(i, b, f.start), nil
	case b.Within != nil:
		return f.rangeHead(i)
	}
	switch g := away(f.rows.group(i), b, f.start); {
	case g < 0:
		return 0, nil
	case g >= len(f.rows.starts):
		return f.rows.len(), nil
	default:
		return f.rows.starts[g], nil
	}
}

func (f *frames) endRow(i int) (int, error) {
	b := &f.frame.End
	switch {
	case f.frame.Mode == ast.FrameRows:
		return away(i, b, f.end) + 1, nil
	case b.Within != nil:
		return f.rangeTail(i)
	}
	switch g := away(f.rows.group(i), b, f.end); {
	case g < 0:
		return 0, nil
	case g >= len(f.rows.starts):
		return f.rows.len(), nil
	default:
		return f.rows.end(g), nil
	}
}

// rangeHead moves the head on to the first row that is not too far before row i
// (update_frameheadpos of PostgreSQL).
func (f *frames) rangeHead(i int) (int, error) {
	cur := f.rows.keys[i]
	minus, less := f.frame.Start.Kind == ast.OffsetPreceding, false
	if f.key.Desc {
		minus, less = !minus, true
	}
	for ; f.head < f.rows.len(); f.head++ {
		at := f.rows.keys[f.head]
		if at.IsNull() || cur.IsNull() {
			if f.key.NullsFirst && (!at.IsNull() || cur.IsNull()) || !f.key.NullsFirst && (at.IsNull() || !cur.IsNull()) {
				break
			}
			continue
		}
		in, err := f.frame.Start.Within.Within(&f.rt.Ctx.Context, at, cur, f.start, minus, less)
		if err != nil {
			return 0, err
		}
		if in {
			break
		}
	}
	return f.head, nil
}

// rangeTail moves the tail on to the first row that is too far behind row i.
func (f *frames) rangeTail(i int) (int, error) {
	cur := f.rows.keys[i]
	minus, less := f.frame.End.Kind == ast.OffsetPreceding, true
	if f.key.Desc {
		minus, less = !minus, false
	}
	for ; f.tail < f.rows.len(); f.tail++ {
		at := f.rows.keys[f.tail]
		if at.IsNull() || cur.IsNull() {
			if f.key.NullsFirst && !at.IsNull() || !f.key.NullsFirst && !cur.IsNull() {
				break
			}
			continue
		}
		in, err := f.frame.End.Within.Within(&f.rt.Ctx.Context, at, cur, f.end, minus, less)
		if err != nil {
			return 0, err
		}
		if !in {
			break
		}
	}
	return f.tail, nil
}

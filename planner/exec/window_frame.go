package exec

import (
	"math"

	"github.com/sparrowdb/sparrow/planner"
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
	buf        datum.Row
}

// needs is the first row that will be looked at for the frames after row r.
func (f *frames) needs(r *windowRow) int {
	low := r.row + 1
	for _, end := range []struct {
		bound   *planner.FrameBound
		row, at int
	}{{&f.frame.Start, r.first, f.head}, {&f.frame.End, r.end, f.tail}} {
		switch {
		case end.bound.Within != nil:
			low = min(low, end.at)
		case end.bound.Offset != nil && f.frame.Mode == planner.FrameGroups:
			low = min(low, end.row)
		}
	}
	return low
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
	switch f.frame.Start.Kind {
	case planner.UnboundedPreceding:
	case planner.UnboundedFollowing:
		first, err = f.rows.count()
	default:
		first, err = f.firstRow(i)
	}
	if err != nil {
		return 0, 0, err
	}
	switch f.frame.End.Kind {
	case planner.UnboundedPreceding:
	case planner.UnboundedFollowing:
		end, err = f.rows.count()
	default:
		end, err = f.endRow(i)
	}
	if err != nil {
		return 0, 0, err
	}
	return first, max(first, end), nil
}

// clamp brings a row number into the partition: its end is the most.
func (f *frames) clamp(row int) (int, error) {
	if row <= 0 {
		return 0, nil
	}
	if _, err := f.rows.has(row - 1); err != nil {
		return 0, err
	}
	return min(row, f.rows.rows), nil
}

// away is so many rows or groups from at, by a bound.
func away(at int, b *planner.FrameBound, offset datum.Datum) int {
	switch b.Kind {
	case planner.OffsetPreceding:
		return at - int(min(offset.I, math.MaxInt32<<8))
	case planner.OffsetFollowing:
		return at + int(min(offset.I, math.MaxInt32<<8))
	}
	return at
}

func (f *frames) firstRow(i int) (int, error) {
	b := &f.frame.Start
	switch {
	case f.frame.Mode == planner.FrameRows:
		return f.clamp(away(i, b, f.start))
	case b.Within != nil:
		return f.rangeHead(i)
	}
	g := away(f.rows.groupOf(i), b, f.start)
	if g < 0 {
		return 0, nil
	}
	if ok, err := f.rows.hasGroup(g); err != nil || !ok {
		return f.rows.rows, err
	}
	return f.rows.start(g), nil
}

func (f *frames) endRow(i int) (int, error) {
	b := &f.frame.End
	switch {
	case f.frame.Mode == planner.FrameRows:
		return f.clamp(away(i, b, f.end) + 1)
	case b.Within != nil:
		return f.rangeTail(i)
	}
	g := away(f.rows.groupOf(i), b, f.end)
	if g < 0 {
		return 0, nil
	}
	if ok, err := f.rows.hasGroup(g); err != nil || !ok {
		return f.rows.rows, err
	}
	return f.rows.end(g)
}

// keyAt is ORDER BY of a row.
func (f *frames) keyAt(row int) (datum.Datum, error) {
	return f.rows.eval(f.key.Expr, row, &f.buf)
}

// rangeHead moves the head on to the first row that is not too far before row i
// (update_frameheadpos of PostgreSQL).
func (f *frames) rangeHead(i int) (int, error) {
	cur, err := f.keyAt(i)
	if err != nil {
		return 0, err
	}
	minus, less := f.frame.Start.Kind == planner.OffsetPreceding, false
	if f.key.Desc {
		minus, less = !minus, true
	}
	for ; ; f.head++ {
		if ok, err := f.rows.has(f.head); err != nil || !ok {
			return f.head, err
		}
		at, err := f.keyAt(f.head)
		if err != nil {
			return 0, err
		}
		if at.IsNull() || cur.IsNull() {
			if f.key.NullsFirst && (!at.IsNull() || cur.IsNull()) || !f.key.NullsFirst && (at.IsNull() || !cur.IsNull()) {
				return f.head, nil
			}
			continue
		}
		in, err := f.frame.Start.Within.Within(&f.rt.Ctx.Context, at, cur, f.start, minus, less)
		if err != nil {
			return 0, err
		}
		if in {
			return f.head, nil
		}
	}
}

// rangeTail moves the tail on to the first row that is too far behind row i.
func (f *frames) rangeTail(i int) (int, error) {
	cur, err := f.keyAt(i)
	if err != nil {
		return 0, err
	}
	minus, less := f.frame.End.Kind == planner.OffsetPreceding, true
	if f.key.Desc {
		minus, less = !minus, false
	}
	for ; ; f.tail++ {
		if ok, err := f.rows.has(f.tail); err != nil || !ok {
			return f.tail, err
		}
		at, err := f.keyAt(f.tail)
		if err != nil {
			return 0, err
		}
		if at.IsNull() || cur.IsNull() {
			if f.key.NullsFirst && !at.IsNull() || !f.key.NullsFirst && !cur.IsNull() {
				return f.tail, nil
			}
			continue
		}
		in, err := f.frame.End.Within.Within(&f.rt.Ctx.Context, at, cur, f.end, minus, less)
		if err != nil {
			return 0, err
		}
		if !in {
			return f.tail, nil
		}
	}
}

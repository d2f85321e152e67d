package fn

import (
	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Remove takes a row out of a count.
func (s *countState) Remove(args []datum.Datum) (bool, error) {
	if s.all || !args[0].IsNull() {
		s.n--
	}
	return true, nil
}

// Remove takes a value out of a sum, which is NULL again without any.
func (s *intSum) Remove(args []datum.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	sum, ok := subInt(s.sum, args[0].I)
	s.sum = sum
	return ok, nil
}

// Remove takes a value out of a sum or average. Without the only value of the
// largest scale nobody knows the scale of the rest, and infinities and NaN leave no
// way back.
func (s *numericSum) Remove(args []datum.Datum) (bool, error) {
	v := args[0]
	if v.IsNull() {
		return true, nil
	}
	s.n--
	if v.OID != types.Numeric {
		d, ok := subInt(s.small, v.I)
		if ok {
			s.small = d
		}
		return ok, nil
	}
	d := v.Decimal()
	if s.n == 0 || d.Form != apd.Finite || s.sum.Form != apd.Finite {
		return false, nil
	}
	if scale := scaleOf(d); scale > 0 && scale == s.scale {
		if s.atScale--; s.atScale == 0 {
			return false, nil
		}
	}
	_, err := exact.Sub(s.sum, s.sum, d)
	return true, err
}

// noteScale counts the values that have the largest scale.
func (s *numericSum) noteScale(d *apd.Decimal) {
	switch scale := scaleOf(d); {
	case scale > s.scale:
		s.scale, s.atScale = scale, 1
	case scale == s.scale:
		s.atScale++
	}
}

// Remove takes an interval out of a sum or average.
func (s *intervalSum) Remove(args []datum.Datum) (bool, error) {
	if args[0].IsNull() {
		return true, nil
	}
	s.n--
	x := args[0].Interval()
	sum, err := intervalOf(int64(s.sum.Months)-int64(x.Months), int64(s.sum.Days)-int64(x.Days), s.sum.Micros-x.Micros, true)
	if err != nil {
		return false, nil
	}
	s.sum = sum
	return true, nil
}

// Remove takes a value out of exact sums; without any left it starts over.
func (s *numericSpread) Remove(args []datum.Datum) (bool, error) {
	v := args[0]
	if v.IsNull() {
		return true, nil
	}
	d := decimalOf(v.I)
	if v.OID == types.Numeric {
		d = v.Decimal()
		if scaleOf(d) != 0 {
			return false, nil
		}
	}
	if s.n--; s.n == 0 || s.special || d.Form != apd.Finite {
		return false, nil
	}
	sq := new(apd.Decimal)
	if _, err := exact.Mul(sq, d, d); err != nil {
		return false, err
	}
	if _, err := exact.Sub(&s.sum, &s.sum, d); err != nil {
		return false, err
	}
	_, err := exact.Sub(&s.sumSq, &s.sumSq, sq)
	return true, err
}

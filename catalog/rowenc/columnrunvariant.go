package rowenc

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// setVariants puts the cells [first, last) of a column of integers, floats or
// strings in the places of NULLs, as they are. vals and nulls begin with row
// low.
func (d *RunDecoder) setVariants(source *cellSource, col *Column, first, last int, vals []datum.Datum, nulls []bool, low int) (bytes int64, err error) {
	s, n := source.wide, last-first
	if n == 0 {
		return 0, nil
	}
	if bytes, err = source.valueBytes(first, last); err != nil {
		return 0, err
	}
	var rows []uint16
	if !s.all() {
		rows = s.rows(first, last, &d.present)
	}
	row := func(i int) int {
		if rows == nil {
			return first + i - low
		}
		return int(rows[i]) - low
	}
	oid := tagTypes[s.tag]
	if s.values == valuesStrings {
		d.strings = slices.Grow(d.strings[:0], n)[:n]
		if err := s.strings.read(d.strings, first); err != nil {
			return 0, err
		}
		for i, v := range d.strings {
			vals[row(i)], nulls[row(i)] = datum.Datum{OID: oid, S: v}, false
		}
	} else {
		d.numbers = slices.Grow(d.numbers[:0], n)[:n]
		s.ints.read(d.numbers, first)
		for i, v := range d.numbers {
			vals[row(i)], nulls[row(i)] = datum.Datum{OID: oid, I: v}, false
		}
	}
	return bytes + int64(col.NameBytes)*int64(n), nil
}

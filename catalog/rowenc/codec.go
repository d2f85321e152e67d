package rowenc

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/kv/keyenc"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Codec encodes and decodes the keys of one table. It is immutable and safe
// for concurrent use; one is made per plan, not per row.
type Codec struct {
	prefix []byte
	cols   []keyColumn
}

type keyColumn struct {
	name string
	t    types.T
	form keyForm
}

// NewCodec makes the codec of a table.
func NewCodec(t *catalog.Table) *Codec {
	c := &Codec{prefix: catalog.AppendTablePrefix(nil, t)}
	for i, kt := range t.KeyTypes() {
		col := keyColumn{t: kt, form: keyFormOf(kt.OID)}
		if !t.HiddenKey() {
			col.name = t.Columns[t.PrimaryKey[i]].Name
		}
		c.cols = append(c.cols, col)
	}
	return c
}

// Columns is the number of key columns; 1 for a hidden key.
func (c *Codec) Columns() int { return len(c.cols) }

// NewHiddenKey makes the value of a hidden key for a new row. It is random, so
// that writes spread over the key space; the writer puts the row if absent.
func NewHiddenKey() datum.Datum { return types.NewInt8(int64(rand.Uint64())) }

// EncodeKey appends the key of a row to write: one value per key column, of
// the column's type, none NULL. A value longer than the limit in force is
// *limits.Exceeded.
func (c *Codec) EncodeKey(dst []byte, set *limits.Set, key []datum.Datum) ([]byte, error) {
	if len(key) != len(c.cols) {
		return nil, fmt.Errorf("rowenc: %d values for a key of %d columns", len(key), len(c.cols))
	}
	for i, v := range key {
		err := limits.PrimaryKeyValueBytes.Check(set, ValueBytes(v), "column \""+c.cols[i].name+"\"")
		if err != nil {
			return nil, err
		}
	}
	return c.AppendKeyPrefix(dst, key)
}

// AppendKeyPrefix appends what the keys of all rows that begin with these
// key values begin with: for a full key, that row's key. It is for lookups:
// values too long to be stored are no error and match nothing.
func (c *Codec) AppendKeyPrefix(dst []byte, values []datum.Datum) ([]byte, error) {
	if len(values) > len(c.cols) {
		return nil, fmt.Errorf("rowenc: %d values for a key of %d columns", len(values), len(c.cols))
	}
	dst = append(dst, c.prefix...)
	var err error
	for i, v := range values {
		if dst, err = appendKeyValue(dst, c.cols[i].form, v); err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// Bound is one end of a key range: values of a prefix of the key columns. With
// no values it is unbounded. Inclusive says whether the rows that have exactly
// this prefix lie inside.
type Bound struct {
	Values    []datum.Datum
	Inclusive bool
}

// Span is the key range between two bounds; it may be empty.
func (c *Codec) Span(low, high Bound) (kv.Span, error) {
	span := keyenc.PrefixSpan(c.prefix)
	if len(low.Values) > 0 {
		start, err := c.AppendKeyPrefix(nil, low.Values)
		if err != nil {
			return span, err
		}
		if !low.Inclusive {
			start = keyenc.PrefixEnd(start)
		}
		span.Start = start
	}
	if len(high.Values) > 0 {
		end, err := c.AppendKeyPrefix(nil, high.Values)
		if err != nil {
			return span, err
		}
		if high.Inclusive {
			end = keyenc.PrefixEnd(end)
		}
		span.End = end
	}
	return span, nil
}

// DecodeKey decodes all key columns of a row into into, which has room for
// them. value is the row's value, which keeps the display scale of numerics;
// nil if it is not at hand.
func (c *Codec) DecodeKey(key, value []byte, into []datum.Datum) error {
	rest, err := c.body(key)
	if err != nil {
		return err
	}
	scales := scaleReader{value: value}
	for i, col := range c.cols {
		if into[i], rest, err = decodeKeyValue(rest, col.form, col.t); err != nil {
			return err
		}
		if col.form == keyDecimal {
			if err := scales.apply(&into[i]); err != nil {
				return err
			}
		}
	}
	if len(rest) > 0 {
		return corrupt("key goes on after its last column")
	}
	return nil
}

// DecodeBoundary decodes a partition boundary: as many leading key columns as
// the bytes hold. It is for showing boundaries; ok is false if key is not in
// the table.
func (c *Codec) DecodeBoundary(key []byte) (values []datum.Datum, ok bool) {
	rest, err := c.body(key)
	if err != nil {
		return nil, false
	}
	for _, col := range c.cols {
		if len(rest) == 0 {
			break
		}
		v, r, err := decodeKeyValue(rest, col.form, col.t)
		if err != nil {
			break
		}
		values, rest = append(values, v), r
	}
	return values, true
}

// body returns key without the table's prefix.
func (c *Codec) body(key []byte) ([]byte, error) {
	if len(key) < len(c.prefix) || string(key[:len(c.prefix)]) != string(c.prefix) {
		return nil, corrupt("key of another table")
	}
	return key[len(c.prefix):], nil
}

// scaleReader hands out the display scales at the front of a row's value.
type scaleReader struct {
	value []byte
	begun bool
	left  uint64
}

func (s *scaleReader) apply(v *datum.Datum) error {
	if s.value == nil {
		return nil
	}
	if !s.begun {
		rest, err := rowBody(s.value)
		if err != nil {
			return err
		}
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			return corrupt("scales")
		}
		s.begun, s.left, s.value = true, n, rest[size:]
	}
	if s.left == 0 {
		return nil
	}
	scale, size := binary.Uvarint(s.value)
	if size <= 0 {
		return corrupt("scales")
	}
	s.left, s.value = s.left-1, s.value[size:]
	d, err := withScale(v.Decimal(), scale)
	v.X = d
	return err
}

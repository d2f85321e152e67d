package types

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// The flags of a range's binary form.
const (
	rangeEmpty          = 0x01
	rangeLowerInclusive = 0x02
	rangeUpperInclusive = 0x04
	rangeLowerInfinite  = 0x08
	rangeUpperInfinite  = 0x10
)

// RangeFlags is the first byte of a range's binary form.
func RangeFlags(r *RangeValue) byte {
	if r.Empty {
		return rangeEmpty
	}
	flags := byte(0)
	for _, f := range []struct {
		set  bool
		flag byte
	}{
		{r.Lower.Inclusive, rangeLowerInclusive}, {r.Upper.Inclusive, rangeUpperInclusive},
		{r.Lower.Infinite(), rangeLowerInfinite}, {r.Upper.Infinite(), rangeUpperInfinite},
	} {
		if f.set {
			flags |= f.flag
		}
	}
	return flags
}

// appendRangeBinary writes range_send's form: the flags, then the bounds that
// there are with their lengths.
func appendRangeBinary(buf []byte, r *RangeValue) ([]byte, error) {
	buf = append(buf, RangeFlags(r))
	var err error
	for _, b := range []RangeBound{r.Lower, r.Upper} {
		if b.Infinite() {
			continue
		}
		if buf, err = appendSized(buf, b.Value); err != nil {
			return nil, err
		}
	}
	return buf, nil
}

// decodeRange reads range_recv's form.
func decodeRange(oid OID, b []byte) (Value, error) {
	r, rest, err := takeRange(RangeTypeOf(oid), b)
	if err == nil && len(rest) > 0 {
		err = messageNotEmpty()
	}
	return Value{OID: oid, X: r}, err
}

// messageNotEmpty is the error for bytes behind a range or multirange
// (pq_getmsgend).
func messageNotEmpty() error {
	return pgerr.New(pgerr.ProtocolViolation, "invalid message format")
}

// takeRange reads a range off the beginning of b. PostgreSQL passes over bytes
// behind a bound's value; here they are an error.
func takeRange(t *RangeType, b []byte) (*RangeValue, []byte, error) {
	if len(b) == 0 {
		return nil, nil, badByte(b)
	}
	flags := b[0]
	r := binaryReader{b: b[1:]}
	bound := func(infinite, inclusive byte) (RangeBound, error) {
		if flags&(rangeEmpty|infinite) != 0 {
			return RangeBound{}, nil
		}
		size := r.int32()
		if r.short || size < 0 || int(size) > len(r.b) {
			return RangeBound{}, insufficientData()
		}
		v, err := DecodeBinary(t.Subtype, r.b[:size])
		r.b = r.b[size:]
		return RangeBound{Value: v, Inclusive: flags&inclusive != 0}, err
	}
	lower, err := bound(rangeLowerInfinite, rangeLowerInclusive)
	if err != nil {
		return nil, nil, err
	}
	upper, err := bound(rangeUpperInfinite, rangeUpperInclusive)
	if err != nil {
		return nil, nil, err
	}
	if flags&rangeEmpty != 0 {
		return &RangeValue{Empty: true}, r.b, nil
	}
	v, err := makeRange(lower, upper)
	return v, r.b, err
}

// appendMultirangeBinary writes multirange_send's form: the number of ranges,
// then each with its length.
func appendMultirangeBinary(buf []byte, m *MultirangeValue) ([]byte, error) {
	buf = appendInt32(buf, int32(len(m.Ranges)))
	var err error
	for _, r := range m.Ranges {
		at := len(buf)
		if buf, err = appendRangeBinary(appendInt32(buf, 0), r); err != nil {
			return nil, err
		}
		binary.BigEndian.PutUint32(buf[at:], uint32(len(buf)-at-4))
	}
	return buf, nil
}

// decodeMultirange reads multirange_recv's form.
func decodeMultirange(oid OID, b []byte) (Value, error) {
	t := RangeTypeOfMultirange(oid)
	r := binaryReader{b: b}
	n := r.int32()
	if r.short {
		return Null, insufficientData()
	}
	// Every range takes five bytes at least.
	if n < 0 || int64(n)*5 > int64(len(r.b)) {
		return Null, insufficientData()
	}
	list := make([]*RangeValue, 0, n)
	grown := int64(0)
	for range n {
		size := r.int32()
		if r.short || size < 0 || int(size) > len(r.b) {
			return Null, insufficientData()
		}
		one, rest, err := takeRange(t, r.b[:size])
		if err == nil && len(rest) > 0 {
			err = messageNotEmpty()
		}
		if err != nil {
			return Null, err
		}
		if err := countGrown(&grown, Value{OID: t.OID, X: one}, int(size)); err != nil {
			return Null, err
		}
		list = append(list, one)
		r.b = r.b[size:]
	}
	if len(r.b) > 0 {
		return Null, messageNotEmpty()
	}
	return NewMultirange(oid, list), nil
}

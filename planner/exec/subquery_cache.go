package exec

import (
	"encoding/binary"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// How many results of one subquery are kept, and after how many that were of no use it is not
// worth trying any more.
const (
	resultsMax   = 10000
	resultsTried = 500
)

// resultCache is the values of a correlated subquery by the outer values that they depend on.
type resultCache struct {
	values       map[string]datum.Datum
	hits, misses int
	key          []byte
}

// Result implements expr.SubqueryRunner.
func (rt *Runtime) Result(of *expr.Subquery, outer datum.Row, compute func() (datum.Datum, error)) (datum.Datum, error) {
	c := rt.results[of]
	if c == nil {
		if rt.results == nil {
			rt.results = map[*expr.Subquery]*resultCache{}
		}
		c = &resultCache{values: map[string]datum.Datum{}}
		rt.results[of] = c
	}
	if c.values == nil {
		return compute()
	}
	c.key = c.key[:0]
	for _, v := range outer {
		c.key = appendExact(c.key, v)
	}
	if v, ok := c.values[string(c.key)]; ok {
		c.hits++
		return v, nil
	}
	if c.misses++; c.misses > resultsTried && c.hits < c.misses/10 {
		c.values = nil // the values hardly repeat
		return compute()
	}
	key := string(c.key) // compute may come back here
	v, err := compute()
	if err != nil || c.values == nil || len(c.values) >= resultsMax || v.X != nil && v.OID != types.Numeric {
		return v, err // arrays and the like may point into what doesn't stay
	}
	v = ownRow(datum.Row{v})[0]
	if err := rt.grow(rowSize(1) + int64(len(key)+len(v.S))); err != nil {
		return v, err
	}
	c.values[key] = v
	return v, nil
}

// appendExact appends a value so that only identical ones are alike: 1.0 and 1.00 are equal, but
// not the same.
func appendExact(b []byte, v datum.Datum) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(v.OID))
	if v.IsNull() {
		return append(b, 0)
	}
	text := v.S
	if v.X != nil {
		text = types.TextOf(v, types.DefaultFormat)
	}
	b = binary.BigEndian.AppendUint64(append(b, 1), uint64(v.I))
	b = binary.AppendUvarint(b, uint64(len(text)))
	return append(b, text...)
}

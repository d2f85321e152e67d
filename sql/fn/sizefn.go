package fn

import (
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	relation := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if c.Resolver == nil {
			return datum.Null, nil
		}
		n, ok := c.Resolver.RelationSize(types.OID(a[0].I))
		if !ok {
			return datum.Null, nil
		}
		return newInt8(n)
	}
	zero := func(*Context, []datum.Datum) (datum.Datum, error) { return newInt8(0) }
	register(
		scalar("pg_relation_size(regclass) int8", "bytes that a relation takes on disk", relation).volatile(),
		scalar("pg_relation_size(regclass, text) int8", "bytes that a fork of a relation takes on disk", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			if a[1].S != "main" {
				return newInt8(0)
			}
			return relation(c, a)
		}).volatile(),
		scalar("pg_table_size(regclass) int8", "bytes that a table takes on disk", relation).volatile(),
		scalar("pg_total_relation_size(regclass) int8", "bytes that a table and its indexes take on disk", relation).volatile(),
		scalar("pg_indexes_size(regclass) int8", "bytes that the indexes of a table take: the primary key is the table", zero).volatile(),
		scalar("pg_database_size(name) int8", "bytes that a database takes on disk", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return databaseSize(c, a[0].S)
		}).volatile(),
		scalar("pg_database_size(oid) int8", "bytes that a database takes on disk", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return databaseSize(c, oidText(types.OID(a[0].I)))
		}).volatile(),
		scalar("pg_tablespace_size(name) int8", "there are no tablespaces of their own", zero).volatile(),
		scalar("pg_tablespace_size(oid) int8", "there are no tablespaces of their own", zero).volatile(),
		scalar("pg_column_size(any) int4", "bytes that PostgreSQL takes for the value", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(columnSize(c, a[0]))
		}).stable(),
		scalar("pg_column_compression(any) text", "compression of a stored value: blocks are compressed, not values", func(*Context, []datum.Datum) (datum.Datum, error) {
			return datum.Null, nil
		}).stable(),
		scalar("pg_size_pretty(int8) text", "size with a unit", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newText(prettySize(decimalOf(a[0].I)))
		}),
		scalar("pg_size_pretty(numeric) text", "size with a unit", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newText(prettySize(a[0].Decimal()))
		}),
		scalar("pg_size_bytes(text) int8", "bytes of a size with a unit", sizeBytes),
	)
}

// columnSize is the fixed length of a type, or what a value with a header of 4
// bytes takes.
func columnSize(c *Context, v datum.Datum) int {
	info := types.Lookup(v.OID)
	switch {
	case info != nil && info.Len > 0:
		return int(info.Len)
	case v.OID == types.Numeric && v.Decimal().Form == apd.Finite:
		// Digits to the base of 10,000, behind a header.
		whole, fraction, _ := strings.Cut(strings.TrimPrefix(v.Decimal().Text('f'), "-"), ".")
		whole = strings.TrimLeft(whole, "0")
		fraction = strings.TrimRight(fraction, "0")
		return 4 + 2 + 2*((len(whole)+3)/4+(len(fraction)+3)/4)
	}
	return 4 + len(asOutput(c, v))
}

// databaseSize asks for a database by name or by OID in digits.
func databaseSize(c *Context, name string) (datum.Datum, error) {
	if c.Resolver == nil {
		return datum.Null, nil
	}
	n, ok := c.Resolver.DatabaseSize(name)
	if !ok {
		return datum.Null, pgerr.New(pgerr.InvalidCatalogName, "database \"%s\" does not exist", name)
	}
	return newInt8(n)
}

var sizeUnits = []string{"bytes", "kB", "MB", "GB", "TB", "PB"}

// prettySize shows up to 10 kB of the next smaller unit before going on to
// the larger one, rounding halves away from zero.
func prettySize(x *apd.Decimal) string {
	if x.Form != apd.Finite {
		return types.TextOf(types.NewNumeric(x), nil) + " " + sizeUnits[len(sizeUnits)-1]
	}
	unit := 0
	limit, k := decimalOf(10*1024), decimalOf(1024)
	abs := func(d *apd.Decimal) *apd.Decimal {
		z := new(apd.Decimal).Set(d)
		z.Negative = false
		return z
	}
	for unit < len(sizeUnits)-1 && abs(roundDecimal(x, 0)).Cmp(limit) >= 0 {
		x = quotient(x, k, 4, false)
		unit++
	}
	if unit > 0 {
		x = roundDecimal(x, 0)
	}
	return x.Text('f') + " " + sizeUnits[unit]
}

func sizeBytes(_ *Context, a []datum.Datum) (datum.Datum, error) {
	s := strings.TrimSpace(a[0].S)
	end := 0
	for end < len(s) && strings.IndexByte("+-.0123456789eE", s[end]) >= 0 {
		end++
	}
	for end > 0 && (s[end-1] == 'e' || s[end-1] == 'E') {
		end--
	}
	unit := lower(strings.TrimSpace(s[end:]))
	v, err := types.ParseText(types.Numeric, s[:end], -1, nil)
	if err != nil {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid size: \"%s\"", a[0].S)
	}
	factor := int64(1)
	if unit != "" && unit != "b" {
		found := false
		for _, u := range sizeUnits {
			if lower(u) == unit {
				found = true
				break
			}
			factor *= 1024
		}
		if !found {
			return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid size: \"%s\"", a[0].S).
				WithDetail("Invalid size unit: \"%s\".", s[end:]).
				WithHint("Valid units are \"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and \"PB\".")
		}
	}
	d, err := mulDecimal(v.Decimal(), decimalOf(factor))
	if err != nil {
		return datum.Null, err
	}
	n, err := strconv.ParseInt(roundDecimal(d, 0).Text('f'), 10, 64)
	if err != nil {
		return datum.Null, types.OutOfRange(types.Int8)
	}
	return newInt8(n)
}

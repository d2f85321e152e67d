package fn

import (
	"math"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// relation is one of the six comparison operators.
type relation struct {
	symbol, help string
	holds        func(cmp int) bool
}

var relations = []relation{
	{"=", "equal", func(c int) bool { return c == 0 }},
	{"<>", "not equal", func(c int) bool { return c != 0 }},
	{"<", "less than", func(c int) bool { return c < 0 }},
	{"<=", "less than or equal", func(c int) bool { return c <= 0 }},
	{">", "greater than", func(c int) bool { return c > 0 }},
	{">=", "greater than or equal", func(c int) bool { return c >= 0 }},
}

// comparablePairs are the operand types that PostgreSQL has comparison
// operators for. Other types come to one of them by implicit casts.
var comparablePairs = []string{
	"bool, bool", "char, char", "bytea, bytea", "name, name", "name, text", "text, name", "text, text", "bpchar, bpchar",
	"int2, int2", "int2, int4", "int2, int8", "int4, int2", "int4, int4", "int4, int8", "int8, int2", "int8, int4", "int8, int8",
	"float4, float4", "float4, float8", "float8, float4", "float8, float8", "numeric, numeric",
	"oid, oid", "oidvector, oidvector", "tid, tid", "xid8, xid8", "bit, bit", "varbit, varbit",
	"date, date", "date, timestamp", "timestamp, date", "timestamp, timestamp", "timestamptz, timestamptz",
	"time, time", "timetz, timetz", "interval, interval", "uuid, uuid", "jsonb, jsonb",
	"anyarray, anyarray", "anyenum, anyenum", "record, record",
	"inet, inet", "macaddr, macaddr", "macaddr8, macaddr8", "money, money", "pg_lsn, pg_lsn",
}

// zonedPairs compare a local time with an instant: the session's time zone
// decides.
var zonedPairs = []string{
	"date, timestamptz", "timestamptz, date", "timestamp, timestamptz", "timestamptz, timestamp",
}

func init() {
	for _, r := range relations {
		for _, pair := range comparablePairs {
			o := operator(r.symbol, pair+" -> bool", r.help, compares(r))
			if o.Args[0] == types.Record {
				o.Fn = comparesRecords(r)
			}
			o.Kernel = compareKernel(o.Args[0], o.Args[1], r)
			register(o)
		}
		if r.symbol[0] != '=' && r.symbol != "<>" {
			// The operators of pattern indexes compare bytes, as all do here.
			for _, pair := range []string{"text, text", "bpchar, bpchar"} {
				register(operator("~"+r.symbol+"~", pair+" -> bool", r.help+", by bytes", compares(r)))
			}
		}
		for _, pair := range zonedPairs {
			register(operator(r.symbol, pair+" -> bool", r.help, comparesZoned(r)).stable())
		}
		for _, pair := range []string{"variant, variant", "variant, any", "any, variant"} {
			register(operator(r.symbol, pair+" -> bool", r.help+", NULL for values of types that are not comparable", comparesVariant(r)))
		}
		if r.symbol == "=" || r.symbol == "<>" {
			register(
				operator(r.symbol, "xid, xid -> bool", r.help, compares(r)),
				operator(r.symbol, "xid, int4 -> bool", r.help, func(_ *Context, a []datum.Datum) (datum.Datum, error) {
					return types.NewBool((uint32(a[0].I) == uint32(a[1].I)) == (r.symbol == "=")), nil
				}))
		}
		if r.symbol == "=" {
			register(operator("=", "cid, cid -> bool", r.help, compares(r)))
		}
	}
}

func compares(r relation) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return types.NewBool(r.holds(types.Compare(a[0], a[1]))), nil
	}
}

func comparesZoned(r relation) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		l, err := asInstant(c, a[0])
		if err != nil {
			return datum.Null, err
		}
		m, err := asInstant(c, a[1])
		if err != nil {
			return datum.Null, err
		}
		return types.NewBool(r.holds(types.Compare(l, m))), nil
	}
}

// asInstant converts a local time for a comparison. A date past all timestamps
// is later than each of them but infinity.
func asInstant(c *Context, v datum.Datum) (datum.Datum, error) {
	if v.OID == types.Date && v.I >= endTimestamp/usecPerDay && !infinite(v) {
		return types.NewInt(types.TimestampTZ, math.MaxInt64-1), nil
	}
	return types.Cast(v, types.Of(types.TimestampTZ), types.Implicit, c.Format)
}

// comparesRecords compares field by field; fields have to be comparable.
func comparesRecords(r relation) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		x, y := a[0].X.(*types.RecordValue), a[1].X.(*types.RecordValue)
		if len(x.Fields) != len(y.Fields) {
			return datum.Null, recordsDiffer()
		}
		for i := range x.Fields {
			f, g := x.Fields[i], y.Fields[i]
			if !f.IsNull() && !g.IsNull() && !Comparable(f.OID, g.OID) {
				return datum.Null, recordTypesDiffer(f.OID, g.OID, i+1)
			}
		}
		return types.NewBool(r.holds(types.Compare(a[0], a[1]))), nil
	}
}

// comparesVariant compares two cells by value if their types are comparable.
func comparesVariant(r relation) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		if !Comparable(a[0].OID, a[1].OID) {
			return datum.Null, nil
		}
		return types.NewBool(r.holds(types.Compare(a[0], a[1]))), nil
	}
}

// Comparable reports whether values of two types compare by value when one of
// them is a cell of a variant: those of one family do, but what has a time
// zone with what has none. What is not comparable is not equal in the total
// order (types.Compare), so that hash tables agree with =.
func Comparable(a, b types.OID) bool { return a != 0 && types.CompareClass(a, b) == 0 }

// compareKernel is the comparison of whole vectors, for types that keep their
// values in Ints or Strs.
func compareKernel(l, m types.OID, r relation) Kernel {
	switch {
	case isFloat(l) && isFloat(m):
		return kernelOf(func(x, y int64) bool { return r.holds(types.CompareFloat(bitsFloat(x), bitsFloat(y))) })
	case l == types.BPChar, l == types.Char:
		return nil
	case l == types.AnyEnum:
		return integerComparison(r.symbol)
	case datum.KindOf(l) == datum.KindInt && datum.KindOf(m) == datum.KindInt && (l == m || isInteger(l) && isInteger(m)):
		return integerComparison(r.symbol)
	case (l == types.Text || l == types.Name || l == types.Bytea || l == types.UUID) && datum.KindOf(m) == datum.KindString:
		return stringKernel(r)
	}
	return nil
}

// kernelOf runs a predicate over two int vectors.
func kernelOf(holds func(x, y int64) bool) Kernel {
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		x, y, o := args[0].Ints, args[1].Ints, out.Ints
		if sel == nil {
			for i := range n {
				if holds(x[i], y[i]) {
					o[i] = 1
				}
			}
			return nil
		}
		for _, i := range sel {
			if holds(x[i], y[i]) {
				o[i] = 1
			}
		}
		return nil
	}
}

func stringKernel(r relation) Kernel {
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		x, y, o := args[0].Strs, args[1].Strs, out.Ints
		one := func(i int) {
			hit := false
			switch r.symbol {
			case "=":
				hit = x[i] == y[i]
			case "<>":
				hit = x[i] != y[i]
			default:
				hit = r.holds(strings.Compare(x[i], y[i]))
			}
			if hit {
				o[i] = 1
			}
		}
		if sel == nil {
			for i := range n {
				one(i)
			}
			return nil
		}
		for _, i := range sel {
			one(int(i))
		}
		return nil
	}
}

func isFloat(t types.OID) bool { return t == types.Float4 || t == types.Float8 }

func isInteger(t types.OID) bool { return t == types.Int2 || t == types.Int4 || t == types.Int8 }

package sysview

import (
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var (
	null  = datum.Null
	no    = types.NewBool(false)
	yes   = types.NewBool(true)
	zero2 = types.NewInt2(0)
	zero4 = types.NewInt4(0)
	zero8 = types.NewInt8(0)
	none  = types.NewOid(0) // "no object" where PostgreSQL stores OID 0
)

func oid(o types.OID) datum.Datum { return types.NewOid(o) }

func name(s string) datum.Datum { return types.NewString(types.Name, s) }

func text(s string) datum.Datum { return types.NewText(s) }

func varchar(s string) datum.Datum { return types.NewString(types.VarChar, s) }

// char makes a "char"; 0 is the empty one.
func char(c byte) datum.Datum {
	if c == 0 {
		return types.NewString(types.Char, "")
	}
	return types.NewString(types.Char, string(rune(c)))
}

func boolean(b bool) datum.Datum { return types.NewBool(b) }

func int2(n int) datum.Datum { return types.NewInt2(int16(n)) }

func int4(n int) datum.Datum { return types.NewInt4(int32(n)) }

func int8(n int64) datum.Datum { return types.NewInt8(n) }

// xid makes a transaction id.
func xid(n int64) datum.Datum { return types.NewInt(types.Xid, n) }

// textOrNull is NULL for "".
func textOrNull(s string) datum.Datum {
	if s == "" {
		return null
	}
	return text(s)
}

// inet is NULL for what is no address.
func inet(host string) datum.Datum {
	host, _, _ = strings.Cut(host, "%") // without the zone
	v, err := types.ParseText(types.Inet, host, -1, nil)
	if err != nil {
		return null
	}
	return v
}

// knownInt8 is NULL for figures that the engine doesn't know (-1).
func knownInt8(n int64) datum.Datum {
	if n < 0 {
		return null
	}
	return int8(n)
}

// nodeTree stands for a parsed expression, by its SQL text; NULL for "".
func nodeTree(sql string) datum.Datum {
	if sql == "" {
		return null
	}
	return types.NewString(types.PgNodeTree, sql)
}

// yesOrNo is information_schema.yes_or_no.
func yesOrNo(b bool) datum.Datum {
	if b {
		return varchar("YES")
	}
	return varchar("NO")
}

// proc makes a regproc: it shows the procedure's name, "-" for "".
func proc(s string) datum.Datum {
	id, _ := ProcOID(s)
	return datum.Datum{OID: types.Regproc, I: int64(id), S: s}
}

// postgresEpoch is where timestamps count from, in microseconds of Unix time.
var postgresEpoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).UnixMicro()

// instant makes a timestamptz; NULL for the zero time.
func instant(t time.Time) datum.Datum {
	if t.IsZero() {
		return null
	}
	return types.NewInt(types.TimestampTZ, t.UnixMicro()-postgresEpoch)
}

// duration makes an interval.
func duration(d time.Duration) datum.Datum {
	return types.NewInterval(types.IntervalValue{Micros: d.Microseconds()})
}

// dayInterval makes an interval that shows whole days as days.
func dayInterval(d time.Duration) datum.Datum {
	const day = 24 * time.Hour
	return types.NewInterval(types.IntervalValue{Days: int32(d / day), Micros: (d % day).Microseconds()})
}

// array makes a one-dimensional array whose elements are of type elem.
func array(elem types.OID, elems []datum.Datum) datum.Datum {
	a := &types.Array{Elem: elem, Elems: elems}
	if len(elems) > 0 {
		a.Dims = []types.Dim{{Len: int32(len(elems)), Lower: 1}}
	}
	return datum.Datum{OID: types.ArrayOf(elem), X: a}
}

// stringArray makes an array of texts, names or aclitems; NULL for nil.
func stringArray(elem types.OID, list []string) datum.Datum {
	if list == nil {
		return null
	}
	elems := make([]datum.Datum, len(list))
	for i, s := range list {
		elems[i] = types.NewString(elem, s)
	}
	return array(elem, elems)
}

// int2Array makes a smallint[]; NULL for an empty list.
func int2Array(list []int) datum.Datum {
	if len(list) == 0 {
		return null
	}
	elems := make([]datum.Datum, len(list))
	for i, n := range list {
		elems[i] = int2(n)
	}
	return array(types.Int2, elems)
}

// vector makes an int2vector or oidvector, whose subscripts begin at 0.
func vector(t types.OID, elems []datum.Datum) datum.Datum {
	elem := types.Int2
	if t == types.OidVector {
		elem = types.Oid
	}
	a := &types.Array{Elem: elem, Elems: elems, Dims: []types.Dim{{Len: int32(len(elems))}}}
	return datum.Datum{OID: t, X: a}
}

func int2Vector(list []int) datum.Datum {
	elems := make([]datum.Datum, len(list))
	for i, n := range list {
		elems[i] = int2(n)
	}
	return vector(types.Int2Vector, elems)
}

func oidVector(list []types.OID) datum.Datum {
	elems := make([]datum.Datum, len(list))
	for i, o := range list {
		elems[i] = oid(o)
	}
	return vector(types.OidVector, elems)
}

// quoteIdent quotes an identifier where SQL needs it.
func quoteIdent(s string) string {
	plain := s != ""
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c >= 'a' && c <= 'z' || c == '_' || i > 0 && (c >= '0' && c <= '9' || c == '$')
	}
	if plain {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

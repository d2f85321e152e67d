package datum

import "github.com/sparrowdb/sparrow/sql/types"

// KindOf says in which slice a vector of type oid keeps its cells.
func KindOf(oid types.OID) Kind {
	switch oid {
	case types.Bool, types.Int2, types.Int4, types.Int8, types.Oid, types.Xid, types.Cid,
		types.Float4, types.Float8, types.Date, types.Time, types.Timestamp, types.TimestampTZ,
		types.Money, types.PgLSN:
		return KindInt
	case types.Text, types.VarChar, types.BPChar, types.Name, types.Char, types.Bytea,
		types.UUID, types.JSON, types.JSONB, types.JSONPath, types.TSVector, types.TSQuery, types.Unknown, types.PgNodeTree,
		types.Inet, types.CIDR, types.MACAddr, types.MACAddr8:
		return KindString
	}
	if oid >= types.FirstUserOID && types.IsEnum(oid) {
		return KindInt
	}
	return KindDatum
}

// NewVector makes an empty vector of type t.
func NewVector(t types.T) *Vector { return &Vector{T: t, Kind: KindOf(t.OID)} }

// Len is the number of cells.
func (v *Vector) Len() int {
	switch v.Kind {
	case KindInt:
		return len(v.Ints)
	case KindString:
		return len(v.Strs)
	default:
		return len(v.Vals)
	}
}

// IsNull reports whether cell i is NULL.
func (v *Vector) IsNull(i int) bool { return v.Nulls != nil && v.Nulls[i] }

// Get returns cell i.
func (v *Vector) Get(i int) Datum {
	if v.Nulls != nil && v.Nulls[i] {
		return Null
	}
	switch v.Kind {
	case KindInt:
		return Datum{OID: v.T.OID, I: v.Ints[i]}
	case KindString:
		return Datum{OID: v.T.OID, S: v.Strs[i]}
	default:
		return v.Vals[i]
	}
}

// Append adds a cell. d is NULL, or a value whose representation is that of
// the vector's type.
func (v *Vector) Append(d Datum) {
	if d.OID == 0 {
		v.AppendNull()
		return
	}
	switch v.Kind {
	case KindInt:
		v.Ints = append(v.Ints, d.I)
	case KindString:
		v.Strs = append(v.Strs, d.S)
	default:
		v.Vals = append(v.Vals, d)
	}
	if v.Nulls != nil {
		v.Nulls = append(v.Nulls, false)
	}
}

// AppendNull adds a NULL cell.
func (v *Vector) AppendNull() {
	if v.Nulls == nil {
		n := v.Len()
		v.Nulls = make([]bool, n, max(2*n, 16))
	}
	v.Nulls = append(v.Nulls, true)
	switch v.Kind {
	case KindInt:
		v.Ints = append(v.Ints, 0)
	case KindString:
		v.Strs = append(v.Strs, "")
	default:
		v.Vals = append(v.Vals, Null)
	}
}

// Reset empties the vector and keeps its memory.
func (v *Vector) Reset() {
	v.Ints, v.Strs, v.Vals = v.Ints[:0], v.Strs[:0], v.Vals[:0]
	if v.Nulls != nil {
		v.Nulls = v.Nulls[:0]
		if cap(v.Nulls) == 0 {
			v.Nulls = nil
		}
	}
}

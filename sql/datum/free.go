package datum

import (
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// FreeType is the type that a free cell keeps for values of a type: that which
// stands for its family. ok is false for types that cannot be stored.
func FreeType(oid types.OID) (free types.OID, ok bool) {
	switch oid {
	case types.Int2, types.Int4, types.Int8, types.Oid:
		return types.Int8, true
	case types.Float4, types.Float8:
		return types.Float8, true
	case types.Text, types.VarChar, types.BPChar, types.Name, types.Char, types.Unknown:
		return types.Text, true
	case types.JSON, types.JSONB:
		return types.JSONB, true
	case types.Bool, types.Numeric, types.Bytea, types.UUID, types.Date, types.Time, types.TimeTZ,
		types.Timestamp, types.TimestampTZ, types.Interval, types.Bit, types.VarBit,
		types.Inet, types.CIDR, types.MACAddr, types.MACAddr8, types.Money, types.PgLSN:
		return oid, true
	case types.Int2Vector, types.OidVector:
		return 0, false
	}
	if types.RangeTypeOf(oid) != nil || types.RangeTypeOfMultirange(oid) != nil {
		return oid, true
	}
	if elem := types.ElemOf(oid); elem != 0 {
		if _, ok := FreeType(elem); ok && elem != types.Unknown {
			return oid, true
		}
	}
	return 0, false
}

// CanonicalFree brings a value into the type that a free attribute's cell
// keeps: integers and oid as int8, floats as float8, strings as text, json as
// jsonb, the rest as they are. A type that cannot be stored is 0A000, and
// pseudo-types are 42804.
func CanonicalFree(v Datum) (Datum, error) {
	if v.IsNull() {
		return v, nil
	}
	free, ok := FreeType(v.OID)
	switch {
	case !ok:
		return Null, notStorable(v.OID)
	case free == v.OID:
		return v, nil
	}
	switch v.OID {
	case types.Int2, types.Int4, types.Oid, types.Float4, types.VarChar, types.Unknown, types.Name:
		v.OID = free // the same representation
		return v, nil
	}
	return types.Cast(v, types.Of(free), types.Explicit, types.DefaultFormat)
}

func notStorable(oid types.OID) error {
	name := types.TypeName(oid)
	if info := types.Lookup(oid); info == nil || info.Type == 'p' {
		return pgerr.New(pgerr.DatatypeMismatch, "an attribute cannot have pseudo-type %s", name)
	}
	return pgerr.New(pgerr.FeatureNotSupported, "values of type %s cannot be stored in an attribute", name).
		WithHint("Cast the value to a type that can be stored, for instance to text.")
}

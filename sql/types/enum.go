package types

import (
	"math"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// EnumLabel is a value of an enum. Order is what Value.I and stored rows hold: it
// never changes, so that rows need no change when a label is renamed or another one
// is put before it, and labels sort by it.
type EnumLabel struct {
	OID   OID
	Order int64
	Name  string
}

// EnumOrderStep is the distance between the orders of labels that were declared one
// after the other: pg_enum.enumsortorder 1.
const EnumOrderStep = 1 << 40

// EnumLabelMax bounds the bytes of a label (NAMEDATALEN - 1).
const EnumLabelMax = 63

// NewEnumInfo is the pg_type row of an enum.
func NewEnumInfo(oid, array OID, name, sqlName string) *Info {
	return &Info{
		OID: oid, Name: name, SQLName: sqlName, Len: 4, ByVal: true, Category: 'E', Array: array, Delim: ',',
		Type: 'e', Align: 'i', Storage: 'p', In: "enum_in", Out: "enum_out", Recv: "enum_recv", Send: "enum_send",
	}
}

// IsEnum reports whether a type is an enum.
func IsEnum(oid OID) bool {
	u := UserTypeOf(oid)
	return u != nil && u.Info.Type == 'e'
}

// EnumOrderBetween is an order between two neighbours, where nil is none on that
// side; ok is false if there is no room left between them.
func EnumOrderBetween(before, after *EnumLabel) (order int64, ok bool) {
	switch {
	case before == nil && after == nil:
		return EnumOrderStep, true
	case before == nil:
		return after.Order - EnumOrderStep, after.Order > math.MinInt64+EnumOrderStep
	case after == nil:
		return before.Order + EnumOrderStep, before.Order < math.MaxInt64-EnumOrderStep
	}
	order = before.Order + (after.Order-before.Order)/2
	return order, order != before.Order
}

// appendEnum writes the label of a value.
func appendEnum(buf []byte, v Value) []byte {
	if u := UserTypeOf(v.OID); u != nil {
		return append(buf, u.byOrder[v.I]...)
	}
	return buf
}

// parseEnum reads a label, which is matched exactly.
func parseEnum(u *UserType, s string) (Value, error) {
	if order, ok := u.byName[s]; ok {
		return Value{OID: u.Info.OID, I: order}, nil
	}
	return Null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input value for enum %s: \"%s\"", u.Info.SQLName, s)
}

package fn

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/types"
)

// VariantHint is the hint of an error that refuses a variant where a value of
// type to would do.
func VariantHint(to types.OID) string {
	name := types.TypeName(to)
	return "A free attribute that holds values of several types has to be cast first: x::" + name + ", or try_cast(x, '" + name + "') to get NULL for values of other types."
}

// hintTypes are proposed first, if an operator or function takes them.
var hintTypes = []types.OID{types.Int8, types.Numeric, types.Text, types.JSONB, types.Bool, types.Timestamp}

// castHint proposes a type for the first variant of input: that of the operand
// beside it, if one of the overloads takes it, else what they do take.
func castHint(overloads []*Overload, input []types.OID) string {
	at := slices.Index(input, types.Variant)
	var fit []types.OID
	for _, o := range overloads {
		if len(o.Args) == len(input) && !takesVariant(o) {
			fit = append(fit, o.Args[at])
		}
	}
	wanted := hintTypes
	if at < 2 && len(input) == 2 {
		wanted = append([]types.OID{input[1-at]}, hintTypes...)
	}
	for _, t := range wanted {
		if slices.Contains(fit, t) {
			return VariantHint(t)
		}
	}
	for _, t := range fit {
		if t == types.AnyArray {
			return VariantHint(types.ArrayOf(types.Text))
		}
		if types.Lookup(t).Type != 'p' {
			return VariantHint(t)
		}
	}
	return VariantHint(types.Int8)
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CommonType is PostgreSQL's select_common_type (documentation section 10.5):
// the type that the branches of UNION, CASE, VALUES, ARRAY, GREATEST … are
// converted to. All unknown gives text. context names the construct in errors
// ("CASE", "UNION"). A variant among them makes the result a variant.
func CommonType(list []types.T, context string) (types.OID, error) {
	if len(list) == 0 {
		return types.Text, nil
	}
	best := types.Unknown
	for _, t := range list {
		switch {
		case t.OID == types.Variant:
			return types.Variant, nil
		case t.OID == types.Unknown || t.OID == best:
		case best == types.Unknown:
			best = t.OID
		case category(t.OID) != category(best):
			if hasVariant(list) {
				return types.Variant, nil
			}
			return 0, pgerr.New(pgerr.DatatypeMismatch, "%s types %s and %s cannot be matched", context, types.TypeName(best), types.TypeName(t.OID))
		case !isPreferred(best) && implicitly(best, t.OID) && !implicitly(t.OID, best):
			best = t.OID
		}
	}
	if best == types.Unknown {
		return types.Text, nil
	}
	return best, nil
}

func hasVariant(list []types.T) bool {
	for _, t := range list {
		if t.OID == types.Variant {
			return true
		}
	}
	return false
}

// CommonMod is the type modifier that all of list share, or -1
// (select_common_typmod).
func CommonMod(list []types.T, common types.OID) int32 {
	mod := int32(-1)
	for i, t := range list {
		if t.OID != common || i > 0 && t.Mod != mod {
			return -1
		}
		mod = t.Mod
	}
	return mod
}

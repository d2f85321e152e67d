package expr

import (
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CommonType is fn.CommonType of the types of list.
func CommonType(list []Expr, context string) (types.OID, error) {
	return fn.CommonType(typesOf(list), context)
}

func typesOf(list []Expr) []types.T {
	ts := make([]types.T, len(list))
	for i, e := range list {
		ts[i] = e.Type()
	}
	return ts
}

// Unify converts a list of expressions to their common type. context names the
// construct in errors ("CASE").
func Unify(c *fn.Context, list []Expr, context string, pos int) ([]Expr, types.T, error) {
	oid, err := CommonType(list, context)
	if err != nil {
		return nil, types.T{}, pgerr.At(err, pos)
	}
	t := types.T{OID: oid, Mod: fn.CommonMod(typesOf(list), oid)}
	out := make([]Expr, len(list))
	for i, e := range list {
		if oid != types.Variant && e.Type().OID != types.Unknown && !castable(e.Type().OID, oid, types.Implicit) {
			if context == "CASE" {
				// The type is ELSE's, if there is one, or one that it becomes.
				context = "CASE/WHEN"
			}
			return nil, t, pgerr.New(pgerr.CannotCoerce, "%s could not convert type %s to %s", context,
				types.TypeName(e.Type().OID), types.TypeName(oid)).At(pos)
		}
		if out[i], err = Coerce(c, e, types.Of(oid), types.Implicit, pos); err != nil {
			return nil, t, err
		}
	}
	return out, t, nil
}

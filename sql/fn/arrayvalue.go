package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// newArray makes a one-dimensional array.
func newArray(elem types.OID, elems []datum.Datum) datum.Datum {
	a := &types.Array{Elem: elem, Elems: elems}
	if len(elems) > 0 {
		a.Dims = []types.Dim{{Len: int32(len(elems)), Lower: 1}}
	}
	return types.Value{OID: types.ArrayOf(elem), X: a}
}

func textArray(elems []datum.Datum) datum.Datum { return newArray(types.Text, elems) }

func stringsArray(list []string) datum.Datum {
	elems := make([]datum.Datum, len(list))
	for i, s := range list {
		elems[i] = types.NewText(s)
	}
	return textArray(elems)
}

func arrayOf(v datum.Datum) *types.Array { return v.X.(*types.Array) }

// withArray makes a value of v's array type.
func withArray(v datum.Datum, a *types.Array) datum.Datum { return types.Value{OID: v.OID, X: a} }

package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// element finds an element of a JSON array, from the end if i is negative; nil
// if there is none.
func element(n *types.JSONNode, i int64) *types.JSONNode {
	if n.Kind != types.JSONArrayKind {
		return nil
	}
	if i < 0 {
		i += int64(len(n.Elems))
	}
	if i < 0 || i >= int64(len(n.Elems)) {
		return nil
	}
	return &n.Elems[i]
}

// arrayIndex reads a step of a path as the index of an array.
func arrayIndex(step string) (int64, bool) {
	i, err := strconv.ParseInt(strings.TrimLeft(step, " \t\n"), 10, 64)
	return i, err == nil && i >= math.MinInt32 && i <= math.MaxInt32
}

// follow walks a path of keys and indexes; nil where the way ends.
func follow(n *types.JSONNode, path []string) *types.JSONNode {
	for _, step := range path {
		switch n.Kind {
		case types.JSONObject:
			n = n.Get(step)
		case types.JSONArrayKind:
			i, ok := arrayIndex(step)
			if !ok {
				return nil
			}
			n = element(n, i)
		default:
			return nil
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// JSONBPath returns what is at path in a jsonb, or NULL.
func JSONBPath(v types.Value, path []string) (types.Value, error) {
	n, err := types.ParseJSON(v.S)
	if err != nil {
		return types.Null, err
	}
	return jsonResult(v.OID, follow(n, path)), nil
}

// jsonResult makes a json or jsonb of a part of one; NULL of nil. The part's
// own text is already in the form of its type.
func jsonResult(t types.OID, n *types.JSONNode) datum.Datum {
	if n == nil {
		return datum.Null
	}
	return types.NewString(t, n.Raw)
}

// jsonText is a part as text: strings without quotes, null as NULL.
func jsonText(n *types.JSONNode) datum.Datum {
	switch {
	case n == nil || n.Kind == types.JSONNull:
		return datum.Null
	case n.Kind == types.JSONString:
		return types.NewText(n.Text)
	}
	return types.NewText(n.Raw)
}

// pathOf reads a text[]; ok is false if a step is NULL.
func pathOf(v datum.Datum) (path []string, ok bool) {
	for _, e := range arrayOf(v).Elems {
		if e.IsNull() {
			return nil, false
		}
		path = append(path, e.S)
	}
	return path, true
}

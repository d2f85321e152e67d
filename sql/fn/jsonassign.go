package fn

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// JSONBAssign is the assignment to a part of a jsonb, SET j['a'][0] = v: its
// arguments are the whole value, the new one, and the subscripts, each int4 or
// text. No statement can call it by name.
var JSONBAssign = scalar("jsonb_subscript_assign(jsonb, jsonb, VARIADIC any) jsonb", "assignment to a part of a jsonb", jsonbAssign).withNulls()

// filledMax bounds the nulls that one assignment puts before an element.
const filledMax = 1 << 20

func jsonbAssign(_ *Context, a []datum.Datum) (datum.Datum, error) {
	path := make([]string, len(a)-2)
	for i, k := range a[2:] {
		switch {
		case k.IsNull():
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "jsonb subscript in assignment must not be null")
		case k.OID == types.Int4:
			path[i] = strconv.FormatInt(k.I, 10)
		default:
			path[i] = k.S
		}
	}
	edit := jsonEdit{create: true, fill: true, value: &types.JSONNode{}}
	var err error
	if !a[1].IsNull() {
		if edit.value, err = types.ParseJSON(a[1].S); err != nil {
			return datum.Null, err
		}
	}
	n := &types.JSONNode{Kind: types.JSONObject}
	if !a[0].IsNull() {
		if n, err = types.ParseJSON(a[0].S); err != nil {
			return datum.Null, err
		}
	} else if a[2].OID == types.Int4 {
		n.Kind = types.JSONArrayKind
	}
	if err := edit.into(n, path, 0); err != nil {
		return datum.Null, err
	}
	return types.NewJSONB(n)
}

// into goes on with the path inside n, which a scalar ends.
func (e jsonEdit) into(n *types.JSONNode, path []string, at int) error {
	if !isScalar(n) {
		return e.apply(n, path, at)
	}
	if e.fill {
		return badJSONDetail("cannot replace existing key", "The path assumes key is a composite object, but it is a scalar value.")
	}
	return nil
}

func badJSONDetail(message, detail string) error {
	return pgerr.New(pgerr.InvalidParameterValue, "%s", message).WithDetail("%s", detail)
}

// grown is the new value inside what a path still needs: arrays for integers,
// objects for other steps (push_path).
func (e jsonEdit) grown(path []string) *types.JSONNode {
	if len(path) == 0 {
		return e.value
	}
	inner := e.grown(path[1:])
	i, ok := arrayIndex(path[0])
	if !ok {
		return &types.JSONNode{Kind: types.JSONObject, Keys: path[:1:1], Elems: []types.JSONNode{*inner}}
	}
	n := &types.JSONNode{Kind: types.JSONArrayKind}
	if i > 0 && i <= filledMax {
		n.Elems = make([]types.JSONNode, i)
	}
	n.Elems = append(n.Elems, *inner)
	return n
}

// fillTo puts the value at index i behind the end of an array, nulls between.
func (e jsonEdit) fillTo(n *types.JSONNode, i int64, rest []string) error {
	if i > filledMax {
		return pgerr.New(pgerr.ProgramLimitExceeded, "an assignment cannot extend a jsonb array to element %d", i).
			WithDetail("The limit is %d elements.", filledMax)
	}
	for int64(len(n.Elems)) < i {
		n.Elems = append(n.Elems, types.JSONNode{})
	}
	n.Elems = append(n.Elems, *e.grown(rest))
	return nil
}

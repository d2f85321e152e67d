package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		operator("||", "jsonb, jsonb -> jsonb", "concatenate", jsonbConcat),
		operator("-", "jsonb, text -> jsonb", "delete object field or array element", jsonbDelete),
		operator("-", "jsonb, int4 -> jsonb", "delete array element", jsonbDeleteIndex),
		operator("-", "jsonb, text[] -> jsonb", "delete object fields or array elements", jsonbDelete),
		operator("#-", "jsonb, text[] -> jsonb", "delete at path", jsonbDeletePath),
		scalar("jsonb_delete(jsonb, text) jsonb", "delete object field or array element", jsonbDelete),
		scalar("jsonb_delete(jsonb, int4) jsonb", "delete array element", jsonbDeleteIndex),
		scalar("jsonb_delete(from_json jsonb, VARIADIC path_elems text[]) jsonb", "delete object fields or array elements", jsonbDelete),
		scalar("jsonb_delete_path(jsonb, text[]) jsonb", "delete at path", jsonbDeletePath),
		scalar("jsonb_concat(jsonb, jsonb) jsonb", "concatenate", jsonbConcat),
		scalar("jsonb_set(jsonb_in jsonb, path text[], replacement jsonb, create_if_missing bool =true) jsonb", "set a value at a path", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return editPath(a, jsonEdit{create: a[3].Bool()})
		}),
		scalar("jsonb_set_lax(jsonb_in jsonb, path text[], replacement jsonb, create_if_missing bool =true, null_value_treatment text =use_json_null) jsonb",
			"set a value at a path, handling NULL", jsonbSetLax).withNulls(),
		scalar("jsonb_insert(jsonb_in jsonb, path text[], replacement jsonb, insert_after bool =false) jsonb", "insert a value at a path", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return editPath(a, jsonEdit{insert: true, after: a[3].Bool()})
		}),
	)
}

// jsonEdit says what to do at the end of a path.
type jsonEdit struct {
	value  *types.JSONNode
	create bool // add what is missing
	insert bool // never replace; in arrays make room
	after  bool // behind the element, not before it
	remove bool
	fill   bool // make what is missing on the way (jsonb subscripts)
}

func jsonbConcat(_ *Context, a []datum.Datum) (datum.Datum, error) {
	l, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	r, err := types.ParseJSON(a[1].S)
	if err != nil {
		return datum.Null, err
	}
	if l.Kind == types.JSONObject && r.Kind == types.JSONObject {
		l.Keys, l.Elems = append(l.Keys, r.Keys...), append(l.Elems, r.Elems...)
		return types.NewJSONB(l)
	}
	out := &types.JSONNode{Kind: types.JSONArrayKind}
	for _, n := range []*types.JSONNode{l, r} {
		if n.Kind == types.JSONArrayKind {
			out.Elems = append(out.Elems, n.Elems...)
		} else {
			out.Elems = append(out.Elems, *n)
		}
	}
	return types.NewJSONB(out)
}

// jsonbDelete deletes keys, or the string elements equal to them.
func jsonbDelete(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	drop := map[string]bool{}
	if x, ok := a[1].X.(*types.Array); ok {
		for _, e := range x.Elems {
			if !e.IsNull() {
				drop[e.S] = true
			}
		}
	} else {
		drop[a[1].S] = true
	}
	if isScalar(n) {
		return datum.Null, badJSON("cannot delete from scalar")
	}
	out := &types.JSONNode{Kind: n.Kind}
	for i := range n.Elems {
		if n.Kind == types.JSONObject {
			if !drop[n.Keys[i]] {
				out.Keys, out.Elems = append(out.Keys, n.Keys[i]), append(out.Elems, n.Elems[i])
			}
		} else if n.Elems[i].Kind != types.JSONString || !drop[n.Elems[i].Text] {
			out.Elems = append(out.Elems, n.Elems[i])
		}
	}
	return types.NewJSONB(out)
}

func jsonbDeleteIndex(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	switch {
	case isScalar(n):
		return datum.Null, badJSON("cannot delete from scalar")
	case n.Kind == types.JSONObject:
		return datum.Null, badJSON("cannot delete from object using integer index")
	}
	i := a[1].I
	if i < 0 {
		i += int64(len(n.Elems))
	}
	if i < 0 || i >= int64(len(n.Elems)) {
		return a[0], nil
	}
	n.Elems = append(n.Elems[:i:i], n.Elems[i+1:]...)
	return types.NewJSONB(n)
}

func jsonbDeletePath(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	if isScalar(n) {
		return datum.Null, badJSON("cannot delete path in scalar")
	}
	return applyEdit(a[0], n, a[1], jsonEdit{remove: true})
}

func editPath(a []datum.Datum, edit jsonEdit) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	if isScalar(n) {
		return datum.Null, badJSON("cannot set path in scalar")
	}
	if edit.value, err = types.ParseJSON(a[2].S); err != nil {
		return datum.Null, err
	}
	return applyEdit(a[0], n, a[1], edit)
}

func applyEdit(v datum.Datum, n *types.JSONNode, path datum.Datum, edit jsonEdit) (datum.Datum, error) {
	steps := arrayOf(path)
	if len(steps.Dims) > 1 {
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
	}
	if len(steps.Elems) == 0 {
		return v, nil
	}
	list := make([]string, len(steps.Elems))
	for i, s := range steps.Elems {
		if s.IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "path element at position %d is null", i+1)
		}
		list[i] = s.S
	}
	if err := edit.apply(n, list, 0); err != nil {
		return datum.Null, err
	}
	return types.NewJSONB(n)
}

// apply walks to the end of the path and edits there; nothing happens where
// the way does not exist.
func (e jsonEdit) apply(n *types.JSONNode, path []string, at int) error {
	last := at == len(path)-1
	if n.Kind == types.JSONObject {
		for i, k := range n.Keys {
			if k != path[at] {
				continue
			}
			switch {
			case !last:
				return e.into(&n.Elems[i], path, at+1)
			case e.remove:
				n.Keys = append(n.Keys[:i:i], n.Keys[i+1:]...)
				n.Elems = append(n.Elems[:i:i], n.Elems[i+1:]...)
			case e.insert:
				return pgerr.New(pgerr.InvalidParameterValue, "cannot replace existing key").
					WithHint("Try using the function jsonb_set to replace key value.")
			default:
				n.Elems[i] = *e.value
			}
			return nil
		}
		if e.fill || last && !e.remove && (e.create || e.insert) {
			n.Keys, n.Elems = append(n.Keys, path[at]), append(n.Elems, *e.grown(path[at+1:]))
		}
		return nil
	}
	return e.applyArray(n, path, at, last)
}

func (e jsonEdit) applyArray(n *types.JSONNode, path []string, at int, last bool) error {
	i, ok := arrayIndex(path[at])
	if !ok {
		return pgerr.New(pgerr.InvalidTextRepresentation, "path element at position %d is not an integer: \"%s\"", at+1, path[at])
	}
	length := int64(len(n.Elems))
	before := false
	if i < 0 {
		if i += length; i < 0 {
			if e.fill {
				return pgerr.New(pgerr.InvalidParameterValue, "path element at position %d is out of range: %d", at+1, i-length)
			}
			i, before = 0, true
		}
	}
	if e.fill && i >= length {
		return e.fillTo(n, i, path[at+1:])
	}
	inside := i < length && !before
	switch {
	case !last:
		if inside {
			return e.into(&n.Elems[i], path, at+1)
		}
	case e.remove:
		if inside {
			n.Elems = append(n.Elems[:i:i], n.Elems[i+1:]...)
		}
	case inside && !e.insert:
		n.Elems[i] = *e.value
	case inside:
		if e.after {
			i++
		}
		n.Elems = append(n.Elems[:i:i], append([]types.JSONNode{*e.value}, n.Elems[i:]...)...)
	case !e.create && !e.insert:
	case before:
		n.Elems = append([]types.JSONNode{*e.value}, n.Elems...)
	default:
		n.Elems = append(n.Elems, *e.value)
	}
	return nil
}

func jsonbSetLax(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() || a[1].IsNull() || a[3].IsNull() {
		return datum.Null, nil
	}
	if a[4].IsNull() {
		return datum.Null, badJSON("null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or \"raise_exception\"")
	}
	if !a[2].IsNull() {
		return editPath(a, jsonEdit{create: a[3].Bool()})
	}
	switch a[4].S {
	case "raise_exception":
		return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "JSON value must not be null").
			WithDetail("Exception was raised because null_value_treatment is \"raise_exception\".").
			WithHint("To avoid, either change the null_value_treatment argument or ensure that an SQL NULL is not passed.")
	case "use_json_null":
		return editPath([]datum.Datum{a[0], a[1], types.NewString(types.JSONB, "null")}, jsonEdit{create: a[3].Bool()})
	case "delete_key":
		return jsonbDeletePath(nil, a)
	case "return_target":
		return a[0], nil
	}
	return datum.Null, badJSON("null_value_treatment must be \"delete_key\", \"return_target\", \"use_json_null\", or \"raise_exception\"")
}

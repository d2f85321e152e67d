package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"json", "jsonb"} {
		register(
			operator("->", t+", text -> "+t, "get object field", jsonGet(false)),
			operator("->>", t+", text -> text", "get object field as text", jsonGet(true)),
			operator("->", t+", int4 -> "+t, "get array element", jsonGet(false)),
			operator("->>", t+", int4 -> text", "get array element as text", jsonGet(true)),
			operator("#>", t+", text[] -> "+t, "get value at path", jsonAt(false)),
			operator("#>>", t+", text[] -> text", "get value at path as text", jsonAt(true)),
			scalar(t+"_extract_path(from_json "+t+", VARIADIC path_elems text[]) "+t, "get value at path", jsonAt(false)),
			scalar(t+"_extract_path_text(from_json "+t+", VARIADIC path_elems text[]) text", "get value at path as text", jsonAt(true)),
			scalar(t+"_object_field(from_json "+t+", field_name text) "+t, "get object field", jsonGet(false)),
			scalar(t+"_object_field_text(from_json "+t+", field_name text) text", "get object field as text", jsonGet(true)),
			scalar(t+"_array_element(from_json "+t+", element_index int4) "+t, "get array element", jsonGet(false)),
			scalar(t+"_array_element_text(from_json "+t+", element_index int4) text", "get array element as text", jsonGet(true)),
		)
	}
	registerJSONBComparisons()
	register(
		operator("@>", "jsonb, jsonb -> bool", "contains", func(_ *Context, a []datum.Datum) (datum.Datum, error) { return jsonbContains(a[0], a[1]) }),
		operator("<@", "jsonb, jsonb -> bool", "is contained by", func(_ *Context, a []datum.Datum) (datum.Datum, error) { return jsonbContains(a[1], a[0]) }),
		operator("?", "jsonb, text -> bool", "key or element exists", jsonbExists),
		operator("?|", "jsonb, text[] -> bool", "any key exists", jsonbExistsOf(false)),
		operator("?&", "jsonb, text[] -> bool", "all keys exist", jsonbExistsOf(true)),
		scalar("jsonb_contains(jsonb, jsonb) bool", "contains", func(_ *Context, a []datum.Datum) (datum.Datum, error) { return jsonbContains(a[0], a[1]) }),
		scalar("jsonb_contained(jsonb, jsonb) bool", "is contained by", func(_ *Context, a []datum.Datum) (datum.Datum, error) { return jsonbContains(a[1], a[0]) }),
		scalar("jsonb_exists(jsonb, text) bool", "key or element exists", jsonbExists),
		scalar("jsonb_exists_any(jsonb, text[]) bool", "any key exists", jsonbExistsOf(false)),
		scalar("jsonb_exists_all(jsonb, text[]) bool", "all keys exist", jsonbExistsOf(true)),
	)
}

func jsonGet(text bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		var at *types.JSONNode
		switch scalar := n.Kind != types.JSONObject && n.Kind != types.JSONArrayKind; {
		case a[1].OID != types.Int4:
			at = n.Get(a[1].S)
		case scalar && a[0].OID == types.JSONB && (a[1].I == 0 || a[1].I == -1):
			at = n // jsonb keeps a scalar as an array of it, and PostgreSQL lets that show
		default:
			at = element(n, a[1].I)
		}
		if text {
			return jsonText(at), nil
		}
		return jsonResult(a[0].OID, at), nil
	}
}

func jsonAt(text bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		path, ok := pathOf(a[1])
		if !ok {
			return datum.Null, nil
		}
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		at := follow(n, path)
		if text {
			return jsonText(at), nil
		}
		return jsonResult(a[0].OID, at), nil
	}
}

func jsonbContains(whole, part datum.Datum) (datum.Datum, error) {
	w, err := types.ParseJSON(whole.S)
	if err != nil {
		return datum.Null, err
	}
	p, err := types.ParseJSON(part.S)
	if err != nil {
		return datum.Null, err
	}
	// At the top an array contains the scalar that is one of its elements.
	if w.Kind == types.JSONArrayKind && isScalar(p) {
		p = &types.JSONNode{Kind: types.JSONArrayKind, Elems: []types.JSONNode{*p}}
	}
	return newBool(deepContains(w, p))
}

func isScalar(n *types.JSONNode) bool {
	return n.Kind != types.JSONArrayKind && n.Kind != types.JSONObject
}

// deepContains is JsonbDeepContains.
func deepContains(w, p *types.JSONNode) bool {
	if w.Kind != p.Kind {
		return false
	}
	switch p.Kind {
	case types.JSONObject:
		for i, k := range p.Keys {
			v := w.Get(k)
			if v == nil || !deepContains(v, &p.Elems[i]) {
				return false
			}
		}
		return true
	case types.JSONArrayKind:
		for i := range p.Elems {
			found := false
			for k := range w.Elems {
				if found = deepContains(&w.Elems[k], &p.Elems[i]); found {
					break
				}
			}
			if !found {
				return false
			}
		}
		return true
	}
	return types.CompareJSON(w, p) == 0
}

// hasKey: an object's key, an array's string element, or a string itself.
func hasKey(n *types.JSONNode, key string) bool {
	switch n.Kind {
	case types.JSONObject:
		return n.Get(key) != nil
	case types.JSONArrayKind:
		for i := range n.Elems {
			if e := &n.Elems[i]; e.Kind == types.JSONString && e.Text == key {
				return true
			}
		}
		return false
	}
	return n.Kind == types.JSONString && n.Text == key
}

func jsonbExists(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	return newBool(hasKey(n, a[1].S))
}

func jsonbExistsOf(all bool) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		for _, k := range arrayOf(a[1]).Elems {
			if !k.IsNull() && hasKey(n, k.S) != all {
				return newBool(!all)
			}
		}
		return newBool(all)
	}
}

// registerJSONBComparisons registers the functions below jsonb's comparison
// operators.
func registerJSONBComparisons() {
	for i, name := range []string{"eq", "ne", "lt", "le", "gt", "ge"} {
		r := relations[i]
		register(scalar("jsonb_"+name+"(jsonb, jsonb) bool", r.help, compares(r)))
	}
	register(scalar("jsonb_cmp(jsonb, jsonb) int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		return newInt4(types.Compare(a[0], a[1]))
	}))
}

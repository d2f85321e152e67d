package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"json", "jsonb"} {
		oid := signatureType(t, t)
		register(
			scalar(t+"_array_length("+t+") int4", "number of elements", jsonLength),
			scalar(t+"_typeof("+t+") text", "type of the outermost value", jsonTypeof),
			rows(t+"_object_keys("+t+") text", "keys of an object", jsonKeys),
			rows(t+"_array_elements(from_json "+t+") "+t, "elements of an array", jsonElements(false), ResultColumn{"value", types.Of(oid)}),
			rows(t+"_array_elements_text(from_json "+t+") text", "elements of an array as text", jsonElements(true), ResultColumn{"value", types.Of(types.Text)}),
			rows(t+"_each(from_json "+t+") record", "keys and values of an object", jsonEach(false),
				ResultColumn{"key", types.Of(types.Text)}, ResultColumn{"value", types.Of(oid)}),
			rows(t+"_each_text(from_json "+t+") record", "keys and values of an object as text", jsonEach(true),
				ResultColumn{"key", types.Of(types.Text)}, ResultColumn{"value", types.Of(types.Text)}),
			scalar(t+"_strip_nulls("+t+") "+t, "leave out object fields that are null", jsonStripNulls),
		)
	}
	register(scalar("jsonb_pretty(jsonb) text", "indented text", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		return newText(string(prettyJSON(nil, n, 0)))
	}))
}

func badJSON(format string, args ...any) error {
	return pgerr.New(pgerr.InvalidParameterValue, format, args...)
}

func jsonLength(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	switch n.Kind {
	case types.JSONArrayKind:
		return newInt4(len(n.Elems))
	case types.JSONObject:
		return datum.Null, badJSON("cannot get array length of a non-array")
	}
	return datum.Null, badJSON("cannot get array length of a scalar")
}

var jsonKindNames = map[types.JSONKind]string{
	types.JSONNull: "null", types.JSONString: "string", types.JSONNumber: "number", types.JSONBool: "boolean",
	types.JSONArrayKind: "array", types.JSONObject: "object",
}

func jsonTypeof(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	return newText(jsonKindNames[n.Kind])
}

func jsonKeys(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return err
	}
	name := "jsonb_object_keys"
	if a[0].OID == types.JSON {
		name = "json_object_keys"
	}
	switch n.Kind {
	case types.JSONArrayKind:
		return badJSON("cannot call %s on an array", name)
	case types.JSONObject:
	default:
		return badJSON("cannot call %s on a scalar", name)
	}
	for _, k := range n.Keys {
		if err := emit(datum.Row{types.NewText(k)}); err != nil {
			return err
		}
	}
	return nil
}

func jsonElements(text bool) func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	return func(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return err
		}
		if n.Kind != types.JSONArrayKind {
			name := "json_array_elements"
			switch {
			case text && a[0].OID == types.JSON:
				name = "json_array_elements_text"
			case a[0].OID == types.JSON:
			case n.Kind == types.JSONObject:
				return badJSON("cannot extract elements from an object")
			default:
				return badJSON("cannot extract elements from a scalar")
			}
			if n.Kind == types.JSONObject {
				return badJSON("cannot call %s on a non-array", name)
			}
			return badJSON("cannot call %s on a scalar", name)
		}
		for i := range n.Elems {
			v := jsonResult(a[0].OID, &n.Elems[i])
			if text {
				v = jsonText(&n.Elems[i])
			}
			if err := emit(datum.Row{v}); err != nil {
				return err
			}
		}
		return nil
	}
}

func jsonEach(text bool) func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	return func(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
		n, err := types.ParseJSON(a[0].S)
		if err != nil {
			return err
		}
		switch {
		case n.Kind == types.JSONObject:
		case a[0].OID == types.JSONB && text:
			return badJSON("cannot call jsonb_each_text on a non-object")
		case a[0].OID == types.JSONB:
			return badJSON("cannot call jsonb_each on a non-object")
		case n.Kind == types.JSONArrayKind:
			return badJSON("cannot deconstruct an array as an object")
		default:
			return badJSON("cannot deconstruct a scalar")
		}
		for i, k := range n.Keys {
			v := jsonResult(a[0].OID, &n.Elems[i])
			if text {
				v = jsonText(&n.Elems[i])
			}
			if err := emit(datum.Row{types.NewText(k), v}); err != nil {
				return err
			}
		}
		return nil
	}
}

func jsonStripNulls(_ *Context, a []datum.Datum) (datum.Datum, error) {
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	stripNulls(n)
	if a[0].OID == types.JSONB {
		return types.NewJSONB(n)
	}
	return types.NewString(types.JSON, string(compactJSON(nil, n))), nil
}

func stripNulls(n *types.JSONNode) {
	var keys []string
	var elems []types.JSONNode
	for i := range n.Elems {
		e := n.Elems[i]
		if n.Kind == types.JSONObject && e.Kind == types.JSONNull {
			continue
		}
		stripNulls(&e)
		elems = append(elems, e)
		if n.Kind == types.JSONObject {
			keys = append(keys, n.Keys[i])
		}
	}
	n.Keys, n.Elems = keys, elems
}

// compactJSON writes a tree without blanks, keys in their order.
func compactJSON(b []byte, n *types.JSONNode) []byte {
	switch n.Kind {
	case types.JSONArrayKind, types.JSONObject:
		open, end := byte('['), byte(']')
		if n.Kind == types.JSONObject {
			open, end = '{', '}'
		}
		b = append(b, open)
		for i := range n.Elems {
			if i > 0 {
				b = append(b, ',')
			}
			if n.Kind == types.JSONObject {
				b = append(types.AppendJSONString(b, n.Keys[i]), ':')
			}
			b = compactJSON(b, &n.Elems[i])
		}
		return append(b, end)
	}
	return types.AppendJSONB(b, n)
}

func prettyJSON(b []byte, n *types.JSONNode, depth int) []byte {
	if isScalar(n) {
		return types.AppendJSONB(b, n)
	}
	open, end := byte('['), byte(']')
	if n.Kind == types.JSONObject {
		open, end = '{', '}'
	}
	b = append(b, open)
	for i := range n.Elems {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, '\n'), strings.Repeat(" ", 4*(depth+1))...)
		if n.Kind == types.JSONObject {
			b = append(types.AppendJSONString(b, n.Keys[i]), ": "...)
		}
		b = prettyJSON(b, &n.Elems[i], depth+1)
	}
	b = append(append(b, '\n'), strings.Repeat(" ", 4*depth)...)
	return append(b, end)
}

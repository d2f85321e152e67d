package fn

import (
	"strconv"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	toJSON := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		b, err := appendAsJSON(c, nil, a[0], "")
		return types.NewString(types.JSON, string(b)), err
	}
	pretty := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		sep := ""
		if len(a) > 1 && a[1].Bool() {
			sep = "\n "
		}
		b, err := appendAsJSON(c, nil, a[0], sep)
		return types.NewString(types.JSON, string(b)), err
	}
	register(
		scalar("to_json(anyelement) json", "map value to json", toJSON).stable(),
		scalar("to_json(variant) json", "map value to json", toJSON).stable(),
		scalar("to_jsonb(anyelement) jsonb", "map value to jsonb", asJSONB(toJSON)).stable(),
		scalar("to_jsonb(variant) jsonb", "map value to jsonb", asJSONB(toJSON)).stable(),
		scalar("row_to_json(record) json", "map row to json", pretty).stable(),
		scalar("row_to_json(record, bool) json", "map row to json with optional pretty printing", pretty).stable(),
		scalar("array_to_json(anyarray) json", "map array to json", pretty).stable(),
		scalar("array_to_json(anyarray, bool) json", "map array to json with optional pretty printing", pretty).stable(),
		scalar("json_build_array(VARIADIC any) json", "build a json array from any inputs", jsonBuildArray).withNulls().stable(),
		scalar("json_build_array() json", "build an empty json array", jsonBuildArray).withNulls().stable(),
		scalar("json_build_object(VARIADIC any) json", "build a json object from pairwise any inputs", jsonBuildObject("json_build_object")).withNulls().stable(),
		scalar("json_build_object() json", "build an empty json object", jsonBuildObject("json_build_object")).withNulls().stable(),
		scalar("jsonb_build_array(VARIADIC any) jsonb", "build a jsonb array from any inputs", asJSONB(jsonBuildArray)).withNulls().stable(),
		scalar("jsonb_build_array() jsonb", "build an empty jsonb array", asJSONB(jsonBuildArray)).withNulls().stable(),
		scalar("jsonb_build_object(VARIADIC any) jsonb", "build a jsonb object from pairwise any inputs", asJSONB(jsonBuildObject("jsonb_build_object"))).withNulls().stable(),
		scalar("jsonb_build_object() jsonb", "build an empty jsonb object", asJSONB(jsonBuildObject("jsonb_build_object"))).withNulls().stable(),
		scalar("json_object(text[]) json", "map text array of key value pairs to json object", jsonObjectOf),
		scalar("json_object(text[], text[]) json", "map text arrays of keys and values to json object", jsonObjectOf),
		scalar("jsonb_object(text[]) jsonb", "map text array of key value pairs to jsonb object", asJSONB(jsonObjectOf)),
		scalar("jsonb_object(text[], text[]) jsonb", "map text arrays of keys and values to jsonb object", asJSONB(jsonObjectOf)),
	)
}

// asJSONB makes a function that gives json give jsonb.
func asJSONB(f Impl) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		v, err := f(c, a)
		if err != nil {
			return datum.Null, err
		}
		return types.ParseText(types.JSONB, v.S, -1, nil)
	}
}

// appendAsJSON appends a value as to_json shows it. sep goes between fields of
// a record or elements of an array at the top, behind the comma.
func appendAsJSON(c *Context, b []byte, v datum.Datum, sep string) ([]byte, error) {
	if v.IsNull() {
		return append(b, "null"...), nil
	}
	switch x := v.X.(type) {
	case *types.Array:
		b, _, err := appendArrayJSON(c, b, x, 0, 0, sep)
		return b, err
	case *types.RecordValue:
		return appendRecordJSON(c, b, x, sep)
	}
	switch v.OID {
	case types.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case types.Int2, types.Int4, types.Int8:
		return strconv.AppendInt(b, v.I, 10), nil
	case types.Float4, types.Float8, types.Numeric:
		text := types.TextOf(v, c.Format)
		if last := text[len(text)-1]; last < '0' || last > '9' {
			return types.AppendJSONString(b, text), nil
		}
		return append(b, text...), nil
	case types.JSON, types.JSONB:
		return append(b, v.S...), nil
	case types.Date, types.Timestamp, types.TimestampTZ:
		return types.AppendJSONString(b, isoDateTime(c, v)), nil
	}
	s, err := asJSONText(c, v)
	return types.AppendJSONString(b, s), err
}

func asJSONText(c *Context, v datum.Datum) (string, error) {
	if v.OID == types.Unknown || v.OID == types.BPChar {
		return v.S, nil
	}
	return asOutput(c, v), nil
}

// isoDateTime is the ISO 8601 form with a T, whatever DateStyle says.
func isoDateTime(c *Context, v datum.Datum) string {
	f := *c.Format
	f.DateStyle = "ISO"
	b := types.AppendText(nil, v, &f)
	if infinite(v) || v.OID == types.Date {
		return string(b)
	}
	for i := range b {
		if b[i] == ' ' {
			b[i] = 'T'
			break
		}
	}
	if v.OID == types.TimestampTZ && b[len(b)-3] != ':' {
		b = append(b, ":00"...)
	}
	return string(b)
}

// appendArrayJSON appends dimension dim of an array from element at on.
func appendArrayJSON(c *Context, b []byte, a *types.Array, dim, at int, sep string) ([]byte, int, error) {
	if len(a.Dims) == 0 {
		return append(b, "[]"...), at, nil
	}
	b = append(b, '[')
	var err error
	for i := range int(a.Dims[dim].Len) {
		if i > 0 {
			b = append(append(b, ','), sep...)
		}
		if dim+1 < len(a.Dims) {
			b, at, err = appendArrayJSON(c, b, a, dim+1, at, "")
		} else {
			b, err = appendAsJSON(c, b, a.Elems[at], "")
			at++
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return append(b, ']'), at, nil
}

func appendRecordJSON(c *Context, b []byte, r *types.RecordValue, sep string) ([]byte, error) {
	b = append(b, '{')
	for i, v := range r.Fields {
		if i > 0 {
			b = append(append(b, ','), sep...)
		}
		name := "f" + strconv.Itoa(i+1)
		if i < len(r.Names) && r.Names[i] != "" {
			name = r.Names[i]
		}
		b = append(types.AppendJSONString(b, name), ':')
		var err error
		if b, err = appendAsJSON(c, b, v, ""); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func jsonBuildArray(c *Context, a []datum.Datum) (datum.Datum, error) {
	b := []byte{'['}
	for i, v := range a {
		if i > 0 {
			b = append(b, ", "...)
		}
		var err error
		if b, err = appendAsJSON(c, b, v, ""); err != nil {
			return datum.Null, err
		}
	}
	return types.NewString(types.JSON, string(append(b, ']'))), nil
}

func jsonBuildObject(name string) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if len(a)%2 != 0 {
			return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "argument list must have even number of elements").
				WithHint("The arguments of %s() must consist of alternating keys and values.", name)
		}
		b := []byte{'{'}
		for i := 0; i < len(a); i += 2 {
			if i > 0 {
				b = append(b, ", "...)
			}
			if a[i].IsNull() {
				if name == "json_build_object" {
					return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "argument %d cannot be null", i+1).
						WithHint("Object keys should be text.")
				}
				return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "argument %d: key must not be null", i+1)
			}
			var err error
			if b, err = appendPair(c, b, a[i], a[i+1]); err != nil {
				return datum.Null, err
			}
		}
		return types.NewString(types.JSON, string(append(b, '}'))), nil
	}
}

// appendPair appends "key" : value.
func appendPair(c *Context, b []byte, key, value datum.Datum) ([]byte, error) {
	switch key.X.(type) {
	case *types.Array, *types.RecordValue:
		return nil, pgerr.New(pgerr.InvalidParameterValue, "key value must be scalar, not array, composite, or json")
	}
	if key.OID == types.JSON || key.OID == types.JSONB {
		return nil, pgerr.New(pgerr.InvalidParameterValue, "key value must be scalar, not array, composite, or json")
	}
	text := ""
	switch key.OID {
	case types.Bool:
		text = strconv.FormatBool(key.Bool())
	case types.Date, types.Timestamp, types.TimestampTZ:
		text = isoDateTime(c, key)
	default:
		text = asOutput(c, key)
	}
	b = append(types.AppendJSONString(b, text), " : "...)
	return appendAsJSON(c, b, value, "")
}

// jsonObjectOf takes keys and values one after the other, in pairs, or in two arrays.
func jsonObjectOf(_ *Context, a []datum.Datum) (datum.Datum, error) {
	keys, values := arrayOf(a[0]).Elems, []datum.Datum(nil)
	switch dims := arrayOf(a[0]).Dims; {
	case len(a) == 2:
		values = arrayOf(a[1]).Elems
		if len(dims) > 1 || len(arrayOf(a[1]).Dims) > 1 {
			return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
		}
		if len(keys) != len(values) {
			return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "mismatched array dimensions")
		}
	case len(dims) > 2:
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "wrong number of array subscripts")
	case len(dims) == 2 && dims[1].Len != 2:
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "array must have two columns")
	case len(keys)%2 != 0:
		return datum.Null, pgerr.New(pgerr.ArraySubscriptError, "array must have even number of elements")
	default:
		all := keys
		keys = nil
		for i := 0; i < len(all); i += 2 {
			keys, values = append(keys, all[i]), append(values, all[i+1])
		}
	}
	b := []byte{'{'}
	for i := range keys {
		if i > 0 {
			b = append(b, ", "...)
		}
		if keys[i].IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "null value not allowed for object key")
		}
		b = append(types.AppendJSONString(b, keys[i].S), " : "...)
		if values[i].IsNull() {
			b = append(b, "null"...)
		} else {
			b = types.AppendJSONString(b, values[i].S)
		}
	}
	return types.NewString(types.JSON, string(append(b, '}'))), nil
}

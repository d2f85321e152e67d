package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, v := range []struct {
		suffix string
		zoned  bool
	}{{"", false}, {"_tz", true}} {
		args := v.suffix + "(target jsonb, path jsonpath, vars jsonb ={}, silent bool =false) "
		for _, o := range []*Overload{
			scalar("jsonb_path_exists"+args+"bool", "jsonpath exists test", pathExists(v.zoned)),
			scalar("jsonb_path_match"+args+"bool", "jsonpath match", pathMatch(v.zoned)),
			scalar("jsonb_path_query_array"+args+"jsonb", "jsonpath query wrapped into array", pathQueryArray(v.zoned)),
			scalar("jsonb_path_query_first"+args+"jsonb", "jsonpath query first item", pathQueryFirst(v.zoned)),
			rows("jsonb_path_query"+args+"jsonb", "jsonpath query", pathQuery(v.zoned)),
		} {
			if v.zoned {
				o.stable()
			}
			register(o)
		}
	}
	silent := func(f Impl) Impl {
		return func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return f(c, []datum.Datum{a[0], a[1], datum.Null, types.NewBool(true)})
		}
	}
	exists, match := silent(pathExists(false)), silent(pathMatch(false))
	register(
		operator("@?", "jsonb, jsonpath -> bool", "jsonpath exists", exists),
		operator("@@", "jsonb, jsonpath -> bool", "jsonpath match", match),
		scalar("jsonb_path_exists_opr(jsonb, jsonpath) bool", "implementation of @? operator", exists),
		scalar("jsonb_path_match_opr(jsonb, jsonpath) bool", "implementation of @@ operator", match),
	)
}

// runPath executes a path on target with vars, silent or not. found may be nil.
func runPath(c *Context, a []datum.Datum, zoned bool, found *pathItems) (pathResult, error) {
	tree, err := jsonPathTree(a[1].S)
	if err != nil {
		return pathFailed, err
	}
	r := pathRun{c: c, throw: !a[3].Bool(), zoned: zoned}
	if r.root, err = types.ParseJSON(a[0].S); err != nil {
		return pathFailed, err
	}
	if !a[2].IsNull() {
		if r.vars, err = types.ParseJSON(a[2].S); err != nil {
			return pathFailed, err
		}
		if r.vars.Kind != types.JSONObject {
			return pathFailed, pgerr.New(pgerr.InvalidParameterValue, "\"vars\" argument is not an object").
				WithDetail("Jsonpath parameters should be encoded as key-value pairs of \"vars\" object.")
		}
	}
	return r.run(tree, found)
}

func pathExists(zoned bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		res, err := runPath(c, a, zoned, nil)
		if err != nil || res == pathFailed {
			return datum.Null, err
		}
		return newBool(res == pathFound)
	}
}

func pathMatch(zoned bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		var found pathItems
		if _, err := runPath(c, a, zoned, &found); err != nil {
			return datum.Null, err
		}
		if len(found.list) == 1 {
			switch v := found.list[0]; {
			case v.is(types.JSONBool):
				return newBool(v.n.Bool)
			case v.is(types.JSONNull):
				return datum.Null, nil
			}
		}
		if a[3].Bool() {
			return datum.Null, nil
		}
		return datum.Null, pgerr.New(pgerr.SingletonJSONItemRequired, "single boolean result is expected")
	}
}

func (i jsonItem) jsonb(c *Context) datum.Datum {
	return types.NewString(types.JSONB, string(types.AppendJSONB(nil, i.node(c))))
}

func pathQuery(zoned bool) func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
	return func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
		var found pathItems
		if _, err := runPath(c, a, zoned, &found); err != nil {
			return err
		}
		for _, v := range found.list {
			if err := emit(datum.Row{v.jsonb(c)}); err != nil {
				return err
			}
		}
		return nil
	}
}

func pathQueryArray(zoned bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		var found pathItems
		if _, err := runPath(c, a, zoned, &found); err != nil {
			return datum.Null, err
		}
		out := &types.JSONNode{Kind: types.JSONArrayKind}
		for _, v := range found.list {
			out.Elems = append(out.Elems, *v.node(c))
		}
		return types.NewString(types.JSONB, string(types.AppendJSONB(nil, out))), nil
	}
}

func pathQueryFirst(zoned bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		var found pathItems
		if _, err := runPath(c, a, zoned, &found); err != nil || len(found.list) == 0 {
			return datum.Null, err
		}
		return found.list[0].jsonb(c), nil
	}
}

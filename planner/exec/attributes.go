package exec

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/catalog/rowenc"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// attributesObject is _attributes: the free attributes of a row as one jsonb
// object as they are seen at m, {} if it has none.
func attributesObject(rt *Runtime, t *catalog.Table, value []byte, m *rowenc.Moment) (datum.Datum, error) {
	cells, err := m.DecodeCells(nil, value)
	if err != nil {
		return datum.Null, err
	}
	obj := &types.JSONNode{Kind: types.JSONObject}
	for _, c := range cells {
		if t.ColumnByID(c.ID) >= 0 {
			continue
		}
		a, ok, err := rt.Dict.ByID(rt.context(), t.ID, c.ID)
		if err != nil {
			return datum.Null, err
		}
		if !ok {
			continue // of a column that was dropped
		}
		n, err := jsonOf(rt, c.V)
		if err != nil {
			return datum.Null, err
		}
		obj.Keys = append(obj.Keys, a.Name)
		obj.Elems = append(obj.Elems, *n)
	}
	return types.NewJSONB(obj)
}

// jsonOf turns a value into JSON as to_jsonb does.
func jsonOf(rt *Runtime, v datum.Datum) (*types.JSONNode, error) {
	list := fn.Functions("to_jsonb")
	if len(list) == 0 {
		return nil, pgerr.New(pgerr.InternalError, "to_jsonb is missing")
	}
	d, err := list[0].Fn(&rt.Ctx.Context, []datum.Datum{v})
	if err != nil {
		return nil, err
	}
	return types.ParseJSON(d.S)
}

// freeCells takes an object given for _attributes apart into cells: strings
// are text, numbers bigint if they are integers that fit and numeric if not,
// booleans boolean, arrays and objects jsonb; null is no cell.
func freeCells(v datum.Datum) (names []string, values []datum.Datum, err error) {
	n, err := v.Tree()
	if err != nil {
		return nil, nil, err
	}
	if n.Kind != types.JSONObject {
		return nil, nil, pgerr.New(pgerr.DatatypeMismatch, "_attributes takes a jsonb object")
	}
	for i := range n.Elems {
		cell, err := cellOf(&n.Elems[i])
		if err != nil {
			return nil, nil, err
		}
		names, values = append(names, n.Keys[i]), append(values, cell)
	}
	return names, values, nil
}

func cellOf(n *types.JSONNode) (datum.Datum, error) {
	switch n.Kind {
	case types.JSONNull:
		return datum.Null, nil
	case types.JSONString:
		return types.NewText(n.Text), nil
	case types.JSONBool:
		return types.NewBool(n.Bool), nil
	case types.JSONNumber:
		if v, err := types.ParseText(types.Int8, n.Text, -1, types.DefaultFormat); err == nil {
			return v, nil
		}
		return types.ParseText(types.Numeric, n.Text, -1, types.DefaultFormat)
	}
	return types.NewJSONB(n)
}

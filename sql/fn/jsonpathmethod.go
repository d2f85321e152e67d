package fn

import (
	"math"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// pathNumberMethods are the methods of numbers.
var pathNumberMethods = map[string]func(x *apd.Decimal) (*apd.Decimal, error){
	"abs":     func(x *apd.Decimal) (*apd.Decimal, error) { return new(apd.Decimal).Abs(x), nil },
	"floor":   func(x *apd.Decimal) (*apd.Decimal, error) { return stepDecimal(x, true) },
	"ceiling": func(x *apd.Decimal) (*apd.Decimal, error) { return stepDecimal(x, false) },
}

// method executes an item method.
func (r *pathRun) method(p *types.PathItem, in jsonItem, found *pathItems, unwrap bool) (pathResult, error) {
	switch p.Text {
	case "type":
		return r.next(p, jsonItem{n: stringNode(in.typeName())}, found)
	case "size":
		size := 1
		switch {
		case in.isArray():
			size = len(in.n.Elems)
		case r.lax:
		case r.lenient:
			return pathNotFound, nil
		default:
			return r.fail(pgerr.JSONArrayNotFound, "jsonpath item method .size() can only be applied to an array")
		}
		return r.next(p, jsonItem{n: numberNode(int64(size))}, found)
	}
	if unwrap && in.isArray() {
		return r.unwrapArray(p, in, found, false)
	}
	switch p.Text {
	case "double":
		return r.double(p, in, found)
	case "datetime":
		return r.datetime(p, in, found)
	case "keyvalue":
		return r.keyValue(p, in, found)
	}
	if !in.is(types.JSONNumber) {
		return r.fail(pgerr.NonNumericJSONItem, "jsonpath item method .%s() can only be applied to a numeric value", p.Text)
	}
	d, err := decimalOfNode(in.n)
	if err != nil {
		return pathFailed, err
	}
	v, err := newDecimal(pathNumberMethods[p.Text](d))
	if err != nil {
		return pathFailed, err
	}
	return r.next(p, jsonItem{n: decimalNode(v.Decimal())}, found)
}

func (i jsonItem) typeName() string {
	if !i.when.IsNull() {
		return types.TypeName(i.when.OID)
	}
	return jsonKindNames[i.n.Kind]
}

// double makes a number of a number or text, as double precision holds it.
func (r *pathRun) double(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	if !in.is(types.JSONNumber) && !in.is(types.JSONString) {
		return r.fail(pgerr.NonNumericJSONItem, "jsonpath item method .double() can only be applied to a string or numeric value")
	}
	f, err := types.ParseText(types.Float8, in.n.Text, -1, nil)
	switch {
	case err != nil && in.is(types.JSONNumber):
		return r.fail(pgerr.NonNumericJSONItem, "numeric argument of jsonpath item method .double() is out of range for type double precision")
	case err != nil || math.IsInf(f.Float(), 0) || math.IsNaN(f.Float()):
		return r.fail(pgerr.NonNumericJSONItem, "string argument of jsonpath item method .double() is not a valid representation of a double precision number")
	}
	if in.is(types.JSONNumber) {
		// A number stays as it is: only its range is checked.
		return r.next(p, in, found)
	}
	v, err := types.Cast(f, types.Of(types.Numeric), types.Explicit, nil)
	if err != nil {
		return pathFailed, err
	}
	return r.next(p, jsonItem{n: decimalNode(v.Decimal())}, found)
}

// keyValueIDStep is the distance between the ids of two bases.
const keyValueIDStep = 10_000_000_000

// keyValue makes an object of each key and value. Its id tells apart the
// objects that they come from: the place of the object in the jsonb that it is
// part of, in PostgreSQL's binary form.
func (r *pathRun) keyValue(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	if !in.isObject() {
		return r.fail(pgerr.JSONObjectNotFound, "jsonpath item method .keyvalue() can only be applied to an object")
	}
	if len(in.n.Elems) == 0 {
		return pathNotFound, nil
	}
	if p.Next == nil && found == nil {
		return pathFound, nil
	}
	id := jsonbOffset(r.base.root, in.n) + r.base.id*keyValueIDStep
	res := pathNotFound
	for i, k := range in.n.Keys {
		pair := &types.JSONNode{Kind: types.JSONObject, Keys: []string{"id", "key", "value"},
			Elems: []types.JSONNode{*numberNode(id), *stringNode(k), in.n.Elems[i]}}
		saved := r.base
		r.base = jsonBase{root: pair, id: r.bases}
		r.bases++
		var err error
		res, err = r.next(p, jsonItem{n: pair}, found)
		r.base = saved
		if err != nil || res == pathFailed || res == pathFound && found == nil {
			return res, err
		}
	}
	return res, nil
}

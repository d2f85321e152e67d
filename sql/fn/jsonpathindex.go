package fn

import (
	"math"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func numberNode(i int64) *types.JSONNode {
	return &types.JSONNode{Kind: types.JSONNumber, Text: strconv.FormatInt(i, 10)}
}

func decimalNode(d *apd.Decimal) *types.JSONNode {
	return &types.JSONNode{Kind: types.JSONNumber, Text: types.TextOf(types.NewNumeric(d), nil)}
}

func stringNode(s string) *types.JSONNode { return &types.JSONNode{Kind: types.JSONString, Text: s} }

// decimalOfNode reads the number of a node.
func decimalOfNode(n *types.JSONNode) (*apd.Decimal, error) {
	v, err := types.ParseText(types.Numeric, n.Text, -1, nil)
	if err != nil {
		return nil, err
	}
	return v.Decimal(), nil
}

// indexes executes an array accessor with subscripts.
func (r *pathRun) indexes(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	if !in.isArray() && !r.lax {
		if r.lenient {
			return pathNotFound, nil
		}
		return r.fail(pgerr.JSONArrayNotFound, "jsonpath array accessor can only be applied to an array")
	}
	saved := r.arraySize
	defer func() { r.arraySize = saved }()
	r.arraySize = 1
	if in.isArray() {
		r.arraySize = len(in.n.Elems)
	}
	size := int64(r.arraySize)
	res := pathNotFound
	for _, s := range p.Subscripts {
		from, fres, err := r.index(s.From, in)
		if err != nil || fres == pathFailed {
			return pathFailed, err
		}
		to := from
		if s.To != nil {
			if to, fres, err = r.index(s.To, in); err != nil || fres == pathFailed {
				return pathFailed, err
			}
		}
		if !r.lenient && (from < 0 || from > to || to >= size) {
			return r.fail(pgerr.InvalidJSONSubscript, "jsonpath array subscript is out of bounds")
		}
		res = pathNotFound
		for i := max(from, 0); i <= min(to, size-1); i++ {
			v := in
			if in.isArray() {
				v = jsonItem{n: &in.n.Elems[i]}
			}
			if p.Next == nil && found == nil {
				return pathFound, nil
			}
			if res, err = r.next(p, v, found); err != nil || res == pathFailed || res == pathFound && found == nil {
				return res, err
			}
		}
	}
	return res, nil
}

// index evaluates a subscript (getArrayIndex).
func (r *pathRun) index(p *types.PathItem, in jsonItem) (int64, pathResult, error) {
	var got pathItems
	res, err := r.item(p, in, &got)
	if err != nil || res == pathFailed {
		return 0, pathFailed, err
	}
	if len(got.list) != 1 || !got.list[0].is(types.JSONNumber) {
		res, err := r.fail(pgerr.InvalidJSONSubscript, "jsonpath array subscript is not a single numeric value")
		return 0, res, err
	}
	d, err := decimalOfNode(got.list[0].n)
	if err != nil {
		return 0, pathFailed, err
	}
	i, err := truncDecimal(d, 0).Int64()
	if err != nil || i < math.MinInt32 || i > math.MaxInt32 {
		res, err := r.fail(pgerr.InvalidJSONSubscript, "jsonpath array subscript is out of integer range")
		return 0, res, err
	}
	return i, pathFound, nil
}

// items executes p and gathers what it gives, arrays as their elements if
// unwrap is set and the mode is lax.
func (r *pathRun) items(p *types.PathItem, in jsonItem, unwrap bool, found *pathItems) (pathResult, error) {
	if !unwrap || !r.lax {
		return r.item(p, in, found)
	}
	var seq pathItems
	res, err := r.item(p, in, &seq)
	if err != nil || res == pathFailed {
		return res, err
	}
	for _, v := range seq.list {
		if !v.isArray() {
			found.add(v)
			continue
		}
		if _, err := r.unwrapArray(nil, v, found, false); err != nil {
			return pathFailed, err
		}
	}
	return pathFound, nil
}

// quiet is items without throwing the path's errors.
func (r *pathRun) quiet(p *types.PathItem, in jsonItem, unwrap bool, found *pathItems) (pathResult, error) {
	saved := r.throw
	r.throw = false
	defer func() { r.throw = saved }()
	return r.items(p, in, unwrap, found)
}

var pathOperators = map[string]func(x, y *apd.Decimal) (*apd.Decimal, error){
	"+": addDecimal, "-": subDecimal, "*": mulDecimal, "/": divDecimal, "%": modDecimal,
}

// arith executes a binary arithmetic operator.
func (r *pathRun) arith(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	var sides [2]pathItems
	for i, side := range []*types.PathItem{p.Left, p.Right} {
		if res, err := r.items(side, in, true, &sides[i]); err != nil || res == pathFailed {
			return res, err
		}
	}
	var args [2]*apd.Decimal
	for i, name := range []string{"left", "right"} {
		l := sides[i].list
		if len(l) != 1 || !l[0].is(types.JSONNumber) {
			return r.fail(pgerr.SingletonJSONItemRequired, "%s operand of jsonpath operator %s is not a single numeric value", name, p.Text)
		}
		var err error
		if args[i], err = decimalOfNode(l[0].n); err != nil {
			return pathFailed, err
		}
	}
	v, err := newDecimal(pathOperators[p.Text](args[0], args[1]))
	if err != nil {
		if !r.throw {
			err = nil
		}
		return pathFailed, err
	}
	if p.Next == nil && found == nil {
		return pathFound, nil
	}
	return r.next(p, jsonItem{n: decimalNode(v.Decimal())}, found)
}

// sign executes a unary plus or minus on each number.
func (r *pathRun) sign(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	var seq pathItems
	if res, err := r.items(p.Left, in, true, &seq); err != nil || res == pathFailed {
		return res, err
	}
	symbol := "+"
	if p.Kind == types.PathMinus {
		symbol = "-"
	}
	out := pathNotFound
	for _, v := range seq.list {
		exists := found == nil && p.Next == nil
		if !v.is(types.JSONNumber) {
			if exists {
				continue
			}
			return r.fail(pgerr.JSONNumberNotFound, "operand of unary jsonpath operator %s is not a numeric value", symbol)
		}
		if exists {
			return pathFound, nil
		}
		if p.Kind == types.PathMinus {
			d, err := decimalOfNode(v.n)
			if err != nil {
				return pathFailed, err
			}
			neg, err := newDecimal(negDecimal(d))
			if err != nil {
				return pathFailed, err
			}
			v = jsonItem{n: decimalNode(neg.Decimal())}
		}
		res, err := r.next(p, v, found)
		if err != nil || res == pathFailed {
			return res, err
		}
		if res == pathFound {
			if found == nil {
				return pathFound, nil
			}
			out = pathFound
		}
	}
	return out, nil
}

// node is the item as JSON.
func (i jsonItem) node(c *Context) *types.JSONNode {
	if i.when.IsNull() {
		return i.n
	}
	if i.when.OID != types.TimestampTZ {
		return stringNode(jsonDateTime(c, i.when))
	}
	return stringNode(zonedDateTime(i.when, i.zone))
}

// jsonDateTime is how JSON shows a date or time.
func jsonDateTime(c *Context, v datum.Datum) string {
	switch v.OID {
	case types.Time:
		return types.TextOf(v, nil)
	case types.TimeTZ:
		s := types.TextOf(v, nil)
		if at := strings.LastIndexAny(s, "+-"); !strings.Contains(s[at:], ":") {
			s += ":00"
		}
		return s
	}
	return isoDateTime(c, v)
}

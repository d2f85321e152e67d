package fn

import (
	"fmt"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, t := range []string{"json", "jsonb"} {
		more := ""
		if t == "json" {
			more = ", use_json_as_text bool =false"
		}
		for _, o := range []*Overload{
			scalar(t+"_populate_record(base anyelement, from_json "+t+more+") anyelement", "get record fields from a "+t+" object", nil).withNulls(),
			rows(t+"_populate_recordset(base anyelement, from_json "+t+more+") anyelement", "get set of records with fields from a "+t+" array of objects", nil).withNulls(),
			scalar(t+"_to_record("+t+") record", "get record fields from a "+t+" object", nil),
			rows(t+"_to_recordset("+t+") record", "get set of records with fields from a "+t+" array of objects", nil).withNulls(),
		} {
			if t == "jsonb" && len(o.Args) == 2 {
				o.ArgNames = nil
			}
			f := recordFunction{name: o.Name, base: len(o.Args) > 1, set: o.Kind == SetReturning}
			o.RowsOf = f.rows
			unshaped(o)
			register(o.stable())
		}
	}
}

// unshaped makes a function of records answer that it does not know their
// columns.
func unshaped(o *Overload) {
	f := recordFunction{name: o.Name, base: len(o.Args) > 1, set: o.Kind == SetReturning}
	unknown := func(a []datum.Datum) error {
		if f.base && !a[0].IsNull() && a[0].OID != types.Record {
			return f.notRow()
		}
		return pgerr.New(pgerr.FeatureNotSupported, "could not determine row type for result of %s", f.name).
			WithHint("Provide a non-null record argument, or call the function in the FROM clause using a column definition list.")
	}
	if f.set {
		o.Rows = func(_ *Context, a []datum.Datum, _ func(datum.Row) error) error { return unknown(a) }
		return
	}
	o.Fn = func(_ *Context, a []datum.Datum) (datum.Datum, error) { return datum.Null, unknown(a) }
}

// Shaped is the overload for a call whose records have the columns cols.
func (o *Overload) Shaped(cols []ResultColumn) *Overload {
	n := *o
	n.Shape = cols
	fill := o.RowsOf(cols)
	record := func(r datum.Row) datum.Datum {
		rec := &types.RecordValue{Fields: append([]datum.Datum{}, r...)}
		for _, c := range cols {
			rec.Names, rec.Types = append(rec.Names, c.Name), append(rec.Types, c.T.OID)
		}
		return datum.Datum{OID: types.Record, X: rec}
	}
	if o.Kind == SetReturning {
		n.Rows = func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
			return fill(c, a, func(r datum.Row) error { return emit(datum.Row{record(r)}) })
		}
		return &n
	}
	n.Fn = func(c *Context, a []datum.Datum) (v datum.Datum, err error) {
		err = fill(c, a, func(r datum.Row) error { v = record(r); return nil })
		return v, err
	}
	return &n
}

// InFrom is the overload for a call in FROM that gives the columns cols.
func (o *Overload) InFrom(cols []ResultColumn) *Overload {
	n := *o
	n.Kind, n.Strict, n.Rows = SetReturning, false, o.RowsOf(cols)
	return &n
}

// CheckShape refuses a column definition list that is not that of the record
// given (42804).
func (o *Overload) CheckShape(cols []ResultColumn) error {
	if o.Shape == nil {
		return nil
	}
	bad := pgerr.New(pgerr.DatatypeMismatch, "function return row and query-specified return row do not match")
	if len(cols) != len(o.Shape) {
		return bad.WithDetail("Returned row contains %d attributes, but query expects %d.", len(o.Shape), len(cols))
	}
	for i := range cols {
		if cols[i].T.OID != o.Shape[i].T.OID {
			return bad.WithDetail("Returned type %s at ordinal position %d, but query expects %s.",
				types.TypeName(o.Shape[i].T.OID), i+1, types.TypeName(cols[i].T.OID))
		}
	}
	return nil
}

// recordFunction is one of json[b]_to_record[set], json[b]_populate_record[set].
type recordFunction struct {
	name string
	base bool // the first argument is a record whose fields stand where JSON has none
	set  bool
}

func (f recordFunction) notRow() error {
	return pgerr.New(pgerr.DatatypeMismatch, "first argument of %s must be a row type", f.name)
}

func (f recordFunction) rows(cols []ResultColumn) RowsImpl {
	return func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
		base := make(datum.Row, len(cols))
		if f.base {
			if r, ok := a[0].X.(*types.RecordValue); ok && len(r.Fields) == len(cols) {
				copy(base, r.Fields)
			} else if !a[0].IsNull() {
				return f.notRow()
			}
			a = a[1:]
		}
		if a[0].IsNull() {
			if f.set {
				return nil
			}
			return emit(base)
		}
		n, err := a[0].Tree()
		if err != nil {
			return err
		}
		p := populator{c: c, binary: a[0].OID == types.JSONB}
		if !f.set {
			if n.Kind != types.JSONObject {
				return badJSON("cannot call populate_composite on %s", arrayOrScalar(n))
			}
			r, err := p.row(n, base, cols)
			if err != nil {
				return err
			}
			return emit(r)
		}
		if n.Kind != types.JSONArrayKind {
			return f.notArray(n, p.binary)
		}
		for i := range n.Elems {
			if err := cancelled(c, i+1); err != nil {
				return err
			}
			if n.Elems[i].Kind != types.JSONObject {
				return badJSON("argument of %s must be an array of objects", f.name)
			}
			r, err := p.row(&n.Elems[i], base, cols)
			if err != nil {
				return err
			}
			if err := emit(r); err != nil {
				return err
			}
		}
		return nil
	}
}

func arrayOrScalar(n *types.JSONNode) string {
	if n.Kind == types.JSONArrayKind {
		return "an array"
	}
	return "a scalar"
}

func (f recordFunction) notArray(n *types.JSONNode, binary bool) error {
	switch {
	case binary:
		return badJSON("cannot call %s on a non-array", f.name)
	case n.Kind == types.JSONObject:
		return badJSON("cannot call %s on an object", f.name)
	}
	return badJSON("cannot call %s on a scalar", f.name)
}

// populator makes SQL values of JSON ones (populate_record_field).
type populator struct {
	c      *Context
	binary bool // the JSON is a jsonb
}

func (p populator) row(n *types.JSONNode, base datum.Row, cols []ResultColumn) (datum.Row, error) {
	out := make(datum.Row, len(cols))
	for i, col := range cols {
		v := n.Get(col.Name)
		if v == nil {
			out[i] = base[i]
			continue
		}
		var err error
		if out[i], err = p.value(v, col.T, col.Name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p populator) value(n *types.JSONNode, t types.T, key string) (datum.Datum, error) {
	if n.Kind == types.JSONNull {
		return datum.Null, nil
	}
	info := types.Lookup(t.OID)
	if info != nil && info.IsArray() && n.Kind != types.JSONString {
		return p.array(n, t, key)
	}
	text := ""
	switch {
	case t.OID == types.JSON && (!p.binary || n.Kind == types.JSONString):
		text = n.Raw
	case t.OID == types.JSONB:
		text = n.Raw
	case n.Kind == types.JSONString:
		text = n.Text
	default:
		text = n.Raw
	}
	if t.OID == types.Record {
		return datum.Null, pgerr.New(pgerr.WrongObjectType, "record type has not been registered")
	}
	v, err := types.ParseText(t.OID, text, t.Mod, p.c.Format)
	if err != nil {
		return datum.Null, err
	}
	return types.ApplyTypmod(v, t.Mod, false)
}

// array makes an array, of as many dimensions as arrays are nested at its
// first elements.
func (p populator) array(n *types.JSONNode, t types.T, key string) (datum.Datum, error) {
	a := arrayPopulator{populator: p, key: key, elem: types.T{OID: types.ElemOf(t.OID), Mod: t.Mod},
		out: &types.Array{Elem: types.ElemOf(t.OID)}}
	if n.Kind != types.JSONArrayKind {
		return datum.Null, a.expected(nil)
	}
	if err := a.level(n, 0, nil); err != nil {
		return datum.Null, err
	}
	for _, d := range a.dims {
		a.out.Dims = append(a.out.Dims, types.Dim{Len: int32(d), Lower: 1})
	}
	if len(a.out.Elems) == 0 {
		a.out.Dims = nil
	}
	return datum.Datum{OID: t.OID, X: a.out}, nil
}

type arrayPopulator struct {
	populator
	key  string
	elem types.T
	dims []int // lengths; of the last one known once its elements are seen
	deep bool  // the number of dimensions is known
	out  *types.Array
}

// arrayDimensionsMax is PostgreSQL's MAXDIM.
const arrayDimensionsMax = 6

// expected is the error for what should be an array, at path.
func (a *arrayPopulator) expected(path []int) error {
	e := pgerr.New(pgerr.InvalidTextRepresentation, "expected JSON array")
	if len(path) == 0 {
		return e.WithHint("See the value of key \"%s\".", a.key)
	}
	at := ""
	for _, i := range path {
		at += fmt.Sprintf("[%d]", i)
	}
	return e.WithHint("See the array element %s of key \"%s\".", at, a.key)
}

func (a *arrayPopulator) level(n *types.JSONNode, depth int, path []int) error {
	if depth == len(a.dims) {
		if depth == arrayDimensionsMax {
			return pgerr.New(pgerr.ProgramLimitExceeded, "number of array dimensions (%d) exceeds the maximum allowed (%d)", depth+1, arrayDimensionsMax)
		}
		a.dims = append(a.dims, len(n.Elems))
	} else if a.dims[depth] != len(n.Elems) {
		return pgerr.New(pgerr.InvalidTextRepresentation, "malformed JSON array").
			WithDetail("Multidimensional arrays must have sub-arrays with matching dimensions.")
	}
	for i := range n.Elems {
		e := &n.Elems[i]
		last := depth+1 == len(a.dims)
		here := append(path[:len(path):len(path)], i)
		switch {
		case e.Kind == types.JSONArrayKind && (!last || !a.deep):
			if err := a.level(e, depth+1, here); err != nil {
				return err
			}
		case !last:
			return a.expected(here)
		default:
			a.deep = true
			v, err := a.value(e, a.elem, a.key)
			if err != nil {
				return err
			}
			a.out.Elems = append(a.out.Elems, v)
		}
	}
	if depth+1 == len(a.dims) {
		a.deep = true
	}
	return nil
}

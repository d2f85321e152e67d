package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// InList is Left IN (List), all of one type with the = operator Eq. If all of
// List are constants, a hash set answers.
type InList struct {
	Left Expr
	List []Expr
	Eq   Comparison
	Not  bool

	set     map[uint64][]types.Value // nil: not all constant
	setNull bool                     // NULL is in the list
	classes types.Classes            // of set
}

// minSet is the number of constants from which on a hash set pays.
const minSet = 8

// NewInList makes left IN (list), or NOT IN. As in PostgreSQL
// (transformAExprIn) all sides are converted to their common type if they have
// one; else each comparison is resolved alone.
func NewInList(c *fn.Context, left Expr, list []Expr, not bool, pos int) (Expr, error) {
	all := append([]Expr{left}, list...)
	oid, err := CommonType(all, "IN")
	if err != nil || isRow(left) {
		return inAsOr(c, left, list, not, pos)
	}
	if oid == types.Variant && left.Type().OID != types.Variant {
		return inAsOr(c, left, list, not, pos)
	}
	out := make([]Expr, len(list))
	for i, e := range list {
		if oid != types.Variant && !castable(e.Type().OID, oid, types.Implicit) || differentArrays(e, all) {
			return inAsOr(c, left, list, not, pos)
		}
		if out[i], err = Coerce(c, e, types.Of(oid), types.Implicit, pos); err != nil {
			return nil, err
		}
	}
	l, err := Coerce(c, left, types.Of(oid), types.Implicit, pos)
	if err != nil {
		return nil, err
	}
	f, coerced, err := fn.ResolveOperator("=", oid, oid)
	if err != nil {
		return nil, pgerr.At(err, pos)
	}
	if coerced[0] != oid {
		if l, err = Coerce(c, l, types.Of(coerced[0]), types.Implicit, pos); err != nil {
			return nil, err
		}
		for i := range out {
			if out[i], err = Coerce(c, out[i], types.Of(coerced[1]), types.Implicit, pos); err != nil {
				return nil, err
			}
		}
	}
	return (&InList{Left: l, List: out, Eq: Comparison{F: f}, Not: not}).prepare(), nil
}

// differentArrays reports whether an array meets one of another type: with no type
// for arrays of arrays, PostgreSQL compares them one by one, by an operator that
// wants both of one type (transformAExprIn).
func differentArrays(e Expr, all []Expr) bool {
	t := e.Type().OID
	for _, x := range all {
		if o := x.Type().OID; types.ElemOf(t) != 0 && types.ElemOf(o) != 0 && o != t {
			return true
		}
	}
	return false
}

func isRow(e Expr) bool { return e.Type().OID == types.Record }

// inAsOr compares with each member by an operator of its own.
func inAsOr(c *fn.Context, left Expr, list []Expr, not bool, pos int) (Expr, error) {
	op, args := "=", make([]Expr, len(list))
	if not {
		op = "<>"
	}
	for i, e := range list {
		k, err := NewRowComparison(c, op, left, e, pos)
		if err != nil {
			return nil, err
		}
		args[i] = k
	}
	switch {
	case len(args) == 1:
		return args[0], nil
	case not:
		return &And{Args: args}, nil
	}
	return &Or{Args: args}, nil
}

// prepare builds the hash set if the list is long enough and constant.
func (e *InList) prepare() *InList {
	e.set, e.setNull, e.classes = nil, false, nil
	if len(e.List) < minSet {
		return e
	}
	set := make(map[uint64][]types.Value, len(e.List))
	for _, x := range e.List {
		k, ok := x.(*Const)
		if !ok {
			return e
		}
		if k.V.IsNull() {
			e.setNull = true
			continue
		}
		h := types.Hash(k.V)
		set[h] = append(set[h], k.V)
		e.classes.Add(k.V.OID)
	}
	e.set = set
	return e
}

// Type returns bool.
func (e *InList) Type() types.T { return boolT }

// Eval looks the left value up.
func (e *InList) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	l, err := e.Left.Eval(c, row)
	if err != nil || l.IsNull() {
		return datum.Null, err
	}
	found, null := false, e.setNull
	if e.set != nil {
		found = e.inSet(l)
		null = null || e.classes.Foreign(l.OID)
	} else {
		null = false
		for _, x := range e.List {
			r, err := x.Eval(c, row)
			if err != nil {
				return datum.Null, err
			}
			eq, err := e.Eq.Compare(c, l, r)
			if err != nil {
				return datum.Null, err
			}
			if eq.IsNull() {
				null = true
			} else if eq.Bool() {
				found = true
				break
			}
		}
	}
	if !found && null {
		return datum.Null, nil
	}
	return types.NewBool(found != e.Not), nil
}

func (e *InList) inSet(v types.Value) bool {
	for _, x := range e.set[types.Hash(v)] {
		if types.Compare(x, v) == 0 {
			return true
		}
	}
	return false
}

package fn

import (
	"sync"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	first := func(labels []types.EnumLabel) types.EnumLabel { return labels[0] }
	last := func(labels []types.EnumLabel) types.EnumLabel { return labels[len(labels)-1] }
	all := enumRange
	register(
		ofEnum("enum_first(anyenum) anyenum", "first label of an enum", enumEnd(first)),
		ofEnum("enum_last(anyenum) anyenum", "last label of an enum", enumEnd(last)),
		ofEnum("enum_range(anyenum) anyarray", "all labels of an enum, in order", func(t *types.UserType, _ []datum.Datum) (datum.Datum, error) {
			return all(t, nil)
		}),
		ofEnum("enum_range(anyenum, anyenum) anyarray", "labels from one to another; NULL is the end", all),
		scalar("enum_cmp(anyenum, anyenum) int4", "order of two labels: -1, 0 or 1", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}),
		scalar("enum_larger(anyenum, anyenum) anyenum", "later of two labels", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if types.Compare(a[0], a[1]) > 0 {
				return a[0], nil
			}
			return a[1], nil
		}),
		scalar("enum_smaller(anyenum, anyenum) anyenum", "earlier of two labels", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if types.Compare(a[0], a[1]) < 0 {
				return a[0], nil
			}
			return a[1], nil
		}),
	)
}

// ofEnum declares a function that asks for the type of its argument, which may be
// NULL: OfEnum gives it to it.
func ofEnum(signature, help string, f func(t *types.UserType, a []datum.Datum) (datum.Datum, error)) *Overload {
	o := scalar(signature, help, func(*Context, []datum.Datum) (datum.Datum, error) {
		return datum.Null, pgerr.New(pgerr.FeatureNotSupported, "could not determine actual enum type")
	}).withNulls().stable()
	o.OfEnum = f
	return o
}

// enumCall is a function over an enum.
type enumCall struct {
	f *Overload
	t types.OID
}

// enumCalls are the forms of such functions by type: calls of the same form are the
// same expression.
var enumCalls sync.Map

// OfEnum is f, whose OfEnum is set, over an enum.
func OfEnum(f *Overload, t types.OID) *Overload {
	key := enumCall{f, t}
	if o, ok := enumCalls.Load(key); ok {
		return o.(*Overload)
	}
	o := *f
	o.OfEnum = nil
	o.Fn = func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		u := types.UserTypeOf(t)
		if u == nil {
			return datum.Null, pgerr.New(pgerr.UndefinedObject, "type with OID %d does not exist", t)
		}
		return f.OfEnum(u, a)
	}
	kept, _ := enumCalls.LoadOrStore(key, &o)
	return kept.(*Overload)
}

func enumEnd(end func([]types.EnumLabel) types.EnumLabel) func(*types.UserType, []datum.Datum) (datum.Datum, error) {
	return func(t *types.UserType, _ []datum.Datum) (datum.Datum, error) {
		if len(t.Labels) == 0 {
			return datum.Null, pgerr.New(pgerr.ObjectNotInPrerequisiteState, "enum %s contains no values", t.Info.SQLName)
		}
		return datum.Datum{OID: t.Info.OID, I: end(t.Labels).Order}, nil
	}
}

// enumRange lists the labels between two bounds.
func enumRange(t *types.UserType, bounds []datum.Datum) (datum.Datum, error) {
	var list []datum.Datum
	for _, l := range t.Labels {
		if len(bounds) == 2 && (!bounds[0].IsNull() && l.Order < bounds[0].I || !bounds[1].IsNull() && l.Order > bounds[1].I) {
			continue
		}
		list = append(list, datum.Datum{OID: t.Info.OID, I: l.Order})
	}
	return types.NewArray(t.Info.OID, list), nil
}

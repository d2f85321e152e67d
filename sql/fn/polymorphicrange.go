package fn

import (
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// bindRange takes an argument of type t for one of the polymorphic types of
// ranges and multiranges. All ranges of a family have to be of one type, and
// its multiranges over it.
func (b *binding) bindRange(declared, t types.OID) error {
	name, kind, rangeType := types.TypeName(declared), "range", types.RangeTypeOf(t)
	multi := declared == types.AnyMultirange || declared == types.AnyCompatibleMultirange
	if multi {
		kind, rangeType = "multirange", types.RangeTypeOfMultirange(t)
	}
	if rangeType == nil {
		return pgerr.New(pgerr.DatatypeMismatch, "argument declared %s is not a %s type but type %s", name, kind, types.TypeName(t))
	}
	bound := &b.ranges
	if declared == types.AnyCompatibleRange || declared == types.AnyCompatibleMultirange {
		bound = &b.compatibleRange
	}
	if *bound != 0 && *bound != rangeType.OID {
		before := *bound
		if multi {
			before = multirangeOver(before)
		}
		return mismatch("arguments declared \"%s\" are not all alike", name, before, t)
	}
	*bound = rangeType.OID
	return nil
}

// multirangeOver is the multirange type of a range type, 0 of none.
func multirangeOver(rangeType types.OID) types.OID {
	if t := types.RangeTypeOf(rangeType); t != nil {
		return t.Multirange
	}
	return 0
}

// undetermined is the error for a polymorphic type that the arguments don't
// tell: what the elements are does not say which range type is meant.
func (b binding) undetermined(declared types.OID) error {
	switch declared {
	case types.AnyRange, types.AnyMultirange:
		if b.elem == 0 {
			break
		}
		fallthrough
	case types.AnyCompatibleRange, types.AnyCompatibleMultirange:
		return pgerr.New(pgerr.DatatypeMismatch, "could not determine polymorphic type %s because input has type unknown", types.TypeName(declared))
	}
	return undeterminedPolymorphic()
}

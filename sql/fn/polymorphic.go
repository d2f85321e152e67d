package fn

import (
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func isPolymorphic(t types.OID) bool {
	switch t {
	case types.AnyElement, types.AnyArray, types.AnyNonArray, types.AnyEnum, types.AnyCompatible, types.AnyCompatibleArray, types.AnyCompatibleNonArray,
		types.AnyRange, types.AnyMultirange, types.AnyCompatibleRange, types.AnyCompatibleMultirange:
		return true
	}
	return false
}

// polymorphicFits is PostgreSQL's check_generic_type_consistency.
func polymorphicFits(input, declared []types.OID) bool {
	_, err := bindPolymorphic(input, declared)
	return err == nil
}

// binding is what the polymorphic types of one call stand for; 0: not known.
type binding struct {
	elem, array, compatible types.OID
	ranges, compatibleRange types.OID // the range type; that of a multirange too
}

// arrayElement is the type of the elements that array functions see.
func arrayElement(t types.OID) types.OID { return types.ElemOf(t) }

// bindPolymorphic finds what anyelement, anyarray, anycompatible and their
// kin stand for (documentation section 38.2.5). Unknown inputs take no part.
func bindPolymorphic(input, declared []types.OID) (binding, error) {
	var b binding
	var compatible []types.T
	nonArray, enum := false, false
	for i, t := range input {
		switch declared[i] {
		case types.AnyNonArray, types.AnyElement, types.AnyEnum:
			nonArray = nonArray || declared[i] == types.AnyNonArray
			enum = enum || declared[i] == types.AnyEnum
			if t == types.Unknown {
				continue
			}
			if b.elem != 0 && b.elem != t {
				return b, mismatch("arguments declared \"%s\" are not all alike", "anyelement", b.elem, t)
			}
			b.elem = t
		case types.AnyArray:
			if t == types.Unknown {
				continue
			}
			if arrayElement(t) == 0 {
				return b, pgerr.New(pgerr.DatatypeMismatch, "argument declared %s is not an array but type %s", "anyarray", types.TypeName(t))
			}
			if b.array != 0 && b.array != t {
				return b, mismatch("arguments declared \"%s\" are not all alike", "anyarray", b.array, t)
			}
			b.array = t
		case types.AnyCompatible, types.AnyCompatibleNonArray:
			if t != types.Unknown {
				compatible = append(compatible, types.Of(t))
			}
		case types.AnyCompatibleArray:
			if t == types.Unknown {
				continue
			}
			e := arrayElement(t)
			if e == 0 {
				return b, pgerr.New(pgerr.DatatypeMismatch, "argument declared %s is not an array but type %s", "anycompatiblearray", types.TypeName(t))
			}
			compatible = append(compatible, types.Of(e))
		case types.AnyRange, types.AnyMultirange, types.AnyCompatibleRange, types.AnyCompatibleMultirange:
			if t == types.Unknown {
				continue
			}
			if err := b.bindRange(declared[i], t); err != nil {
				return b, err
			}
		}
	}
	if b.array != 0 {
		e := arrayElement(b.array)
		if b.elem != 0 && b.elem != e {
			return b, pgerr.New(pgerr.DatatypeMismatch, "argument declared %s is not consistent with argument declared %s", "anyarray", "anyelement").
				WithDetail("%s versus %s", types.TypeName(b.array), types.TypeName(b.elem))
		}
		b.elem = e
	}
	if b.ranges != 0 {
		e := types.RangeTypeOf(b.ranges).Subtype
		if b.elem != 0 && b.elem != e {
			return b, pgerr.New(pgerr.DatatypeMismatch, "argument declared %s is not consistent with argument declared %s", "anyrange", "anyelement").
				WithDetail("%s versus %s", types.TypeName(b.ranges), types.TypeName(b.elem))
		}
		b.elem = e
	}
	if b.compatibleRange != 0 {
		compatible = append(compatible, types.Of(types.RangeTypeOf(b.compatibleRange).Subtype))
	}
	if nonArray && b.elem != 0 && arrayElement(b.elem) != 0 {
		return b, pgerr.New(pgerr.DatatypeMismatch, "type matched to anynonarray is an array type: %s", types.TypeName(b.elem))
	}
	if enum && !types.IsEnum(b.elem) {
		return b, pgerr.New(pgerr.DatatypeMismatch, "type matched to anyenum is not an enum type: %s", types.TypeName(b.elem))
	}
	if len(compatible) > 0 {
		t, err := CommonType(compatible, "")
		if err != nil {
			return b, err
		}
		for _, from := range compatible {
			if !implicitly(from.OID, t) {
				return b, pgerr.New(pgerr.DatatypeMismatch, "arguments of anycompatible family cannot be cast to a common type")
			}
		}
		if b.compatibleRange != 0 && types.RangeTypeOf(b.compatibleRange).Subtype != t {
			return b, pgerr.New(pgerr.DatatypeMismatch, "anycompatiblerange type %s does not match anycompatible type %s",
				types.TypeName(b.compatibleRange), types.TypeName(t))
		}
		b.compatible = t
	}
	return b, nil
}

func mismatch(format, name string, a, b types.OID) error {
	return pgerr.New(pgerr.DatatypeMismatch, format, name).WithDetail("%s versus %s", types.TypeName(a), types.TypeName(b))
}

// settle is what is taken when inputs are all unknown: text for the
// anycompatible family, nothing for anyelement.
func (b binding) settle(declared []types.OID) binding {
	for _, d := range declared {
		switch d {
		case types.AnyCompatible, types.AnyCompatibleArray, types.AnyCompatibleNonArray:
			if b.compatible == 0 {
				b.compatible = types.Text
			}
		}
	}
	return b
}

// actual is the type that stands for t in the call; 0: could not be found.
func (b binding) actual(t types.OID) types.OID {
	switch t {
	case types.AnyElement, types.AnyNonArray, types.AnyEnum:
		return b.elem
	case types.AnyArray:
		if b.array != 0 {
			return b.array
		}
		return types.ArrayOf(b.elem)
	case types.AnyCompatible, types.AnyCompatibleNonArray:
		return b.compatible
	case types.AnyCompatibleArray:
		return types.ArrayOf(b.compatible)
	case types.AnyRange:
		return b.ranges
	case types.AnyMultirange:
		return multirangeOver(b.ranges)
	case types.AnyCompatibleRange:
		return b.compatibleRange
	case types.AnyCompatibleMultirange:
		return multirangeOver(b.compatibleRange)
	}
	return t
}

// ResultType computes the type of a call of o whose arguments have been
// coerced to args, in the order of o.Args (variadic arguments may be spread).
func ResultType(o *Overload, args []types.T) (types.T, error) {
	if !isPolymorphic(o.Result) {
		return types.Of(o.Result), nil
	}
	n := min(len(args), len(o.Args))
	input := make([]types.OID, n)
	declared := make([]types.OID, n)
	for i := range input {
		input[i], declared[i] = args[i].OID, o.Args[i]
		if o.Variadic && i == len(o.Args)-1 && arrayElement(input[i]) == 0 {
			declared[i] = elementOf(declared[i])
		}
	}
	b, err := bindPolymorphic(input, declared)
	if err != nil {
		return types.T{}, err
	}
	t := b.settle(declared).actual(o.Result)
	if t == 0 && o.Result == types.AnyArray && b.elem == types.Variant {
		t = types.TextArray
	}
	if t == 0 {
		return types.T{}, b.undetermined(o.Result)
	}
	return types.Of(t), nil
}

func undeterminedPolymorphic() error {
	return pgerr.New(pgerr.DatatypeMismatch, "could not determine polymorphic type because input has type unknown")
}

// elementOf is the declared type of one variadic argument.
func elementOf(declared types.OID) types.OID {
	switch declared {
	case types.AnyArray:
		return types.AnyElement
	case types.AnyCompatibleArray:
		return types.AnyCompatible
	case types.Any:
		return types.Any
	}
	return types.ElemOf(declared)
}

package fn

import (
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ResolveOperator chooses the overload of an operator for operands of the
// given types (documentation section 10.2). left is 0 for a prefix operator;
// untyped literals and parameters are types.Unknown. coerced has the types
// that the operands have to be converted to. Errors are 42883 and 42725,
// without position.
func ResolveOperator(symbol string, left, right types.OID) (o *Overload, coerced []types.OID, err error) {
	input := []types.OID{left, right}
	if left == 0 {
		input = input[1:]
	}
	if symbol == "!=" {
		symbol = "<>"
	}
	if left == types.Variant || right == types.Variant {
		return resolveVariantOperator(symbol, input)
	}
	exact := append([]types.OID{}, input...)
	if len(input) == 2 {
		// An untyped operand is taken to be of the other one's type, if there is such an operator.
		if left == types.Unknown {
			exact[0] = right
		} else if right == types.Unknown {
			exact[1] = left
		}
	}
	var fitting []candidate
	for _, o := range operators[symbol] {
		if len(o.Args) != len(input) {
			continue
		}
		if exact[0] != types.Unknown && sameTypes(o.Args, exact) {
			return o, exact, nil
		}
		if !takesVariant(o) && accepts(input, o.Args) {
			fitting = append(fitting, candidate{o: o, args: o.Args})
		}
	}
	var best *candidate
	switch len(fitting) {
	case 0:
		return nil, nil, noOperator(symbol, input)
	case 1:
		best = &fitting[0]
	default:
		best = selectCandidate(input, fitting)
	}
	if best == nil {
		return nil, nil, pgerr.New(pgerr.AmbiguousFunction, "operator is not unique: %s", operatorSignature(symbol, input)).
			WithHint("Could not choose a best candidate operator. You might need to add explicit type casts.")
	}
	coerced, err = coercions(input, best.args)
	return best.o, coerced, err
}

func takesVariant(o *Overload) bool {
	for _, a := range o.Args {
		if a == types.Variant {
			return true
		}
	}
	return false
}

// resolveVariantOperator finds the operator for a variant operand: the
// overloads declared over variant; the other operand may be of any type.
func resolveVariantOperator(symbol string, input []types.OID) (*Overload, []types.OID, error) {
	for _, o := range operators[symbol] {
		if len(o.Args) != len(input) || !takesVariant(o) {
			continue
		}
		coerced := make([]types.OID, len(input))
		fits := true
		for i, t := range input {
			switch {
			case t == types.Unknown && o.Args[i] == types.Any:
				coerced[i] = types.Text
			case t == types.Unknown:
				coerced[i] = types.Text
			case o.Args[i] == types.Any || o.Args[i] == types.Variant:
				coerced[i] = t
			case implicitly(t, o.Args[i]):
				coerced[i] = o.Args[i]
			default:
				fits = false
			}
		}
		if fits {
			return o, coerced, nil
		}
	}
	e := noOperator(symbol, input)
	if len(operators[symbol]) > 0 {
		e.Hint = castHint(operators[symbol], input)
	}
	return nil, nil, e
}

// operatorSignature shows an operator as errors do: integer + text.
func operatorSignature(symbol string, input []types.OID) string {
	if len(input) == 1 {
		return symbol + " " + types.TypeName(input[0])
	}
	return types.TypeName(input[0]) + " " + symbol + " " + types.TypeName(input[1])
}

func noOperator(symbol string, input []types.OID) *pgerr.Error {
	e := pgerr.New(pgerr.UndefinedFunction, "operator does not exist: %s", operatorSignature(symbol, input))
	if len(input) == 1 {
		return e.WithHint("No operator matches the given name and argument type. You might need to add an explicit type cast.")
	}
	return e.WithHint("No operator matches the given name and argument types. You might need to add explicit type casts.")
}

package fn

import (
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ResolveFunction chooses the overload of name that a call with arguments of
// the given types means (documentation section 10.3). Untyped literals and
// parameters are types.Unknown. variadic says that the last argument is marked VARIADIC;
// names, if not nil, has the name of each argument given by name, "" for the rest.
// coerced has the type that each argument, in the order of the call, has to be
// converted to. Errors are 42883 and 42725, without position.
func ResolveFunction(name string, args []types.T, variadic bool, names []string) (*Overload, []types.OID, error) {
	return ResolveOverload(name, systemFunctions(name), args, variadic, names)
}

// systemFunctions are the functions of a name in pg_catalog, the only schema
// that is always searched.
func systemFunctions(name string) []*Overload {
	list := functions[name]
	for i, o := range list {
		if o.Schema != "" {
			kept := append([]*Overload{}, list[:i]...)
			for _, o := range list[i:] {
				if o.Schema == "" {
					kept = append(kept, o)
				}
			}
			return kept
		}
	}
	return list
}

// ResolveOverload is ResolveFunction among the given overloads: those of one
// schema, for a qualified name.
func ResolveOverload(name string, among []*Overload, args []types.T, variadic bool, names []string) (*Overload, []types.OID, error) {
	input := make([]types.OID, len(args))
	for i, a := range args {
		input[i] = a.OID
	}
	list := callCandidates(among, len(args), variadic, names)
	for i := range list {
		if sameTypes(list[i].args, input) {
			return list[i].o, input, nil
		}
	}
	if len(args) == 1 && !variadic && (names == nil || names[0] == "") {
		if o := castFunction(name, input[0]); o != nil {
			return o, []types.OID{o.Args[0]}, nil
		}
	}
	var fitting []candidate
	mixed := slices.Contains(input, types.Variant)
	for _, c := range list {
		// What takes a variant is for variants: an untyped literal is none.
		if accepts(input, c.args) && (mixed || !slices.Contains(c.args, types.Variant)) {
			fitting = append(fitting, c)
		}
	}
	var best *candidate
	switch len(fitting) {
	case 0:
		return nil, nil, noFunction(name, args, names, among)
	case 1:
		best = &fitting[0]
	default:
		best = selectCandidate(input, preferPlain(fitting))
	}
	if best == nil {
		return nil, nil, pgerr.New(pgerr.AmbiguousFunction, "function %s is not unique", callSignature(name, args, names)).
			WithHint("Could not choose a best candidate function. You might need to add explicit type casts.")
	}
	coerced, err := coercions(input, best.args)
	return best.o, coerced, err
}

// preferPlain drops candidates that take the same types as another one by
// spreading a variadic argument or by leaving out defaults.
func preferPlain(list []candidate) []candidate {
	var kept []candidate
	for i, c := range list {
		shadowed := false
		for j, d := range list {
			if i != j && sameTypes(c.args, d.args) && (c.spread && !d.spread || c.spread == d.spread && len(c.o.Args) > len(d.o.Args)) {
				shadowed = true
			}
		}
		if !shadowed {
			kept = append(kept, c)
		}
	}
	return kept
}

// callCandidates lists the overloads that can be called with n arguments.
func callCandidates(among []*Overload, n int, variadic bool, names []string) []candidate {
	var list []candidate
	for _, o := range among {
		if args, ok := namedArgs(o, n, names); ok {
			if o.Variadic && !variadic && hasNames(names) {
				continue
			}
			if !(o.Variadic && !variadic && isAny(o)) && len(args) == n {
				if !o.Variadic || variadic {
					list = append(list, candidate{o: o, args: args})
				}
			}
		}
		if o.Variadic && !variadic && n >= len(o.Args) && !hasNames(names) {
			args := append([]types.OID{}, o.Args[:len(o.Args)-1]...)
			elem := elementOf(o.Args[len(o.Args)-1])
			for len(args) < n {
				args = append(args, elem)
			}
			list = append(list, candidate{o: o, args: args, spread: true})
		}
	}
	return list
}

func isAny(o *Overload) bool { return o.Args[len(o.Args)-1] == types.Any }

func hasNames(names []string) bool {
	for _, n := range names {
		if n != "" {
			return true
		}
	}
	return false
}

// namedArgs returns the declared types for a call with n arguments in the
// order of the call, or false if o can't be called so.
func namedArgs(o *Overload, n int, names []string) ([]types.OID, bool) {
	if n > len(o.Args) || n < len(o.Args)-o.Defaults {
		return nil, false
	}
	if !hasNames(names) {
		return o.Args[:n], true
	}
	order, ok := ArgOrder(o, n, names)
	if !ok {
		return nil, false
	}
	args := make([]types.OID, n)
	for i, at := range order {
		args[i] = o.Args[at]
	}
	return args, true
}

// ArgOrder tells for each of n arguments of a call, given in part by name, at
// which place of o.Args it belongs. ok is false if names don't fit.
func ArgOrder(o *Overload, n int, names []string) (order []int, ok bool) {
	order = make([]int, n)
	used := make([]bool, len(o.Args))
	for i := range order {
		at := i
		if i < len(names) && names[i] != "" {
			at = -1
			for k, a := range o.ArgNames {
				if a == names[i] {
					at = k
				}
			}
		}
		if at < 0 || at >= len(used) || used[at] {
			return nil, false
		}
		order[i], used[at] = at, true
	}
	for k, u := range used {
		if !u && k < len(o.Args)-o.Defaults {
			return nil, false
		}
	}
	return order, true
}

// coercions replaces the polymorphic types among declared by what they stand for.
func coercions(input, declared []types.OID) ([]types.OID, error) {
	out := make([]types.OID, len(input))
	b, err := bindPolymorphic(input, declared)
	if err != nil {
		return nil, err
	}
	b = b.settle(declared)
	for i, d := range declared {
		switch {
		case d == types.Any:
			// An untyped literal passed as "any" is text (coerce_type keeps it
			// unknown; every such function of PostgreSQL reads it as text).
			if out[i] = input[i]; input[i] == types.Unknown {
				out[i] = types.Text
			}
		case isPolymorphic(d):
			if out[i] = b.actual(d); out[i] == 0 {
				return nil, b.undetermined(d)
			}
			// A vector type is passed as it is where an array is asked for.
			if d == types.AnyArray && input[i] != types.Unknown || d == types.AnyCompatibleArray && out[i] == 0 {
				out[i] = input[i]
			}
		default:
			out[i] = d
		}
	}
	return out, nil
}

func sameTypes(a, b []types.OID) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// callSignature shows a call as errors do: f(integer, b => unknown).
func callSignature(name string, args []types.T, names []string) string {
	parts := make([]string, len(args))
	for i, a := range args {
		parts[i] = types.TypeName(a.OID)
		if i < len(names) && names[i] != "" {
			parts[i] = names[i] + " => " + parts[i]
		}
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

func noFunction(name string, args []types.T, names []string, known []*Overload) error {
	e := pgerr.New(pgerr.UndefinedFunction, "function %s does not exist", callSignature(name, args, names))
	if len(known) > 0 && hasVariant(args) {
		input := make([]types.OID, len(args))
		for i, a := range args {
			input[i] = a.OID
		}
		e.Hint = castHint(known, input)
		return e
	}
	return e.WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
}

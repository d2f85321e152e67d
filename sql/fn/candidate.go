package fn

import "github.com/sparrowdb/sparrow/sql/types"

// candidate is an overload seen as one call would use it: variadic arguments
// spread, defaults left off.
type candidate struct {
	o *Overload
	// args are the declared types, one for each argument of the call, in the
	// order of the call.
	args   []types.OID
	spread bool // variadic arguments were spread
}

// selectCandidate is PostgreSQL's func_select_candidate (documentation
// sections 10.2 step 3 and 10.3 step 4): it chooses the best of candidates
// that all accept the input types. Nil: none is best.
func selectCandidate(input []types.OID, list []candidate) *candidate {
	unknowns := 0
	for _, t := range input {
		if t == types.Unknown {
			unknowns++
		}
	}
	list = keepBest(list, func(c candidate) int { return exactMatches(input, c.args) })
	if len(list) == 1 {
		return &list[0]
	}
	list = keepBest(list, func(c candidate) int {
		n := 0
		for i, t := range input {
			if t != types.Unknown && (c.args[i] == t || preferredIn(category(t), c.args[i])) {
				n++
			}
		}
		return n
	})
	if len(list) == 1 {
		return &list[0]
	}
	if unknowns == 0 {
		return nil
	}
	if kept := resolveUnknowns(input, list); len(kept) > 0 {
		if len(kept) == 1 {
			return &kept[0]
		}
		list = kept
	}
	if unknowns < len(input) {
		return sameTypeCandidate(input, list)
	}
	return nil
}

func keepBest(list []candidate, score func(candidate) int) []candidate {
	best, kept := 0, []candidate(nil)
	for _, c := range list {
		switch n := score(c); {
		case n > best || kept == nil:
			best, kept = n, []candidate{c}
		case n == best:
			kept = append(kept, c)
		}
	}
	return kept
}

func exactMatches(input, args []types.OID) int {
	n := 0
	for i, t := range input {
		if t != types.Unknown && args[i] == t {
			n++
		}
	}
	return n
}

// resolveUnknowns chooses a type category for each unknown argument: string
// if any candidate takes one, else the one that all candidates agree on; then
// prefers the preferred type of that category.
func resolveUnknowns(input []types.OID, list []candidate) []candidate {
	categories := make([]byte, len(input))
	preferred := make([]bool, len(input))
	for i, t := range input {
		if t != types.Unknown {
			continue
		}
		conflict := false
		for n, c := range list {
			cat, pref := category(c.args[i]), isPreferred(c.args[i])
			switch {
			case n == 0:
				categories[i], preferred[i] = cat, pref
			case cat == categories[i]:
				preferred[i] = preferred[i] || pref
			case cat == 'S':
				categories[i], preferred[i] = cat, pref
			default:
				conflict = true
			}
		}
		if conflict && categories[i] != 'S' {
			return nil
		}
	}
	var kept []candidate
	for _, c := range list {
		if fitsUnknowns(input, c, categories, preferred) {
			kept = append(kept, c)
		}
	}
	return kept
}

func fitsUnknowns(input []types.OID, c candidate, categories []byte, preferred []bool) bool {
	for i, t := range input {
		if t != types.Unknown {
			continue
		}
		if category(c.args[i]) != categories[i] || preferred[i] && !isPreferred(c.args[i]) {
			return false
		}
	}
	return true
}

// sameTypeCandidate supposes that unknown arguments have the one type of all
// known arguments, and returns the only candidate that takes that, if so.
func sameTypeCandidate(input []types.OID, list []candidate) *candidate {
	known := types.Unknown
	for _, t := range input {
		if t == types.Unknown {
			continue
		}
		if known != types.Unknown && known != t {
			return nil
		}
		known = t
	}
	supposed := make([]types.OID, len(input))
	for i := range supposed {
		supposed[i] = known
	}
	var found *candidate
	for i := range list {
		if accepts(supposed, list[i].args) {
			if found != nil {
				return nil
			}
			found = &list[i]
		}
	}
	return found
}

func category(t types.OID) byte {
	if info := types.Lookup(t); info != nil {
		return info.Category
	}
	return 'X'
}

func isPreferred(t types.OID) bool {
	info := types.Lookup(t)
	return info != nil && info.Preferred
}

func preferredIn(cat byte, t types.OID) bool {
	info := types.Lookup(t)
	return info != nil && info.Preferred && info.Category == cat
}

// accepts reports whether arguments of the input types can be passed, by
// implicit casts, to parameters of the declared types (can_coerce_type).
func accepts(input, declared []types.OID) bool {
	generic := false
	for i, from := range input {
		to := declared[i]
		if isPolymorphic(to) {
			generic = true
			continue
		}
		if !implicitly(from, to) {
			return false
		}
	}
	return !generic || polymorphicFits(input, declared)
}

func implicitly(from, to types.OID) bool {
	switch {
	case from == to, to == types.Any:
		return true
	case from == types.Unknown:
		return true
	case from == types.Variant || to == types.Variant:
		return false
	case to == types.Record:
		_, row := types.RowFields(from)
		return row
	}
	return castable(from, to, types.Implicit)
}

// castable reports whether there is a cast that context allows.
func castable(from, to types.OID, context types.CastContext) bool {
	method, need := types.CanCast(from, to)
	return method != types.CastNone && need <= context
}

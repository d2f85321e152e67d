package fn

import (
	"cmp"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

// pathBool is a truth value of a path.
type pathBool int

const (
	pathFalse pathBool = iota
	pathTrue
	pathUnknown
)

func truth(b bool) pathBool {
	if b {
		return pathTrue
	}
	return pathFalse
}

// boolResult takes the truth of a predicate as an item.
func (r *pathRun) boolResult(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	b, err := r.boolean(p, in)
	if err != nil {
		return pathFailed, err
	}
	if p.Next == nil && found == nil {
		return pathFound, nil
	}
	n := &types.JSONNode{Kind: types.JSONBool, Bool: b == pathTrue}
	if b == pathUnknown {
		n = &types.JSONNode{}
	}
	return r.next(p, jsonItem{n: n}, found)
}

// nestedBool evaluates a filter's predicate, for which in is @.
func (r *pathRun) nestedBool(p *types.PathItem, in jsonItem) (pathBool, error) {
	saved := r.current
	r.current = in
	b, err := r.boolean(p, in)
	r.current = saved
	return b, err
}

func (r *pathRun) boolean(p *types.PathItem, in jsonItem) (pathBool, error) {
	switch p.Kind {
	case types.PathAnd, types.PathOr:
		decided := truth(p.Kind == types.PathOr)
		left, err := r.boolean(p.Left, in)
		if err != nil || left == decided {
			return left, err
		}
		right, err := r.boolean(p.Right, in)
		if err != nil || right == truth(p.Kind == types.PathAnd) {
			return left, err
		}
		return right, nil
	case types.PathNot:
		b, err := r.boolean(p.Left, in)
		if err != nil || b == pathUnknown {
			return b, err
		}
		return truth(b == pathFalse), nil
	case types.PathIsUnknown:
		b, err := r.boolean(p.Left, in)
		return truth(b == pathUnknown), err
	case types.PathCompare:
		return r.predicate(p, in, true, func(a, b jsonItem) (pathBool, error) { return r.compare(p.Text, a, b) })
	case types.PathStartsWith:
		return r.predicate(p, in, false, func(a, b jsonItem) (pathBool, error) {
			if !a.is(types.JSONString) || !b.is(types.JSONString) {
				return pathUnknown, nil
			}
			return truth(strings.HasPrefix(a.n.Text, b.n.Text)), nil
		})
	case types.PathLikeRegex:
		re, err := compileARE(p.Text, pathRegexFlags(p.Flags))
		if err != nil {
			return pathUnknown, err
		}
		return r.predicate(p, in, false, func(a, _ jsonItem) (pathBool, error) {
			if !a.is(types.JSONString) {
				return pathUnknown, nil
			}
			found, err := re.matches(r.c, a.n.Text)
			return truth(found), err
		})
	case types.PathExists:
		if r.lax {
			res, err := r.quiet(p.Left, in, false, nil)
			if res == pathFailed {
				return pathUnknown, err
			}
			return truth(res == pathFound), err
		}
		var all pathItems
		res, err := r.quiet(p.Left, in, false, &all)
		if err != nil || res == pathFailed {
			return pathUnknown, err
		}
		return truth(len(all.list) > 0), nil
	}
	return pathUnknown, nil
}

// predicate holds if exec does for some pair of the operands' items
// (executePredicate).
func (r *pathRun) predicate(p *types.PathItem, in jsonItem, unwrapRight bool, exec func(a, b jsonItem) (pathBool, error)) (pathBool, error) {
	var left, right pathItems
	if res, err := r.quiet(p.Left, in, true, &left); err != nil || res == pathFailed {
		return pathUnknown, err
	}
	if p.Right == nil {
		right.add(jsonItem{})
	} else if res, err := r.quiet(p.Right, in, unwrapRight, &right); err != nil || res == pathFailed {
		return pathUnknown, err
	}
	failed, holds := false, false
	for _, a := range left.list {
		for _, b := range right.list {
			if r.steps++; r.steps%every == 0 && r.c.Context != nil {
				if err := r.c.Err(); err != nil {
					return pathUnknown, err
				}
			}
			switch res, err := exec(a, b); {
			case err != nil:
				return pathUnknown, err
			case res == pathUnknown:
				if !r.lax {
					return pathUnknown, nil
				}
				failed = true
			case res == pathTrue:
				if r.lax {
					return pathTrue, nil
				}
				holds = true
			}
		}
	}
	switch {
	case holds:
		return pathTrue, nil
	case failed:
		return pathUnknown, nil
	}
	return pathFalse, nil
}

// compare compares two items (compareItems).
func (r *pathRun) compare(op string, a, b jsonItem) (pathBool, error) {
	if !a.when.IsNull() && !b.when.IsNull() {
		c, ok, err := r.compareTimes(a.when, b.when)
		if err != nil || !ok {
			return pathUnknown, err
		}
		return ordered(op, c), nil
	}
	null := func(i jsonItem) bool { return i.is(types.JSONNull) }
	if a.n == nil || b.n == nil || a.n.Kind != b.n.Kind {
		if null(a) || null(b) {
			return truth(op == "!="), nil
		}
		return pathUnknown, nil
	}
	if a.isContainer() {
		return pathUnknown, nil
	}
	if a.is(types.JSONString) {
		return ordered(op, strings.Compare(a.n.Text, b.n.Text)), nil
	}
	return ordered(op, types.CompareJSON(a.n, b.n)), nil
}

func ordered(op string, c int) pathBool {
	c = cmp.Compare(c, 0)
	switch op {
	case "==":
		return truth(c == 0)
	case "!=":
		return truth(c != 0)
	case "<":
		return truth(c < 0)
	case ">":
		return truth(c > 0)
	case "<=":
		return truth(c <= 0)
	}
	return truth(c >= 0)
}

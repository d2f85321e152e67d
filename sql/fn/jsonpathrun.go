package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// jsonItem is one item of the sequences that a path makes: a JSON value, or a
// date or time that .datetime() has read.
type jsonItem struct {
	n    *types.JSONNode
	when datum.Datum // date, time, timetz, timestamp or timestamptz; else NULL
	zone int64       // of a timestamptz: seconds east of Greenwich, as it was written
}

func (i jsonItem) isArray() bool     { return i.n != nil && i.n.Kind == types.JSONArrayKind }
func (i jsonItem) isObject() bool    { return i.n != nil && i.n.Kind == types.JSONObject }
func (i jsonItem) isContainer() bool { return i.isArray() || i.isObject() }
func (i jsonItem) is(k types.JSONKind) bool {
	return i.n != nil && i.n.Kind == k
}

// jsonBase is the object that ids of .keyvalue() are counted from.
type jsonBase struct {
	root *types.JSONNode
	id   int64
}

// pathRun executes a path over one jsonb, by the rules of PostgreSQL's
// jsonpath_exec.c, whose functions the methods follow.
type pathRun struct {
	c          *Context
	root, vars *types.JSONNode
	current    jsonItem
	base       jsonBase
	bases      int64 // ids of bases given away
	arraySize  int   // of the innermost array being subscripted, -1: none
	lax        bool
	lenient    bool // structural errors select nothing
	throw      bool // errors end the statement, else they give pathFailed
	zoned      bool // the session's time zone may be used
	steps      int
}

// pathResult is how the execution of an item ended.
type pathResult int

const (
	pathNotFound pathResult = iota
	pathFound
	pathFailed
)

// pathItems collects items; a nil *pathItems asks only whether there are any.
type pathItems struct{ list []jsonItem }

func (s *pathItems) add(i jsonItem) {
	if s != nil {
		s.list = append(s.list, i)
	}
}

// pathItemsMax bounds the sequence that a path makes in memory.
const pathItemsMax = 16 << 20

// fail is an error of the path: err if errors are thrown, else pathFailed.
func (r *pathRun) fail(code pgerr.Code, format string, args ...any) (pathResult, error) {
	if !r.throw {
		return pathFailed, nil
	}
	return pathFailed, pgerr.New(code, format, args...)
}

// run executes the path from its root; found may be nil.
func (r *pathRun) run(t *types.JSONPathTree, found *pathItems) (pathResult, error) {
	r.lax, r.lenient, r.arraySize = !t.Strict, !t.Strict, -1
	root := jsonItem{n: r.root}
	r.current, r.base, r.bases = root, jsonBase{root: r.root}, 1
	if r.vars != nil {
		r.bases = 2
	}
	if t.Strict && found == nil {
		// In strict mode every item must be seen, one may fail.
		var all pathItems
		res, err := r.item(t.Root, root, &all)
		if err != nil || res == pathFailed {
			return res, err
		}
		return foundIf(len(all.list) > 0), nil
	}
	return r.item(t.Root, root, found)
}

func foundIf(ok bool) pathResult {
	if ok {
		return pathFound
	}
	return pathNotFound
}

func (r *pathRun) item(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	return r.itemUnwrap(p, in, found, r.lax)
}

// next goes on with the accessor behind p, or takes the item as a result.
func (r *pathRun) next(p *types.PathItem, v jsonItem, found *pathItems) (pathResult, error) {
	if p.Next != nil {
		return r.item(p.Next, v, found)
	}
	found.add(v)
	if found != nil && len(found.list) > pathItemsMax {
		return pathFailed, pgerr.New(pgerr.ProgramLimitExceeded, "a jsonpath selects more than %d items", pathItemsMax)
	}
	return pathFound, nil
}

// itemUnwrap executes p on in; unwrap: an array stands for its elements where
// p wants none.
func (r *pathRun) itemUnwrap(p *types.PathItem, in jsonItem, found *pathItems, unwrap bool) (pathResult, error) {
	if r.steps++; r.steps%every == 0 && r.c.Context != nil {
		if err := r.c.Err(); err != nil {
			return pathFailed, err
		}
	}
	switch p.Kind {
	case types.PathAnd, types.PathOr, types.PathNot, types.PathIsUnknown, types.PathExists, types.PathCompare,
		types.PathStartsWith, types.PathLikeRegex:
		return r.boolResult(p, in, found)
	case types.PathKey:
		return r.key(p, in, found, unwrap)
	case types.PathRoot:
		saved := r.base
		r.base = jsonBase{root: r.root}
		res, err := r.next(p, jsonItem{n: r.root}, found)
		r.base = saved
		return res, err
	case types.PathCurrent:
		return r.next(p, r.current, found)
	case types.PathAnyArray:
		switch {
		case in.isArray():
			return r.anyItem(p.Next, in, found, anyLevels{1, 1, 1, false, r.lax})
		case r.lax:
			return r.next(p, in, found)
		case !r.lenient:
			return r.fail(pgerr.JSONArrayNotFound, "jsonpath wildcard array accessor can only be applied to an array")
		}
		return pathNotFound, nil
	case types.PathIndexes:
		return r.indexes(p, in, found)
	case types.PathLast:
		return r.next(p, jsonItem{n: numberNode(int64(r.arraySize) - 1)}, found)
	case types.PathAnyKey:
		switch {
		case in.isObject():
			return r.anyItem(p.Next, in, found, anyLevels{1, 1, 1, false, r.lax})
		case unwrap && in.isArray():
			return r.unwrapArray(p, in, found, false)
		case !r.lenient:
			return r.fail(pgerr.JSONObjectNotFound, "jsonpath wildcard member accessor can only be applied to an object")
		}
		return pathNotFound, nil
	case types.PathArith:
		return r.arith(p, in, found)
	case types.PathPlus, types.PathMinus:
		return r.sign(p, in, found)
	case types.PathFilter:
		if unwrap && in.isArray() {
			return r.unwrapArray(p, in, found, false)
		}
		holds, err := r.nestedBool(p.Left, in)
		if err != nil || holds != pathTrue {
			return pathNotFound, err
		}
		return r.next(p, in, found)
	case types.PathAny:
		return r.anyLevel(p, in, found)
	case types.PathMethod:
		return r.method(p, in, found, unwrap)
	case types.PathVariable:
		if p.Next == nil && found == nil {
			return pathFound, nil
		}
		v, err := r.variable(p.Text)
		if err != nil {
			return pathFailed, err
		}
		saved := r.base
		r.base = jsonBase{root: r.vars, id: 1}
		res, err := r.next(p, jsonItem{n: v}, found)
		r.base = saved
		return res, err
	}
	return r.next(p, jsonItem{n: literalNode(p)}, found)
}

func literalNode(p *types.PathItem) *types.JSONNode {
	n := &types.JSONNode{Text: p.Text, Bool: p.Bool}
	switch p.Kind {
	case types.PathString:
		n.Kind = types.JSONString
	case types.PathNumber:
		n.Kind = types.JSONNumber
	case types.PathBool:
		n.Kind = types.JSONBool
	}
	return n
}

func (r *pathRun) variable(name string) (*types.JSONNode, error) {
	if r.vars != nil {
		if v := r.vars.Get(name); v != nil {
			return v, nil
		}
	}
	return nil, pgerr.New(pgerr.UndefinedObject, "could not find jsonpath variable \"%s\"", name)
}

func (r *pathRun) key(p *types.PathItem, in jsonItem, found *pathItems, unwrap bool) (pathResult, error) {
	switch {
	case in.isObject():
		if v := in.n.Get(p.Text); v != nil {
			return r.next(p, jsonItem{n: v}, found)
		}
		if !r.lenient {
			return r.fail(pgerr.JSONMemberNotFound, "JSON object does not contain key \"%s\"", p.Text)
		}
	case unwrap && in.isArray():
		return r.unwrapArray(p, in, found, false)
	case !r.lenient:
		return r.fail(pgerr.JSONMemberNotFound, "jsonpath member accessor can only be applied to an object")
	}
	return pathNotFound, nil
}

// unwrapArray executes p (nil: nothing more) on the elements of an array.
func (r *pathRun) unwrapArray(p *types.PathItem, in jsonItem, found *pathItems, unwrapElements bool) (pathResult, error) {
	return r.anyItem(p, in, found, anyLevels{1, 1, 1, false, unwrapElements})
}

// anyLevels says which levels below an item are meant.
type anyLevels struct {
	level, first, last uint32
	lenient            bool // ignore structural errors
	unwrap             bool
}

// anyItem executes p (nil: takes them) on what is in a container.
func (r *pathRun) anyItem(p *types.PathItem, in jsonItem, found *pathItems, at anyLevels) (pathResult, error) {
	res := pathNotFound
	if at.level > at.last {
		return res, nil
	}
	for i := range in.n.Elems {
		v := jsonItem{n: &in.n.Elems[i]}
		onlyLeaves := at.first == types.PathLevelLast && at.last == types.PathLevelLast
		if at.level >= at.first || onlyLeaves && !v.isContainer() {
			switch {
			case p != nil:
				saved := r.lenient
				r.lenient = saved || at.lenient
				var err error
				res, err = r.itemUnwrap(p, v, found, at.unwrap)
				r.lenient = saved
				if err != nil || res == pathFailed || res == pathFound && found == nil {
					return res, err
				}
			case found != nil:
				found.add(v)
			default:
				return pathFound, nil
			}
		}
		if at.level < at.last && v.isContainer() {
			below := at
			below.level++
			var err error
			res, err = r.anyItem(p, v, found, below)
			if err != nil || res == pathFailed || res == pathFound && found == nil {
				return res, err
			}
		}
	}
	return res, nil
}

func (r *pathRun) anyLevel(p *types.PathItem, in jsonItem, found *pathItems) (pathResult, error) {
	res := pathNotFound
	if p.First == 0 {
		saved := r.lenient
		r.lenient = true
		var err error
		res, err = r.next(p, in, found)
		r.lenient = saved
		if err != nil || res == pathFailed || res == pathFound && found == nil {
			return res, err
		}
	}
	if !in.isContainer() {
		return res, nil
	}
	return r.anyItem(p.Next, in, found, anyLevels{1, p.First, p.Last, true, r.lax})
}

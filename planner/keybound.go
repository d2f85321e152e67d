package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keyBounds is what conditions say about the columns of a primary key.
type keyBounds struct {
	cols []columnBounds // by key position
	rows []rowBound     // row comparisons
	ors  []orBound
	// never is true if a condition can't be true for any key.
	never bool
	// always are conditions that are true for every key; key columns are never NULL.
	always []int
}

// columnBounds is what conditions say of one key column. cond numbers the
// condition that a bound comes from; exact says that the bound says all that the condition says.
type columnBounds struct {
	eq  []bound
	in  []inBound
	low []bound
	top []bound
}

type bound struct {
	value     expr.Expr // bound, of the key column's type
	inclusive bool
	cond      int
	exact     bool
}

// inBound is a list of values, one of which the column has.
type inBound struct {
	values []expr.Expr
	cond   int
	exact  bool
	each   bool // values is one *EachElement: good for points only
}

// rowBound is (a, b, …) > (x, y, …) over consecutive key columns from first on.
type rowBound struct {
	first  int
	values []expr.Expr
	low    bool
	incl   bool
	cond   int
}

// orBound is a disjunction, each arm with bounds of its own.
type orBound struct {
	arms  []*keyBounds
	exact []bool // per arm: its conditions are all exact bounds
	cond  int
}

// keyBounds analyses conditions over a table. The values of bounds are free of
// the table's columns: they are constant while it is scanned.
func (p *physical) keyBounds(t *tableRel, conds []expr.Expr) *keyBounds {
	kb := &keyBounds{cols: make([]columnBounds, len(t.table.PrimaryKey))}
	a := &boundFinder{p: p, t: t, kb: kb}
	for i, c := range conds {
		a.cond(i, c)
	}
	return kb
}

type boundFinder struct {
	p  *physical
	t  *tableRel
	kb *keyBounds
}

func (a *boundFinder) cond(n int, c expr.Expr) {
	switch c := c.(type) {
	case *expr.Const:
		if c.V.IsNull() || !c.V.Bool() {
			a.kb.never = true
		}
	case *expr.Call:
		if c.F.Operator && len(c.Args) == 2 {
			a.comparison(n, c)
		}
	case *expr.InList:
		if !c.Not {
			a.inList(n, c)
		}
	case *expr.ScalarArray:
		if !c.All && c.Op.F.Name == "=" {
			a.anyArray(n, c)
		}
	case *expr.RowOrder:
		a.rowOrder(n, c)
	case *expr.Or:
		a.or(n, c)
	case *expr.Column, *expr.Not:
		a.boolean(n, c)
	}
}

// keyColumn returns the key position that e is a plain reference to, perhaps
// converted to a type in which values keep their order and identity.
func (a *boundFinder) keyColumn(e expr.Expr) (pos int, ok bool) {
	if cast, isCast := e.(*expr.Cast); isCast {
		from, to := cast.Arg.Type().OID, cast.To.OID
		wide := isInt(from) && (isInt(to) && intSize(to) >= intSize(from) || to == types.Numeric) ||
			from == types.VarChar && to == types.Text
		if !wide || cast.To.Mod >= 0 {
			return 0, false
		}
		e = cast.Arg
	}
	c, isColumn := e.(*expr.Column)
	if !isColumn {
		return 0, false
	}
	for i, id := range a.t.ids {
		if id == c.Index {
			if a.t.cols[i].Kind == ScanKey && boundable(a.t.cols[i].T.OID) {
				return a.t.cols[i].Key, true
			}
			return 0, false
		}
	}
	return 0, false
}

// boundable reports whether a key type's order by bytes is that of its
// comparison operators. Blank-padded text is not: trailing blanks do not count.
func boundable(t types.OID) bool { return t != types.BPChar }

func intSize(t types.OID) int {
	switch t {
	case types.Int2:
		return 2
	case types.Int4:
		return 4
	}
	return 8
}

// fixed reports whether e has one value while the table is scanned.
func (a *boundFinder) fixed(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Column:
			ok = ok && a.p.isOuter(x)
		case *expr.Call:
			ok = ok && x.F.Volatility != 'v'
		case *expr.SetCall, *expr.Aggregate, *expr.CaseValue:
			ok = false
		case *expr.Subquery:
			ok = ok && x.Kind == expr.SubqueryScalar && a.standsAlone(x)
		}
		return ok
	})
	return ok
}

// standsAlone reports whether a subquery reads nothing of the table.
func (a *boundFinder) standsAlone(x *expr.Subquery) bool {
	own := false
	walkColumns(x, func(id int) { own = own || containsInt(a.t.ids, id) })
	return !own
}

// comparison finds key = value, value > key and the like, and LIKE.
func (a *boundFinder) comparison(n int, c *expr.Call) {
	op := c.F.Name
	left, right := c.Args[0], c.Args[1]
	pos, ok := a.keyColumn(left)
	if !ok || !a.fixed(right) {
		if op == "~~" {
			return
		}
		if pos, ok = a.keyColumn(right); !ok || !a.fixed(left) {
			return
		}
		right = left
		op = flipped(op)
	}
	switch op {
	case "=", "<", "<=", ">", ">=":
		a.compare(n, pos, op, right)
	case "~~":
		a.like(n, pos, right)
	}
}

func flipped(op string) string {
	switch op {
	case "<":
		return ">"
	case "<=":
		return ">="
	case ">":
		return "<"
	case ">=":
		return "<="
	}
	return op
}

func (a *boundFinder) keyType(pos int) types.T {
	return a.t.table.Columns[a.t.table.PrimaryKey[pos]].T
}

// compare adds the bound of key column pos op v.
func (a *boundFinder) compare(n, pos int, op string, v expr.Expr) {
	value, op, verdict := keyValue(v, a.keyType(pos).OID, op)
	switch verdict {
	case valueNever:
		a.kb.never = true
		return
	case valueUnfit:
		return
	case valueAlways:
		a.kb.always = append(a.kb.always, n)
		return
	}
	cb := &a.kb.cols[pos]
	x := bound{value: value, cond: n, exact: true, inclusive: len(op) == 2}
	switch op {
	case "=":
		x.inclusive = true
		cb.eq = append(cb.eq, x)
	case "<", "<=":
		cb.top = append(cb.top, x)
	case ">", ">=":
		cb.low = append(cb.low, x)
	}
}

// inList finds key IN (values).
func (a *boundFinder) inList(n int, c *expr.InList) {
	pos, ok := a.keyColumn(c.Left)
	if !ok {
		return
	}
	var values []expr.Expr
	for _, x := range c.List {
		if !a.fixed(x) {
			return
		}
		v, _, verdict := keyValue(x, a.keyType(pos).OID, "=")
		switch verdict {
		case valueNever:
			continue
		case valueFits:
			values = append(values, v)
		default:
			return
		}
	}
	a.addIn(n, pos, values)
}

func (a *boundFinder) addIn(n, pos int, values []expr.Expr) {
	if len(values) == 0 {
		a.kb.never = true
		return
	}
	cb := &a.kb.cols[pos]
	if len(values) == 1 {
		cb.eq = append(cb.eq, bound{value: values[0], inclusive: true, cond: n, exact: true})
		return
	}
	cb.in = append(cb.in, inBound{values: values, cond: n, exact: true})
}

// anyArray finds key = ANY (array) for a constant array or ARRAY[…].
func (a *boundFinder) anyArray(n int, c *expr.ScalarArray) {
	pos, ok := a.keyColumn(c.Left)
	if !ok {
		return
	}
	var list []expr.Expr
	switch r := c.Right.(type) {
	case *expr.Const:
		if r.V.IsNull() {
			a.kb.never = true
			return
		}
		arr, isArray := r.V.X.(*types.Array)
		if !isArray {
			return
		}
		for _, v := range arr.Elems {
			list = append(list, &expr.Const{V: v, T: types.Of(arr.Elem)})
		}
	case *expr.ArrayCtor:
		list = r.Elems
	default:
		a.eachElement(n, pos, r)
		return
	}
	var values []expr.Expr
	for _, x := range list {
		if x.Type().OID == c.Right.Type().OID || !a.fixed(x) {
			return
		}
		v, _, verdict := keyValue(x, a.keyType(pos).OID, "=")
		switch verdict {
		case valueNever:
		case valueFits:
			values = append(values, v)
		default:
			return
		}
	}
	a.addIn(n, pos, values)
}

// eachElement bounds a key column by the elements of an array that is known at
// execution, if they are of the column's type.
func (a *boundFinder) eachElement(n, pos int, array expr.Expr) {
	elem, key := types.ElemOf(array.Type().OID), a.keyType(pos).OID
	fits := elem == key || isText(elem) && isText(key) || isInt(elem) && isInt(key) && intSize(elem) <= intSize(key)
	if !fits || !a.fixed(array) {
		return
	}
	cb := &a.kb.cols[pos]
	each := &EachElement{Array: array, T: types.Of(elem)}
	cb.in = append(cb.in, inBound{values: []expr.Expr{each}, cond: n, exact: true, each: true})
}

// rowOrder finds (k1, k2, …) < (x, y, …) over consecutive key columns. A
// shorter row of key columns in front is enough for a bound; the rest is left to the filter.
func (a *boundFinder) rowOrder(n int, c *expr.RowOrder) {
	op := c.Op
	left, right := c.Left, c.Right
	first, ok := a.keyColumn(left[0])
	if !ok {
		if first, ok = a.keyColumn(right[0]); !ok {
			return
		}
		left, right, op = right, left, flipped(op)
	}
	var values []expr.Expr
	for i := range left {
		pos, ok := a.keyColumn(left[i])
		if !ok || pos != first+i || !a.fixed(right[i]) {
			break
		}
		v, _, verdict := keyValue(right[i], a.keyType(pos).OID, "=")
		if verdict != valueFits || !sameKind(right[i], v) {
			break
		}
		values = append(values, v)
	}
	if len(values) == 0 {
		return
	}
	whole := len(values) == len(left)
	r := rowBound{first: first, values: values, low: op[0] == '>', incl: len(op) == 2 || !whole, cond: n}
	if !whole {
		r.cond = -1
	}
	a.kb.rows = append(a.kb.rows, r)
}

// sameKind reports whether a value was taken as it is, not through an integer
// conversion that could fail.
func sameKind(from, to expr.Expr) bool {
	if _, ok := to.(*expr.Const); ok {
		return true
	}
	return from == to
}

// boolean finds a boolean key column used as a condition.
func (a *boundFinder) boolean(n int, c expr.Expr) {
	value := true
	if not, ok := c.(*expr.Not); ok {
		c, value = not.Arg, false
	}
	pos, ok := a.keyColumn(c)
	if !ok || a.keyType(pos).OID != types.Bool {
		return
	}
	a.kb.cols[pos].eq = append(a.kb.cols[pos].eq, bound{value: expr.NewConst(types.NewBool(value)), inclusive: true, cond: n, exact: true})
}

// orArmsMax bounds the arms of an OR that are looked at for bounds.
const orArmsMax = 2000

// or finds bounds in every arm of a disjunction; one arm without any makes it
// useless.
func (a *boundFinder) or(n int, c *expr.Or) {
	if len(c.Args) > orArmsMax {
		return
	}
	o := orBound{cond: n}
	for _, arm := range c.Args {
		list := expr.Conjuncts(arm)
		kb := a.p.keyBounds(a.t, list)
		if kb.never {
			continue
		}
		if !kb.any() {
			return
		}
		o.arms = append(o.arms, kb)
		o.exact = append(o.exact, kb.covers(len(list)))
	}
	if len(o.arms) == 0 {
		a.kb.never = true
		return
	}
	a.kb.ors = append(a.kb.ors, o)
}

func (kb *keyBounds) any() bool {
	if kb.never || len(kb.rows) > 0 {
		return true
	}
	for i := range kb.cols {
		c := &kb.cols[i]
		if len(c.eq)+len(c.in)+len(c.low)+len(c.top) > 0 {
			return true
		}
	}
	return false
}

// covers reports whether each of n conditions is an equality bound: then full
// keys made of them need no filter.
func (kb *keyBounds) covers(n int) bool {
	seen := map[int]bool{}
	for i := range kb.cols {
		for _, e := range kb.cols[i].eq {
			if e.exact && len(kb.cols[i].eq) == 1 {
				seen[e.cond] = true
			}
		}
	}
	return len(seen) == n
}

package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// setsMax bounds the grouping sets of a query, as PostgreSQL does.
const setsMax = 4096

// groupBy binds GROUP BY. Without grouping sets all items are keys; with them
// the items multiply to a list of sets of keys.
func (b *binder) groupBy(s *scope, bl *block, sel *ast.SelectClause) error {
	s.clause, s.srf = inGroupBy, srfUse{}
	if len(sel.GroupBy) == 0 {
		return nil
	}
	bl.grouped = true
	plain := true
	for i := range sel.GroupBy {
		plain = plain && sel.GroupBy[i].Kind == ast.GroupExpr
	}
	sets := [][]int{nil}
	for i := range sel.GroupBy {
		item, err := b.groupItem(s, bl, &sel.GroupBy[i])
		if err != nil {
			return err
		}
		if len(sets)*len(item) > setsMax {
			return pgerr.New(pgerr.StatementTooComplex, "too many grouping sets present (maximum %d)", setsMax).At(b.pos(sel.GroupBy[i].At))
		}
		var next [][]int
		for _, a := range sets {
			for _, c := range item {
				next = append(next, union(a, c))
			}
		}
		sets = next
	}
	if plain {
		return nil
	}
	if sel.GroupDistinct {
		sets = distinctSets(sets)
	}
	bl.sets = sets
	return nil
}

func union(a, c []int) []int {
	out := append([]int(nil), a...)
	for _, k := range c {
		if !containsInt(out, k) {
			out = append(out, k)
		}
	}
	return out
}

func containsInt(list []int, k int) bool {
	for _, x := range list {
		if x == k {
			return true
		}
	}
	return false
}

func distinctSets(sets [][]int) [][]int {
	var out [][]int
	for _, s := range sets {
		dup := false
		for _, o := range out {
			dup = dup || len(o) == len(s) && len(union(o, s)) == len(s)
		}
		if !dup {
			out = append(out, s)
		}
	}
	return out
}

// groupItem returns the sets that one item stands for.
func (b *binder) groupItem(s *scope, bl *block, item *ast.GroupItem) ([][]int, error) {
	switch item.Kind {
	case ast.GroupEmpty:
		return [][]int{nil}, nil
	case ast.GroupExpr:
		keys, err := b.groupKeys(s, bl, item.Expr)
		return [][]int{keys}, err
	case ast.GroupSets:
		var out [][]int
		for i := range item.Items {
			sets, err := b.groupItem(s, bl, &item.Items[i])
			if err != nil {
				return nil, err
			}
			out = append(out, sets...)
		}
		return out, nil
	}
	parts := make([][]int, len(item.Items))
	for i := range item.Items {
		sets, err := b.groupItem(s, bl, &item.Items[i])
		if err != nil {
			return nil, err
		}
		parts[i] = sets[0]
	}
	var out [][]int
	if item.Kind == ast.GroupRollup {
		for n := len(parts); n >= 0; n-- {
			var set []int
			for _, p := range parts[:n] {
				set = union(set, p)
			}
			out = append(out, set)
		}
		return out, nil
	}
	if len(parts) > 12 {
		return nil, pgerr.New(pgerr.TooManyColumns, "CUBE is limited to 12 elements").At(b.pos(item.At))
	}
	for mask := 1<<len(parts) - 1; mask >= 0; mask-- {
		var set []int
		for i, p := range parts {
			if mask&(1<<(len(parts)-1-i)) != 0 {
				set = union(set, p)
			}
		}
		out = append(out, set)
	}
	return out, nil
}

// groupKeys returns the keys of an expression, several if it is a row.
func (b *binder) groupKeys(s *scope, bl *block, e ast.Expr) ([]int, error) {
	if row, ok := e.(*ast.Row); ok && !row.Explicit {
		var out []int
		for _, x := range row.Elems {
			k, err := b.groupKey(s, bl, x)
			if err != nil {
				return nil, err
			}
			out = union(out, []int{k})
		}
		return out, nil
	}
	k, err := b.groupKey(s, bl, e)
	return []int{k}, err
}

// groupKey finds or makes a key. A bare name is an input column first, then a
// result column; a number is a result column.
func (b *binder) groupKey(s *scope, bl *block, e ast.Expr) (int, error) {
	x, err := b.groupExpr(s, bl, e)
	if err != nil {
		return 0, err
	}
	if x, err = b.coerceUnknownText(x); err != nil {
		return 0, err
	}
	if !orderable(x.Type().OID) {
		return 0, pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type %s", types.TypeName(x.Type().OID)).At(b.pos(e.Pos()))
	}
	return b.addKey(bl, x, ast.Label(e)), nil
}

func (b *binder) addKey(bl *block, x expr.Expr, name string) int {
	for i := range bl.keys {
		if sameExpr(bl.keys[i].e, x) {
			return i
		}
	}
	info := colInfo{name: name, t: x.Type()}
	if c, ok := x.(*expr.Column); ok {
		info = b.cols[c.Index]
		info.level = nil
	}
	bl.keys = append(bl.keys, groupKey{e: x, id: b.newColumn(info)})
	return len(bl.keys) - 1
}

func (b *binder) groupExpr(s *scope, bl *block, e ast.Expr) (expr.Expr, error) {
	if ref, ok := e.(*ast.ColumnRef); ok && len(ref.Parts) == 1 && !ref.Star {
		list, err := itemsSource(s.items).lookup(b, ref.Parts[0])
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			return b.expr(s, e)
		}
	}
	t, err := b.outputTarget(bl, e, inGroupBy)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return b.expr(s, e)
	}
	bad, windowed := false, false
	walkColumns(t.e, func(id int) {
		for i := range bl.aggs {
			bad = bad || bl.aggs[i].id == id
		}
		windowed = windowed || bl.isWindow(id)
	})
	if windowed {
		return nil, pgerr.New(pgerr.WindowingError, "window functions are not allowed in GROUP BY").At(b.pos(t.at))
	}
	if bad {
		return nil, pgerr.New(pgerr.GroupingError, "aggregate functions are not allowed in GROUP BY").At(b.pos(t.at))
	}
	return t.e, nil
}

// grouping binds GROUPING(…): its value is filled in when the keys are known. As an
// aggregate it is of the nearest level whose columns are among its arguments.
func (b *binder) grouping(s *scope, e *ast.Grouping) (expr.Expr, error) {
	if len(e.Args) > 31 {
		return nil, pgerr.New(pgerr.TooManyArguments, "GROUPING must have fewer than 32 arguments").At(b.pos(e.At))
	}
	args, err := b.exprs(s, e.Args)
	if err != nil {
		return nil, err
	}
	home := b.nearestLevel(s, args)
	if home.block == nil || !aggregatesIn(home.clause) {
		return nil, pgerr.New(pgerr.GroupingError, "grouping operations are not allowed in %s", home.clause).At(b.pos(e.At))
	}
	home.block.grouped = true
	call := &groupingCall{args: args, block: home.block}
	for _, a := range e.Args {
		call.pos = append(call.pos, b.startPos(a))
	}
	return call, nil
}

// nearestLevel is the innermost scope, from s outwards, whose columns are among the
// expressions; s if none is.
func (b *binder) nearestLevel(s *scope, list []expr.Expr) *scope {
	levels := map[*scope]bool{}
	for _, e := range list {
		walkColumns(e, func(id int) { levels[b.cols[id].level] = true })
	}
	for level := s; level != nil; level = level.parent {
		if levels[level] {
			return level
		}
	}
	return s
}

// checkGrouping rewrites what is computed after grouping to read the keys and
// aggregates, and refuses columns that are neither (42803).
func (b *binder) checkGrouping(q *query, bl *block) error {
	b.dependentKeys(bl)
	var err error
	rewrite := func(e expr.Expr) expr.Expr {
		if err != nil {
			return e
		}
		var out expr.Expr
		out, err = b.grouped(bl, e)
		return out
	}
	for i := range bl.targets {
		if bl.targets[i].e = rewrite(bl.targets[i].e); err != nil {
			return pgerr.At(err, b.ungroupedPos(bl, &bl.targets[i]))
		}
	}
	if mapList(bl.having, rewrite); err != nil {
		return err
	}
	if bl.mapWindows(rewrite); err != nil {
		return pgerr.At(err, b.ungroupedAnywhere(bl))
	}
	for i := range bl.aggs {
		if mapList(bl.aggs[i].call.Direct, rewrite); err != nil {
			e := err.(*pgerr.Error)
			return pgerr.At(e.WithDetail("Direct arguments of an ordered-set aggregate must use only grouped columns."), b.ungroupedAnywhere(bl))
		}
	}
	return nil
}

// dependentKeys adds the columns of tables whose whole primary key is grouped
// by as further keys: they have one value in each group (documentation,
// GROUP BY clause).
func (b *binder) dependentKeys(bl *block) {
	keyed := map[int]bool{}
	for i, k := range bl.keys {
		everywhere := !slices.ContainsFunc(bl.sets, func(set []int) bool { return !containsInt(set, i) })
		if c, ok := k.e.(*expr.Column); ok && everywhere {
			keyed[c.Index] = true
		}
	}
	eachTable(bl.from, func(r *tableRel) {
		n := 0
		for i := range r.cols {
			if r.cols[i].Kind == ScanKey && keyed[r.ids[i]] {
				n++
			}
		}
		if len(r.table.PrimaryKey) == 0 || n < len(r.table.PrimaryKey) {
			return
		}
		if bl.groupFD == nil {
			bl.groupFD = map[*tableRel]bool{}
		}
		bl.groupFD[r] = true
	})
}

func eachTable(list []relation, visit func(*tableRel)) {
	for _, r := range list {
		switch r := r.(type) {
		case *tableRel:
			visit(r)
		case *joinRel:
			eachTable([]relation{r.left, r.right}, visit)
		}
	}
}

// grouped rewrites one expression.
func (b *binder) grouped(bl *block, e expr.Expr) (expr.Expr, error) {
	var failed error
	out := rewriteInner(e, false, func(x expr.Expr, inner bool) (expr.Expr, bool) {
		if _, isConst := x.(*expr.Const); isConst {
			return x, true
		}
		_, isColumn := x.(*expr.Column)
		for i := range bl.keys {
			// In a subquery, as in PostgreSQL, only keys that are columns are found.
			if (isColumn || !inner) && sameExpr(bl.keys[i].e, x) {
				return &expr.Column{Index: bl.keys[i].id, Name: b.cols[bl.keys[i].id].name, T: x.Type()}, true
			}
		}
		switch x := x.(type) {
		case *groupingCall:
			if x.block != bl {
				return x, true
			}
			n, err := b.groupingValue(bl, x)
			if err != nil && failed == nil {
				failed = err
			}
			return n, true
		case *expr.Column:
			if b.cols[x.Index].level != bl.scope {
				return x, true
			}
			for r := range bl.groupFD {
				if containsInt(r.ids, x.Index) {
					k := b.addKey(bl, x, x.Name)
					for n := range bl.sets {
						if !containsInt(bl.sets[n], k) {
							bl.sets[n] = append(bl.sets[n], k)
						}
					}
					return &expr.Column{Index: bl.keys[k].id, Name: x.Name, T: x.T}, true
				}
			}
			if failed == nil {
				bl.ungrouped = x.Name
				message := "column \"%s\" must appear in the GROUP BY clause or be used in an aggregate function"
				if inner {
					message = "subquery uses ungrouped column \"%s\" from outer query"
				}
				failed = pgerr.New(pgerr.GroupingError, message, b.qualifiedName(bl, x))
			}
			return x, true
		}
		return nil, false
	})
	return out, failed
}

package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// wanted tells the types that literals and parameters of unknown type take as
// a query's result columns: those of an INSERT's targets. Nil, or a zero OID,
// is text.
type wanted []types.T

func (w wanted) at(i int) types.T {
	if i < len(w) && w[i].OID != 0 {
		return w[i]
	}
	return textT
}

// query binds a query whose names are looked up in parent when it does not
// know them.
func (b *binder) query(parent *scope, ref *ast.Query, want wanted) (*query, error) {
	if err := b.enter(); err != nil {
		return nil, err
	}
	defer func() { b.depth-- }()
	if ref.Into != nil {
		return nil, pgerr.New(pgerr.SyntaxError, "SELECT ... INTO is not allowed here").At(b.pos(ref.Into.At))
	}
	q := &query{}
	s := parent
	if ref.With != nil {
		s = &scope{parent: parent}
		if parent != nil {
			s.clause = parent.clause
		}
		if err := b.with(s, ref.With, q); err != nil {
			return nil, err
		}
	}
	var err error
	switch body := ref.Body.(type) {
	case *ast.SelectClause:
		err = b.selectQuery(s, q, ref, body, want)
	case *ast.ValuesClause:
		if err = b.values(s, q, body, want); err == nil {
			err = b.outputOrder(s, q, ref, "VALUES")
		}
	case *ast.SetOp:
		if err = b.setOperation(s, q, body); err == nil {
			err = b.outputOrder(s, q, ref, "UNION/INTERSECT/EXCEPT")
		}
	case *ast.Query:
		var inner *query
		if inner, err = b.query(s, body, want); err == nil {
			q.body, q.out = inner, inner.out
			err = b.outputOrder(s, q, ref, "parenthesised query")
		}
	}
	if err != nil {
		return nil, err
	}
	return q, b.locking(q, ref)
}

// selectQuery binds SELECT with its ORDER BY and LIMIT, in PostgreSQL's order
// (transformSelectStmt), which decides what is reported first.
func (b *binder) selectQuery(parent *scope, q *query, ref *ast.Query, sel *ast.SelectClause, want wanted) error {
	bl := &block{setID: -1}
	s := &scope{parent: parent, block: bl, clause: inFrom}
	bl.scope = s
	q.body = bl
	var err error
	if bl.from, err = b.from(s, sel.From); err != nil {
		return err
	}
	if err = b.windowClause(s, bl, sel.Windows); err != nil {
		return err
	}
	if err = b.targets(s, bl, sel.Targets, want); err != nil {
		return err
	}
	if sel.Where != nil {
		s.clause, s.srf = inWhere, srfUse{}
		cond, err := b.boolean(s, sel.Where, "WHERE")
		if err != nil {
			return err
		}
		bl.where = expr.Conjuncts(cond)
	}
	if sel.Having != nil {
		s.clause, s.srf = inHaving, srfUse{}
		cond, err := b.boolean(s, sel.Having, "HAVING")
		if err != nil {
			return err
		}
		bl.having = []expr.Expr{cond}
		bl.grouped = true
	}
	if q.order, err = b.orderBy(s, bl, ref.OrderBy); err != nil {
		return err
	}
	if err = b.groupBy(s, bl, sel); err != nil {
		return err
	}
	if err = b.distinct(s, q, bl, sel); err != nil {
		return err
	}
	if err = b.limits(s, q, ref); err != nil {
		return err
	}
	if bl.grouped {
		if err = b.checkGrouping(q, bl); err != nil {
			return err
		}
	}
	// A key may be a conjunction, so HAVING is taken apart only here.
	if len(bl.having) > 0 {
		bl.having = expr.Conjuncts(bl.having[0])
	}
	for i := range bl.targets {
		if t := &bl.targets[i]; !t.hidden {
			q.out = append(q.out, outCol{id: t.id, name: t.name, t: t.e.Type()})
		}
	}
	return nil
}

// targets binds a select list.
func (b *binder) targets(s *scope, bl *block, list []ast.Target, want wanted) error {
	s.clause = inTargets
	return b.targetsIn(s, bl, list, want, true)
}

// targetsIn binds a list of targets in the clause of s.
func (b *binder) targetsIn(s *scope, bl *block, list []ast.Target, want wanted, sets bool) error {
	bl.targets = make([]target, 0, len(list))
	for i := range list {
		t := &list[i]
		if ref, ok := t.Expr.(*ast.ColumnRef); ok && ref.Star {
			cols, err := b.star(s, ref)
			if err != nil {
				return err
			}
			for _, c := range cols {
				b.addTarget(bl, c.e, c.name, t.At)
			}
			continue
		}
		if sel, ok := t.Expr.(*ast.FieldSelect); ok && sel.Star {
			if err := b.recordStar(s, bl, sel); err != nil {
				return err
			}
			continue
		}
		s.srf = srfUse{allowed: sets}
		e, err := b.expr(s, t.Expr)
		if err != nil {
			return err
		}
		bl.hasSRF = bl.hasSRF || s.srf.met > 0
		if e.Type().OID == types.Unknown {
			if e, err = b.coerce(e, want.at(len(bl.targets)), types.Assignment, b.startPos(t.Expr)); err != nil {
				return err
			}
		}
		name := t.Alias
		if name == "" {
			name = ast.Label(t.Expr)
		}
		b.addTarget(bl, e, name, startOf(t.Expr)).source = t.Expr
	}
	return nil
}

func (b *binder) addTarget(bl *block, e expr.Expr, name string, at ast.Pos) *target {
	info := colInfo{name: name, t: e.Type()}
	if c, ok := e.(*expr.Column); ok {
		info.tableOID, info.attNum = b.cols[c.Index].tableOID, b.cols[c.Index].attNum
	}
	if info.t.OID == types.Record {
		for _, f := range b.fields(e) {
			info.record = append(info.record, recordField{f.name, f.e.Type()})
		}
	}
	bl.targets = append(bl.targets, target{e: e, id: b.newColumn(info), name: name, at: at})
	return &bl.targets[len(bl.targets)-1]
}

// recordStar expands (row).*.
func (b *binder) recordStar(s *scope, bl *block, sel *ast.FieldSelect) error {
	s.srf = srfUse{allowed: true}
	e, err := b.expr(s, sel.Arg)
	if err != nil {
		return err
	}
	bl.hasSRF = bl.hasSRF || s.srf.met > 0
	fields := b.fields(e)
	if fields == nil {
		return pgerr.New(pgerr.WrongObjectType, "type %s is not composite", types.TypeName(e.Type().OID)).At(b.pos(sel.At))
	}
	for _, f := range fields {
		b.addTarget(bl, f.e, f.name, sel.At)
	}
	return nil
}

// limits binds LIMIT and OFFSET: bigints without columns of this level.
func (b *binder) limits(s *scope, q *query, ref *ast.Query) error {
	var err error
	if ref.Limit != nil {
		if q.limit, err = b.limit(s, ref.Limit, inLimit); err != nil {
			return err
		}
	}
	if ref.Offset != nil {
		if q.offset, err = b.limit(s, ref.Offset, inOffset); err != nil {
			return err
		}
	}
	if ref.WithTies {
		if len(ref.OrderBy) == 0 {
			return pgerr.New(pgerr.SyntaxError, "WITH TIES cannot be specified without ORDER BY clause").At(b.pos(ref.At))
		}
		for _, l := range ref.Locking {
			if l.Wait == ast.LockSkip {
				return pgerr.New(pgerr.FeatureNotSupported, "SKIP LOCKED and WITH TIES options cannot be used together").At(b.pos(l.At))
			}
		}
		q.withTies = true
	}
	return nil
}

func (b *binder) limit(s *scope, e ast.Expr, c clause) (expr.Expr, error) {
	saved := s.clause
	s.clause, s.srf = c, srfUse{}
	defer func() { s.clause = saved }()
	pos := b.startPos(e)
	out, err := b.expr(s, e)
	if err != nil {
		return nil, err
	}
	if t := out.Type().OID; t != types.Unknown && t != types.Int8 {
		if method, need := types.CanCast(t, types.Int8); method == types.CastNone || need > types.Assignment {
			return nil, pgerr.New(pgerr.DatatypeMismatch, "argument of %s must be type %s, not type %s", c, "bigint", types.TypeName(t)).At(pos)
		}
	}
	if out, err = b.coerce(out, int8T, types.Assignment, pos); err != nil {
		return nil, err
	}
	local := false
	walkColumns(out, func(id int) { local = local || b.cols[id].level == s })
	if local {
		return nil, pgerr.New(pgerr.InvalidColumnReference, "argument of %s must not contain variables", c).At(pos)
	}
	return out, nil
}

// values binds a VALUES list, column by column to a common type.
func (b *binder) values(parent *scope, q *query, v *ast.ValuesClause, want wanted) error {
	s := &scope{parent: parent, clause: inValues}
	width := len(v.Rows[0])
	body := &valuesBody{rows: make([][]expr.Expr, len(v.Rows))}
	q.body = body
	for r, row := range v.Rows {
		if len(row) != width {
			return pgerr.New(pgerr.SyntaxError, "VALUES lists must all be the same length").At(b.pos(row[0].Pos()))
		}
		var err error
		if body.rows[r], err = b.exprs(s, row); err != nil {
			return err
		}
	}
	column := make([]expr.Expr, len(v.Rows))
	for i := 0; i < width; i++ {
		unknown := true
		for r := range body.rows {
			column[r] = body.rows[r][i]
			unknown = unknown && column[r].Type().OID == types.Unknown
		}
		pos := b.pos(v.Rows[0][i].Pos())
		t := want.at(i)
		var list []expr.Expr
		var err error
		if unknown {
			list = make([]expr.Expr, len(column))
			for r := range column {
				if list[r], err = b.coerce(column[r], t, types.Assignment, pos); err != nil {
					return err
				}
			}
		} else if list, t, err = expr.Unify(b.env.Fn, column, "VALUES", pos); err != nil {
			return err
		}
		for r := range body.rows {
			body.rows[r][i] = list[r]
		}
		name := "column" + itoa(i+1)
		id := b.newColumn(colInfo{name: name, t: t})
		body.ids = append(body.ids, id)
		q.out = append(q.out, outCol{id: id, name: name, t: t})
	}
	return nil
}

// locking binds FOR UPDATE and its kin: on one table, without anything that
// takes its rows apart (CheckSelectLocking).
func (b *binder) locking(q *query, ref *ast.Query) error {
	if len(ref.Locking) == 0 {
		return nil
	}
	l := &ref.Locking[0]
	name := map[ast.LockStrength]string{ast.ForUpdate: "FOR UPDATE", ast.ForNoKeyUpdate: "FOR NO KEY UPDATE", ast.ForShare: "FOR SHARE", ast.ForKeyShare: "FOR KEY SHARE"}[l.Strength]
	bl, ok := q.body.(*block)
	what := ""
	switch {
	case !ok:
		what = "UNION/INTERSECT/EXCEPT"
	case bl.distinct || bl.on != nil:
		what = "DISTINCT clause"
	case len(bl.keys) > 0:
		what = "GROUP BY clause"
	case len(bl.having) > 0:
		what = "HAVING clause"
	case len(bl.aggs) > 0:
		what = "aggregate functions"
	case len(bl.calls) > 0:
		what = "window functions"
	case bl.hasSRF:
		what = "set-returning functions in the target list"
	}
	if what != "" {
		return pgerr.New(pgerr.FeatureNotSupported, "%s is not allowed with %s", name, what)
	}
	lock := &RowLock{Strength: LockStrength(l.Strength) + LockKeyShare}
	switch l.Wait {
	case ast.LockSkip:
		lock.Wait = LockSkip
	case ast.LockError:
		lock.Wait = LockNoWait
	}
	for _, n := range l.Tables {
		if findItem(&scope{items: bl.scope.items}, "", n.Object) == nil {
			return pgerr.New(pgerr.UndefinedTable, "relation \"%s\" in %s clause not found in FROM clause", n.Object, name).At(b.pos(n.At))
		}
	}
	b.locks = true
	for _, it := range bl.scope.items {
		r, ok := it.rel.(*tableRel)
		if !ok || len(l.Tables) > 0 && !namedIn(l.Tables, it.name) {
			continue
		}
		if err := b.allowed(r.table, "UPDATE"); err != nil {
			return err
		}
		r.lock = lock
		b.addKeyColumns(r)
	}
	return nil
}

func namedIn(list []ast.Name, name string) bool {
	for i := range list {
		if list[i].Object == name {
			return true
		}
	}
	return false
}

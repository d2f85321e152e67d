package planner

import (
	"slices"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// setOperation binds UNION, INTERSECT or EXCEPT: both sides' columns are
// converted to common types, the names are the left side's.
func (b *binder) setOperation(parent *scope, q *query, ref *ast.SetOp) error {
	left, err := b.setSide(parent, ref.Left)
	if err != nil {
		return err
	}
	right, err := b.setSide(parent, ref.Right)
	if err != nil {
		return err
	}
	return b.combine(q, left, right, ref)
}

func (b *binder) combine(q *query, left, right *query, ref *ast.SetOp) error {
	op := [...]SetOpKind{ast.Union: Union, ast.Intersect: Intersect, ast.Except: Except}[ref.Kind]
	name := [...]string{ast.Union: "UNION", ast.Intersect: "INTERSECT", ast.Except: "EXCEPT"}[ref.Kind]
	pos := b.pos(bodyPos(ref.Right))
	if len(left.out) != len(right.out) {
		return pgerr.New(pgerr.SyntaxError, "each %s query must have the same number of columns", name).At(pos)
	}
	common := make([]types.T, len(left.out))
	for i := range left.out {
		pair := []types.T{left.columnType(i), right.columnType(i)}
		oid, err := fn.CommonType(pair, name)
		if err != nil {
			return pgerr.At(err, pos)
		}
		common[i] = types.T{OID: oid, Mod: fn.CommonMod(pair, oid)}
		if !(op == Union && ref.All) && !orderable(oid) {
			return pgerr.New(pgerr.UndefinedFunction, "could not identify an equality operator for type %s", types.TypeName(oid)).At(pos)
		}
	}
	var err error
	if left, err = b.convertQuery(left, common, name, pos); err != nil {
		return err
	}
	if right, err = b.convertQuery(right, common, name, pos); err != nil {
		return err
	}
	body := &setOp{op: op, all: ref.All, left: left, right: right}
	q.body = body
	for i, c := range left.out {
		id := b.newColumn(colInfo{name: c.name, t: common[i]})
		body.ids = append(body.ids, id)
		q.out = append(q.out, outCol{id: id, name: c.name, t: common[i]})
	}
	return nil
}

// columnType is a result column's type; unknown for an untyped literal that
// still may take one.
func (q *query) columnType(i int) types.T {
	if t := q.target(i); t != nil && (q.plain() || t.e.Type().OID == types.Unknown) {
		return t.e.Type()
	}
	return q.out[i].t
}

// target is the target of a result column; nil if the body is no SELECT.
func (q *query) target(i int) *target {
	bl, ok := q.body.(*block)
	if !ok {
		return nil
	}
	for at := range bl.targets {
		if t := &bl.targets[at]; !t.hidden {
			if i--; i < 0 {
				return t
			}
		}
	}
	return nil
}

// plain reports whether target expressions may change their type in place.
func (q *query) plain() bool {
	bl, ok := q.body.(*block)
	return ok && !bl.distinct && bl.on == nil && len(q.order) == 0 && !q.withTies
}

func bodyPos(body ast.QueryBody) ast.Pos {
	for {
		switch x := body.(type) {
		case *ast.SelectClause:
			if len(x.Targets) > 0 {
				return x.Targets[0].Expr.Pos()
			}
		case *ast.ValuesClause:
			return x.Rows[0][0].Pos()
		case *ast.SetOp:
			body = x.Left
			continue
		case *ast.Query:
			body = x.Body
			continue
		}
		return body.Pos()
	}
}

// setSide binds one side. Untyped literals of a plain SELECT stay so.
func (b *binder) setSide(parent *scope, body ast.QueryBody) (*query, error) {
	if err := b.enter(); err != nil {
		return nil, err
	}
	defer func() { b.depth-- }()
	switch body := body.(type) {
	case *ast.Query:
		var keep wanted
		if sel, ok := body.Body.(*ast.SelectClause); ok && len(sel.DistinctOn) == 0 {
			keep = textWhereSorted(body, slices.Clone(unknowns))
		}
		return b.query(parent, body, keep)
	case *ast.SetOp:
		q := &query{}
		return q, b.setOperation(parent, q, body)
	case *ast.ValuesClause:
		q := &query{}
		return q, b.values(parent, q, body, nil)
	case *ast.SelectClause:
		q := &query{}
		keep := unknowns
		if body.Distinct || len(body.DistinctOn) > 0 {
			keep = nil
		}
		return q, b.selectQuery(parent, q, &ast.Query{Loc: body.Loc, Body: body}, body, keep)
	}
	return nil, pgerr.Unsupported("this query").At(b.pos(body.Pos()))
}

// unknowns asks for literals of unknown type to stay so: as many columns as a
// set operation's literals reasonably have.
var unknowns = func() wanted {
	w := make(wanted, 64)
	for i := range w {
		w[i] = types.Of(types.Unknown)
	}
	return w
}()

// convertQuery gives q's result columns the types wanted.
func (b *binder) convertQuery(q *query, to []types.T, context string, pos int) (*query, error) {
	same := true
	for i := range to {
		same = same && q.columnType(i).OID == to[i].OID
	}
	if same {
		return q, nil
	}
	convert := func(e expr.Expr, i int) (expr.Expr, error) {
		t := e.Type()
		if t.OID != types.Unknown && t.OID != to[i].OID && to[i].OID != types.Variant {
			if method, need := types.CanCast(t.OID, to[i].OID); method == types.CastNone || need > types.Implicit {
				return nil, pgerr.New(pgerr.CannotCoerce, "%s could not convert type %s to %s", context, types.TypeName(t.OID), types.TypeName(to[i].OID)).At(pos)
			}
		}
		return b.coerce(e, types.Of(to[i].OID), types.Implicit, pos)
	}
	if bl, ok := q.body.(*block); ok && q.plain() {
		n := 0
		for i := range bl.targets {
			t := &bl.targets[i]
			if t.hidden {
				continue
			}
			var err error
			if t.e, err = convert(t.e, n); err != nil {
				return nil, err
			}
			b.cols[t.id].t, q.out[n].t = t.e.Type(), t.e.Type()
			n++
		}
		return q, nil
	}
	// Literals that the query does not sort by take their type where they are.
	for i := range q.out {
		if t := q.target(i); t != nil && t.e.Type().OID == types.Unknown {
			var err error
			if t.e, err = convert(t.e, i); err != nil {
				return nil, err
			}
			b.cols[t.id].t, q.out[i].t = t.e.Type(), t.e.Type()
		}
	}
	bl := &block{setID: -1, from: []relation{&queryRel{q}}}
	bl.scope = &scope{block: bl}
	out := &query{body: bl}
	for i := range q.out {
		e, err := convert(q.column(i), i)
		if err != nil {
			return nil, err
		}
		t := b.addTarget(bl, e, q.out[i].name, ast.NoPos)
		out.out = append(out.out, outCol{id: t.id, name: t.name, t: e.Type()})
	}
	return out, nil
}

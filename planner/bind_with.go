package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// with binds the queries of a WITH into s and q.
func (b *binder) with(s *scope, w *ast.With, q *query) error {
	for i := range w.CTEs {
		def := &w.CTEs[i]
		for _, c := range s.ctes {
			if c.name == def.Name {
				return pgerr.New(pgerr.DuplicateAlias, "WITH query name \"%s\" specified more than once", def.Name).At(b.pos(def.At))
			}
		}
		if def.Search != nil {
			return pgerr.Unsupported("SEARCH in WITH RECURSIVE").WithHint("Build the ordering column in the query yourself.").At(b.pos(def.Search.At))
		}
		if def.Cycle != nil {
			return pgerr.Unsupported("CYCLE in WITH RECURSIVE").WithHint("Use UNION instead of UNION ALL, or collect the path in an array.").At(b.pos(def.Cycle.At))
		}
		c := &cte{name: def.Name, materialized: def.Materialized == ast.MaterializeAlways}
		if err := b.cte(s, c, def, w.Recursive); err != nil {
			return err
		}
		s.ctes = append(s.ctes, c)
		q.ctes = append(q.ctes, c)
	}
	return nil
}

func (b *binder) cte(s *scope, c *cte, def *ast.CTE, recursive bool) error {
	var err error
	switch stmt := def.Stmt.(type) {
	case *ast.Query:
		if recursive && mentions(stmt, def.Name) {
			return b.recursiveCTE(s, c, def, stmt)
		}
		c.q, err = b.query(s, stmt, nil)
	case *ast.Insert, *ast.Update, *ast.Delete:
		if s.parent != nil {
			return pgerr.New(pgerr.FeatureNotSupported, "WITH clause containing a data-modifying statement must be at the top level").At(b.pos(def.At))
		}
		c.modifies = true
		c.q, err = b.dmlQuery(s, stmt)
	default:
		return pgerr.New(pgerr.FeatureNotSupported, "MERGE not supported in WITH query").At(b.pos(def.At))
	}
	if err != nil {
		return err
	}
	return b.nameCTE(c, def)
}

// nameCTE gives the CTE's columns their names.
func (b *binder) nameCTE(c *cte, def *ast.CTE) error {
	if len(def.Columns) > len(c.q.out) {
		return pgerr.New(pgerr.InvalidColumnReference, "WITH query \"%s\" has %d columns available but %d columns specified", def.Name, len(c.q.out), len(def.Columns)).At(b.pos(def.At))
	}
	c.cols = append([]outCol(nil), c.q.out...)
	for i, n := range def.Columns {
		c.cols[i].name = n
	}
	return nil
}

// recursiveCTE binds non-recursive UNION [ALL] recursive.
func (b *binder) recursiveCTE(s *scope, c *cte, def *ast.CTE, stmt *ast.Query) error {
	union, ok := stmt.Body.(*ast.SetOp)
	if !ok || union.Kind != ast.Union || stmt.With != nil {
		return pgerr.New(pgerr.InvalidRecursion, "recursive query \"%s\" does not have the form non-recursive-term UNION [ALL] recursive-term", def.Name).At(b.pos(def.At))
	}
	for _, bad := range []struct {
		is   bool
		what string
	}{{len(stmt.OrderBy) > 0, "ORDER BY"}, {stmt.Offset != nil, "OFFSET"}, {stmt.Limit != nil, "LIMIT"}, {len(stmt.Locking) > 0, "FOR UPDATE/SHARE"}} {
		if bad.is {
			return pgerr.New(pgerr.FeatureNotSupported, "%s in a recursive query is not implemented", bad.what).At(b.pos(stmt.At))
		}
	}
	if bodyMentions(union.Left, def.Name) {
		return pgerr.New(pgerr.InvalidRecursion, "recursive reference to query \"%s\" must not appear within its non-recursive term", def.Name).At(b.pos(def.At))
	}
	first, err := b.setSide(s, union.Left)
	if err != nil {
		return err
	}
	if first, err = b.textColumns(first); err != nil {
		return err
	}
	c.q = first
	if err := b.nameCTE(c, def); err != nil {
		return err
	}
	inner := &scope{parent: s, ctes: []*cte{c}, clause: s.clause}
	c.working = true
	c.recursive, err = b.setSide(inner, union.Right)
	c.working = false
	if err != nil {
		return err
	}
	c.unionAll = union.All
	if c.selfRefs > 1 {
		return pgerr.New(pgerr.InvalidRecursion, "recursive reference to query \"%s\" must not appear more than once", def.Name).At(b.pos(def.At))
	}
	pos := b.pos(bodyPos(union.Right))
	if len(c.recursive.out) != len(first.out) {
		return pgerr.New(pgerr.SyntaxError, "each UNION query must have the same number of columns").At(pos)
	}
	to := make([]types.T, len(first.out))
	for i, o := range first.out {
		to[i] = o.t
		pair := []types.T{o.t, c.recursive.columnType(i)}
		oid, err := fn.CommonType(pair, "UNION")
		if err != nil {
			return pgerr.At(err, pos)
		}
		if overall := (types.T{OID: oid, Mod: fn.CommonMod(pair, oid)}); overall != o.t {
			return pgerr.New(pgerr.DatatypeMismatch, "recursive query \"%s\" column %d has type %s in non-recursive term but type %s overall", def.Name, i+1, types.FormatType(o.t), types.FormatType(overall)).
				WithHint("Cast the output of the non-recursive term to the correct type.").At(pos)
		}
	}
	c.recursive, err = b.convertQuery(c.recursive, to, "UNION", pos)
	return err
}

// textColumns makes literals that are still of unknown type text.
func (b *binder) textColumns(q *query) (*query, error) {
	to := make([]types.T, len(q.out))
	for i := range to {
		if to[i] = q.columnType(i); to[i].OID == types.Unknown {
			to[i] = textT
		}
	}
	return b.convertQuery(q, to, "UNION", 0)
}

// findCTE finds the WITH query of a name, from the inside out.
func findCTE(s *scope, name string) *cte {
	for ; s != nil; s = s.parent {
		for _, c := range s.ctes {
			if c.name == name {
				return c
			}
		}
	}
	return nil
}

func (b *binder) fromCTE(ref *ast.Table, c *cte, s *scope) (relation, []*nsItem, error) {
	rel := &cteRel{cte: c, working: c.working}
	c.refs, c.ref = c.refs+1, rel
	if c.working {
		c.selfRefs++
	}
	if c.modifies && c.q.out == nil {
		return nil, nil, pgerr.New(pgerr.FeatureNotSupported, "WITH query \"%s\" does not have a RETURNING clause", c.name).At(b.pos(ref.At))
	}
	var list listSource
	for _, o := range c.cols {
		id := b.newColumn(colInfo{name: o.name, t: o.t, level: s})
		rel.ids = append(rel.ids, id)
		list = append(list, namedExpr{o.name, &expr.Column{Index: id, Name: o.name, T: o.t}})
	}
	it := &nsItem{name: ref.Name.Object, at: ref.At, rel: rel, cols: list, colsVisible: true, relVisible: true}
	return rel, []*nsItem{it}, b.applyAlias(it, ref.Alias)
}

// mentions reports whether a query names a table that could be the CTE name:
// a bare name anywhere in its FROM clauses.
func mentions(q *ast.Query, name string) bool { return bodyMentions(q, name) }

func bodyMentions(body ast.QueryBody, name string) bool {
	switch body := body.(type) {
	case *ast.Query:
		if body.With != nil {
			for i := range body.With.CTEs {
				if sub, ok := body.With.CTEs[i].Stmt.(*ast.Query); ok && bodyMentions(sub, name) {
					return true
				}
			}
		}
		return bodyMentions(body.Body, name)
	case *ast.SetOp:
		return bodyMentions(body.Left, name) || bodyMentions(body.Right, name)
	case *ast.SelectClause:
		for _, f := range body.From {
			if refMentions(f, name) {
				return true
			}
		}
		found := false
		look := func(e ast.Expr) bool {
			if sub := queryIn(e); sub != nil {
				found = found || bodyMentions(sub, name)
			}
			return !found
		}
		ast.Walk(body.Where, look)
		for i := range body.Targets {
			ast.Walk(body.Targets[i].Expr, look)
		}
		ast.Walk(body.Having, look)
		return found
	}
	return false
}

func queryIn(e ast.Expr) *ast.Query {
	switch e := e.(type) {
	case *ast.Exists:
		return e.Query
	case *ast.Subquery:
		return e.Query
	case *ast.ArraySubquery:
		return e.Query
	case *ast.InSubquery:
		return e.Query
	case *ast.Quantified:
		return e.Query
	}
	return nil
}

func refMentions(ref ast.TableRef, name string) bool {
	switch ref := ref.(type) {
	case *ast.Table:
		return ref.Name.Schema == "" && ref.Name.Object == name
	case *ast.SubqueryRef:
		return bodyMentions(ref.Query, name)
	case *ast.Join:
		return refMentions(ref.Left, name) || refMentions(ref.Right, name)
	}
	return false
}

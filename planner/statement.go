package planner

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// PlanStatement plans a SELECT, VALUES, INSERT, UPDATE, DELETE or MERGE. hints are the types that
// the client gave for $1, $2 …; 0 and unknown mean "infer". Errors are
// *pgerr.Error with positions in env.Text, or the catalog's.
func PlanStatement(env *Env, stmt ast.Statement, hints []types.OID) (*Plan, error) {
	b := newBinder(env, hints)
	var q *query
	var err error
	tag := TagSelect
	switch s := stmt.(type) {
	case *ast.Query:
		q, err = b.query(nil, s, nil)
	case *ast.Insert:
		tag = TagInsert
		q, err = b.dmlQuery(nil, s)
	case *ast.Update:
		tag = TagUpdate
		q, err = b.dmlQuery(nil, s)
	case *ast.Delete:
		tag = TagDelete
		q, err = b.dmlQuery(nil, s)
	case *ast.Merge:
		tag = TagMerge
		q, err = b.dmlQuery(nil, s)
	default:
		err = pgerr.New(pgerr.SyntaxError, "this statement cannot be planned")
	}
	if err != nil {
		return nil, err
	}
	return b.finish(q, tag)
}

// maxTargets is how many columns a result may have: RowDescription counts them
// in 16 bits with a sign.
const maxTargets = 1<<15 - 1

// finish plans a bound statement.
func (b *binder) finish(q *query, tag Tag) (*Plan, error) {
	if err := b.checkParams(); err != nil {
		return nil, err
	}
	if len(q.out) > maxTargets {
		return nil, pgerr.New(pgerr.TooManyColumns, "target lists can have at most %d entries", maxTargets)
	}
	p := &physical{b: b}
	root, _, err := p.query(q, nil)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Root: root, Params: b.params, Tag: tag, ReadOnly: !b.writes && !b.locks, Deps: b.deps, Cacheable: !b.uncached}
	if q.out != nil || tag == TagSelect {
		plan.Columns = make([]Column, len(q.out))
		for i, o := range q.out {
			c := p.column(o.id)
			c.Name = o.name
			plan.Columns[i] = c
		}
	}
	return plan, nil
}

// PlanCopyIn plans COPY table (columns) FROM: an Insert whose Source is a
// Feed. Without columns it is those of INSERT without a list. The rows fed have
// the types of the plan's Feed: the declared ones, for free attributes the one type
// seen, or text.
func PlanCopyIn(env *Env, table *ast.Table, columns []string) (*Plan, error) {
	b := newBinder(env, nil)
	t, err := b.lookupTarget(table, "INSERT")
	if err != nil {
		return nil, err
	}
	n := &insertStmt{table: t}
	n.row, _ = b.targetRel(t, table, &scope{})
	list := make([]ast.InsertColumn, len(columns))
	for i, c := range columns {
		list[i] = ast.InsertColumn{Loc: ast.At(ast.NoPos), Name: c}
	}
	if n.targets, err = b.insertColumns(n.row, list); err != nil {
		return nil, err
	}
	n.feed = []Column{}
	kept := n.targets[:0]
	for _, w := range n.targets {
		if w.declared >= 0 && t.Columns[w.declared].Generated != "" {
			if len(columns) > 0 {
				return nil, pgerr.New(pgerr.InvalidColumnReference, "column \"%s\" is a generated column", w.target.Name).
					WithDetail("Generated columns cannot be used in COPY.")
			}
			continue
		}
		c := Column{Name: w.target.Name, T: w.target.T}
		if w.target.Free {
			c.T = textT
			if w.known.OID != 0 && w.known.OID != types.Variant {
				c.T = w.known
			}
		} else if w.declared >= 0 {
			c.TableOID, c.AttNum = t.ID, t.Columns[w.declared].AttNum
		}
		n.feed = append(n.feed, c)
		kept = append(kept, w)
	}
	n.targets = kept
	if err := b.finishInsert(n); err != nil {
		return nil, err
	}
	return b.finish(&query{body: &dml{insert: n}}, TagInsert)
}

// BindExpr binds an expression that stands alone, converts it to type to (OID
// 0: its own) as an assignment does, and folds it: EXECUTE's arguments,
// partition boundaries. what says where it stands: "EXECUTE parameters", "partition bound".
func BindExpr(env *Env, e ast.Expr, to types.T, what string) (expr.Expr, error) {
	b := newBinder(env, nil)
	if strings.HasPrefix(what, string(inPartitionBound)) {
		what = string(inPartitionBound)
	}
	out, err := b.standalone(e, clause(what))
	if err != nil {
		return nil, err
	}
	if to.OID == 0 {
		out, err = b.coerceUnknownText(out)
	} else {
		t := out.Type()
		if t.OID != types.Unknown {
			if method, need := types.CanCast(t.OID, to.OID); method == types.CastNone || need > types.Assignment {
				return nil, pgerr.New(pgerr.DatatypeMismatch, "expression of type %s cannot be converted to type %s", types.TypeName(t.OID), types.TypeName(to.OID)).
					WithHint("You will need to rewrite or cast the expression.").At(b.pos(e.Pos()))
			}
		}
		out, err = b.coerce(out, to, types.Assignment, b.pos(e.Pos()))
	}
	if err != nil {
		return nil, err
	}
	if len(b.params) > 0 {
		return nil, pgerr.New(pgerr.UndefinedParameter, "there is no parameter $%d", len(b.params)).At(b.pos(e.Pos()))
	}
	return (&physical{b: b}).fold(out), nil
}

func (b *binder) standalone(e ast.Expr, c clause) (expr.Expr, error) {
	b.noColumns = string(c)
	return b.expr(&scope{clause: c}, e)
}

// CheckTable binds the DEFAULT, CHECK and GENERATED expressions of a table
// descriptor that DDL is about to store, and returns what is wrong with them.
func CheckTable(env *Env, t *catalog.Table) error {
	b := newBinder(env, nil)
	row := &tableRel{table: t, dep: b.dependOn(t), scope: &scope{}}
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Dropped || c.Default == "" {
			continue
		}
		inner := newBinder(env, nil)
		inner.noColumns = string(inDefault)
		e, err := inner.storedExpr(c.Default, &scope{clause: inDefault})
		if err != nil {
			return err
		}
		w := declaredTarget(t, i, ast.NoPos)
		if t := e.Type().OID; t != types.Unknown {
			if method, need := types.CanCast(t, w.target.T.OID); method == types.CastNone || need > types.Assignment {
				return pgerr.New(pgerr.DatatypeMismatch, "column \"%s\" is of type %s but default expression is of type %s", c.Name, types.FormatType(w.target.T), types.TypeName(t)).
					WithHint("You will need to rewrite or cast the expression.")
			}
		}
		if _, err := inner.assign(&w, e, 0); err != nil {
			return err
		}
	}
	generated, err := b.generatedColumns(row)
	if err != nil {
		return err
	}
	for _, g := range generated {
		if !immutable(g.Value) {
			return pgerr.New(pgerr.InvalidObjectDefinition, "generation expression is not immutable")
		}
		bad := ""
		walkColumns(g.Value, func(id int) {
			for i := range t.Columns {
				if t.Columns[i].Generated != "" && t.Columns[i].Name == b.cols[id].name {
					bad = t.Columns[i].Name
				}
			}
		})
		if bad != "" {
			return pgerr.New(pgerr.InvalidObjectDefinition, "cannot use generated column \"%s\" in column generation expression", bad).
				WithDetail("A generated column cannot reference another generated column.")
		}
	}
	_, err = b.tableChecks(row, nil)
	return err
}

func immutable(e expr.Expr) bool {
	ok := true
	expr.Walk(e, func(x expr.Expr) bool {
		if c, is := x.(*expr.Call); is && c.F.Volatility != 'i' {
			ok = false
		}
		return ok
	})
	return ok
}

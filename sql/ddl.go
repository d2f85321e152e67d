package sql

import (
	"context"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// runDDL runs a statement that changes the catalog, in the transaction.
func (s *Session) runDDL(ctx context.Context, st statement) (string, error) {
	if tx := s.open(); tx.implicit && !s.multi && tx.kv == nil {
		// What it does to rows it does to the newest, whatever level was asked for: it
		// waits for their writers first.
		tx.isolation = "read committed"
	}
	tx, err := s.storage(ctx)
	if err != nil {
		return "", err
	}
	if tx.readOnly {
		return "", pgerr.New(pgerr.ReadOnlySQLTransaction, "cannot execute this statement in a read-only transaction")
	}
	view, err := s.catalogView(ctx)
	if err != nil {
		return "", err
	}
	d := &ddl{
		ctx: ctx, tx: tx.cat, text: st.script,
		instance: s.instance, role: s.role, login: s.login, session: uint32(s.start.PID),
		path:       s.searchPath(view.snap),
		partitions: s.engine.store, binder: ddlBinding{s: s, ctx: ctx, text: st.script},
		notice: s.notice, warn: s.warn, now: s.engine.now,
		implicitKey: s.value("implicit_primary_key") == "on",
		inBlock:     !tx.implicit || s.multi,
		connected:   s.connectedTo,
	}
	if isolationOf[tx.isolation] != kv.ReadCommitted {
		d.fixedAt = tx.kv.ReadTS()
	}
	tag, err := d.run(st.tree)
	s.path = nil
	s.onCommit = s.onCommit || d.onCommit
	return tag, err
}

// leaveTime is how long DROP DATABASE waits for sessions that are about to end:
// a client that has closed its connection may not have been noticed yet.
// PostgreSQL's CountOtherDBBackends gives them as long.
const leaveTime = 5 * time.Second

// connectedTo counts the other sessions of an instance, once those about to end
// have had the time to. With force it ends them all.
func (s *Session) connectedTo(ctx context.Context, instance types.OID, force bool) int {
	for deadline := time.Now().Add(leaveTime); ; {
		n := 0
		for _, o := range s.engine.Sessions() {
			if o != s && o.instance.ID == instance {
				n++
				if force {
					o.start.Terminate()
				}
			}
		}
		if n == 0 || time.Now().After(deadline) {
			return n
		}
		select {
		case <-ctx.Done():
			return n
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ddlBinding implements ddlBinder with the session's planner and executor.
type ddlBinding struct {
	s    *Session
	ctx  context.Context
	text string
}

var _ ddlBinder = ddlBinding{}

// Type implements ddlBinder.
func (b ddlBinding) Type(n *ast.TypeName) (types.T, error) {
	env, _, err := b.s.planEnv(b.ctx, b.text)
	if err != nil {
		return types.T{}, err
	}
	return planner.TypeOf(env, n)
}

// CheckDomain implements ddlBinder.
func (b ddlBinding) CheckDomain(text string, base types.T) error {
	env, _, err := b.s.planEnv(b.ctx, b.text)
	if err != nil {
		return err
	}
	return withoutPosition(planner.CheckDomain(env, text, base), true)
}

// CheckTable implements ddlBinder. The positions of stored expressions count in
// texts of their own, not in the statement's.
func (b ddlBinding) CheckTable(t *catalog.Table) error {
	env, _, err := b.s.planEnv(b.ctx, b.text)
	if err != nil {
		return err
	}
	return withoutPosition(planner.CheckTable(env, t), true)
}

// Constant implements ddlBinder.
func (b ddlBinding) Constant(e ast.Expr, t types.T) (datum.Datum, error) {
	env, _, err := b.s.planEnv(b.ctx, b.text)
	if err != nil {
		return datum.Null, err
	}
	bound, err := planner.BindExpr(env, e, t, "partition bounds")
	if err != nil {
		return datum.Null, err
	}
	return bound.Eval(&expr.Context{Context: *env.Fn}, nil)
}

// Exists implements ddlBinder.
func (b ddlBinding) Exists(ctx context.Context, query string) (bool, error) {
	rows, err := b.rows(ctx, query)
	return len(rows) > 0, err
}

// Exec implements ddlBinder.
func (b ddlBinding) Exec(ctx context.Context, text string) error {
	_, err := b.rows(ctx, text)
	return err
}

// QueryColumns implements ddlBinder.
func (b ddlBinding) QueryColumns(q *ast.Query) ([]queryColumn, error) {
	p, err := b.s.analyse(b.ctx, statement{tree: q, script: b.text}, nil)
	if err != nil {
		return nil, err
	}
	list := make([]queryColumn, len(p.columns))
	for i, c := range p.columns {
		list[i] = queryColumn{Name: c.Name, T: c.Type}
	}
	return list, nil
}

// Run implements ddlBinder.
func (b ddlBinding) Run(ctx context.Context, tree ast.Statement) (string, error) {
	p, err := b.s.analyse(ctx, statement{tree: tree, script: b.text}, nil)
	if err != nil {
		return "", err
	}
	sink := &rowCollector{}
	err = b.s.runPlanned(ctx, p, nil, sink)
	return sink.tag, err
}

// rows runs a statement of our own making in the transaction.
func (b ddlBinding) rows(ctx context.Context, text string) ([]datum.Row, error) {
	st, err := parser.ParseOne(text)
	if err != nil {
		return nil, err
	}
	b.s.stale = true // DDL may have waited for writers: it looks at what they left
	p, err := b.s.analyse(ctx, statement{tree: st.Tree, script: text, text: text}, nil)
	if err != nil {
		return nil, withoutPosition(err, true)
	}
	sink := &rowCollector{}
	err = b.s.runPlanned(ctx, p, nil, sink)
	return sink.rows, err
}

// SetValue implements ddlBinder.
func (b ddlBinding) SetValue(n *ast.Set) (name, value string, err error) {
	d := lookupSetting(n.Name)
	if d == nil {
		if customSetting(n.Name) {
			value, err = setValue(n)
			return n.Name, value, err
		}
		return "", "", pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", n.Name)
	}
	if value, err = setValue(n); err != nil {
		return "", "", err
	}
	value, err = d.canonical(b.s, value)
	return d.name, value, err
}

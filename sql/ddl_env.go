package sql

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/partition"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// ddl runs one statement that changes the catalog, within a transaction. The
// session makes one per statement.
type ddl struct {
	ctx  context.Context
	tx   *catalog.Tx
	text string // the script that positions of the tree count in

	instance *catalog.Instance
	role     types.OID // current_user
	login    types.OID // session_user
	session  uint32    // the session's number, unique in the server
	path     []string  // effective search path; the temporary schema may be in it

	partitions *partition.Store
	binder     ddlBinder
	notice     func(*pgerr.Error) // of severity NOTICE
	warn       func(*pgerr.Error) // of severity WARNING
	now        func() time.Time
	// implicitKey is implicit_primary_key: tables without a key get a hidden one.
	implicitKey bool
	// inBlock says that the statement does not run alone: CREATE DATABASE minds.
	inBlock bool
	// fixedAt is the snapshot of a transaction stricter than READ COMMITTED; 0: none.
	fixedAt kv.TS
	// onCommit says that the statement made a table with ON COMMIT.
	onCommit bool
	// claimed are the names of sequences that the statement makes for columns.
	claimed map[string]bool
	// connected returns how many other sessions use an instance, after a while
	// for them to end in; force ends them.
	connected func(ctx context.Context, instance types.OID, force bool) int
}

// ddlBinder is what DDL needs of planner and executor.
type ddlBinder interface {
	// Type resolves a type as written.
	Type(*ast.TypeName) (types.T, error)
	// CheckDomain binds the condition of a domain's CHECK over a base type.
	CheckDomain(text string, base types.T) error
	// CheckTable binds the expressions of a table that is about to be stored.
	CheckTable(t *catalog.Table) error
	// Constant evaluates an expression without columns as a value of type t.
	Constant(e ast.Expr, t types.T) (datum.Datum, error)
	// Exists runs a query in the transaction and tells whether it has a row.
	Exists(ctx context.Context, query string) (bool, error)
	// Exec runs a statement that returns no rows in the transaction.
	Exec(ctx context.Context, statement string) error
	// QueryColumns are the names and types of a query's columns.
	QueryColumns(q *ast.Query) ([]queryColumn, error)
	// Run runs a statement whose positions count in the script, in the
	// transaction, and returns its command tag.
	Run(ctx context.Context, tree ast.Statement) (tag string, err error)
	// SetValue checks a value of a setting and returns it in canonical form.
	SetValue(s *ast.Set) (name, value string, err error)
}

// queryColumn is a column of a query.
type queryColumn struct {
	Name string
	T    types.T
}

// view is the catalog as the transaction sees it now.
func (d *ddl) view() (*catalog.Snapshot, error) { return d.tx.Snapshot(d.ctx) }

// limits are those in force.
func (d *ddl) limits() *limits.Set { return d.tx.Catalog().Limits() }

// at is the character position of a node for an error.
func (d *ddl) at(n ast.Node) int { return ast.Position(d.text, n.Pos()) }

// skipping sends the notice that PostgreSQL sends when IF [NOT] EXISTS turns
// an error away.
func (d *ddl) skipping(code pgerr.Code, format string, args ...any) {
	d.notice(pgerr.New(code, format+", skipping", args...))
}

// superuser reports whether the current role is one.
func (d *ddl) superuser(v *catalog.Snapshot) bool {
	r, ok := v.Role(d.role)
	return ok && r.Superuser
}

// mustOwn is 42501 unless the current role has the owner's rights.
func (d *ddl) mustOwn(v *catalog.Snapshot, class catalog.Class, id types.OID, what, name string) error {
	if v.OwnedBy(d.role, class, id) {
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "must be owner of %s %s", what, name)
}

// mustHave is 42501 unless the current role has privileges on the object.
func (d *ddl) mustHave(v *catalog.Snapshot, class catalog.Class, id types.OID, p catalog.Privilege, what, name string) error {
	if v.HasPrivilege(d.role, class, id, p) {
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "permission denied for %s %s", what, name)
}

// roleOf finds the role that a RoleSpec names. PUBLIC is no role here.
func (d *ddl) roleOf(v *catalog.Snapshot, spec ast.RoleSpec) (*catalog.Role, error) {
	id := d.role
	switch spec.Kind {
	case ast.RoleNamed:
		r, ok := v.RoleByName(spec.Name)
		if !ok {
			return nil, pgerr.New(pgerr.UndefinedObject, "role %q does not exist", spec.Name)
		}
		return r, nil
	case ast.RoleSessionUser:
		id = d.login
	case ast.RolePublic:
		return nil, pgerr.New(pgerr.UndefinedObject, "role \"public\" does not exist")
	}
	r, ok := v.Role(id)
	if !ok {
		return nil, pgerr.New(pgerr.UndefinedObject, "role with OID %d does not exist", id)
	}
	return r, nil
}

// checkName is catalog.CheckName.
func (d *ddl) checkName(name string) error { return catalog.CheckName(d.limits(), name) }

// checkTable binds a table's expressions. What is wrong with one is placed in
// its own text, so the place means nothing to the client.
func (d *ddl) checkTable(t *catalog.Table) error {
	err := d.binder.CheckTable(t)
	var e *pgerr.Error
	if errors.As(err, &e) {
		e.Position = 0
	}
	return err
}

// quoteIdent quotes a name for SQL text, always.
func quoteIdent(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// tableText is a table's name as SQL text.
func tableText(t *catalog.Table) string { return quoteIdent(t.Schema) + "." + quoteIdent(t.Name) }

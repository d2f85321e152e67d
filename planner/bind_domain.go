package planner

import (
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// baseType is the type that values of t have: that under a domain.
func baseType(t types.T) types.T {
	if u := types.UserTypeOf(t.OID); u != nil && u.Info.Type == 'd' {
		return u.Base
	}
	return t
}

// domainCheck holds a value of a domain's base type to the domain's constraints.
// Values of other types are as they are.
func (b *binder) domainCheck(e expr.Expr, domain types.OID) (expr.Expr, error) {
	u := types.UserTypeOf(domain)
	if u == nil || u.Info.Type != 'd' || !u.NotNull && len(u.Checks) == 0 {
		return e, nil
	}
	out := &expr.DomainCheck{Arg: e, Domain: u.Info.SQLName, NotNull: u.NotNull}
	for _, c := range u.Checks {
		cond, err := b.domainCond(c.Expr, u.Base)
		if err != nil {
			return nil, err
		}
		out.Names, out.Conds = append(out.Names, c.Name), append(out.Conds, cond)
	}
	return out, nil
}

// domainCond binds the condition of a domain's CHECK, in which VALUE is the value.
func (b *binder) domainCond(text string, base types.T) (expr.Expr, error) {
	inner := newBinder(b.env, nil)
	inner.chars = charCounter{counted: true, ascii: true}
	inner.domainValue = &expr.CaseValue{T: base}
	e, err := b.env.ParseExpr(text)
	if err != nil {
		return nil, err
	}
	cond, err := inner.expr(&scope{clause: inCheck}, e)
	if err != nil {
		return nil, err
	}
	return inner.asBoolean(cond, "CHECK", 0)
}

// CheckDomain binds the condition of a CHECK of a domain, for DDL.
func CheckDomain(env *Env, text string, base types.T) error {
	_, err := newBinder(env, nil).domainCond(text, base)
	return err
}

// domainChecks are the constraints of the domains of declared columns that only says
// are written.
func (b *binder) domainChecks(row *tableRel, only func(column int) bool) ([]Check, error) {
	var out []Check
	for i := range row.table.Columns {
		c := &row.table.Columns[i]
		if c.Dropped || c.Domain == 0 || only != nil && !only(i) {
			continue
		}
		u := types.UserTypeOf(c.Domain)
		if u == nil {
			return nil, pgerr.New(pgerr.UndefinedObject, "type with OID %d does not exist", c.Domain)
		}
		at := row.addDeclared(b, i)
		e, err := b.domainCheck(row.expr(at), c.Domain)
		if err != nil {
			return nil, err
		}
		if d, ok := e.(*expr.DomainCheck); ok {
			out = append(out, Check{Domain: true, Cond: d})
		}
	}
	return out, nil
}

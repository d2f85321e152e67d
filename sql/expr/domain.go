package expr

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// DomainCheck is Arg, a value of the domain's base type, held to the domain's
// constraints: 23502 and 23514 if it breaks one. Conditions read it as CaseValue.
type DomainCheck struct {
	Arg     Expr
	Domain  string // as messages show it
	NotNull bool
	Names   []string // of the constraints
	Conds   []Expr
}

// Type returns the base type.
func (e *DomainCheck) Type() types.T { return e.Arg.Type() }

// Eval returns the value.
func (e *DomainCheck) Eval(c *Context, row datum.Row) (datum.Datum, error) {
	v, err := e.Arg.Eval(c, row)
	if err != nil {
		return datum.Null, err
	}
	if e.NotNull && v.IsNull() {
		return datum.Null, pgerr.New(pgerr.NotNullViolation, "domain %s does not allow null values", e.Domain)
	}
	saved := c.caseValue
	defer func() { c.caseValue = saved }()
	for i, cond := range e.Conds {
		c.caseValue = v
		ok, err := cond.Eval(c, row)
		if err != nil {
			return datum.Null, err
		}
		if !ok.IsNull() && !ok.Bool() {
			return datum.Null, pgerr.New(pgerr.CheckViolation, "value for domain %s violates check constraint \"%s\"", e.Domain, e.Names[i])
		}
	}
	return v, nil
}

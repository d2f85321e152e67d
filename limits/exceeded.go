package limits

import "fmt"

// Exceeded is the error of a broken limit. Package sql turns it into an error
// with Limit.SQLSTATE, Error as message and Detail as detail.
type Exceeded struct {
	// Limit is the bound that was broken.
	Limit *Limit
	// Object is what was measured, such as `column "colour"`; may be empty.
	Object string
	// Value is the value that was in force.
	Value int64
	// Used is what was asked for, in the limit's unit.
	Used int64
}

// Error says in one line which limit was broken, and by what.
func (e *Exceeded) Error() string {
	if e.Object == "" {
		return "limit " + e.Limit.Name + " exceeded"
	}
	return e.Object + " exceeds limit " + e.Limit.Name
}

// Detail gives limit, value and use in numbers.
func (e *Exceeded) Detail() string {
	if e.Limit.Unit == UnitCount {
		return fmt.Sprintf("Limit %s is %d per %s; %d requested.", e.Limit.Name, e.Value, e.Limit.Scope, e.Used)
	}
	return fmt.Sprintf("Limit %s is %d %s per %s; %d requested.", e.Limit.Name, e.Value, e.Limit.Unit, e.Limit.Scope, e.Used)
}

// Hint says how the limit may be raised; empty when it can't.
func (e *Exceeded) Hint() string {
	if !e.Limit.Adjustable || e.Value >= e.Limit.Max {
		return ""
	}
	return fmt.Sprintf("A superuser can raise it, up to %d: ALTER SYSTEM SET limit.%s = …", e.Limit.Max, e.Limit.Name)
}

package limits

import "fmt"

// Scope is the kind of object that a limit bounds.
type Scope string

// The scopes of limits.
const (
	ScopeAccount      Scope = "account"
	ScopeInstance     Scope = "instance"
	ScopeTable        Scope = "table"
	ScopePartitionKey Scope = "partition key"
	ScopeRow          Scope = "row"
	ScopeCell         Scope = "cell"
	ScopeName         Scope = "name"
	ScopeServer       Scope = "server"
	ScopeConnection   Scope = "connection"
	ScopeStatement    Scope = "statement"
	ScopeValue        Scope = "value"
)

// Unit is what a limit's numbers count.
type Unit string

// The units of limits.
const (
	UnitCount   Unit = "count"
	UnitBytes   Unit = "bytes"
	UnitSeconds Unit = "seconds"
	UnitCU      Unit = "CU/s"
	UnitLevels  Unit = "levels"
)

// Limit is one declared bound. It is immutable; the value in force is kept in
// a Set.
type Limit struct {
	// Name is what sparrow.limits shows and "limit.<name>" sets.
	Name string
	// Scope is the kind of object that the limit counts for.
	Scope Scope
	// Unit is what the numbers count.
	Unit Unit
	// Default is the value of a new server.
	Default int64
	// Min and Max are the smallest and largest value that ALTER SYSTEM takes.
	// The Max of a limit that isn't adjustable is its Default: an operator may
	// be stricter than the model, never laxer.
	Min, Max int64
	// Adjustable says whether the limit may be raised above its default, which
	// the model calls "by ticket".
	Adjustable bool
	// SQLSTATE is the code of the error that a broken limit gives.
	SQLSTATE string
	// Help says in one sentence what is bounded.
	Help string

	index int
}

var (
	declared []*Limit
	byName   = map[string]*Limit{}
)

// declare adds a row to the table of limits. It runs only while the package's
// variables are initialised; two rows of one name are a programming error.
func declare(l Limit) *Limit {
	if byName[l.Name] != nil {
		panic("limits: declared twice: " + l.Name)
	}
	if !l.Adjustable {
		l.Max = l.Default
	}
	l.index = len(declared)
	declared = append(declared, &l)
	byName[l.Name] = &l
	return &l
}

// All returns the limits in order of declaration. The caller may change the
// slice, not the rows.
func All() []*Limit { return append([]*Limit(nil), declared...) }

// Lookup returns the limit called name, or nil.
func Lookup(name string) *Limit { return byName[name] }

// Value returns the value in force in s; a nil s holds the defaults.
func (l *Limit) Value(s *Set) int64 {
	if s == nil {
		return l.Default
	}
	return s.values[l.index].Load()
}

// Check returns an *Exceeded when used is more than the value in force, else
// nil. Object names what was measured, as in `column "colour"`; it is used only
// for the error.
func (l *Limit) Check(s *Set, used int64, object string) error {
	if value := l.Value(s); used > value {
		return &Exceeded{Limit: l, Object: object, Value: value, Used: used}
	}
	return nil
}

// String returns the name and unit, for logs.
func (l *Limit) String() string { return fmt.Sprintf("%s (%s)", l.Name, l.Unit) }

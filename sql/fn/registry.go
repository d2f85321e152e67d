package fn

import (
	"sort"
	"strings"

	"github.com/sparrowdb/sparrow/sql/types"
)

var (
	functions  = map[string][]*Overload{}
	operators  = map[string][]*Overload{}
	overloads  []*Overload // in order of registration: functions and aggregates
	byOID      = map[types.OID]*Overload{}
	operatorsO []*Overload
)

// register adds overloads to the registry. Only package initialisation calls it.
func register(list ...*Overload) {
	for _, o := range list {
		if o.Operator {
			o.OID = operatorOID(o)
			operators[o.Name] = append(operators[o.Name], o)
			operatorsO = append(operatorsO, o)
			registerProc(o)
			continue
		}
		o.OID = functionOID(o)
		if derived := byOID[o.OID]; derived != nil {
			// An operator's function that a family has by itself.
			*derived = *o
			continue
		}
		functions[o.Name] = append(functions[o.Name], o)
		overloads = append(overloads, o)
		byOID[o.OID] = o
	}
}

// Functions returns the overloads (aggregates among them) of a function name,
// of every schema. The caller must not change them.
func Functions(name string) []*Overload { return functions[name] }

// Aggregates returns those of Functions(name) that are aggregates.
func Aggregates(name string) []*Overload {
	var out []*Overload
	for _, o := range functions[name] {
		if o.Kind == AggregateFn {
			out = append(out, o)
		}
	}
	return out
}

// Operators returns the overloads of an operator symbol, prefix and binary.
func Operators(symbol string) []*Overload { return operators[symbol] }

// All returns all functions, for pg_proc. The caller must not change them.
func All() []*Overload { return overloads }

// AllOperators returns all operators, for pg_operator.
func AllOperators() []*Overload { return operatorsO }

// ByOID finds a function by its OID, or returns nil.
func ByOID(oid types.OID) *Overload { return byOID[oid] }

// OperatorByOID finds an operator by its OID, or returns nil.
func OperatorByOID(oid types.OID) *Overload {
	for _, o := range operatorsO {
		if o.OID == oid {
			return o
		}
	}
	return nil
}

// OperatorSignature shows an operator as regoperator does: +(integer,integer).
func (o *Overload) OperatorSignature() string {
	if len(o.Args) == 1 {
		return o.Name + "(NONE," + types.TypeName(o.Args[0]) + ")"
	}
	return o.Signature()
}

// Names returns the names of all functions, sorted.
func Names() []string {
	names := make([]string, 0, len(functions))
	for n := range functions {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// Signature shows a function as regprocedure does: name(integer,text).
func (o *Overload) Signature() string {
	parts := make([]string, len(o.Args))
	for i, a := range o.Args {
		parts[i] = types.TypeName(a)
	}
	return o.Name + "(" + strings.Join(parts, ",") + ")"
}

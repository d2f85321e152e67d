package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	null := func(*Context, []datum.Datum) (datum.Datum, error) { return datum.Null, nil }
	about := func(f func(o *Overload) string) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			o := ByOID(types.OID(a[0].I))
			if o == nil {
				return datum.Null, nil
			}
			return newText(f(o))
		}
	}
	register(
		scalar("pg_get_function_arguments(oid) text", "argument list of a function", about(func(o *Overload) string { return o.arguments(true) })).stable(),
		scalar("pg_get_function_identity_arguments(oid) text", "identity argument list of a function", about(func(o *Overload) string { return o.arguments(false) })).stable(),
		scalar("pg_get_function_result(oid) text", "result type of a function", about((*Overload).result)).stable(),
		scalar("pg_get_functiondef(oid) text", "definition of a function", about((*Overload).definition)).stable(),
		scalar("pg_describe_object(oid, oid, int4) text", "description of a catalog object", describeObject).stable(),
		scalar("pg_relation_is_publishable(regclass) bool", "whether a relation can be published: never", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newBool(false)
		}).stable(),
		scalar("acldefault(char, oid) aclitem[]", "default privileges: shown as none", null).stable(),
		rows("pg_options_to_table(text[]) record", "name and value of options", optionsToTable,
			ResultColumn{"option_name", types.Of(types.Text)}, ResultColumn{"option_value", types.Of(types.Text)}).stable(),
		rows("pg_partition_ancestors(regclass) regclass", "there is no declarative partitioning", noRows,
			ResultColumn{"relid", types.Of(types.Regclass)}).stable(),
		rows("pg_partition_tree(regclass) record", "there is no declarative partitioning", noRows,
			ResultColumn{"relid", types.Of(types.Regclass)}, ResultColumn{"parentrelid", types.Of(types.Regclass)},
			ResultColumn{"isleaf", types.Of(types.Bool)}, ResultColumn{"level", types.Of(types.Int4)}).stable(),
		rows("aclexplode(aclitem[]) record", "privileges of an access list", noRows,
			ResultColumn{"grantor", types.Of(types.Oid)}, ResultColumn{"grantee", types.Of(types.Oid)},
			ResultColumn{"privilege_type", types.Of(types.Text)}, ResultColumn{"is_grantable", types.Of(types.Bool)}).stable(),
	)
}

func noRows(*Context, []datum.Datum, func(datum.Row) error) error { return nil }

// arguments shows the argument list as CREATE FUNCTION would have it.
func (o *Overload) arguments(defaults bool) string {
	parts := make([]string, len(o.Args))
	for i, t := range o.Args {
		var b strings.Builder
		if o.Variadic && i == len(o.Args)-1 {
			b.WriteString("VARIADIC ")
		}
		if o.ArgNames != nil && o.ArgNames[i] != "" {
			b.WriteString(quoteIdent(o.ArgNames[i]) + " ")
		}
		b.WriteString(types.TypeName(t))
		if at := i - (len(o.Args) - o.Defaults); defaults && at >= 0 {
			b.WriteString(" DEFAULT ")
			switch v := o.DefaultValues[at]; v.OID {
			case 0:
				b.WriteString("NULL")
			case types.Int4:
				b.WriteString(types.TextOf(v, nil))
			case types.Float8:
				text := types.TextOf(v, nil)
				if !strings.ContainsAny(text, ".eN") {
					text += ".0"
				}
				b.WriteString(text)
			case types.Bool:
				b.WriteString(map[bool]string{true: "true", false: "false"}[v.Bool()])
			default:
				b.WriteString(quoteLiteral(types.TextOf(v, nil)) + "::" + types.TypeName(v.OID))
			}
		}
		parts[i] = b.String()
	}
	if o.Set != 0 {
		// A hypothetical-set aggregate takes its arguments twice.
		direct, sorted := parts[:o.Direct], parts[o.Direct:]
		if o.Set == HypotheticalSet {
			sorted = direct
		}
		return strings.TrimPrefix(strings.Join(direct, ", ")+" ORDER BY "+strings.Join(sorted, ", "), " ")
	}
	return strings.Join(parts, ", ")
}

func (o *Overload) result() string {
	if len(o.Columns) > 1 {
		parts := make([]string, len(o.Columns))
		for i, c := range o.Columns {
			parts[i] = quoteIdent(c.Name) + " " + types.FormatType(c.T)
		}
		return "TABLE(" + strings.Join(parts, ", ") + ")"
	}
	if o.Kind == SetReturning {
		return "SETOF " + types.TypeName(o.Result)
	}
	return types.TypeName(o.Result)
}

// definition is CREATE FUNCTION for a built-in function.
func (o *Overload) definition() string {
	schema := o.Schema
	if schema == "" {
		schema = "pg_catalog"
	}
	var b strings.Builder
	b.WriteString("CREATE OR REPLACE FUNCTION " + schema + "." + quoteIdent(o.Name) + "(" + o.arguments(true) + ")\n")
	b.WriteString(" RETURNS " + o.result() + "\n LANGUAGE internal\n")
	switch o.Volatility {
	case Immutable:
		b.WriteString(" IMMUTABLE")
	case Stable:
		b.WriteString(" STABLE")
	case Volatile:
		b.WriteString(" VOLATILE")
	}
	if o.Strict {
		b.WriteString(" STRICT")
	}
	b.WriteString("\nAS $function$" + o.Name + "$function$\n")
	return b.String()
}

// describeObject names an object of pg_class or pg_type.
func describeObject(c *Context, a []datum.Datum) (datum.Datum, error) {
	if c.Resolver == nil {
		return datum.Null, nil
	}
	kinds := map[int64]struct {
		reg  types.OID
		word string
	}{1259: {types.Regclass, "table "}, 1247: {types.Regtype, "type "}, 2615: {types.Regnamespace, "schema "}, 1260: {types.Regrole, "role "}, 1255: {types.Regprocedure, "function "}}
	k, ok := kinds[a[0].I]
	if !ok {
		return datum.Null, nil
	}
	name, ok := c.Resolver.ObjectName(k.reg, types.OID(a[1].I))
	if !ok {
		return datum.Null, nil
	}
	return newText(k.word + name)
}

// optionsToTable splits options of the form name=value.
func optionsToTable(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	for _, e := range arrayOf(a[0]).Elems {
		name, value, ok := strings.Cut(e.S, "=")
		row := datum.Row{types.NewText(name), datum.Null}
		if ok {
			row[1] = types.NewText(value)
		}
		if err := emit(row); err != nil {
			return err
		}
	}
	return nil
}

package fn

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	null := func(*Context, []datum.Datum) (datum.Datum, error) { return datum.Null, nil }
	expression := func(c *Context, a []datum.Datum) (datum.Datum, error) { return newText(visibleNames(c, a[0].S)) }
	constraint := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		return resolved(c, func(r Resolver) (string, bool) { return r.ConstraintDef(types.OID(a[0].I), len(a) > 1 && a[1].Bool()) })
	}
	index := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		return resolved(c, func(r Resolver) (string, bool) {
			if len(a) > 1 {
				return r.IndexDef(types.OID(a[0].I), int(a[1].I), a[2].Bool())
			}
			return r.IndexDef(types.OID(a[0].I), 0, false)
		})
	}
	description := func(catalog int, column int) Impl {
		return func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return resolved(c, func(r Resolver) (string, bool) {
				name, col := "", 0
				if catalog >= 0 {
					name = a[catalog].S
				}
				if column >= 0 {
					name, col = "pg_class", int(a[column].I)
				}
				return r.ObjDescription(types.OID(a[0].I), name, col)
			})
		}
	}
	register(
		scalar("format_type(oid, int4) text", "name of a type with its modifier", formatType).withNulls().stable(),
		scalar("pg_typeof(any) regtype", "type of the argument", typeOf).withNulls().stable(),
		scalar("pg_get_expr(pg_node_tree, oid) text", "text of a stored expression", expression).stable(),
		scalar("pg_get_expr(pg_node_tree, oid, bool) text", "text of a stored expression", expression).stable(),
		scalar("pg_get_constraintdef(oid) text", "constraint definition", constraint).stable(),
		scalar("pg_get_constraintdef(oid, bool) text", "constraint definition", constraint).stable(),
		scalar("pg_get_indexdef(oid) text", "index definition", index).stable(),
		scalar("pg_get_indexdef(oid, int4, bool) text", "index definition, or one column of it", index).stable(),
		scalar("pg_get_userbyid(oid) name", "role name by OID", userByID).stable(),
		scalar("obj_description(oid) text", "comment on an object", description(-1, -1)).stable(),
		scalar("obj_description(oid, name) text", "comment on an object", description(1, -1)).stable(),
		scalar("shobj_description(oid, name) text", "comment on a shared object", description(1, -1)).stable(),
		scalar("col_description(oid, int4) text", "comment on a column", description(-1, 1)).stable(),
		scalar("pg_table_is_visible(oid) bool", "whether a table is found without its schema", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			if c.Resolver == nil {
				return datum.Null, nil
			}
			return newBool(c.Resolver.TableVisible(types.OID(a[0].I)))
		}).stable(),
		scalar("pg_encoding_to_char(int4) name", "name of an encoding", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			name := ""
			for i := range textEncodings {
				if int64(textEncodings[i].id) == a[0].I {
					name = textEncodings[i].name
				}
			}
			return types.NewString(types.Name, name), nil
		}).stable(),
		scalar("pg_char_to_encoding(name) int4", "number of an encoding", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			if e := encodingNamed(a[0].S); e != nil {
				return newInt4(e.id)
			}
			return newInt4(-1)
		}).stable(),
		scalar("pg_client_encoding() name", "encoding of the client", nameOf(func(Session) string { return "UTF8" })).stable(),
		scalar("getdatabaseencoding() name", "encoding of the database", nameOf(func(Session) string { return "UTF8" })).stable(),
		scalar("txid_current() int8", "number of the current transaction", transactionID(types.Int8)).stable(),
		scalar("txid_current_if_assigned() int8", "number of the current transaction", transactionID(types.Int8)).stable(),
		scalar("pg_current_xact_id() xid8", "number of the current transaction", transactionID(types.Xid8)).stable(),
		scalar("pg_current_xact_id_if_assigned() xid8", "number of the current transaction", transactionID(types.Xid8)).stable(),
	)
	for _, kind := range []string{"type", "function", "operator", "opclass", "opfamily", "collation", "conversion", "ts_parser",
		"ts_dict", "ts_template", "ts_config", "statistics_obj"} {
		register(scalar("pg_"+kind+"_is_visible(oid) bool", "whether the object is found without its schema", func(*Context, []datum.Datum) (datum.Datum, error) {
			return newBool(true)
		}).stable())
	}
	for _, signature := range []string{
		"pg_get_viewdef(oid)", "pg_get_viewdef(text)", "pg_get_viewdef(oid, bool)", "pg_get_viewdef(text, bool)", "pg_get_viewdef(oid, int4)",
		"pg_get_ruledef(oid)", "pg_get_ruledef(oid, bool)", "pg_get_triggerdef(oid)", "pg_get_triggerdef(oid, bool)",
		"pg_get_statisticsobjdef(oid)", "pg_get_partkeydef(oid)", "pg_get_partition_constraintdef(oid)", "pg_tablespace_location(oid)",
		"pg_get_statisticsobjdef_columns(oid)", "pg_get_function_sqlbody(oid)", "pg_get_function_arg_default(oid, int4)",
	} {
		register(scalar(signature+" text", "definition of an object of a kind that has none here: NULL", null).stable())
	}
	for _, r := range []struct {
		name string
		t    types.OID
	}{
		{"regclass", types.Regclass}, {"regtype", types.Regtype}, {"regproc", types.Regproc}, {"regprocedure", types.Regprocedure},
		{"regoper", types.Regoper}, {"regoperator", types.Regoperator}, {"regnamespace", types.Regnamespace}, {"regrole", types.Regrole},
	} {
		register(scalar("to_"+r.name+"(text) "+r.name, "OID of a named object, NULL if there is none", toReg(r.t)).stable())
	}
}

// resolved asks the catalog for a text; NULL if it has none.
func resolved(c *Context, f func(r Resolver) (string, bool)) (datum.Datum, error) {
	if c.Resolver == nil {
		return datum.Null, nil
	}
	s, ok := f(c.Resolver)
	if !ok {
		return datum.Null, nil
	}
	return newText(s)
}

func formatType(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return datum.Null, nil
	}
	oid, mod := types.OID(a[0].I), int32(-1)
	if oid == 0 {
		return newText("-")
	}
	if !a[1].IsNull() {
		mod = int32(a[1].I)
	}
	if oid == types.BPChar && a[1].IsNull() {
		return newText("character")
	}
	return newText(types.FormatType(types.T{OID: oid, Mod: mod}))
}

// NewRegtype makes a regtype.
func NewRegtype(t types.OID) datum.Datum {
	return types.Value{OID: types.Regtype, I: int64(t), S: types.TypeName(t)}
}

// typeOf sees only values, which is right for the cells of variants; where the
// type is known without, package expr takes TypeOf.
func typeOf(_ *Context, a []datum.Datum) (datum.Datum, error) {
	if a[0].IsNull() {
		return NewRegtype(types.Unknown), nil
	}
	return NewRegtype(a[0].OID), nil
}

// typeOfs are the forms of pg_typeof for arguments of one type, by that type:
// calls of the same form are the same expression.
var typeOfs sync.Map

// TypeOf is pg_typeof (f) for arguments of type t, also for NULLs.
func TypeOf(f *Overload, t types.OID) *Overload {
	if o, ok := typeOfs.Load(t); ok {
		return o.(*Overload)
	}
	o := *f
	o.Fn = func(*Context, []datum.Datum) (datum.Datum, error) { return NewRegtype(t), nil }
	kept, _ := typeOfs.LoadOrStore(t, &o)
	return kept.(*Overload)
}

func userByID(c *Context, a []datum.Datum) (datum.Datum, error) {
	if c.Resolver != nil {
		if name, ok := c.Resolver.ObjectName(types.Regrole, types.OID(a[0].I)); ok {
			return types.NewString(types.Name, unquoted(name)), nil
		}
	}
	return types.NewString(types.Name, "unknown (OID="+oidText(types.OID(a[0].I))+")"), nil
}

// unquoted takes the quotes off a name that a reg type shows.
func unquoted(name string) string {
	if strings.HasPrefix(name, `"`) && strings.HasSuffix(name, `"`) && len(name) > 1 {
		return strings.ReplaceAll(name[1:len(name)-1], `""`, `"`)
	}
	return name
}

// transactionID is a number that is the same during a transaction and grows
// from one to the next: Sparrow numbers transactions by time.
func transactionID(t types.OID) Impl {
	return func(c *Context, _ []datum.Datum) (datum.Datum, error) {
		return types.NewInt(t, c.TxnTime.UnixMicro()), nil
	}
}

func toReg(t types.OID) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if _, err := strconv.ParseUint(a[0].S, 10, 32); err == nil {
			return types.ParseText(t, a[0].S, -1, c.Format)
		}
		v, err := types.ParseText(t, a[0].S, -1, c.Format)
		switch pgerr.CodeOf(err) {
		case pgerr.UndefinedTable, pgerr.UndefinedObject, pgerr.UndefinedFunction, pgerr.InvalidSchemaName, pgerr.AmbiguousFunction:
			if err != nil {
				return datum.Null, nil
			}
		}
		return v, err
	}
}

// regclassLiteral is a relation's name in a stored expression.
var regclassLiteral = regexp.MustCompile(`'((?:[^']|'')+)'::regclass`)

// visibleNames shows the relations that a stored expression names as regclass does: without
// their schema where they are found so.
func visibleNames(c *Context, text string) string {
	if c.Resolver == nil {
		return text
	}
	return regclassLiteral.ReplaceAllStringFunc(text, func(literal string) string {
		name := strings.ReplaceAll(regclassLiteral.FindStringSubmatch(literal)[1], "''", "'")
		oid, err := c.Resolver.ObjectOID(types.Regclass, name)
		if err != nil {
			return literal
		}
		shown, ok := c.Resolver.ObjectName(types.Regclass, oid)
		if !ok {
			return literal
		}
		return quoteLiteral(shown) + "::regclass"
	})
}

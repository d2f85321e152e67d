package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// privilegeKinds are the kinds of objects that has_…_privilege asks about.
var privilegeKinds = []string{
	"table", "any_column", "sequence", "database", "schema", "function", "type", "language", "tablespace", "server",
	"foreign_data_wrapper",
}

func init() {
	for _, kind := range privilegeKinds {
		for _, object := range []string{"text", "oid"} {
			register(scalar("has_"+kind+"_privilege("+object+", text) bool", "current user privilege on an object", hasPrivilege(kind, false)).stable())
			for _, role := range []string{"name", "oid"} {
				register(scalar("has_"+kind+"_privilege("+role+", "+object+", text) bool", "role's privilege on an object", hasPrivilege(kind, true)).stable())
			}
		}
	}
	for _, table := range []string{"text", "oid"} {
		for _, column := range []string{"text", "int2"} {
			register(scalar("has_column_privilege("+table+", "+column+", text) bool", "current user privilege on a column", hasColumnPrivilege(false)).stable())
			for _, role := range []string{"name", "oid"} {
				register(scalar("has_column_privilege("+role+", "+table+", "+column+", text) bool", "role's privilege on a column", hasColumnPrivilege(true)).stable())
			}
		}
	}
	for _, other := range []string{"name", "oid"} {
		register(scalar("pg_has_role("+other+", text) bool", "whether the current user is a member of a role", hasPrivilege("role", false)).stable())
		for _, role := range []string{"name", "oid"} {
			register(scalar("pg_has_role("+role+", "+other+", text) bool", "whether a role is a member of another", hasPrivilege("role", true)).stable())
		}
	}
	register(
		scalar("has_parameter_privilege(text, text) bool", "current user privilege on a setting", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			return askPrivilege(c, "parameter", datum.Null, a[0], a[1].S)
		}).stable(),
		scalar("row_security_active(text) bool", "there is no row security", func(*Context, []datum.Datum) (datum.Datum, error) { return newBool(false) }).stable(),
		scalar("row_security_active(oid) bool", "there is no row security", func(*Context, []datum.Datum) (datum.Datum, error) { return newBool(false) }).stable(),
	)
}

func hasPrivilege(kind string, withRole bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		role := datum.Null
		if withRole {
			role, a = a[0], a[1:]
		}
		return askPrivilege(c, kind, role, a[0], a[1].S)
	}
}

// hasColumnPrivilege asks about the table: there are no privileges on columns alone.
func hasColumnPrivilege(withRole bool) Impl {
	return func(c *Context, a []datum.Datum) (datum.Datum, error) {
		role := datum.Null
		if withRole {
			role, a = a[0], a[1:]
		}
		return askPrivilege(c, "column", role, a[0], a[2].S)
	}
}

// askPrivilege asks the catalog; names and OIDs (in digits) are both passed as
// text, no role as "". Of several privileges, separated by commas, one is enough.
func askPrivilege(c *Context, kind string, role, object datum.Datum, privileges string) (datum.Datum, error) {
	if c.Resolver == nil {
		return datum.Null, nil
	}
	who := ""
	if !role.IsNull() {
		who = nameOrOID(role)
	}
	for _, p := range strings.Split(privileges, ",") {
		has, err := c.Resolver.HasPrivilege(kind, who, nameOrOID(object), strings.TrimSpace(p))
		if err != nil || has {
			v, _ := newBool(has)
			if err != nil {
				v = datum.Null
			}
			return v, err
		}
	}
	return newBool(false)
}

// nameOrOID is a name as it is, or an OID in digits.
func nameOrOID(v datum.Datum) string {
	if v.OID == types.Oid {
		return oidText(types.OID(v.I))
	}
	return v.S
}

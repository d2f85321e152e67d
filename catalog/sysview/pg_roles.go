package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// maskedPassword stands for every password, set or not, as in PostgreSQL.
const maskedPassword = "********"

var pgRoles = &catalog.View{
	ID: 12000, Schema: "pg_catalog", Name: "pg_roles", Kind: 'v',
	Columns: columns("rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool rolcanlogin:bool " +
		"rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:timestamptz rolbypassrls:bool " +
		"rolconfig:_text oid:oid"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, r := range src.Catalog().Roles() {
			err := emit(datum.Row{
				name(r.Name), boolean(r.Superuser), boolean(r.Inherit), boolean(r.CreateRole), boolean(r.CreateDB),
				boolean(r.Login), no, int4(r.ConnLimit), text(maskedPassword), validUntil(r),
				boolean(r.Superuser), roleConfig(src, r.ID), oid(r.ID),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

var pgAuthid = &catalog.View{
	ID: 1260, Schema: "pg_catalog", Name: "pg_authid", Kind: 'r',
	Columns: columns("oid:oid rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool " +
		"rolcanlogin:bool rolreplication:bool rolbypassrls:bool rolconnlimit:int4 rolpassword:text " +
		"rolvaliduntil:timestamptz"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, r := range src.Catalog().Roles() {
			err := emit(datum.Row{
				oid(r.ID), name(r.Name), boolean(r.Superuser), boolean(r.Inherit), boolean(r.CreateRole),
				boolean(r.CreateDB), boolean(r.Login), no, boolean(r.Superuser), int4(r.ConnLimit),
				verifier(src, r), validUntil(r),
			})
			if err != nil {
				return err
			}
		}
		return nil
	}),
}

// verifier shows a role's password verifier to superusers only; PostgreSQL
// refuses others the whole table, tools need the rest.
func verifier(src Sources, r *catalog.Role) datum.Datum {
	if me, ok := src.Catalog().Role(src.Role()); !ok || !me.Superuser {
		return null
	}
	return textOrNull(r.Verifier)
}

func validUntil(r *catalog.Role) datum.Datum {
	if r.ValidUntil == nil {
		return null
	}
	return instant(*r.ValidUntil)
}

// roleConfig lists the settings that ALTER ROLE … SET stored for all instances;
// NULL for none.
func roleConfig(src Sources, role types.OID) datum.Datum {
	return settingList(src.Catalog().RoleSettings(0, role))
}

func settingList(settings []catalog.Setting) datum.Datum {
	var list []string
	for _, s := range settings {
		list = append(list, s.Name+"="+s.Value)
	}
	return stringArray(types.Text, list)
}

package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var pgUser = &catalog.View{
	ID: 12014, Schema: "pg_catalog", Name: "pg_user", Kind: 'v',
	Columns: columns("usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool passwd:text " +
		"valuntil:timestamptz useconfig:_text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		return userRows(src, emit, func(*catalog.Role) datum.Datum { return text(maskedPassword) })
	}),
}

var pgShadow = &catalog.View{
	ID: 12005, Schema: "pg_catalog", Name: "pg_shadow", Kind: 'v',
	Columns: columns("usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool passwd:text " +
		"valuntil:timestamptz useconfig:_text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		return userRows(src, emit, func(r *catalog.Role) datum.Datum { return verifier(src, r) })
	}),
}

// userRows lists the roles that may log in.
func userRows(src Sources, emit emitFunc, password func(*catalog.Role) datum.Datum) error {
	for _, r := range src.Catalog().Roles() {
		if !r.Login {
			continue
		}
		err := emit(datum.Row{
			name(r.Name), oid(r.ID), boolean(r.CreateDB), boolean(r.Superuser), no, boolean(r.Superuser),
			password(r), validUntil(r), roleConfig(src, r.ID),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

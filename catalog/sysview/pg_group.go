package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgGroup = &catalog.View{
	ID: 12010, Schema: "pg_catalog", Name: "pg_group", Kind: 'v',
	Columns: columns("groname:name grosysid:oid grolist:_oid"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, group := range cat.Roles() {
			if group.Login {
				continue
			}
			members := []datum.Datum{}
			for _, r := range cat.Roles() {
				for _, m := range r.MemberOf {
					if m.RoleID == group.ID {
						members = append(members, oid(r.ID))
					}
				}
			}
			if err := emit(datum.Row{name(group.Name), oid(group.ID), array(types.Oid, members)}); err != nil {
				return err
			}
		}
		return nil
	}),
}

var pgAuthMembers = &catalog.View{
	ID: 1261, Schema: "pg_catalog", Name: "pg_auth_members", Kind: 'r',
	Columns: columns("roleid:oid member:oid grantor:oid admin_option:bool"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		for _, r := range src.Catalog().Roles() {
			for _, m := range r.MemberOf {
				if err := emit(datum.Row{oid(m.RoleID), oid(r.ID), oid(m.Grantor), boolean(m.Admin)}); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

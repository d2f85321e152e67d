package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isEnabledRoles = &catalog.View{
	ID: 13325, Schema: "information_schema", Name: "enabled_roles", Kind: 'v',
	Columns: columns("role_name:name"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, r := range cat.Roles() {
			if r.ID != src.Role() && !cat.IsMember(src.Role(), r.ID) {
				continue
			}
			if err := emit(datum.Row{name(r.Name)}); err != nil {
				return err
			}
		}
		return nil
	}),
}

var isApplicableRoles = &catalog.View{
	ID: 13236, Schema: "information_schema", Name: "applicable_roles", Kind: 'v',
	Columns: columns("grantee:name role_name:name is_grantable:varchar(3)"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		for _, r := range cat.Roles() {
			if r.ID != src.Role() && !cat.IsMember(src.Role(), r.ID) {
				continue
			}
			for _, m := range r.MemberOf {
				err := emit(datum.Row{name(r.Name), name(cat.RoleName(m.RoleID)), yesOrNo(m.Admin)})
				if err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

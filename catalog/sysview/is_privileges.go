package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
)

var isTablePrivileges = &catalog.View{
	ID: 13416, Schema: "information_schema", Name: "table_privileges", Kind: 'v',
	Columns: columns("grantor:name grantee:name table_catalog:name table_schema:name table_name:name " +
		"privilege_type:varchar is_grantable:varchar(3) with_hierarchy:varchar(3)"),
	Rows: rows(tablePrivilegeRows),
}

var isRoleTableGrants = &catalog.View{
	ID: 13421, Schema: "information_schema", Name: "role_table_grants", Kind: 'v',
	Columns: columns("grantor:name grantee:name table_catalog:name table_schema:name table_name:name " +
		"privilege_type:varchar is_grantable:varchar(3) with_hierarchy:varchar(3)"),
	Rows: rows(tablePrivilegeRows),
}

// tablePrivilegeRows lists the grants on tables, the owner's own among them.
func tablePrivilegeRows(_ context.Context, src Sources, emit emitFunc) error {
	cat := src.Catalog()
	database := name(instanceName(src))
	for _, t := range visibleTables(src) {
		acl, explicit := cat.ACL(catalog.ClassTable, t.ID)
		if !explicit {
			acl = catalog.ACL{{
				Grantee: t.OwnerID, Grantor: t.OwnerID,
				Privileges: catalog.AllTablePrivileges, GrantOption: catalog.AllTablePrivileges,
			}}
		}
		for _, g := range acl {
			grantee := "PUBLIC"
			if g.Grantee != 0 {
				grantee = cat.RoleName(g.Grantee)
			}
			for _, p := range tablePrivileges {
				if g.Privileges&p == 0 {
					continue
				}
				err := emit(datum.Row{
					name(cat.RoleName(g.Grantor)), name(grantee), database, name(t.Schema), name(t.Name),
					varchar(p.Words()[0]), yesOrNo(g.GrantOption&p != 0 || g.Grantee == t.OwnerID),
					yesOrNo(p == catalog.PrivSelect),
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

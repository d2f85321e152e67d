package sysview

import (
	"context"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

var pgDbRoleSetting = &catalog.View{
	ID: 2964, Schema: "pg_catalog", Name: "pg_db_role_setting", Kind: 'r',
	Columns: columns("setdatabase:oid setrole:oid setconfig:_text"),
	Rows: rows(func(_ context.Context, src Sources, emit emitFunc) error {
		cat := src.Catalog()
		instances, roles := []types.OID{0}, []types.OID{0}
		for _, in := range cat.Instances() {
			instances = append(instances, in.ID)
		}
		for _, r := range cat.Roles() {
			roles = append(roles, r.ID)
		}
		for _, in := range instances {
			for _, role := range roles {
				config := settingList(cat.RoleSettings(in, role))
				if config.IsNull() {
					continue
				}
				if err := emit(datum.Row{oid(in), oid(role), config}); err != nil {
					return err
				}
			}
		}
		return nil
	}),
}

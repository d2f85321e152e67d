package catalog

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// CreateRole adds a role, which has its OID already. A name that is taken is
// 42710.
func (tx *Tx) CreateRole(ctx context.Context, r *Role) error {
	taken := pgerr.New(pgerr.DuplicateObject, "role %q already exists", r.Name)
	if err := tx.claimName(ctx, nameKey(keyRoleName, r.Name), r.ID, taken); err != nil {
		return err
	}
	return tx.putRecord(ctx, roleKey(r.ID), r)
}

// ChangeRole locks a role, lets change alter a copy and writes that. A role
// that is gone is 42704, a new name that is taken 42710.
func (tx *Tx) ChangeRole(ctx context.Context, id types.OID, change func(*Role) error) error {
	r := new(Role)
	ok, err := tx.lockRecord(ctx, roleKey(id), kv.LockExclusive, r)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedObject, "role with OID %d does not exist", id)
	}
	oldName := r.Name
	if err := change(r); err != nil {
		return err
	}
	if r.Name != oldName {
		taken := pgerr.New(pgerr.DuplicateObject, "role %q already exists", r.Name)
		if err := tx.claimName(ctx, nameKey(keyRoleName, r.Name), id, taken); err != nil {
			return err
		}
		if err := tx.delete(ctx, nameKey(keyRoleName, oldName)); err != nil {
			return err
		}
	}
	return tx.putRecord(ctx, roleKey(id), r)
}

// DropRole removes a role and its memberships. That it owns nothing and was
// granted nothing is the caller's to check (Snapshot.DependsOnRole).
func (tx *Tx) DropRole(ctx context.Context, id types.OID) error {
	r := new(Role)
	ok, err := tx.lockRecord(ctx, roleKey(id), kv.LockExclusive, r)
	if err != nil {
		return err
	}
	if !ok {
		return pgerr.New(pgerr.UndefinedObject, "role with OID %d does not exist", id)
	}
	if err := tx.delete(ctx, roleKey(id)); err != nil {
		return err
	}
	if err := tx.delete(ctx, nameKey(keyRoleName, r.Name)); err != nil {
		return err
	}
	view, err := tx.Snapshot(ctx)
	if err != nil {
		return err
	}
	for _, other := range view.Roles() {
		if err := tx.dropMembership(ctx, other, id); err != nil {
			return err
		}
	}
	if err := tx.dropRoleSettings(ctx, view, id); err != nil {
		return err
	}
	return tx.dropAttached(ctx, ClassRole, id)
}

func (tx *Tx) dropMembership(ctx context.Context, member *Role, of types.OID) error {
	for _, m := range member.MemberOf {
		if m.RoleID == of {
			return tx.ChangeRole(ctx, member.ID, func(r *Role) error {
				r.MemberOf = r.Without(of)
				return nil
			})
		}
	}
	return nil
}

func (tx *Tx) dropRoleSettings(ctx context.Context, view *Snapshot, role types.OID) error {
	instances := []types.OID{0}
	for _, in := range view.Instances() {
		instances = append(instances, in.ID)
	}
	for _, in := range instances {
		for _, s := range view.RoleSettings(in, role) {
			if err := tx.delete(ctx, nameKey(keyRoleSetting, s.Name, in, role)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Without returns the memberships but that in role.
func (r *Role) Without(role types.OID) []Membership {
	var kept []Membership
	for _, m := range r.MemberOf {
		if m.RoleID != role {
			kept = append(kept, m)
		}
	}
	return kept
}

// DependsOnRole lists in words, as PostgreSQL's detail does, what keeps a role
// from being dropped: what it owns and what it was granted, in all instances.
func (s *Snapshot) DependsOnRole(role types.OID) []string {
	var list []string
	note := func(class Class, id, owner types.OID, what string) {
		acl, explicit := s.ACL(class, id)
		switch {
		case owner == role:
			list = append(list, "owner of "+what)
		case explicit && acl.mentions(role):
			list = append(list, "privileges for "+what)
		}
	}
	for _, in := range s.Instances() {
		note(ClassInstance, in.ID, in.OwnerID, "database "+in.Name)
		for _, sc := range s.Schemas(in.ID) {
			note(ClassSchema, sc.ID, sc.OwnerID, "schema "+sc.Name)
		}
		for _, t := range s.Tables(in.ID) {
			note(ClassTable, t.ID, t.OwnerID, "table "+t.Name)
		}
	}
	return list
}

func (a ACL) mentions(role types.OID) bool {
	for _, g := range a {
		if g.Grantee == role || g.Grantor == role {
			return true
		}
	}
	return false
}

package sql

import (
	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// mayGrantRole is 42501 unless the current role may make members of a role:
// superusers, CREATEROLE for roles that are no superusers, and its admins.
func (d *ddl) mayGrantRole(v *catalog.Snapshot, r *catalog.Role) error {
	me, ok := v.Role(d.role)
	switch {
	case ok && me.Superuser:
		return nil
	case r.Superuser:
		return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to alter superusers")
	case ok && me.CreateRole:
		return nil
	}
	if ok {
		for _, m := range me.MemberOf {
			if m.RoleID == r.ID && m.Admin {
				return nil
			}
		}
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "must have admin option on role %q", r.Name)
}

// grantRole is GRANT and REVOKE of roles.
func (d *ddl) grantRole(n *ast.GrantRole) error {
	for _, name := range n.Roles {
		for _, spec := range n.Grantees {
			v, err := d.view()
			if err != nil {
				return err
			}
			of, ok := v.RoleByName(name.Name)
			if !ok {
				return pgerr.New(pgerr.UndefinedObject, "role %q does not exist", name.Name)
			}
			if err := d.mayGrantRole(v, of); err != nil {
				return err
			}
			member, err := d.roleOf(v, spec)
			if err != nil {
				return err
			}
			if n.Revoke {
				err = d.revokeRole(member, of, n)
			} else {
				err = d.join(v, member, of, n.AdminOption)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *ddl) revokeRole(member, of *catalog.Role, n *ast.GrantRole) error {
	if !n.AdminFor {
		return d.leave(member, of)
	}
	return d.tx.ChangeRole(d.ctx, member.ID, func(r *catalog.Role) error {
		for i := range r.MemberOf {
			if r.MemberOf[i].RoleID == of.ID {
				r.MemberOf[i].Admin = false
			}
		}
		return nil
	})
}

// join makes member a member of a role.
func (d *ddl) join(v *catalog.Snapshot, member, of *catalog.Role, admin bool) error {
	if member.ID == of.ID || reachesRole(v, of, member) {
		return pgerr.New(pgerr.InvalidGrantOperation, "role %q is a member of role %q", of.Name, member.Name)
	}
	for _, m := range member.MemberOf {
		if m.RoleID == of.ID && (m.Admin || !admin) {
			d.notice(pgerr.New(pgerr.SuccessfulCompletion, "role %q is already a member of role %q", member.Name, of.Name))
			return nil
		}
	}
	return d.tx.ChangeRole(d.ctx, member.ID, func(r *catalog.Role) error {
		r.MemberOf = append(r.Without(of.ID), catalog.Membership{RoleID: of.ID, Admin: admin, Grantor: d.role})
		return nil
	})
}

// reachesRole reports whether a role is a member of another by grants alone.
func reachesRole(v *catalog.Snapshot, from, to *catalog.Role) bool {
	for _, m := range from.MemberOf {
		if m.RoleID == to.ID {
			return true
		}
		if next, ok := v.Role(m.RoleID); ok && reachesRole(v, next, to) {
			return true
		}
	}
	return false
}

// leave ends a membership.
func (d *ddl) leave(member, of *catalog.Role) error {
	found := false
	err := d.tx.ChangeRole(d.ctx, member.ID, func(r *catalog.Role) error {
		kept := r.Without(of.ID)
		found = len(kept) < len(r.MemberOf)
		r.MemberOf = kept
		return nil
	})
	if err == nil && !found {
		d.warn(pgerr.New(pgerr.Warning, "role %q is not a member of role %q", member.Name, of.Name))
	}
	return err
}

// reassignOwned is REASSIGN OWNED BY … TO: objects of this instance, and
// instances.
func (d *ddl) reassignOwned(n *ast.ReassignOwned) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	to, err := d.newOwner(v, n.To)
	if err != nil {
		return err
	}
	for _, spec := range n.From {
		from, err := d.newOwner(v, spec)
		if err != nil {
			return err
		}
		if err := d.reassign(v, from, to); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) reassign(v *catalog.Snapshot, from, to *catalog.Role) error {
	for _, in := range v.Instances() {
		if in.OwnerID != from.ID {
			continue
		}
		err := d.tx.ChangeInstance(d.ctx, in.ID, func(in *catalog.Instance) error { in.OwnerID = to.ID; return nil })
		if err == nil {
			err = d.moveGrants(v, catalog.ClassInstance, in.ID, from.ID, to)
		}
		if err != nil {
			return err
		}
	}
	for _, s := range v.Schemas(d.instance.ID) {
		if s.OwnerID != from.ID {
			continue
		}
		err := d.tx.ChangeSchema(d.ctx, s.ID, func(s *catalog.Schema) error { s.OwnerID = to.ID; return nil })
		if err == nil {
			err = d.moveGrants(v, catalog.ClassSchema, s.ID, from.ID, to)
		}
		if err != nil {
			return err
		}
	}
	for _, t := range v.Tables(d.instance.ID) {
		if t.OwnerID != from.ID {
			continue
		}
		err := d.change(t, func(t *catalog.Table) error { t.OwnerID = to.ID; return nil })
		if err == nil {
			err = d.moveGrants(v, catalog.ClassTable, t.ID, from.ID, to)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

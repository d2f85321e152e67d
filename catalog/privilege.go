package catalog

import "github.com/sparrowdb/sparrow/sql/types"

// IsMember reports whether role is, or is directly or indirectly a member of,
// target. Superusers are members of all.
func (s *Snapshot) IsMember(role, target types.OID) bool {
	if r, ok := s.roles.Get(role); ok && r.Superuser {
		return true
	}
	return s.reaches(role, func(id types.OID) bool { return id == target }, false)
}

// reaches walks from role over its memberships until found says yes.
// inheritOnly stops at roles that do not inherit what they are members of.
func (s *Snapshot) reaches(role types.OID, found func(types.OID) bool, inheritOnly bool) bool {
	seen := map[types.OID]bool{role: true}
	for queue := []types.OID{role}; len(queue) > 0; queue = queue[1:] {
		if found(queue[0]) {
			return true
		}
		r, ok := s.roles.Get(queue[0])
		if !ok || (inheritOnly && !r.Inherit) {
			continue
		}
		for _, m := range r.MemberOf {
			if !seen[m.RoleID] {
				seen[m.RoleID] = true
				queue = append(queue, m.RoleID)
			}
		}
	}
	return false
}

// Owner returns the owner of an instance, schema, table, sequence or type.
func (s *Snapshot) Owner(class Class, id types.OID) (owner types.OID, ok bool) {
	switch class {
	case ClassInstance:
		if o, found := s.instances.Get(id); found {
			return o.OwnerID, true
		}
	case ClassSchema:
		if o, found := s.schemas.Get(id); found {
			return o.OwnerID, true
		}
	case ClassTable:
		if o, found := s.tables.Get(id); found {
			return o.OwnerID, true
		}
		if o, found := s.sequences.Get(id); found {
			return o.OwnerID, true
		}
	case ClassType:
		if o, found := s.types.Get(id); found {
			return o.OwnerID, true
		}
	}
	return 0, false
}

// OwnedBy reports whether role has the rights of the object's owner: it is
// the owner, a member of it, or a superuser.
func (s *Snapshot) OwnedBy(role types.OID, class Class, id types.OID) bool {
	owner, ok := s.Owner(class, id)
	return ok && s.IsMember(role, owner)
}

// ACL returns the grants on an object. explicit is false if there never was a
// GRANT or REVOKE: then they are PostgreSQL's defaults.
func (s *Snapshot) ACL(class Class, id types.OID) (acl ACL, explicit bool) {
	if acl, ok := s.acls.Get(string(aclKey(class, id))); ok {
		return acl, true
	}
	owner, _ := s.Owner(class, id)
	if _, ok := s.sequences.Get(id); ok && class == ClassTable {
		return ACL{{Grantee: owner, Grantor: owner, Privileges: AllSequencePrivileges}}, false
	}
	return DefaultACL(class, owner), false
}

// DefaultACL is what an object of a class starts with: all for its owner, and
// for PUBLIC the right to connect to an instance (PostgreSQL's acldefault).
func DefaultACL(class Class, owner types.OID) ACL {
	switch class {
	case ClassInstance:
		return ACL{
			{Grantor: owner, Privileges: PrivConnect | PrivTemporary},
			{Grantee: owner, Grantor: owner, Privileges: AllInstancePrivileges},
		}
	case ClassSchema:
		return ACL{{Grantee: owner, Grantor: owner, Privileges: AllSchemaPrivileges}}
	case ClassType:
		return ACL{{Grantor: owner, Privileges: PrivUsage}, {Grantee: owner, Grantor: owner, Privileges: PrivUsage}}
	default:
		return ACL{{Grantee: owner, Grantor: owner, Privileges: AllTablePrivileges}}
	}
}

// HasPrivilege reports whether role has all privileges of want on an object:
// superusers, the owner and its members always; others by grants to them, to
// roles whose privileges they inherit, or to PUBLIC.
func (s *Snapshot) HasPrivilege(role types.OID, class Class, id types.OID, want Privilege) bool {
	if s.OwnedBy(role, class, id) {
		return true
	}
	return want&^s.privileges(role, class, id, func(g Grant) Privilege { return g.Privileges }) == 0
}

// CanGrant reports whether role may grant all privileges of p on an object.
func (s *Snapshot) CanGrant(role types.OID, class Class, id types.OID, p Privilege) bool {
	if s.OwnedBy(role, class, id) {
		return true
	}
	return p&^s.privileges(role, class, id, func(g Grant) Privilege { return g.GrantOption }) == 0
}

// privileges collects what the grants on an object give to role.
func (s *Snapshot) privileges(role types.OID, class Class, id types.OID, of func(Grant) Privilege) Privilege {
	acl, _ := s.ACL(class, id)
	var have Privilege
	for _, g := range acl {
		if g.Grantee == 0 {
			have |= of(g)
		}
	}
	s.reaches(role, func(r types.OID) bool {
		for _, g := range acl {
			if g.Grantee == r {
				have |= of(g)
			}
		}
		return false
	}, true)
	return have
}

package sql

import (
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// grantTarget is an object of GRANT or REVOKE.
type grantTarget struct {
	class catalog.Class
	id    catalog.TableID
	what  string // as messages call it
	name  string
}

// grant is GRANT and REVOKE of privileges on tables, schemas and databases.
func (d *ddl) grant(n *ast.Grant) error {
	class, all, err := d.grantClass(n)
	if err != nil {
		return err
	}
	privileges, err := d.grantPrivileges(n, class, all)
	if err != nil {
		return err
	}
	targets, err := d.grantTargets(n, class)
	if err != nil {
		return err
	}
	for _, t := range targets {
		if err := d.grantOn(n, t, privileges, all); err != nil {
			return err
		}
	}
	return nil
}

// grantClass tells the class of the objects and all privileges on it.
func (d *ddl) grantClass(n *ast.Grant) (catalog.Class, catalog.Privilege, error) {
	switch n.Kind {
	case ast.KindTable:
		return catalog.ClassTable, catalog.AllTablePrivileges, nil
	case ast.KindSequence:
		return catalog.ClassTable, catalog.AllSequencePrivileges, nil
	case ast.KindSchema:
		return catalog.ClassSchema, catalog.AllSchemaPrivileges, nil
	case ast.KindDatabase:
		return catalog.ClassInstance, catalog.AllInstancePrivileges, nil
	case ast.KindType, ast.KindDomain:
		return catalog.ClassType, catalog.PrivUsage, nil
	}
	if n.AllInSchema {
		return 0, 0, nil // there are no objects of other kinds to grant on
	}
	return 0, 0, pgerr.Unsupported("privileges on objects of kind " + string(n.Kind)).At(d.at(n))
}

func (d *ddl) grantPrivileges(n *ast.Grant, class catalog.Class, all catalog.Privilege) (catalog.Privilege, error) {
	if class == 0 {
		return 0, nil
	}
	if len(n.Privileges) == 0 {
		return all, nil
	}
	var set catalog.Privilege
	for _, p := range n.Privileges {
		if len(p.Columns) > 0 {
			return 0, pgerr.Unsupported("privileges on columns").WithHint("Grant on the table.").At(d.at(p))
		}
		if p.Name == "ALL" {
			set |= all
			continue
		}
		bit, ok := catalog.PrivilegeByName(p.Name)
		if !ok {
			return 0, pgerr.New(pgerr.SyntaxError, "unrecognized privilege type %q", strings.ToLower(p.Name)).At(d.at(p))
		}
		if bit&all == 0 {
			return 0, pgerr.New(pgerr.InvalidGrantOperation, "invalid privilege type %s for %s", p.Name, grantWord(n.Kind, class))
		}
		set |= bit
	}
	return set, nil
}

func grantWord(kind ast.ObjectKind, class catalog.Class) string {
	if kind == ast.KindSequence {
		return "sequence"
	}
	switch class {
	case catalog.ClassSchema:
		return "schema"
	case catalog.ClassInstance:
		return "database"
	case catalog.ClassType:
		return "type"
	default:
		return "table"
	}
}

// grantTargets finds the objects.
func (d *ddl) grantTargets(n *ast.Grant, class catalog.Class) ([]grantTarget, error) {
	v, err := d.view()
	if err != nil {
		return nil, err
	}
	var targets []grantTarget
	for _, name := range n.Names {
		switch {
		case n.AllInSchema, class == catalog.ClassSchema:
			s, ok := v.SchemaByName(d.instance.ID, name.Object)
			if !ok {
				return nil, pgerr.New(pgerr.InvalidSchemaName, "schema %q does not exist", name.Object)
			}
			if !n.AllInSchema {
				targets = append(targets, grantTarget{class, s.ID, "schema", s.Name})
			} else if n.Kind == ast.KindSequence {
				for _, q := range v.SequencesIn(s.ID) {
					targets = append(targets, grantTarget{class, q.ID, "sequence", q.Name})
				}
			} else if class == catalog.ClassTable {
				for _, t := range v.TablesIn(s.ID) {
					targets = append(targets, grantTarget{class, t.ID, "table", t.Name})
				}
			}
		case class == catalog.ClassInstance:
			in, ok := v.InstanceByName(name.Object)
			if !ok {
				return nil, pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", name.Object)
			}
			targets = append(targets, grantTarget{class, in.ID, "database", in.Name})
		case class == catalog.ClassType:
			t, err := d.existingType(name)
			if err != nil {
				return nil, err
			}
			targets = append(targets, grantTarget{class, t.ID, "type", t.Name})
		case n.Kind == ast.KindSequence:
			q, err := d.sequenceNamed(name)
			if err != nil {
				return nil, err
			}
			if q == nil {
				return nil, pgerr.New(pgerr.UndefinedTable, "relation %q does not exist", name.String())
			}
			targets = append(targets, grantTarget{class, q.ID, "sequence", q.Name})
		default:
			t, err := d.existingTable(name)
			if err != nil {
				return nil, err
			}
			targets = append(targets, grantTarget{class, t.ID, "table", t.Name})
		}
	}
	return targets, nil
}

// grantOn grants or revokes on one object, in the owner's name for whoever has
// the owner's rights, as PostgreSQL does.
func (d *ddl) grantOn(n *ast.Grant, t grantTarget, privileges, all catalog.Privilege) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	grantor, _ := v.Owner(t.class, t.id)
	if !v.OwnedBy(d.role, t.class, t.id) {
		grantor = d.role
		may := privileges
		for _, bit := range bits(privileges) {
			if !v.CanGrant(d.role, t.class, t.id, bit) {
				may &^= bit
			}
		}
		if may == 0 {
			return pgerr.New(pgerr.InsufficientPrivilege, "permission denied for %s %s", t.what, t.name)
		}
		if may != privileges && privileges != all {
			d.notAll(n, t)
		}
		privileges = may
	}
	for _, spec := range n.Grantees {
		var grantee catalog.TableID
		if spec.Kind != ast.RolePublic {
			r, err := d.roleOf(v, spec)
			if err != nil {
				return err
			}
			grantee = r.ID
		} else if n.GrantOption && !n.Revoke {
			return pgerr.New(pgerr.InvalidGrantOperation, "grant options can only be granted to roles")
		}
		err := d.tx.ChangeACL(d.ctx, t.class, t.id, func(acl catalog.ACL) catalog.ACL {
			if n.Revoke {
				return acl.Revoke(grantee, privileges, n.OptionFor)
			}
			g := catalog.Grant{Grantee: grantee, Grantor: grantor, Privileges: privileges}
			if n.GrantOption {
				g.GrantOption = privileges
			}
			return acl.Grant(g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// notAll warns that some privileges could not be passed on.
func (d *ddl) notAll(n *ast.Grant, t grantTarget) {
	if n.Revoke {
		d.warn(pgerr.New("01006", "not all privileges could be revoked for %q", t.name))
		return
	}
	d.warn(pgerr.New("01007", "not all privileges were granted for %q", t.name))
}

// bits splits a set of privileges into single ones.
func bits(set catalog.Privilege) []catalog.Privilege {
	var list []catalog.Privilege
	for b := catalog.Privilege(1); b != 0 && b <= set; b <<= 1 {
		if set&b != 0 {
			list = append(list, b)
		}
	}
	return list
}

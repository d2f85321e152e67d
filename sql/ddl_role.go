package sql

import (
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// mayManage is 42501 unless the current role may change a role: superusers
// all, CREATEROLE those that are no superusers.
func (d *ddl) mayManage(v *catalog.Snapshot, target *catalog.Role, denied string) error {
	me, ok := v.Role(d.role)
	switch {
	case ok && me.Superuser:
		return nil
	case target != nil && target.Superuser:
		return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to alter superuser roles or change superuser attribute")
	case ok && me.CreateRole:
		return nil
	}
	return pgerr.New(pgerr.InsufficientPrivilege, "%s", denied)
}

func (d *ddl) createRole(n *ast.CreateRole) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if err := d.mayManage(v, nil, "permission denied to create role"); err != nil {
		return err
	}
	if err := d.checkRoleName(n.Name); err != nil {
		return err
	}
	r := &catalog.Role{Name: n.Name, Login: n.Kind == "USER", Inherit: true, ConnLimit: -1}
	if err := d.roleOptions(v, r, n.Options); err != nil {
		return err
	}
	if r.Superuser && !d.superuser(v) {
		return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to create superusers")
	}
	if _, exists := v.RoleByName(n.Name); exists {
		return pgerr.New(pgerr.DuplicateObject, "role %q already exists", n.Name)
	}
	if r.ID, err = d.tx.Catalog().AllocateOID(d.ctx); err != nil {
		return err
	}
	if err := d.tx.CreateRole(d.ctx, r); err != nil {
		return err
	}
	return d.initialMembers(r, n.Options)
}

// initialMembers makes the roles of ROLE and ADMIN members of a new role.
func (d *ddl) initialMembers(r *catalog.Role, options []ast.Option) error {
	for _, o := range options {
		if o.Name != "role" && o.Name != "admin" {
			continue
		}
		for _, value := range o.Values {
			v, err := d.view()
			if err != nil {
				return err
			}
			member, ok := v.RoleByName(value.Text)
			if !ok {
				return pgerr.New(pgerr.UndefinedObject, "role %q does not exist", value.Text)
			}
			if err := d.join(v, member, r, o.Name == "admin"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *ddl) checkRoleName(name string) error {
	if strings.HasPrefix(name, "pg_") {
		return pgerr.New(pgerr.ReservedName, "role name %q is reserved", name).
			WithDetail("Role names starting with \"pg_\" are reserved.")
	}
	if name == "public" || name == "none" {
		return pgerr.New(pgerr.ReservedName, "role name %q is reserved", name)
	}
	return d.checkName(name)
}

// roleOptions applies the options of CREATE or ALTER ROLE.
func (d *ddl) roleOptions(v *catalog.Snapshot, r *catalog.Role, list []ast.Option) error {
	seen := map[string]bool{}
	for _, o := range list {
		if seen[o.Name] {
			return pgerr.New(pgerr.SyntaxError, "conflicting or redundant options").At(d.at(o))
		}
		seen[o.Name] = true
		text := optionText(o)
		on := text != "false"
		var err error
		switch o.Name {
		case "superuser":
			r.Superuser = on
		case "createdb":
			r.CreateDB = on
		case "createrole":
			r.CreateRole = on
		case "inherit":
			r.Inherit = on
		case "login":
			r.Login = on
		case "replication", "bypassrls":
			if on {
				err = pgerr.Unsupported(strings.ToUpper(o.Name))
			}
		case "password":
			r.Verifier, err = d.password(o, r.Name)
		case "valid_until":
			r.ValidUntil, err = validUntil(text)
		case "connection_limit":
			r.ConnLimit, err = connectionLimit(text)
		case "in_role":
			err = d.inRoles(v, r, o)
		}
		if err != nil {
			return pgerr.At(err, d.at(o))
		}
	}
	return nil
}

// password turns a password into what is stored. Text that is a verifier
// already is taken as it is, as PostgreSQL does.
func (d *ddl) password(o ast.Option, _ string) (string, error) {
	if len(o.Values) == 0 || o.Values[0].Kind == ast.OptionWord {
		return "", nil // PASSWORD NULL
	}
	text := o.Values[0].Text
	if text == "" {
		d.notice(pgerr.New(pgerr.SuccessfulCompletion, "empty string is not a valid password, clearing password"))
		return "", nil
	}
	if _, err := catalog.ParseVerifier(text); err == nil {
		return text, nil
	}
	if strings.HasPrefix(text, "md5") && len(text) == 35 {
		return "", pgerr.Unsupported("an MD5 password").WithHint("Give the password itself or a SCRAM-SHA-256 verifier.")
	}
	v, err := catalog.NewVerifier(text)
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func validUntil(text string) (*time.Time, error) {
	v, err := types.ParseText(types.TimestampTZ, text, -1, types.DefaultFormat)
	if err != nil {
		return nil, err
	}
	at := time.UnixMicro(v.I + postgresEpochMicros).UTC()
	if v.I == maxTimestamp {
		return nil, nil
	}
	return &at, nil
}

// postgresEpochMicros is 2000-01-01 in Unix time; maxTimestamp is 'infinity'.
const (
	postgresEpochMicros = 946_684_800_000_000
	maxTimestamp        = 1<<63 - 1
)

// inRoles makes a new role a member of others.
func (d *ddl) inRoles(v *catalog.Snapshot, r *catalog.Role, o ast.Option) error {
	for _, value := range o.Values {
		of, ok := v.RoleByName(value.Text)
		if !ok {
			return pgerr.New(pgerr.UndefinedObject, "role %q does not exist", value.Text)
		}
		if err := d.mayGrantRole(v, of); err != nil {
			return err
		}
		r.MemberOf = append(r.Without(of.ID), catalog.Membership{RoleID: of.ID, Grantor: d.role})
	}
	return nil
}

func (d *ddl) alterRole(n *ast.AlterRole) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if n.Set != nil {
		return d.alterRoleSetting(v, n)
	}
	r, err := d.roleOf(v, n.Role)
	if err != nil {
		return err
	}
	switch {
	case n.Add || n.Drop:
		return d.alterMembers(v, r, n)
	case n.Rename != "":
		return d.renameRole(v, r, n.Rename)
	}
	if !(r.ID == d.role && onlyPassword(n.Options)) {
		if err := d.mayManage(v, r, "permission denied"); err != nil {
			return err
		}
	}
	return d.tx.ChangeRole(d.ctx, r.ID, func(r *catalog.Role) error {
		was := r.Superuser
		if err := d.roleOptions(v, r, n.Options); err != nil {
			return err
		}
		if r.Superuser != was && !d.superuser(v) {
			return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to alter superuser roles or change superuser attribute")
		}
		if was && !r.Superuser && r.ID == catalog.SuperuserID {
			return pgerr.New(pgerr.FeatureNotSupported, "permission denied to alter role").
				WithDetail("The bootstrap user must have the SUPERUSER attribute.")
		}
		return nil
	})
}

// onlyPassword reports ALTER ROLE … PASSWORD, which every role may do to itself.
func onlyPassword(options []ast.Option) bool {
	for _, o := range options {
		if o.Name != "password" {
			return false
		}
	}
	return true
}

func (d *ddl) renameRole(v *catalog.Snapshot, r *catalog.Role, name string) error {
	if r.ID == d.login {
		return pgerr.New(pgerr.FeatureNotSupported, "session user cannot be renamed")
	}
	if err := d.checkRoleName(name); err != nil {
		return err
	}
	if err := d.mayManage(v, r, "permission denied to rename role"); err != nil {
		return err
	}
	return d.tx.ChangeRole(d.ctx, r.ID, func(r *catalog.Role) error { r.Name = name; return nil })
}

func (d *ddl) alterRoleSetting(v *catalog.Snapshot, n *ast.AlterRole) error {
	var role, instance catalog.TableID
	if n.All {
		if !d.superuser(v) {
			return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to alter settings globally")
		}
	} else {
		r, err := d.roleOf(v, n.Role)
		if err != nil {
			return err
		}
		if r.ID != d.role {
			if err := d.mayManage(v, r, "permission denied"); err != nil {
				return err
			}
		}
		role = r.ID
	}
	if n.Database != "" {
		in, ok := v.InstanceByName(n.Database)
		if !ok {
			return pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", n.Database)
		}
		instance = in.ID
	}
	return d.storeSetting(n.Set, instance, role)
}

func (d *ddl) alterMembers(v *catalog.Snapshot, r *catalog.Role, n *ast.AlterRole) error {
	if err := d.mayGrantRole(v, r); err != nil {
		return err
	}
	for _, spec := range n.Members {
		member, err := d.roleOf(v, spec)
		if err != nil {
			return err
		}
		if n.Add {
			err = d.join(v, member, r, false)
		} else {
			err = d.leave(member, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) dropRole(n *ast.DropRole) error {
	for _, spec := range n.Roles {
		v, err := d.view()
		if err != nil {
			return err
		}
		if spec.Kind != ast.RoleNamed {
			return pgerr.New(pgerr.InvalidParameterValue, "cannot use special role specifier in DROP ROLE")
		}
		r, ok := v.RoleByName(spec.Name)
		if !ok {
			if n.IfExists {
				d.skipping(pgerr.SuccessfulCompletion, "role %q does not exist", spec.Name)
				continue
			}
			return pgerr.New(pgerr.UndefinedObject, "role %q does not exist", spec.Name)
		}
		if err := d.mayDropRole(v, r); err != nil {
			return err
		}
		if err := d.tx.DropRole(d.ctx, r.ID); err != nil {
			return err
		}
	}
	return nil
}

func (d *ddl) mayDropRole(v *catalog.Snapshot, r *catalog.Role) error {
	me, ok := v.Role(d.role)
	switch {
	case r.ID == d.role:
		return pgerr.New(pgerr.ObjectInUse, "current user cannot be dropped")
	case r.ID == d.login:
		return pgerr.New(pgerr.ObjectInUse, "session user cannot be dropped")
	case !ok || !me.Superuser && !me.CreateRole:
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to drop role")
	case r.Superuser && !me.Superuser:
		return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to drop superusers")
	case r.ID == catalog.SuperuserID:
		return pgerr.New(pgerr.DependentObjectsStillExist, "cannot drop role %s because it is required by the database system", r.Name)
	}
	if lines := v.DependsOnRole(r.ID); len(lines) > 0 {
		return pgerr.New(pgerr.DependentObjectsStillExist, "role %q cannot be dropped because some objects depend on it", r.Name).
			WithDetail("%s", strings.Join(lines, "\n"))
	}
	return nil
}

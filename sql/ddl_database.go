package sql

import (
	"strconv"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// alone is 25001 for a statement in a transaction block, as in PostgreSQL.
func (d *ddl) alone(tag string) error {
	if d.inBlock {
		return pgerr.New(pgerr.ActiveSQLTransaction, "%s cannot run inside a transaction block", tag)
	}
	return nil
}

func (d *ddl) createDatabase(n *ast.CreateDatabase) error {
	if err := d.alone("CREATE DATABASE"); err != nil {
		return err
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	me, ok := v.Role(d.role)
	if !ok || !me.Superuser && !me.CreateDB {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to create database")
	}
	if err := d.checkName(n.Name); err != nil {
		return err
	}
	in := &catalog.Instance{Name: n.Name, OwnerID: me.ID, ConnLimit: -1, CreatedAt: time.Now().UTC()}
	if err := d.databaseOptions(v, in, n.Options, true); err != nil {
		return err
	}
	if _, exists := v.InstanceByName(n.Name); exists {
		return pgerr.New(pgerr.DuplicateDatabase, "database %q already exists", n.Name)
	}
	if err := d.countInstances(v, in.OwnerID); err != nil {
		return err
	}
	if in.ID, err = d.tx.Catalog().AllocateOID(d.ctx); err != nil {
		return err
	}
	return d.tx.CreateInstance(d.ctx, in)
}

// countInstances holds instances_per_account; the maintenance instance does
// not count.
func (d *ddl) countInstances(v *catalog.Snapshot, owner catalog.TableID) error {
	n := int64(1)
	for _, in := range v.Instances() {
		if in.OwnerID == owner && in.ID != catalog.MaintenanceInstanceID {
			n++
		}
	}
	return limits.InstancesPerAccount.Check(d.limits(), n, "role \""+v.RoleName(owner)+"\"")
}

// databaseOptions applies the options of CREATE or ALTER DATABASE.
func (d *ddl) databaseOptions(v *catalog.Snapshot, in *catalog.Instance, list []ast.Option, creating bool) error {
	for _, o := range list {
		text := optionText(o)
		var err error
		switch o.Name {
		case "owner":
			if !creating {
				return d.noDatabaseOption(o)
			}
			if text == "" || strings.EqualFold(text, "default") {
				continue
			}
			var owner *catalog.Role
			if owner, err = d.newOwner(v, ast.RoleSpec{Loc: o.Loc, Name: text}); err == nil {
				in.OwnerID = owner.ID
			}
		case "connection_limit":
			in.ConnLimit, err = connectionLimit(text)
		case "allow_connections":
			var allow bool
			allow, err = boolOption(o.Name, text)
			in.NoConnections = !allow
		case "is_template":
			var is bool
			if is, err = boolOption(o.Name, text); is {
				err = pgerr.Unsupported("a template database")
			}
		case "template", "encoding", "locale", "lc_collate", "lc_ctype", "locale_provider", "icu_locale", "icu_rules",
			"collation_version", "strategy", "tablespace", "oid":
			if !creating && o.Name != "tablespace" {
				return d.noDatabaseOption(o)
			}
			err = databaseLocale(o.Name, text)
		default:
			return d.noDatabaseOption(o)
		}
		if err != nil {
			return pgerr.At(err, d.at(o))
		}
	}
	return nil
}

func (d *ddl) noDatabaseOption(o ast.Option) error {
	return pgerr.New(pgerr.SyntaxError, "option %q not recognized", o.Name).At(d.at(o))
}

// databaseLocale accepts the one encoding and order there is, by the names that
// tools give them.
func databaseLocale(name, text string) error {
	switch lower := strings.ToLower(text); name {
	case "encoding":
		if lower != "utf8" && lower != "utf-8" && lower != "unicode" && lower != "6" && lower != "default" && lower != "" {
			return pgerr.Unsupported("encoding " + text).WithHint("Text is UTF8.")
		}
	case "template":
		if lower != "template0" && lower != "template1" && lower != "default" && lower != "" {
			return pgerr.Unsupported("a template other than template0 or template1")
		}
	case "locale_provider":
		if lower != "libc" && lower != "builtin" && lower != "default" {
			return pgerr.Unsupported("locale provider " + text)
		}
	}
	return nil
}

func optionText(o ast.Option) string {
	if len(o.Values) == 0 {
		return ""
	}
	return o.Values[0].Text
}

func connectionLimit(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < -1 {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid connection limit: %s", text)
	}
	return n, nil
}

// boolOption reads a boolean as PostgreSQL's options do; no value is true.
func boolOption(name, text string) (bool, error) {
	switch strings.ToLower(text) {
	case "", "true", "on", "yes", "1":
		return true, nil
	case "false", "off", "no", "0":
		return false, nil
	}
	return false, pgerr.New(pgerr.SyntaxError, "%s requires a Boolean value", name)
}

// ownDatabase finds an instance that the current role owns.
func (d *ddl) ownDatabase(v *catalog.Snapshot, name string) (*catalog.Instance, error) {
	in, ok := v.InstanceByName(name)
	if !ok {
		return nil, pgerr.New(pgerr.InvalidCatalogName, "database %q does not exist", name)
	}
	return in, d.mustOwn(v, catalog.ClassInstance, in.ID, "database", in.Name)
}

func (d *ddl) dropDatabase(n *ast.DropDatabase) error {
	if err := d.alone("DROP DATABASE"); err != nil {
		return err
	}
	v, err := d.view()
	if err != nil {
		return err
	}
	if _, ok := v.InstanceByName(n.Name); !ok && n.IfExists {
		d.skipping(pgerr.SuccessfulCompletion, "database %q does not exist", n.Name)
		return nil
	}
	in, err := d.ownDatabase(v, n.Name)
	if err != nil {
		return err
	}
	if in.ID == d.instance.ID {
		return pgerr.New(pgerr.ObjectInUse, "cannot drop the currently open database")
	}
	if in.ID == catalog.MaintenanceInstanceID {
		return pgerr.New(pgerr.ObjectInUse, "cannot drop the maintenance database %q", in.Name)
	}
	if others := d.connected(d.ctx, in.ID, n.Force); others > 0 {
		e := pgerr.New(pgerr.ObjectInUse, "database %q is being accessed by other users", in.Name)
		if others == 1 {
			return e.WithDetail("There is 1 other session using the database.")
		}
		return e.WithDetail("There are %d other sessions using the database.", others)
	}
	return d.tx.DropInstance(d.ctx, in.ID)
}

func (d *ddl) alterDatabase(n *ast.AlterDatabase) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	in, err := d.ownDatabase(v, n.Name)
	if err != nil {
		return err
	}
	switch a := n.Action.(type) {
	case *ast.RenameTo:
		return d.renameDatabase(v, in, a)
	case *ast.OwnerTo:
		owner, err := d.newOwner(v, a.Owner)
		if err != nil {
			return err
		}
		if owner.ID == in.OwnerID {
			return nil
		}
		if err := d.countInstances(v, owner.ID); err != nil {
			return err
		}
		old := in.OwnerID
		err = d.tx.ChangeInstance(d.ctx, in.ID, func(in *catalog.Instance) error { in.OwnerID = owner.ID; return nil })
		if err != nil {
			return err
		}
		return d.moveGrants(v, catalog.ClassInstance, in.ID, old, owner)
	case *ast.SetTablespace:
		return databaseLocale("tablespace", a.Name)
	}
	if n.Set != nil {
		return d.storeSetting(n.Set, in.ID, 0)
	}
	return d.tx.ChangeInstance(d.ctx, in.ID, func(in *catalog.Instance) error {
		return d.databaseOptions(v, in, n.Options, false)
	})
}

func (d *ddl) renameDatabase(v *catalog.Snapshot, in *catalog.Instance, a *ast.RenameTo) error {
	me, _ := v.Role(d.role)
	if me == nil || !me.Superuser && !me.CreateDB {
		return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to rename database")
	}
	if in.ID == d.instance.ID {
		return pgerr.New(pgerr.FeatureNotSupported, "current database cannot be renamed")
	}
	if others := d.connected(d.ctx, in.ID, false); others > 0 {
		return pgerr.New(pgerr.ObjectInUse, "database %q is being accessed by other users", in.Name)
	}
	if err := d.checkName(a.Name); err != nil {
		return err
	}
	return d.tx.ChangeInstance(d.ctx, in.ID, func(in *catalog.Instance) error { in.Name = a.Name; return nil })
}

// storeSetting is ALTER ROLE or DATABASE … SET or RESET.
func (d *ddl) storeSetting(set *ast.Set, instance, role catalog.TableID) error {
	if set.All {
		return d.tx.ResetRoleSetting(d.ctx, instance, role, "")
	}
	if set.Reset || set.Default {
		return d.tx.ResetRoleSetting(d.ctx, instance, role, set.Name)
	}
	name, value, err := d.binder.SetValue(set)
	if err != nil {
		return err
	}
	return d.tx.SetRoleSetting(d.ctx, catalog.Setting{InstanceID: instance, RoleID: role, Name: name, Value: value})
}

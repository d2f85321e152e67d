package sql

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// alterSystem is ALTER SYSTEM SET and RESET: limits ("limit.<name>"), the
// cluster's partition settings, and what else the session's settings know.
func (d *ddl) alterSystem(n *ast.AlterSystem) error {
	v, err := d.view()
	if err != nil {
		return err
	}
	if !d.superuser(v) {
		return pgerr.New(pgerr.InsufficientPrivilege, "must be superuser to execute ALTER SYSTEM command")
	}
	if err := d.alone("ALTER SYSTEM"); err != nil {
		return err
	}
	set := n.Set
	switch {
	case set.All:
		return d.resetSystem(v)
	case strings.HasPrefix(set.Name, catalog.LimitPrefix):
		return d.alterLimit(v, set)
	case set.Reset || set.Default:
		return d.tx.ResetSetting(d.ctx, set.Name)
	}
	name, value, err := d.systemValue(set)
	if err != nil {
		return err
	}
	return d.tx.SetSetting(d.ctx, name, value)
}

// resetSystem forgets all settings of the cluster, limits among them.
func (d *ddl) resetSystem(v *catalog.Snapshot) error {
	for _, s := range v.Settings() {
		if strings.HasPrefix(s.Name, catalog.LimitPrefix) {
			if err := d.alterLimit(v, &ast.Set{Name: s.Name, Reset: true}); err != nil {
				return err
			}
			continue
		}
		if err := d.tx.ResetSetting(d.ctx, s.Name); err != nil {
			return err
		}
	}
	return nil
}

// systemValue checks a setting of the cluster.
func (d *ddl) systemValue(set *ast.Set) (name, value string, err error) {
	if set.Name == catalog.SettingPartitionSplitBytes && len(set.Values) == 1 {
		n, err := bytesOption(set.Name, set.Values[0].Text)
		return set.Name, strconv.FormatInt(n, 10), err
	}
	return d.binder.SetValue(set)
}

// alterLimit sets or resets a limit and records who did.
func (d *ddl) alterLimit(v *catalog.Snapshot, set *ast.Set) error {
	name := strings.TrimPrefix(set.Name, catalog.LimitPrefix)
	l := limits.Lookup(name)
	if l == nil {
		return pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", set.Name).
			WithHint("sparrow.limits lists the limits.")
	}
	change := catalog.LimitChange{Name: name, OldValue: strconv.FormatInt(l.Value(d.limits()), 10), ChangedBy: v.RoleName(d.role)}
	if set.Reset || set.Default {
		change.NewValue = strconv.FormatInt(l.Default, 10)
		if err := d.tx.ResetSetting(d.ctx, set.Name); err != nil {
			return err
		}
		return d.tx.RecordLimitChange(d.ctx, change)
	}
	n, err := limitValue(l, set)
	if err != nil {
		return err
	}
	change.NewValue = strconv.FormatInt(n, 10)
	if err := d.tx.SetSetting(d.ctx, set.Name, change.NewValue); err != nil {
		return err
	}
	return d.tx.RecordLimitChange(d.ctx, change)
}

func limitValue(l *limits.Limit, set *ast.Set) (int64, error) {
	text := ""
	if len(set.Values) == 1 {
		text = set.Values[0].Text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: %q", set.Name, text)
	}
	if n < l.Min || n > l.Max {
		e := pgerr.New(pgerr.InvalidParameterValue, "%d is outside the valid range for parameter %q (%d .. %d)", n, set.Name, l.Min, l.Max)
		if !l.Adjustable && n > l.Max {
			e.WithDetail("This limit is part of the table model and can't be raised.")
		}
		return 0, e
	}
	return n, nil
}

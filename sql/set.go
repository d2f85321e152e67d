package sql

import (
	"context"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// runSet is SET and RESET.
func (s *Session) runSet(ctx context.Context, n *ast.Set) (string, error) {
	s.open() // its end makes the change last, or undoes it
	tag := "SET"
	if n.Reset {
		tag = "RESET"
	}
	if n.Reset && n.All {
		for i := range settingTable {
			if settingTable[i].context == ctxUser && !transactionSetting(settingTable[i].name) && settingTable[i].name != "role" {
				s.settings.reset(settingTable[i].name)
			}
		}
		return tag, s.applySettings()
	}
	local := n.Scope == ast.ScopeLocal
	if local && s.tx.implicit && !s.multi {
		s.warn(pgerr.New(pgerr.NoActiveSQLTransaction, "SET LOCAL can only be used in transaction blocks"))
		local = true
	}
	if n.FromCurrent {
		return tag, nil
	}
	if n.Reset || n.Default {
		return tag, s.resetSetting(n.Name)
	}
	value, err := setValue(n)
	if err != nil {
		return "", err
	}
	return tag, s.changeSetting(n.Name, value, local)
}

// setValue is the text of the value that SET gives: a list has commas between
// its quoted identifiers.
func setValue(n *ast.Set) (string, error) {
	if n.Interval != nil {
		c, ok := n.Interval.Arg.(*ast.Const)
		if !ok {
			return "", pgerr.New(pgerr.SyntaxError, "time zone interval must be a constant")
		}
		iv, err := types.ParseText(types.Interval, c.Text, -1, types.DefaultFormat)
		if err != nil {
			return "", err
		}
		return "INTERVAL '" + string(types.AppendText(nil, iv, types.DefaultFormat)) + "'", nil
	}
	if len(n.Values) == 1 {
		return n.Values[0].Text, nil
	}
	parts := make([]string, len(n.Values))
	for i, v := range n.Values {
		parts[i] = v.Text
		if d := lookupSetting(n.Name); d != nil && d.name == "search_path" || v.Kind == ast.OptionQuotedWord {
			parts[i] = quoteIdentifier(v.Text)
		}
	}
	return strings.Join(parts, ", "), nil
}

// changeSetting checks and sets a value.
func (s *Session) changeSetting(name, value string, local bool) error {
	d := lookupSetting(name)
	if d == nil {
		if !customSetting(name) {
			return pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", name)
		}
		s.settings.set(strings.ToLower(name), value, local)
		return nil
	}
	if err := s.maySet(d); err != nil {
		return err
	}
	switch d.name {
	case "role", "session_authorization":
		return s.setRole(d.name, value, local)
	case "transaction_isolation", "transaction_read_only", "transaction_deferrable":
		canonical, err := d.canonical(s, value)
		if err != nil {
			return err
		}
		return s.setTransactionMode(d.name, canonical)
	}
	canonical, err := d.canonical(s, value)
	if err != nil {
		return err
	}
	s.settings.set(d.name, canonical, local)
	return s.applySettings()
}

// maySet holds who may change a setting.
func (s *Session) maySet(d *setting) error {
	switch d.context {
	case ctxInternal:
		if d.name != "session_authorization" {
			return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed", d.name)
		}
	case ctxStart:
		return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed without restarting the server", d.name)
	case ctxSighup:
		return pgerr.New(pgerr.CantChangeRuntimeParam, "parameter %q cannot be changed now", d.name)
	case ctxSuperuser:
		if !s.superuser() {
			return pgerr.New(pgerr.InsufficientPrivilege, "permission denied to set parameter %q", d.name)
		}
	}
	return nil
}

func (s *Session) resetSetting(name string) error {
	d := lookupSetting(name)
	if d == nil {
		if !customSetting(name) {
			return pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", name)
		}
		s.settings.reset(strings.ToLower(name))
		return nil
	}
	if err := s.maySet(d); err != nil {
		return err
	}
	switch d.name {
	case "role", "session_authorization":
		return s.setRole(d.name, "none", false)
	}
	s.settings.reset(d.name)
	return s.applySettings()
}

// transactionSetting reports the settings that belong to the transaction.
func transactionSetting(name string) bool { return strings.HasPrefix(name, "transaction_") }

// applySettings works out what derives from the settings and reports the
// changed ones that clients watch.
func (s *Session) applySettings() error {
	f := *s.format
	style, order, _ := strings.Cut(s.value("DateStyle"), ", ")
	f.DateStyle, f.DateOrder = style, order
	f.IntervalStyle = s.value("IntervalStyle")
	f.ByteaEscape = s.value("bytea_output") == "escape"
	f.ExtraFloatDigits = s.intValue("extra_float_digits")
	zone, _, err := types.ParseTimeZone(s.value("TimeZone"))
	if err != nil {
		return err
	}
	f.TimeZone = zone
	f.Regs = regNames{s}
	s.format = &f
	s.path = nil
	s.mu.Lock()
	s.state.ApplicationName = s.value("application_name")
	s.mu.Unlock()
	for i := range settingTable {
		d := &settingTable[i]
		if !d.report {
			continue
		}
		if v := s.value(d.name); s.started && s.reported[d.name] != v {
			s.reported[d.name] = v
			s.start.ParameterStatus(d.name, d.display(v))
		}
	}
	return nil
}

// value is the value of a declared setting.
func (s *Session) value(name string) string {
	switch name {
	case "transaction_isolation":
		return s.isolation()
	case "transaction_read_only":
		return map[bool]string{true: "on", false: "off"}[s.readOnly()]
	}
	v, _ := s.settings.get(name)
	return v
}

// showSetting is the text that SHOW gives.
func (s *Session) showSetting(name string) (string, error) {
	d := lookupSetting(name)
	if d == nil {
		if name == "session_cu" {
			return s.sessionCU(), nil
		}
		if v, ok := s.settings.get(strings.ToLower(name)); ok {
			return v, nil
		}
		return "", pgerr.New(pgerr.UndefinedObject, "unrecognized configuration parameter %q", name)
	}
	return d.display(s.value(d.name)), nil
}

// showRows are the rows of SHOW ALL: name, setting, description.
func (s *Session) showRows() []datum.Row {
	var rows []datum.Row
	for _, d := range sortedSettings() {
		rows = append(rows, datum.Row{types.NewText(d.name), types.NewText(d.display(s.value(d.name))), types.NewText(d.help)})
	}
	return rows
}

// quoteIdentifier quotes a name if it has to be.
func quoteIdentifier(name string) string {
	plain := name != ""
	for i := range len(name) {
		c := name[i]
		if !(c >= 'a' && c <= 'z' || c == '_' || i > 0 && (c >= '0' && c <= '9' || c == '$')) {
			plain = false
		}
	}
	if plain {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

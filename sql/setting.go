package sql

import (
	"slices"
	"strings"
)

// settingKind is the type of a setting's value, as pg_settings.vartype.
type settingKind string

const (
	kindBool   settingKind = "bool"
	kindInt    settingKind = "integer"
	kindReal   settingKind = "real"
	kindString settingKind = "string"
	kindEnum   settingKind = "enum"
)

// settingContext says who may change a setting, and when, as
// pg_settings.context.
type settingContext string

const (
	ctxUser      settingContext = "user"
	ctxSuperuser settingContext = "superuser"
	ctxSighup    settingContext = "sighup"
	ctxStart     settingContext = "postmaster"
	ctxInternal  settingContext = "internal"
)

// setting declares one setting. SET, SHOW, RESET, pg_settings and the
// ParameterStatus messages derive from it.
type setting struct {
	name     string
	kind     settingKind
	initial  string // in the base unit, as pg_settings.setting shows it
	unit     string // base unit of an integer: "ms", "kB", "8kB", "s" …
	context  settingContext
	enum     []string
	min, max float64
	report   bool // told by ParameterStatus when it changes
	help     string
	// check makes the canonical form of a string value; nil takes all.
	check func(s *Session, value string) (string, error)
}

var settingByName = func() map[string]*setting {
	m := make(map[string]*setting, len(settingTable))
	for i := range settingTable {
		m[strings.ToLower(settingTable[i].name)] = &settingTable[i]
	}
	return m
}()

// lookupSetting finds a setting by name, whatever its case; nil if unknown.
func lookupSetting(name string) *setting { return settingByName[strings.ToLower(name)] }

// customSetting reports whether name is of the form that extensions use: two
// identifiers with a dot. PostgreSQL takes any such name.
func customSetting(name string) bool {
	parts := strings.Split(name, ".")
	return len(parts) >= 2 && !slices.Contains(parts, "")
}

// sortedSettings lists all declared settings by name.
func sortedSettings() []*setting {
	list := make([]*setting, len(settingTable))
	for i := range settingTable {
		list[i] = &settingTable[i]
	}
	slices.SortFunc(list, func(a, b *setting) int {
		return strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	return list
}

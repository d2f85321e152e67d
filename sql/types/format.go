package types

import "time"

// Format holds the session settings that the text form of values depends on.
// It is read-only once handed out.
type Format struct {
	DateStyle        string // "ISO", "SQL", "Postgres" or "German"
	DateOrder        string // "MDY", "DMY" or "YMD"
	IntervalStyle    string // "postgres", "postgres_verbose", "sql_standard", "iso_8601"
	TimeZone         *time.Location
	ExtraFloatDigits int  // >0 (default 1): shortest round-trip form
	ByteaEscape      bool // bytea_output = 'escape'
	// Now is the start of the transaction: 'now', 'today' ... in input text.
	Now time.Time
	// Regs resolves names for the reg* types; nil knows numbers only.
	Regs Regs
}

// DefaultFormat is the format of a new session: ISO, MDY, UTC, postgres
// intervals, hex bytea.
var DefaultFormat = &Format{DateStyle: "ISO", DateOrder: "MDY", IntervalStyle: "postgres", TimeZone: time.UTC, ExtraFloatDigits: 1}

// Regs resolves the names of catalogue objects for the reg* types. The session
// provides one; without it only numbers and built-in types are known.
type Regs interface {
	// RegOID finds the object that name denotes for the reg* type typ
	// (regclass, regtype ...); an unknown one is an error such as 42P01.
	RegOID(typ OID, name string) (OID, error)
	// RegName is the text form of an object, or "" if there is none.
	RegName(typ, oid OID) string
}

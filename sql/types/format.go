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
}

// DefaultFormat is the format of a new session: ISO, MDY, UTC, postgres
// intervals, hex bytea.
var DefaultFormat = &Format{DateStyle: "ISO", DateOrder: "MDY", IntervalStyle: "postgres", TimeZone: time.UTC, ExtraFloatDigits: 1}

package catalog

import (
	"time"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/limits"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Attr is what the dictionary knows of a free attribute.
type Attr struct {
	ID   AttrID
	Name string
	// Types are the types its cells have, or once had, by OID; never empty in a
	// visible attribute. Shared: not to be changed.
	Types []types.OID
	// Rows and Bytes count the rows that have it and its stored bytes. They may
	// lag by seconds, after a crash for good.
	Rows, Bytes int64
	FirstSeen   time.Time
	LastSeen    time.Time // last write, as Rows
}

// Has reports whether a cell of type t has been seen.
func (a Attr) Has(t types.OID) bool {
	for _, have := range a.Types {
		if have == t {
			return true
		}
	}
	return false
}

// Type is the type of the attribute in a query.
func (a Attr) Type() types.OID { return AttrType(a.Types) }

// numericRank orders the numeric types so that each casts implicitly to those
// above (PostgreSQL's select_common_type).
func numericRank(t types.OID) int {
	switch t {
	case types.Int2:
		return 1
	case types.Int4:
		return 2
	case types.Int8:
		return 3
	case types.Numeric:
		return 4
	case types.Float4:
		return 5
	case types.Float8:
		return 6
	default:
		return 0
	}
}

// AttrType is the type that a free attribute with cells of these types has in
// a query: the one type, the common numeric type, or types.Variant. Without
// any type it is text.
func AttrType(seen []types.OID) types.OID {
	if len(seen) == 0 {
		return types.Text
	}
	common := seen[0]
	for _, t := range seen[1:] {
		if t == common {
			continue
		}
		a, b := numericRank(common), numericRank(t)
		if a == 0 || b == 0 {
			return types.Variant
		}
		if b > a {
			common = t
		}
	}
	return common
}

// Reserved column names: every table has them (design.md section 2).
const (
	AttributesColumn = "_attributes"
	BucketColumn     = "_bucket"
)

// IsReservedColumn reports whether name is one of the columns that every
// table has by itself: ours, or PostgreSQL's system columns.
func IsReservedColumn(name string) bool {
	switch name {
	case AttributesColumn, BucketColumn:
		return true
	}
	return IsSystemColumn(name)
}

// IsSystemColumn reports whether name is a system column of PostgreSQL.
func IsSystemColumn(name string) bool {
	switch name {
	case "tableoid", "xmin", "xmax", "cmin", "cmax", "ctid":
		return true
	}
	return false
}

// CheckColumnName reports why name can't be a column's or attribute's:
// *limits.Exceeded if it is too long, 42602 if it is empty or has a NUL or bad UTF-8, 42939 or
// 42701 if it is reserved.
func CheckColumnName(set *limits.Set, name string) error {
	if IsSystemColumn(name) {
		return pgerr.New(pgerr.DuplicateColumn, "column name %q conflicts with a system column name", name)
	}
	if IsReservedColumn(name) {
		return pgerr.New(pgerr.ReservedName, "column name %q is reserved", name).
			WithDetail("Every table has a column of this name.")
	}
	return CheckName(set, name)
}

// CheckName reports why name can be no name at all: *limits.Exceeded if it is
// too long, 42602 if it is empty or has a NUL or bad UTF-8.
func CheckName(set *limits.Set, name string) error {
	if err := limits.NameBytes.Check(set, int64(len(name)), "name \""+truncate(name, 40)+"…\""); err != nil {
		return err
	}
	if name == "" {
		return pgerr.New(pgerr.InvalidName, "zero-length name")
	}
	if !utf8.ValidString(name) {
		return pgerr.New(pgerr.InvalidName, "invalid byte sequence for encoding \"UTF8\" in a name")
	}
	for i := 0; i < len(name); i++ {
		if name[i] == 0 {
			return pgerr.New(pgerr.InvalidName, "name contains a null character")
		}
	}
	return nil
}

// truncate cuts s to at most n bytes, at a character's end.
func truncate(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

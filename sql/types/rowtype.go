package types

import "strings"

// NewRowInfo is the pg_type row of a composite type.
func NewRowInfo(oid, array OID, name, sqlName string) *Info {
	return &Info{
		OID: oid, Name: name, SQLName: sqlName, Len: -1, Category: 'C', Array: array, Delim: ',',
		Type: 'c', Align: 'd', Storage: 'x', In: "record_in", Out: "record_out", Recv: "record_recv", Send: "record_send",
	}
}

// QuoteName writes a name as SQL reads it: in quotes unless it is of small letters,
// digits and underscores.
func QuoteName(s string) string {
	plain := s != "" && (s[0] < '0' || s[0] > '9')
	for i := 0; plain && i < len(s); i++ {
		c := s[i]
		plain = c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if plain {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

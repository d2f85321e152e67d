package catalog

import (
	"github.com/sparrowdb/sparrow/sql/types"
)

// Privilege is a set of privileges.
type Privilege uint16

// The privileges, PostgreSQL's (section 5.7 of its manual).
const (
	PrivInsert Privilege = 1 << iota
	PrivSelect
	PrivUpdate
	PrivDelete
	PrivTruncate
	PrivReferences
	PrivTrigger
	PrivUsage
	PrivCreate
	PrivConnect
	PrivTemporary
)

// All privileges of each kind of object.
const (
	AllTablePrivileges    = PrivInsert | PrivSelect | PrivUpdate | PrivDelete | PrivTruncate | PrivReferences | PrivTrigger
	AllSequencePrivileges = PrivUsage | PrivSelect | PrivUpdate
	AllSchemaPrivileges   = PrivUsage | PrivCreate
	AllInstancePrivileges = PrivCreate | PrivConnect | PrivTemporary
)

// privilegeNames are the privileges in the order of PostgreSQL's aclitem
// letters, with SQL's words.
var privilegeNames = []struct {
	bit    Privilege
	letter byte
	word   string
}{
	{PrivInsert, 'a', "INSERT"},
	{PrivSelect, 'r', "SELECT"},
	{PrivUpdate, 'w', "UPDATE"},
	{PrivDelete, 'd', "DELETE"},
	{PrivTruncate, 'D', "TRUNCATE"},
	{PrivReferences, 'x', "REFERENCES"},
	{PrivTrigger, 't', "TRIGGER"},
	{PrivUsage, 'U', "USAGE"},
	{PrivCreate, 'C', "CREATE"},
	{PrivTemporary, 'T', "TEMPORARY"},
	{PrivConnect, 'c', "CONNECT"},
}

// PrivilegeByName finds a single privilege by SQL's word, in upper case; TEMP
// is TEMPORARY.
func PrivilegeByName(word string) (Privilege, bool) {
	if word == "TEMP" {
		word = "TEMPORARY"
	}
	for _, n := range privilegeNames {
		if n.word == word {
			return n.bit, true
		}
	}
	return 0, false
}

// Words lists the privileges of p by SQL's words.
func (p Privilege) Words() []string {
	var words []string
	for _, n := range privilegeNames {
		if p&n.bit != 0 {
			words = append(words, n.word)
		}
	}
	return words
}

// Grant is what one role (0: PUBLIC) was granted on an object by another.
type Grant struct {
	Grantee     types.OID
	Grantor     types.OID
	Privileges  Privilege
	GrantOption Privilege // those that the grantee may pass on
}

// ACL lists the grants on one object.
type ACL []Grant

// Of returns the privileges that the ACL gives to grantee itself.
func (a ACL) Of(grantee types.OID) Privilege {
	var p Privilege
	for _, g := range a {
		if g.Grantee == grantee {
			p |= g.Privileges
		}
	}
	return p
}

// Grant returns the ACL with g added.
func (a ACL) Grant(g Grant) ACL {
	out := append(ACL(nil), a...)
	for i := range out {
		if out[i].Grantee == g.Grantee && out[i].Grantor == g.Grantor {
			out[i].Privileges |= g.Privileges
			out[i].GrantOption |= g.GrantOption
			return out
		}
	}
	return append(out, g)
}

// Revoke returns the ACL without privileges p (or, with optionOnly, without
// the right to pass them on) of grantee, whoever granted them.
func (a ACL) Revoke(grantee types.OID, p Privilege, optionOnly bool) ACL {
	out := make(ACL, 0, len(a))
	for _, g := range a {
		if g.Grantee == grantee {
			g.GrantOption &^= p
			if !optionOnly {
				g.Privileges &^= p
			}
		}
		if g.Privileges != 0 {
			out = append(out, g)
		}
	}
	return out
}

// Text is the aclitem text of g, PostgreSQL's grantee=privileges/grantor.
func (g Grant) Text(roleName func(types.OID) string) string {
	var b []byte
	if g.Grantee != 0 {
		b = append(b, roleName(g.Grantee)...)
	}
	b = append(b, '=')
	for _, n := range privilegeNames {
		if g.Privileges&n.bit == 0 {
			continue
		}
		b = append(b, n.letter)
		if g.GrantOption&n.bit != 0 {
			b = append(b, '*')
		}
	}
	b = append(b, '/')
	return string(append(b, roleName(g.Grantor)...))
}

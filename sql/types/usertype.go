package types

import (
	"maps"
	"sync"
	"sync/atomic"
)

// FirstUserOID is the lowest OID that a type made by a statement can have, as in
// PostgreSQL.
const FirstUserOID OID = 16384

// UserType is a type made by CREATE TYPE or CREATE DOMAIN. What a statement reads
// of it is immutable: a change registers another one under the same OID.
type UserType struct {
	Info    *Info
	Version uint64 // of its descriptor in the catalog; the higher one wins
	Labels  []EnumLabel
	Fields  []RowField
	Base    T // of a domain
	NotNull bool
	Checks  []DomainCheck
	byName  map[string]int64
	byOrder map[int64]string
}

// DomainCheck is a CHECK constraint of a domain.
type DomainCheck struct {
	OID  OID
	Name string
	Expr string // SQL text, in which VALUE is the value
}

// NewDomainInfo is the pg_type row of a domain over base.
func NewDomainInfo(oid OID, base OID, name, sqlName string) *Info {
	info := &Info{Delim: ','}
	if b := Lookup(base); b != nil {
		*info = *b
	}
	info.OID, info.Name, info.SQLName, info.Type, info.Array, info.Elem, info.Preferred = oid, name, sqlName, 'd', 0, 0, false
	info.In, info.Recv, info.ModIn, info.ModOut, info.Subscript = "domain_in", "domain_recv", "", "", ""
	return info
}

// RowField is an attribute of a composite type.
type RowField struct {
	Name string
	T    T
}

// The user types of the process, each with its array type, by OID. The catalog
// fills it from its descriptors; it is copied on each change, because it is read
// for every value and hardly ever written.
var (
	userTypes   atomic.Pointer[map[OID]*UserType]
	userTypesMu sync.Mutex
)

// RegisterUserType makes a type and its array type known. An older version than the
// one known changes nothing. What a catalog has dropped stays known: plans that
// still run may hold values of it.
func RegisterUserType(u *UserType) {
	userTypesMu.Lock()
	defer userTypesMu.Unlock()
	known := map[OID]*UserType{}
	if p := userTypes.Load(); p != nil {
		if old := (*p)[u.Info.OID]; old != nil && old.Version > u.Version {
			return
		}
		known = maps.Clone(*p)
	}
	u.byName = make(map[string]int64, len(u.Labels))
	u.byOrder = make(map[int64]string, len(u.Labels))
	for _, l := range u.Labels {
		u.byName[l.Name], u.byOrder[l.Order] = l.Order, l.Name
	}
	known[u.Info.OID] = u
	if u.Info.Array != 0 {
		a := ArrayInfo(u.Info)
		known[a.OID] = &UserType{Info: a, Version: u.Version}
	}
	userTypes.Store(&known)
}

// UserTypeOf returns a user type, or the array type over one; nil: there is none.
func UserTypeOf(oid OID) *UserType {
	if oid < FirstUserOID || oid == Variant {
		return nil
	}
	if p := userTypes.Load(); p != nil {
		return (*p)[oid]
	}
	return nil
}

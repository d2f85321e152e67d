package catalog

import (
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Type is the immutable descriptor of a type that CREATE TYPE made. A change makes a
// new one with a higher Version. Types have names of their own, which they share with
// their array types; Typed values are by its OID, which no other type ever has.
type Type struct {
	ID         types.OID
	Version    uint64
	ArrayID    types.OID
	ArrayName  string
	RelationID types.OID // pg_class row of a composite type, or 0
	InstanceID types.OID
	SchemaID   types.OID
	Schema     string
	Name       string
	OwnerID    types.OID
	Kind       byte              // pg_type.typtype: 'e', 'c' or 'd'
	Labels     []types.EnumLabel // of an enum, in their order
	Fields     []types.RowField  // of a composite type
	Base       types.T           // of a domain
	Domain     types.OID         // the domain that Base stands for, or 0
	NotNull    bool
	Default    string // SQL text, "" if none
	Checks     []types.DomainCheck
	CreatedAt  time.Time
}

// Uses reports whether values of the type hold values of type id.
func (t *Type) Uses(id types.OID) bool {
	if t.Kind == 'd' && (t.Base.OID == id || t.Domain == id || types.ElemOf(t.Base.OID) == id) {
		return true
	}
	for _, f := range t.Fields {
		if f.T.OID == id || types.ElemOf(f.T.OID) == id {
			return true
		}
	}
	return false
}

// sqlName is the name of the type in messages and in format_type.
func (t *Type) sqlName() string {
	if t.Schema == "public" || strings.HasPrefix(t.Schema, TempSchemaPrefix) {
		return types.QuoteName(t.Name)
	}
	return types.QuoteName(t.Schema) + "." + types.QuoteName(t.Name)
}

// Info is the pg_type row of the type.
func (t *Type) Info() *types.Info {
	info := types.NewEnumInfo(t.ID, t.ArrayID, t.Name, t.sqlName())
	switch t.Kind {
	case 'd':
		info = types.NewDomainInfo(t.ID, t.Base.OID, t.Name, t.sqlName())
	case 'c':
		info = types.NewRowInfo(t.ID, t.ArrayID, t.Name, t.sqlName())
	}
	info.Schema = t.Schema
	return info
}

// register makes the type known to package types.
func (t *Type) register() {
	types.RegisterUserType(&types.UserType{Info: t.Info(), Version: t.Version, Labels: t.Labels, Fields: t.Fields, Base: t.Base, NotNull: t.NotNull, Checks: t.Checks})
}

// Type finds a type by OID.
func (s *Snapshot) Type(id types.OID) (*Type, bool) { return s.types.Get(id) }

// TypeByName finds a type in a schema. An array type has no descriptor.
func (s *Snapshot) TypeByName(schema types.OID, name string) (*Type, bool) {
	id, ok := s.typeNames.Get(scoped(schema, name))
	if !ok {
		return nil, false
	}
	return s.types.Get(id)
}

// TypeID finds the OID of a type or array type in a schema.
func (s *Snapshot) TypeID(schema types.OID, name string) (types.OID, bool) {
	return s.typeNames.Get(scoped(schema, name))
}

// TypesIn lists the types of a schema by name.
func (s *Snapshot) TypesIn(schema types.OID) []*Type {
	var list []*Type
	prefix := scoped(schema, "")
	s.typeNames.Ascend(prefix, func(name string, id types.OID) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		if t, ok := s.types.Get(id); ok {
			list = append(list, t)
		}
		return true
	})
	return list
}

// Types lists the types of an instance by schema and name.
func (s *Snapshot) Types(instance types.OID) []*Type {
	var list []*Type
	for _, sc := range s.Schemas(instance) {
		list = append(list, s.TypesIn(sc.ID)...)
	}
	return list
}

// registerType makes a type whose descriptor was just loaded from key known.
func (s *Snapshot) registerType(key []byte) {
	if key[1] != keyType {
		return
	}
	if id, err := decodeOID(key, key[2:]); err == nil {
		if t, ok := s.types.Get(id); ok {
			t.register()
		}
	}
}

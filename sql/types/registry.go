package types

import "strings"

// Info is what pg_type says of a type.
type Info struct {
	OID       OID
	Name      string // pg_type.typname: "int4"
	Schema    string // of a user's type; "" is pg_catalog
	SQLName   string // the standard's name, as errors show it: "integer"
	Len       int16  // bytes; -1: varlena, -2: NUL-terminated
	ByVal     bool
	Category  byte // pg_type.typcategory: 'N' numeric, 'S' string ...
	Preferred bool // of its category
	Elem      OID  // type of the elements by subscript, or 0
	Array     OID  // the array type over this one, or 0
	Delim     byte // between array elements in text
	Type      byte // 'b' base, 'p' pseudo, 'r' range, 'm' multirange
	Align     byte // 'c', 's', 'i' or 'd'
	Storage   byte // 'p', 'x' or 'm'
	Collation OID  // 0: not collatable; 100 default, 950 "C"
	// Names of support procedures; "" where pg_type has none.
	In, Out, Recv, Send, ModIn, ModOut, Subscript, Analyze string
}

type builtin struct {
	oid                                         OID
	name, sqlName                               string
	len                                         int16
	byVal                                       bool
	category                                    byte
	preferred                                   bool
	elem, array                                 OID
	typ, align, storage                         byte
	collation                                   OID
	in, out, recv, send, modIn, modOut, handler string
}

// IsArray reports whether the type is a true array (subscripted by
// array_subscript_handler and of unlimited length).
func (i *Info) IsArray() bool { return i.Elem != 0 && i.In == "array_in" }

// aliases are the spellings that PostgreSQL's grammar and format_type know
// beside the names in pg_type (gram.y, GenericType and its siblings).
var aliases = map[string]OID{
	"boolean": Bool, "smallint": Int2, "integer": Int4, "int": Int4, "bigint": Int8,
	"real": Float4, "double precision": Float8, "float": Float8,
	"decimal": Numeric, "dec": Numeric,
	"character varying": VarChar, "char varying": VarChar, "national character varying": VarChar,
	"national char varying": VarChar, "nchar varying": VarChar,
	"character": BPChar, "national character": BPChar, "national char": BPChar, "nchar": BPChar,
	"\"char\"": Char, "\"any\"": Any, "bit varying": VarBit,
	"time without time zone": Time, "time with time zone": TimeTZ,
	"timestamp without time zone": Timestamp, "timestamp with time zone": TimestampTZ,
}

var (
	infos  []*Info
	byOID  map[OID]*Info
	byName map[string]OID
)

func init() {
	byOID = make(map[OID]*Info, 2*len(builtins))
	byName = make(map[string]OID, 3*len(builtins))
	for i := range builtins {
		b := &builtins[i]
		base := &Info{
			OID: b.oid, Name: b.name, SQLName: b.sqlName, Len: b.len, ByVal: b.byVal,
			Category: b.category, Preferred: b.preferred, Elem: b.elem, Array: b.array,
			Delim: ',', Type: b.typ, Align: b.align, Storage: b.storage, Collation: b.collation,
			In: b.in, Out: b.out, Recv: b.recv, Send: b.send, ModIn: b.modIn, ModOut: b.modOut,
			Subscript: b.handler,
		}
		switch {
		case b.oid == TSVector:
			base.Analyze = "ts_typanalyze"
		case b.typ == 'r':
			base.Analyze = "range_typanalyze"
		case b.typ == 'm':
			base.Analyze = "multirange_typanalyze"
		}
		register(base)
		if b.array != 0 {
			register(ArrayInfo(base))
		}
	}
	for name, oid := range aliases {
		byName[name] = oid
	}
	for name, oid := range aliases {
		if a := byOID[oid].Array; a != 0 {
			byName[name+"[]"] = a
		}
	}
	for i := range builtins {
		if b := &builtins[i]; b.array != 0 {
			byName[b.name+"[]"] = b.array
		}
	}
	byName["char[]"] = BPCharArray
	byName["char"] = BPChar
}

func register(i *Info) {
	infos = append(infos, i)
	byOID[i.OID] = i
	byName[i.Name] = i.OID
}

// ArrayInfo is the pg_type row of the array type over base, by the rules that
// PostgreSQL's genbki.pl and CREATE TYPE follow.
func ArrayInfo(base *Info) *Info {
	a := &Info{
		OID: base.Array, Name: "_" + base.Name, Schema: base.Schema, SQLName: base.SQLName + "[]", Len: -1,
		Category: 'A', Elem: base.OID, Delim: ',', Type: 'b', Align: 'i', Storage: 'x',
		Collation: base.Collation, In: "array_in", Out: "array_out", Recv: "array_recv",
		Send: "array_send", ModIn: base.ModIn, ModOut: base.ModOut,
		Subscript: "array_subscript_handler", Analyze: "array_typanalyze",
	}
	if base.Align == 'd' {
		a.Align = 'd'
	}
	if base.OID == Record {
		a.Type, a.Category = 'p', 'P'
	}
	return a
}

// All returns every built-in type, each array type after its element. The slice
// and what it points to must not be changed.
func All() []*Info { return infos }

// Lookup returns what is known of a type, or nil. The caller must not change it.
func Lookup(oid OID) *Info {
	if i := byOID[oid]; i != nil {
		return i
	}
	if u := UserTypeOf(oid); u != nil {
		return u.Info
	}
	return nil
}

// ByName finds a type by its pg_type name ("int4", "_int4") or by a spelling
// of SQL ("integer", "double precision", "integer[]"); letter case does not
// matter. A bare "char" is SQL's character type (bpchar), as in the grammar;
// PostgreSQL's one-byte type is `"char"` with its quotes.
func ByName(name string) (OID, bool) {
	if oid, ok := byName[name]; ok {
		return oid, true
	}
	oid, ok := byName[strings.ToLower(name)]
	return oid, ok
}

// ByCatalogName finds a type by its exact pg_type name only: "char" is the
// one-byte type here. Quoted identifiers and pg_catalog-qualified names are
// looked up so.
func ByCatalogName(name string) (OID, bool) {
	if name == "char" {
		return Char, true
	}
	oid, ok := byName[name]
	if !ok || byOID[oid].Name != name {
		return 0, false
	}
	return oid, true
}

// ArrayOf returns the array type whose elements have type elem, or 0.
func ArrayOf(elem OID) OID {
	if i := Lookup(elem); i != nil {
		return i.Array
	}
	return 0
}

// ElemOf returns the element type of an array type (int2vector and oidvector
// included), or 0 if oid is none.
func ElemOf(oid OID) OID {
	if i := Lookup(oid); i != nil && (i.IsArray() || oid == Int2Vector || oid == OidVector) {
		return i.Elem
	}
	return 0
}

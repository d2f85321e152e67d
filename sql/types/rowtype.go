package types

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

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

// RowFields are the attributes of a composite type; ok is false for other types.
func RowFields(oid OID) (fields []RowField, ok bool) {
	if u := UserTypeOf(oid); u != nil && u.Info.Type == 'c' {
		return u.Fields, true
	}
	return nil, false
}

// NewRow makes a value of a composite type, whose fields are of its types.
func NewRow(oid OID, fields []Value) Value {
	shape, _ := RowFields(oid)
	r := &RecordValue{Names: make([]string, len(shape)), Fields: fields, Types: make([]OID, len(shape))}
	for i, f := range shape {
		r.Names[i], r.Types[i] = f.Name, f.T.OID
	}
	return Value{OID: oid, X: r}
}

// CastRow makes a record a value of a composite type, field by field.
func CastRow(r *RecordValue, to OID, ctx CastContext, f *Format) (Value, error) {
	shape, _ := RowFields(to)
	if err := CheckRowLength(len(r.Fields), to); err != nil {
		return Null, err
	}
	out := make([]Value, len(shape))
	for i, field := range shape {
		v, err := Cast(r.Fields[i], field.T, ctx, f)
		if err != nil {
			return Null, err
		}
		out[i] = v
	}
	return NewRow(to, out), nil
}

// CheckRowLength refuses a record of n fields as a value of a composite type that has
// not so many (42846).
func CheckRowLength(n int, to OID) error {
	shape, _ := RowFields(to)
	switch {
	case n < len(shape):
		return NoCast(Record, to).(*pgerr.Error).WithDetail("Input has too few columns.")
	case n > len(shape):
		return NoCast(Record, to).(*pgerr.Error).WithDetail("Input has too many columns.")
	}
	return nil
}

func malformedRecord(s, detail string) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "malformed record literal: \"%s\"", s).WithDetail("%s", detail)
}

// parseRow reads record_out's form of a composite type (record_in).
func parseRow(oid OID, shape []RowField, s string, f *Format) (Value, error) {
	rest := trimLeft(s)
	if rest == "" || rest[0] != '(' {
		return Null, malformedRecord(s, "Missing left parenthesis.")
	}
	rest = rest[1:]
	fields := make([]Value, len(shape))
	for i, field := range shape {
		if i > 0 {
			if rest == "" || rest[0] != ',' {
				return Null, malformedRecord(s, "Too few columns.")
			}
			rest = rest[1:]
		}
		if rest != "" && (rest[0] == ',' || rest[0] == ')') {
			continue
		}
		text, after, ok := cutRecordField(rest)
		if !ok {
			return Null, malformedRecord(s, "Unexpected end of input.")
		}
		v, err := ParseText(field.T.OID, text, field.T.Mod, f)
		if err == nil {
			v, err = ApplyTypmod(v, field.T.Mod, false)
		}
		if err != nil {
			return Null, err
		}
		fields[i], rest = v, after
	}
	if rest == "" || rest[0] != ')' {
		return Null, malformedRecord(s, "Too many columns.")
	}
	if trimSpace(rest[1:]) != "" {
		return Null, malformedRecord(s, "Junk after right parenthesis.")
	}
	return NewRow(oid, fields), nil
}

// cutRecordField takes a field off the front, up to a comma or parenthesis outside of
// quotes.
func cutRecordField(s string) (text, rest string, ok bool) {
	var b []byte
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case !quoted && (c == ',' || c == ')'):
			return string(b), s[i:], true
		case c == '\\':
			if i++; i == len(s) {
				return "", "", false
			}
			b = append(b, s[i])
		case c == '"' && quoted && i+1 < len(s) && s[i+1] == '"':
			b = append(b, '"')
			i++
		case c == '"':
			quoted = !quoted
		default:
			b = append(b, c)
		}
	}
	return "", "", false
}

func trimLeft(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	return s
}

// decodeRow reads record_send's form of a composite type (record_recv).
func decodeRow(oid OID, shape []RowField, b []byte) (Value, error) {
	r := binaryReader{b: b}
	if n := int(r.int32()); r.short {
		return Null, insufficientData()
	} else if n != len(shape) {
		return Null, pgerr.New(pgerr.DatatypeMismatch, "wrong number of columns: %d, expected %d", n, len(shape))
	}
	fields := make([]Value, len(shape))
	for i, field := range shape {
		typ, size := OID(uint32(r.int32())), r.int32()
		if r.short || size < -1 || int64(size) > int64(len(r.b)) {
			return Null, insufficientData()
		}
		if typ != field.T.OID {
			return Null, pgerr.New(pgerr.DatatypeMismatch, "binary data has type %d (%s) instead of expected %d (%s) in record column %d",
				typ, TypeName(typ), field.T.OID, TypeName(field.T.OID), i+1)
		}
		if size == -1 {
			continue
		}
		v, err := DecodeBinary(typ, r.b[:size])
		if err != nil {
			return Null, err
		}
		fields[i], r.b = v, r.b[size:]
	}
	if len(r.b) > 0 {
		return Null, badLength(1, 0)
	}
	return NewRow(oid, fields), nil
}

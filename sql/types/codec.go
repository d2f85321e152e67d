package types

import (
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// AppendText appends the text form of v, as its type's output function writes
// it under the settings in f (nil: DefaultFormat). NULL appends nothing: the
// caller has its own way to show it.
func AppendText(buf []byte, v Value, f *Format) []byte {
	if f == nil {
		f = DefaultFormat
	}
	switch v.OID {
	case 0, Void:
		return buf
	case Bool:
		if v.I != 0 {
			return append(buf, 't')
		}
		return append(buf, 'f')
	case Int2, Int4, Int8, Oid, Xid, Cid, Xid8:
		return appendInteger(buf, v)
	case Float4, Float8:
		return appendFloat(buf, v, f.ExtraFloatDigits)
	case Numeric:
		return appendNumeric(buf, v.Decimal())
	case Bytea:
		return appendBytea(buf, v.S, f.ByteaEscape)
	case UUID:
		return appendUUID(buf, v.S)
	case Date:
		return appendDate(buf, v.I, f)
	case Time:
		return appendTime(buf, v.I)
	case TimeTZ:
		return appendTimeTZ(buf, v)
	case Timestamp:
		return appendTimestamp(buf, v.I, f)
	case TimestampTZ:
		return appendTimestampTZ(buf, v.I, f)
	case Interval:
		return appendInterval(buf, v.Interval(), f.IntervalStyle)
	case Char:
		return appendChar(buf, v.S)
	case Inet, CIDR:
		return appendInet(buf, v)
	case MACAddr, MACAddr8:
		return appendOctets(buf, v.S)
	case Money:
		return appendMoney(buf, v.I)
	case PgLSN:
		return appendLSN(buf, v)
	case Int2Vector, OidVector:
		return appendVector(buf, v.X.(*Array))
	case Record:
		return appendRecord(buf, v.X.(*RecordValue), f)
	}
	switch x := v.X.(type) {
	case *Array:
		return appendArray(buf, x, f)
	case *RecordValue:
		return appendRecord(buf, x, f)
	case *RangeValue:
		return appendRange(buf, x, f)
	case *MultirangeValue:
		return appendMultirange(buf, x, f)
	}
	if isReg(v.OID) {
		return appendReg(buf, v, f)
	}
	if v.OID >= FirstUserOID {
		return appendEnum(buf, v)
	}
	return append(buf, v.S...)
}

// TextOf is AppendText as a string.
func TextOf(v Value, f *Format) string {
	switch v.OID {
	case Text, VarChar, BPChar, Name, Unknown, JSON, JSONB, JSONPath, TSVector, TSQuery:
		return v.S
	}
	return string(AppendText(nil, v, f))
}

// ParseText reads the text form of a value of type oid, as the type's input
// function does with modifier mod (-1: none) and the settings in f (nil:
// DefaultFormat). Errors are PostgreSQL's: 22P02, 22003, 22001, 22007, 22008,
// 22021; the caller adds the position.
func ParseText(oid OID, s string, mod int32, f *Format) (Value, error) {
	if f == nil {
		f = DefaultFormat
	}
	switch oid {
	case Bool:
		return parseBool(s)
	case Int2, Int4, Int8:
		return parseInteger(oid, s)
	case Oid, Xid, Cid:
		return parseUnsigned(oid, s)
	case Xid8:
		return parseXid8(s)
	case Float4, Float8:
		return parseFloat(oid, s)
	case Numeric:
		return parseNumeric(s, mod)
	case UUID:
		return parseUUID(s)
	case Date:
		return parseDate(s, f)
	case Time:
		return parseTime(s, mod, f)
	case TimeTZ:
		return parseTimeTZ(s, mod, f)
	case Timestamp:
		return parseTimestamp(s, mod, f)
	case TimestampTZ:
		return parseTimestampTZ(s, mod, f)
	case Interval:
		return parseInterval(s, mod, f)
	case Tid:
		return parseTid(s)
	case Inet, CIDR:
		return parseInet(oid, s)
	case MACAddr:
		return parseMACAddr(s)
	case MACAddr8:
		return parseMACAddr8(s)
	case Money:
		return parseMoney(s)
	case PgLSN:
		return parseLSN(s)
	case Bit, VarBit:
		return parseBit(oid, s, mod)
	}
	if err := checkText(s); err != nil {
		return Null, err
	}
	switch oid {
	case Text, Unknown, PgNodeTree, CString:
		return Value{OID: oid, S: s}, nil
	case VarChar, BPChar:
		return ApplyTypmod(Value{OID: oid, S: s}, mod, false)
	case Name:
		return Value{OID: Name, S: truncateName(s)}, nil
	case Char:
		return parseChar(s)
	case Bytea:
		return parseBytea(s)
	case JSON:
		return parseJSONText(s)
	case JSONB:
		return parseJSONB(s)
	case JSONPath:
		return parseJSONPath(s)
	case TSVector:
		return parseTSVector(s)
	case TSQuery:
		return parseTSQueryText(s)
	case Int2Vector, OidVector:
		return parseVector(oid, s)
	case Void:
		return Value{OID: Void}, nil
	case ACLItem:
		return Value{OID: ACLItem, S: s}, nil
	}
	if isReg(oid) {
		return parseReg(oid, s, f)
	}
	if RangeTypeOf(oid) != nil {
		return parseRange(oid, s, mod, f)
	}
	if RangeTypeOfMultirange(oid) != nil {
		return parseMultirange(oid, s, mod, f)
	}
	if elem := ElemOf(oid); elem != 0 && elem != Record {
		return parseArray(oid, s, mod, f)
	}
	if u := UserTypeOf(oid); u != nil {
		switch u.Info.Type {
		case 'e':
			return parseEnum(u, s)
		case 'c':
			return parseRow(oid, u.Fields, s, f)
		}
	}
	return Null, noInput(oid)
}

// noInput is the error for types that have no input function that works.
func noInput(oid OID) error {
	switch oid {
	case Record, RecordArray:
		return pgerr.New(pgerr.FeatureNotSupported, "input of anonymous composite types is not implemented")
	}
	return pgerr.New(pgerr.FeatureNotSupported, "cannot accept a value of type %s", TypeName(oid))
}

// AppendBinary appends the binary form of v, as its type's send function
// writes it. NULL appends nothing. The error is 0A000 or 42883 for a type
// without a binary form.
func AppendBinary(buf []byte, v Value) ([]byte, error) {
	switch v.OID {
	case 0, Void:
		return buf, nil
	case Bool:
		return append(buf, byte(v.I)), nil
	case Int2, Int4, Int8, Oid, Xid, Cid, Xid8:
		return appendIntegerBinary(buf, v), nil
	case Float4, Float8:
		return appendFloatBinary(buf, v), nil
	case Numeric:
		return appendNumericBinary(buf, v.Decimal()), nil
	case Char:
		return append(buf, charByte(v.S)), nil
	case Date:
		return appendInt32(buf, int32(v.I)), nil
	case Time, Timestamp, TimestampTZ:
		return appendInt64(buf, v.I), nil
	case TimeTZ:
		return appendTimeTZBinary(buf, v), nil
	case Interval:
		return appendIntervalBinary(buf, v.Interval()), nil
	case JSONB:
		return append(append(buf, jsonbVersion), v.S...), nil
	case TSVector:
		return appendTSVectorBinary(buf, v.S)
	case TSQuery:
		return appendTSQueryBinary(buf, v.S)
	case JSONPath:
		return append(append(buf, jsonPathVersion), v.S...), nil
	case Tid:
		return appendTidBinary(buf, v.S), nil
	case Bit, VarBit:
		return appendBitBinary(buf, v.S), nil
	case Inet, CIDR:
		return appendInetBinary(buf, v), nil
	case Money:
		return appendInt64(buf, v.I), nil
	case PgLSN:
		return appendInt64(buf, int64(v.LSN())), nil
	case Record:
		return appendRecordBinary(buf, v.X.(*RecordValue))
	case ACLItem:
		return nil, pgerr.New(pgerr.UndefinedFunction, "no binary output function available for type %s", TypeName(v.OID))
	}
	switch x := v.X.(type) {
	case *Array:
		return appendArrayBinary(buf, x)
	case *RecordValue:
		return appendRecordBinary(buf, x)
	case *RangeValue:
		return appendRangeBinary(buf, x)
	case *MultirangeValue:
		return appendMultirangeBinary(buf, x)
	}
	if isReg(v.OID) {
		return appendInt32(buf, int32(v.I)), nil
	}
	if v.OID >= FirstUserOID {
		return appendEnum(buf, v), nil
	}
	return append(buf, v.S...), nil
}

// DecodeBinary reads the binary form of a value of type oid, as its receive
// function does. The length must fit exactly (22P03); text must be valid UTF-8
// without NUL (22021). The value keeps nothing of b.
func DecodeBinary(oid OID, b []byte) (Value, error) {
	switch oid {
	case Bool:
		if len(b) != 1 {
			return Null, badByte(b)
		}
		return NewBool(b[0] != 0), nil
	case Int2, Int4, Int8, Oid, Xid, Cid, Xid8:
		return decodeInteger(oid, b)
	case Float4, Float8:
		return decodeFloat(oid, b)
	case Numeric:
		return decodeNumeric(b)
	case Char:
		if len(b) != 1 {
			return Null, badByte(b)
		}
		return charValue(b[0]), nil
	case Bytea:
		return Value{OID: Bytea, S: string(b)}, nil
	case UUID:
		if len(b) != 16 {
			return Null, badLength(len(b), 16)
		}
		return Value{OID: UUID, S: string(b)}, nil
	case Date, Time, Timestamp, TimestampTZ:
		return decodeDatetime(oid, b)
	case TimeTZ:
		return decodeTimeTZ(b)
	case Interval:
		return decodeInterval(b)
	case Tid:
		return decodeTid(b)
	case Bit, VarBit:
		return decodeBit(oid, b)
	case Inet, CIDR:
		return decodeInet(oid, b)
	case MACAddr, MACAddr8:
		return decodeMAC(oid, b)
	case Money, PgLSN:
		v, err := decodeInteger(oid, b)
		if oid == PgLSN {
			v.I = NewLSN(uint64(v.I)).I
		}
		return v, err
	case Int2Vector, OidVector:
		return decodeArray(oid, b)
	case TSVector:
		return decodeTSVector(b)
	case TSQuery:
		return decodeTSQuery(b)
	case Text, VarChar, BPChar, Name, Unknown, PgNodeTree, CString, JSON, JSONB, JSONPath:
		return decodeString(oid, b)
	case Void:
		return Value{OID: Void}, nil
	}
	if isReg(oid) {
		v, err := decodeInteger(Oid, b)
		v.OID = oid
		return v, err
	}
	if RangeTypeOf(oid) != nil {
		return decodeRange(oid, b)
	}
	if RangeTypeOfMultirange(oid) != nil {
		return decodeMultirange(oid, b)
	}
	if elem := ElemOf(oid); elem != 0 {
		return decodeArray(oid, b)
	}
	if u := UserTypeOf(oid); u != nil && u.Info.Type == 'e' {
		v, err := decodeString(Text, b)
		if err != nil {
			return Null, err
		}
		return parseEnum(u, v.S)
	}
	if shape, ok := RowFields(oid); ok {
		return decodeRow(oid, shape, b)
	}
	if Lookup(oid) != nil && Lookup(oid).Recv == "" {
		return Null, pgerr.New(pgerr.UndefinedFunction, "no binary input function available for type %s", TypeName(oid))
	}
	return Null, noInput(oid)
}

// badLength is the error for a binary value of a length that its type cannot
// have (pq_copymsgbytes, pq_getmsgend).
func badLength(got, want int) error {
	if got < want {
		return pgerr.New(pgerr.ProtocolViolation, "insufficient data left in message")
	}
	return pgerr.New(pgerr.InvalidBinaryRepresentation, "incorrect binary data format")
}

// badByte is badLength for a value of one byte (pq_getmsgbyte).
func badByte(b []byte) error {
	if len(b) == 0 {
		return pgerr.New(pgerr.ProtocolViolation, "no data left in message")
	}
	return badLength(len(b), 1)
}

// checkText refuses what PostgreSQL cannot store in a UTF8 database.
func checkText(s string) error {
	if utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 {
		return nil
	}
	return badEncoding(s)
}

// badEncoding is pg_verifymbstr's report: the bytes of the first bad
// sequence.
func badEncoding(s string) error {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if s[i] == 0 || r == utf8.RuneError && n == 1 {
			end := min(i+sequenceLength(s[i]), len(s))
			hex := make([]string, 0, 4)
			for _, c := range []byte(s[i:end]) {
				hex = append(hex, "0x"+string([]byte{hexDigits[c>>4], hexDigits[c&15]}))
			}
			return pgerr.New(pgerr.CharacterNotInRepertoire,
				"invalid byte sequence for encoding \"UTF8\": %s", strings.Join(hex, " "))
		}
		i += n
	}
	return nil
}

// sequenceLength is the length that the first byte of a UTF-8 sequence
// announces (pg_utf_mblen).
func sequenceLength(c byte) int {
	switch {
	case c&0xe0 == 0xc0:
		return 2
	case c&0xf0 == 0xe0:
		return 3
	case c&0xf8 == 0xf0:
		return 4
	}
	return 1
}

const hexDigits = "0123456789abcdef"

func syntaxError(oid OID, s string) error {
	return pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type %s: \"%s\"", TypeName(oid), s)
}

// isSpace is C's isspace in the C locale.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// trimSpace cuts what isSpace accepts from both ends.
func trimSpace(s string) string {
	for s != "" && isSpace(s[0]) {
		s = s[1:]
	}
	for s != "" && isSpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

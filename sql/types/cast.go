package types

import "github.com/sparrowdb/sparrow/sql/pgerr"

// CastContext says how freely a conversion may be applied: an implicit one
// everywhere, an assignment one also when storing, an explicit one only where
// the statement asks for it (pg_cast.castcontext).
type CastContext uint8

// The contexts, the most demanding first: a cast allowed in one is allowed in
// all that follow.
const (
	Implicit CastContext = iota
	Assignment
	Explicit
)

// CastMethod is how a conversion is done.
type CastMethod uint8

// The methods of pg_cast.castmethod, and the element-wise one of arrays.
const (
	CastNone   CastMethod = iota // there is no such cast
	CastBinary                   // same representation
	CastFunc                     // a conversion of its own
	CastInOut                    // through the text form
	CastArray                    // element by element
)

// Conversion is a possible cast with the freest context that allows it.
type Conversion struct {
	From, To OID
	Context  CastContext
	Method   CastMethod
}

type castKey struct{ from, to OID }

var castIndex = func() map[castKey]*Conversion {
	m := make(map[castKey]*Conversion, len(casts))
	for i := range casts {
		m[castKey{casts[i].From, casts[i].To}] = &casts[i]
	}
	return m
}()

// Casts returns the rows of pg_cast that Sparrow knows; not to be changed.
func Casts() []Conversion { return casts }

// CanCast tells whether and how a value of type from becomes one of type to,
// and the most demanding context that allows it, by the rules of PostgreSQL's
// find_coercion_pathway: pg_cast, then arrays by their elements, then the text
// form to (assignment) and from (explicit) string types. An unknown literal
// becomes anything.
func CanCast(from, to OID) (CastMethod, CastContext) {
	switch {
	case from == to || to == Variant:
		return CastBinary, Implicit
	case from == 0:
		return CastBinary, Implicit
	case from == Unknown:
		return CastInOut, Implicit
	case from == Variant:
		// As of all types: to string types by assignment.
		if target := Lookup(to); target != nil && target.Category == 'S' {
			return CastFunc, Assignment
		}
		return CastFunc, Explicit
	}
	if c := castIndex[castKey{from, to}]; c != nil {
		return c.Method, c.Context
	}
	source, target := Lookup(from), Lookup(to)
	if source == nil || target == nil {
		return CastNone, Explicit
	}
	if accepts(to, source) {
		return CastBinary, Implicit
	}
	if from == Record && target.Type == 'c' || from == RecordArray && target.IsArray() && Lookup(target.Elem).Type == 'c' {
		return CastFunc, Implicit
	}
	if to == Record && source.Type == 'c' || to == RecordArray && ElemOf(from) != 0 && Lookup(source.Elem).Type == 'c' {
		return CastBinary, Implicit
	}
	if target.IsArray() {
		if elem := ElemOf(from); elem != 0 {
			if elem == target.Elem {
				return CastArray, Implicit
			}
			if m, ctx := CanCast(elem, target.Elem); m != CastNone {
				return CastArray, ctx
			}
			return CastNone, Explicit
		}
	}
	if source.Type == 'p' && from != Record && from != RecordArray && from != CString {
		return CastNone, Explicit
	}
	if target.Category == 'S' {
		return CastInOut, Assignment
	}
	if source.Category == 'S' && (target.Type != 'p' || to == CString) {
		return CastInOut, Explicit
	}
	return CastNone, Explicit
}

// accepts reports whether a pseudo-type takes values of type source.
func accepts(pseudo OID, source *Info) bool {
	switch pseudo {
	case Any, AnyElement, AnyCompatible:
		return true
	case AnyArray, AnyCompatibleArray:
		return source.Elem != 0 && source.Category == 'A'
	case AnyNonArray, AnyCompatibleNonArray:
		return source.Category != 'A'
	case AnyEnum:
		return source.Type == 'e'
	case RecordArray:
		return source.Elem == Record
	case AnyRange, AnyCompatibleRange:
		return source.Type == 'r'
	case AnyMultirange, AnyCompatibleMultirange:
		return source.Type == 'm'
	}
	return false
}

// NoCast is the error for a cast that does not exist (42846).
func NoCast(from, to OID) error {
	return pgerr.New(pgerr.CannotCoerce, "cannot cast type %s to %s", TypeName(from), TypeName(to))
}

// Cast converts v to type to, with its modifier, if ctx allows the cast. NULL
// stays NULL. Errors are 42846 and those of the conversion.
func Cast(v Value, to T, ctx CastContext, f *Format) (Value, error) {
	if v.OID == 0 {
		return Null, nil
	}
	if f == nil {
		f = DefaultFormat
	}
	if v.OID != to.OID {
		method, need := CanCast(v.OID, to.OID)
		if method == CastNone || need > ctx {
			return Null, NoCast(v.OID, to.OID)
		}
		var err error
		if v, err = convert(v, to, method, f); err != nil {
			return Null, err
		}
	}
	return ApplyTypmod(v, to.Mod, ctx == Explicit)
}

func convert(v Value, to T, method CastMethod, f *Format) (Value, error) {
	switch method {
	case CastBinary:
		return relabel(v, to.OID, f), nil
	case CastArray:
		return convertArray(v, to.OID, f)
	case CastFunc:
		return convertByFunc(v, to, f)
	}
	mod := int32(-1)
	if v.OID == Unknown && to.OID == Interval {
		mod = to.Mod // the fields named in the type steer how text is read
	}
	return ParseText(to.OID, TextOf(v, f), mod, f)
}

// relabel changes the type of a value whose representation stays.
func relabel(v Value, to OID, f *Format) Value {
	switch {
	case to == Variant || Lookup(to).Type == 'p':
		return v
	case isReg(to):
		return newReg(to, OID(uint32(v.I)), f)
	case isReg(v.OID) || v.OID == Oid:
		if to == Int4 {
			return NewInt4(int32(v.I))
		}
		return Value{OID: to, I: v.I}
	case to == Oid:
		return Value{OID: Oid, I: int64(uint32(v.I))}
	}
	v.OID = to
	return v
}

func convertArray(v Value, to OID, f *Format) (Value, error) {
	a := v.X.(*Array)
	elem := Of(ElemOf(to))
	if a.Elem == elem.OID {
		return Value{OID: to, X: a}, nil
	}
	out := &Array{Elem: elem.OID, Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i, e := range a.Elems {
		c, err := Cast(e, elem, Explicit, f)
		if err != nil {
			return Null, err
		}
		out.Elems[i] = c
	}
	return Value{OID: to, X: out}, nil
}

// convertByFunc does the casts of pg_cast that have a function.
func convertByFunc(v Value, target T, f *Format) (Value, error) {
	to := target.OID
	switch v.OID {
	case Record:
		return CastRow(v.Record(), to, Explicit, f)
	case RecordArray:
		return convertArray(v, to, f)
	case Int2, Int4, Int8, Float4, Float8, Numeric:
		if to == Bit {
			return integerToBit(v, target.Mod), nil
		}
		if to == Money {
			return numberToMoney(v)
		}
		return convertNumber(v, to, f)
	case Inet, CIDR:
		if to == CIDR {
			return InetToCIDR(v), nil
		}
		return Value{OID: to, S: v.InetText()}, nil
	case MACAddr:
		return MACTo8(v), nil
	case MACAddr8:
		return macFrom8(v)
	case Money:
		return MoneyToNumeric(v), nil
	case Bool:
		if to == Int4 {
			return NewInt4(int32(v.I)), nil
		}
		return Value{OID: to, S: boolName(v)}, nil
	case Text, VarChar, BPChar, Name, Char:
		return convertString(v, to, f)
	case JSONB:
		return convertJSONB(v, to)
	case Date, Time, TimeTZ, Timestamp, TimestampTZ, Interval:
		return convertDatetime(v, to, f)
	case Bit:
		return bitToInteger(v, to)
	case Xid8:
		return Value{OID: Xid, I: int64(uint32(v.I))}, nil
	}
	if r, ok := v.X.(*RangeValue); ok {
		return NewMultirange(to, []*RangeValue{r}), nil
	}
	if v.OID == Oid || isReg(v.OID) {
		return Value{OID: to, I: v.I}, nil
	}
	return Null, NoCast(v.OID, to)
}

func boolName(v Value) string {
	if v.I != 0 {
		return "true"
	}
	return "false"
}

func convertString(v Value, to OID, f *Format) (Value, error) {
	s := v.S
	switch {
	case v.OID == BPChar && to != Char:
		s = trimBlanks(s)
	case v.OID == Char && to == Int4:
		return NewInt4(int32(int8(charByte(s)))), nil
	case v.OID == Char:
		s = string(appendChar(nil, s))
	}
	switch to {
	case Char:
		return parseChar(s)
	case Name:
		return Value{OID: Name, S: truncateName(s)}, nil
	case Regclass:
		return parseReg(to, s, f)
	}
	return Value{OID: to, S: s}, nil
}

// trimBlanks cuts the blanks at the end, as bpchar does when it becomes text.
func trimBlanks(s string) string {
	n := len(s)
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	return s[:n]
}

// ApplyTypmod makes v fit the modifier of its type: length, precision and
// scale, fields. explicit is true in a cast that the statement asks for, where
// too long strings are cut instead of refused (22001, 22003).
func ApplyTypmod(v Value, mod int32, explicit bool) (Value, error) {
	if mod < 0 || v.OID == 0 {
		return v, nil
	}
	switch v.OID {
	case VarChar, BPChar:
		n, ok := CharMod(mod)
		if !ok {
			return v, nil
		}
		s, err := fitChars(v.OID, v.S, n, explicit)
		v.S = s
		return v, err
	case Bit, VarBit:
		return fitBits(v, int(mod), explicit)
	case Numeric:
		d, err := fitNumeric(v.Decimal(), mod)
		return Value{OID: Numeric, X: d}, err
	case Time, TimeTZ:
		v.I = roundMicros(v.I, mod)
		return v, nil
	case Timestamp, TimestampTZ:
		return fitTimestamp(v, mod)
	case Interval:
		return fitInterval(v, mod)
	}
	a, ok := v.X.(*Array)
	if !ok {
		return v, nil
	}
	out := &Array{Elem: a.Elem, Dims: a.Dims, Elems: make([]Value, len(a.Elems))}
	for i, e := range a.Elems {
		c, err := ApplyTypmod(e, mod, explicit)
		if err != nil {
			return Null, err
		}
		out.Elems[i] = c
	}
	return Value{OID: v.OID, X: out}, nil
}

package types

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// varHdr is VARHDRSZ: PostgreSQL adds it to lengths kept in a modifier.
const varHdr = 4

// Bounds of modifiers (PostgreSQL's numeric.h, htup_details.h, timestamp.h).
const (
	maxNumericPrecision = 1000
	maxNumericScale     = 1000
	maxCharLength       = 10485760
	maxTimePrecision    = 6
)

// Parts of an interval modifier: a mask of fields in the high half, the
// precision in the low half (utils/timestamp.h).
const (
	intervalFullRange     = 0x7FFF
	intervalFullPrecision = 0xFFFF
)

// Bits of the fields in an interval modifier: 1 << the field's number.
const (
	intervalMonth  = 1 << 1
	intervalYear   = 1 << 2
	intervalDay    = 1 << 3
	intervalHour   = 1 << 10
	intervalMinute = 1 << 11
	intervalSecond = 1 << 12
)

// intervalRanges are the field restrictions that SQL allows, by their mask.
var intervalRanges = []struct {
	mask int32
	name string
}{
	{intervalYear, "year"},
	{intervalMonth, "month"},
	{intervalDay, "day"},
	{intervalHour, "hour"},
	{intervalMinute, "minute"},
	{intervalSecond, "second"},
	{intervalYear | intervalMonth, "year to month"},
	{intervalDay | intervalHour, "day to hour"},
	{intervalDay | intervalHour | intervalMinute, "day to minute"},
	{intervalDay | intervalHour | intervalMinute | intervalSecond, "day to second"},
	{intervalHour | intervalMinute, "hour to minute"},
	{intervalHour | intervalMinute | intervalSecond, "hour to second"},
	{intervalMinute | intervalSecond, "minute to second"},
	{intervalFullRange, ""},
}

// NumericTypmod makes the modifier of numeric(precision, scale), both already
// checked by MakeTypmod's rules.
func NumericTypmod(precision, scale int32) int32 {
	return (precision<<16 | scale&0x7ff) + varHdr
}

// NumericMod splits the modifier of a numeric; ok is false for none.
func NumericMod(mod int32) (precision, scale int32, ok bool) {
	if mod < varHdr {
		return 0, 0, false
	}
	mod -= varHdr
	// The scale is an 11-bit signed number.
	return mod >> 16 & 0xffff, (mod&0x7ff ^ 1024) - 1024, true
}

// CharMod returns the length in characters that a varchar or bpchar modifier
// allows; ok is false for none.
func CharMod(mod int32) (n int, ok bool) {
	if mod < varHdr {
		return 0, false
	}
	return int(mod - varHdr), true
}

// IntervalMod splits the modifier of an interval into the mask of fields and
// the precision of seconds (-1: all six digits).
func IntervalMod(mod int32) (mask, precision int32) {
	if mod < 0 {
		return intervalFullRange, -1
	}
	precision = mod & 0xFFFF
	if precision == intervalFullPrecision {
		precision = -1
	}
	return mod >> 16 & 0x7FFF, precision
}

// IntervalFields makes the mask of an interval's field restriction, such as
// "day to second"; "" stands for all. ok is false for an unknown one.
func IntervalFields(fields string) (mask int32, ok bool) {
	for _, r := range intervalRanges {
		if r.name == fields {
			return r.mask, true
		}
	}
	return 0, false
}

// IntervalTypmod makes the modifier of an interval from the fields allowed
// ("" for all) and the precision (-1 for none). It returns -1 if neither
// restricts.
func IntervalTypmod(fields string, precision int32) (int32, error) {
	mask, ok := IntervalFields(strings.ToLower(fields))
	if !ok {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid INTERVAL type modifier")
	}
	if precision < -1 {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "INTERVAL(%d) precision must not be negative", precision)
	}
	if mask == intervalFullRange && precision == -1 {
		return -1, nil
	}
	if precision == -1 {
		return mask<<16 | intervalFullPrecision, nil
	}
	return mask<<16 | min(precision, maxTimePrecision), nil
}

// MakeTypmod checks the modifiers written after a type name, as in
// numeric(20,4), and packs them. No modifiers give -1. The caller adds the
// position to the error.
func MakeTypmod(oid OID, mods []int32) (int32, error) {
	if len(mods) == 0 {
		return -1, nil
	}
	if elem := ElemOf(oid); elem != 0 {
		oid = elem
	}
	switch oid {
	case VarChar, BPChar:
		return charTypmod(oid, mods)
	case Bit, VarBit:
		return bitTypmod(oid, mods)
	case Numeric:
		return numericTypmod(mods)
	case Time, TimeTZ, Timestamp, TimestampTZ:
		return timeTypmod(oid, mods)
	case Interval:
		if len(mods) > 1 {
			return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid INTERVAL type modifier")
		}
		return IntervalTypmod("", mods[0])
	}
	name := strconv.Itoa(int(oid))
	if i := Lookup(oid); i != nil {
		name = i.Name
	}
	return 0, pgerr.New(pgerr.SyntaxError, "type modifier is not allowed for type \"%s\"", name)
}

func charTypmod(oid OID, mods []int32) (int32, error) {
	name := "varchar"
	if oid == BPChar {
		name = "char"
	}
	switch {
	case len(mods) != 1:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid type modifier")
	case mods[0] < 1:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "length for type %s must be at least 1", name)
	case mods[0] > maxCharLength:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "length for type %s cannot exceed %d", name, maxCharLength)
	}
	return mods[0] + varHdr, nil
}

func bitTypmod(oid OID, mods []int32) (int32, error) {
	name := "bit"
	if oid == VarBit {
		name = "varbit"
	}
	switch {
	case len(mods) != 1:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid type modifier")
	case mods[0] < 1:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "length for type %s must be at least 1", name)
	case mods[0] > maxCharLength*8:
		return 0, pgerr.New(pgerr.InvalidParameterValue, "length for type %s cannot exceed %d", name, maxCharLength*8)
	}
	return mods[0], nil
}

func numericTypmod(mods []int32) (int32, error) {
	if len(mods) > 2 {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid NUMERIC type modifier")
	}
	if mods[0] < 1 || mods[0] > maxNumericPrecision {
		return 0, pgerr.New(pgerr.InvalidParameterValue,
			"NUMERIC precision %d must be between 1 and %d", mods[0], maxNumericPrecision)
	}
	scale := int32(0)
	if len(mods) == 2 {
		scale = mods[1]
		if scale < -maxNumericScale || scale > maxNumericScale {
			return 0, pgerr.New(pgerr.InvalidParameterValue,
				"NUMERIC scale %d must be between %d and %d", scale, -maxNumericScale, maxNumericScale)
		}
	}
	return NumericTypmod(mods[0], scale), nil
}

func timeTypmod(oid OID, mods []int32) (int32, error) {
	name, zone := "TIMESTAMP", ""
	if oid == Time || oid == TimeTZ {
		name = "TIME"
	}
	if oid == TimeTZ || oid == TimestampTZ {
		zone = " WITH TIME ZONE"
	}
	if len(mods) != 1 {
		return 0, pgerr.New(pgerr.InvalidParameterValue, "invalid type modifier")
	}
	if mods[0] < 0 {
		return 0, pgerr.New(pgerr.InvalidParameterValue,
			"%s(%d)%s precision must not be negative", name, mods[0], zone)
	}
	return min(mods[0], maxTimePrecision), nil
}

// FormatTypmod writes a modifier the way it follows the type's name, "(20,4)",
// or "" for none. For time types it includes no zone words.
func FormatTypmod(oid OID, mod int32) string {
	if mod < 0 {
		return ""
	}
	switch oid {
	case VarChar, BPChar:
		if n, ok := CharMod(mod); ok {
			return "(" + strconv.Itoa(n) + ")"
		}
	case Bit, VarBit, Time, TimeTZ, Timestamp, TimestampTZ:
		return "(" + strconv.Itoa(int(mod)) + ")"
	case Numeric:
		if p, s, ok := NumericMod(mod); ok {
			return "(" + strconv.Itoa(int(p)) + "," + strconv.Itoa(int(s)) + ")"
		}
	case Interval:
		mask, precision := IntervalMod(mod)
		out := ""
		for _, r := range intervalRanges {
			if r.mask == mask && r.name != "" {
				out = " " + r.name
			}
		}
		if precision >= 0 {
			out += "(" + strconv.Itoa(int(precision)) + ")"
		}
		return out
	}
	return ""
}

// FormatType names a type as PostgreSQL's format_type(oid, mod) does:
// numeric(20,4), character varying(10), timestamp(3) with time zone,
// integer[], "char". A type that is not known is "???".
func FormatType(t T) string {
	if elem := ElemOf(t.OID); elem != 0 && t.OID != Int2Vector && t.OID != OidVector {
		return FormatType(T{OID: elem, Mod: t.Mod}) + "[]"
	}
	info := Lookup(t.OID)
	if info == nil {
		if t.OID == Variant {
			return "variant"
		}
		return "???"
	}
	mod := FormatTypmod(t.OID, t.Mod)
	switch t.OID {
	case BPChar:
		// Without a length bpchar is not character, which would mean (1).
		if mod == "" {
			return "bpchar"
		}
	case Bit:
		if mod == "" {
			return `"bit"`
		}
	case Time, TimeTZ, Timestamp, TimestampTZ:
		head, zone, _ := strings.Cut(info.SQLName, " ")
		return head + mod + " " + zone
	}
	return info.SQLName + mod
}

// TypeName names a type without modifier as error messages do
// (format_type_be): "integer", "character".
func TypeName(oid OID) string {
	if oid == Variant {
		return "variant"
	}
	if i := Lookup(oid); i != nil {
		return i.SQLName
	}
	return "???"
}

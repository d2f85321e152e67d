package types

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// ParseTypeName reads a built-in type as SQL spells it, with modifiers and
// array brackets: "numeric(20,4)", "timestamp(3) with time zone",
// "interval day to second(3)", "integer[]", `"char"`, pg_catalog.int4. An
// unknown type is 42704.
func ParseTypeName(s string) (T, error) {
	name := strings.Join(strings.Fields(s), " ")
	array := false
	for strings.HasSuffix(name, "]") {
		open := strings.LastIndexByte(name, '[')
		if open < 0 || !allDigits("0"+strings.TrimSpace(name[open+1:len(name)-1])) {
			return T{}, noType(s)
		}
		array, name = true, strings.TrimSpace(name[:open])
	}
	name, mods, err := cutMods(name, s)
	if err != nil {
		return T{}, err
	}
	t, err := namedType(name, mods, s)
	if err != nil || !array {
		return t, err
	}
	if t.OID = ArrayOf(t.OID); t.OID == 0 {
		return T{}, noType(s)
	}
	return t, nil
}

func noType(s string) error {
	return pgerr.New(pgerr.UndefinedObject, "type \"%s\" does not exist", s)
}

// cutMods takes the numbers in parentheses out of a type name, wherever in it
// they stand.
func cutMods(name, whole string) (string, []int32, error) {
	head, rest, found := strings.Cut(name, "(")
	if !found {
		return name, nil, nil
	}
	list, tail, closed := strings.Cut(rest, ")")
	if !closed {
		return "", nil, noType(whole)
	}
	var mods []int32
	for _, m := range strings.Split(list, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(m), 10, 32)
		if err != nil {
			return "", nil, noType(whole)
		}
		mods = append(mods, int32(n))
	}
	return strings.TrimSpace(strings.TrimSpace(head) + tail), mods, nil
}

func namedType(name string, mods []int32, whole string) (T, error) {
	lower := strings.ToLower(name)
	lower = strings.TrimPrefix(lower, "pg_catalog.")
	if fields, ok := strings.CutPrefix(lower, "interval "); ok {
		return intervalType(fields, mods)
	}
	oid, ok := ByName(lower)
	if !ok && len(lower) > 2 && lower[0] == '"' && lower[len(lower)-1] == '"' {
		oid, ok = ByCatalogName(lower[1 : len(lower)-1])
	}
	if !ok {
		return T{}, noType(whole)
	}
	if lower == "float" && len(mods) == 1 {
		return floatType(mods[0])
	}
	if len(mods) == 0 && (lower == "bit" || oid == BPChar && lower != "bpchar") {
		mods = []int32{1} // character means character(1), bit means bit(1)
	}
	mod, err := MakeTypmod(oid, mods)
	return T{OID: oid, Mod: mod}, err
}

func intervalType(fields string, mods []int32) (T, error) {
	precision := int32(-1)
	if len(mods) == 1 && strings.HasSuffix(fields, "second") {
		precision = mods[0]
	} else if len(mods) > 0 {
		return T{}, noType("interval " + fields)
	}
	mod, err := IntervalTypmod(fields, precision)
	return T{OID: Interval, Mod: mod}, err
}

// floatType is the type that float(n) stands for: n counts bits.
func floatType(bits int32) (T, error) {
	switch {
	case bits < 1:
		return T{}, pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be at least 1 bit")
	case bits <= 24:
		return Of(Float4), nil
	case bits <= 53:
		return Of(Float8), nil
	}
	return T{}, pgerr.New(pgerr.InvalidParameterValue, "precision for type float must be less than 54 bits")
}

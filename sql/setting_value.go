package sql

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// canonical checks a value given for the setting and returns the form that is
// kept, in the base unit. Errors are 22023, in PostgreSQL's words.
func (d *setting) canonical(s *Session, value string) (string, error) {
	switch d.kind {
	case kindBool:
		on, ok := parseBool(value)
		if !ok {
			return "", pgerr.New(pgerr.InvalidParameterValue, "parameter %q requires a Boolean value", d.name)
		}
		value = map[bool]string{true: "on", false: "off"}[on]
	case kindEnum:
		i := slices.Index(d.enum, strings.ToLower(value))
		if i < 0 && slices.Contains(d.enum, "on") && slices.Contains(d.enum, "off") {
			if on, ok := parseBool(value); ok {
				i = slices.Index(d.enum, map[bool]string{true: "on", false: "off"}[on])
			}
		}
		if i < 0 {
			return "", d.invalid(value).WithHint("Available values: %s.", strings.Join(d.enum, ", "))
		}
		value = d.enum[i]
	case kindInt, kindReal:
		n, err := d.number(value)
		if err != nil {
			return "", err
		}
		value = n
	}
	if d.check == nil {
		return value, nil
	}
	return d.check(s, value)
}

func (d *setting) invalid(value string) *pgerr.Error {
	return pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: %q", d.name, value)
}

// number reads an integer or real with an optional unit and checks its range.
func (d *setting) number(value string) (string, error) {
	text := strings.TrimSpace(value)
	end := 0
	for end < len(text) && strings.IndexByte("+-.0123456789eExXabcdefABCDEF", text[end]) >= 0 {
		if c := text[end] | 0x20; c >= 'a' && c <= 'f' && c != 'e' && !strings.HasPrefix(text, "0x") {
			break
		}
		end++
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	if i, ierr := strconv.ParseInt(text[:end], 0, 64); ierr == nil {
		n, err = float64(i), nil
	}
	if err != nil {
		return "", d.invalid(value)
	}
	if suffix := strings.TrimSpace(text[end:]); suffix != "" {
		factor, hint := unitFactor(d.unit, suffix)
		if factor == 0 {
			e := d.invalid(value)
			if hint != "" {
				e.WithHint("%s", hint)
			}
			return "", e
		}
		n *= factor
	}
	if d.kind == kindInt {
		n = math.RoundToEven(n)
	}
	if n < d.min || n > d.max || math.IsNaN(n) {
		unit := ""
		if d.unit != "" {
			unit = " " + d.unit
		}
		return "", pgerr.New(pgerr.InvalidParameterValue, "%s%s is outside the valid range for parameter %q (%s .. %s)",
			formatNumber(n), unit, d.name, formatNumber(d.min), formatNumber(d.max))
	}
	return formatNumber(n), nil
}

func formatNumber(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

var (
	timeUnits   = map[string]float64{"us": 0.001, "ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}
	memoryUnits = map[string]float64{"B": 1, "kB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30, "TB": 1 << 40}
)

// unitFactor converts from a unit to the base unit of a setting; 0 if the unit
// does not fit, with the hint that PostgreSQL gives.
func unitFactor(base, unit string) (factor float64, hint string) {
	if b, ok := timeUnits[base]; ok {
		return timeUnits[unit] / b, `Valid units for this parameter are "us", "ms", "s", "min", "h", and "d".`
	}
	b, ok := memoryUnits[strings.TrimPrefix(base, "8")]
	if !ok {
		return 0, ""
	}
	if base == "8kB" {
		b *= 8
	}
	return memoryUnits[unit] / b, `Valid units for this parameter are "B", "kB", "MB", "GB", and "TB".`
}

// display is the value as SHOW prints it: an integer with a unit in the
// largest unit that divides it.
func (d *setting) display(value string) string {
	if d.kind != kindInt || d.unit == "" {
		return value
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n <= 0 {
		return value
	}
	units, order, base := timeUnits, []string{"d", "h", "min", "s", "ms"}, timeUnits[d.unit]
	if base == 0 {
		units, order = memoryUnits, []string{"TB", "GB", "MB", "kB", "B"}
		base = memoryUnits[strings.TrimPrefix(d.unit, "8")]
		if d.unit == "8kB" {
			base *= 8
		}
	}
	total := float64(n) * base
	for _, u := range order {
		if q := total / units[u]; q == math.Trunc(q) {
			return strconv.FormatInt(int64(q), 10) + u
		}
	}
	return value
}

// parseBool reads a boolean as SET takes it: unambiguous prefixes of true,
// false, yes, no, on, off, and 1 and 0.
func parseBool(v string) (on, ok bool) {
	v = strings.ToLower(v)
	switch {
	case v == "":
		return false, false
	case v == "1" || v == "on" || strings.HasPrefix("true", v) || strings.HasPrefix("yes", v):
		return true, true
	case v == "0" || v == "of" || v == "off" || strings.HasPrefix("false", v) || strings.HasPrefix("no", v):
		return false, true
	}
	return false, false
}

package types_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/sparrowdb/sparrow/sql/types"
)

// testCase is one line of a testdata file.
type testCase struct {
	settings []string // "datestyle = german" ...
	expr     string   // 'literal'::type::type, or two with <=> between
	want     string
}

func (c testCase) head() string {
	if len(c.settings) == 0 {
		return c.expr
	}
	return "[" + strings.Join(c.settings, "; ") + "] " + c.expr
}

func parseCase(line string) (testCase, error) {
	var c testCase
	head, want, _ := strings.Cut(line, " → ")
	head = strings.TrimSpace(head)
	if strings.HasPrefix(head, "[") {
		settings, rest, ok := strings.Cut(head[1:], "] ")
		if !ok {
			return c, fmt.Errorf("settings do not end: %s", line)
		}
		for _, s := range strings.Split(settings, ";") {
			c.settings = append(c.settings, strings.TrimSpace(s))
		}
		head = rest
	}
	c.expr, c.want = head, want
	return c, nil
}

// format makes the Format that the settings of the case ask for.
func (c testCase) format() (*types.Format, error) {
	f := *types.DefaultFormat
	f.Now = time.Now()
	for _, s := range c.settings {
		name, value, _ := strings.Cut(s, "=")
		value = strings.Trim(strings.TrimSpace(value), "'")
		switch strings.TrimSpace(name) {
		case "datestyle":
			for _, word := range strings.Split(value, ",") {
				switch word = strings.TrimSpace(word); strings.ToLower(word) {
				case "mdy", "dmy", "ymd":
					f.DateOrder = strings.ToUpper(word)
				case "iso", "sql":
					f.DateStyle = strings.ToUpper(word)
				case "german":
					f.DateStyle, f.DateOrder = "German", "DMY"
				default:
					f.DateStyle = "Postgres"
				}
			}
		case "intervalstyle":
			f.IntervalStyle = value
		case "extra_float_digits":
			fmt.Sscan(value, &f.ExtraFloatDigits)
		case "bytea_output":
			f.ByteaEscape = value == "escape"
		case "timezone":
			loc, _, err := types.ParseTimeZone(value)
			if err != nil {
				return nil, err
			}
			f.TimeZone = loc
		default:
			return nil, fmt.Errorf("unknown setting %q", name)
		}
	}
	return &f, nil
}

// evalCast evaluates 'literal'::type::type as PostgreSQL does: the literal is
// unknown, the casts are explicit.
func evalCast(expr string, f *types.Format) (types.Value, error) {
	literal, rest, err := cutLiteral(expr)
	if err != nil {
		return types.Null, err
	}
	v := types.NewString(types.Unknown, literal)
	for rest != "" {
		rest = strings.TrimPrefix(rest, "::")
		name, next, more := strings.Cut(rest, "::")
		if rest = next; !more {
			rest = ""
		}
		t, err := types.ParseTypeName(name)
		if err != nil {
			return types.Null, err
		}
		if v, err = types.Cast(v, t, types.Explicit, f); err != nil {
			return types.Null, err
		}
	}
	return v, nil
}

// cutLiteral reads '...' or E'...' (with \n, \t, \r, \b, \f, \\) and returns
// what follows.
func cutLiteral(expr string) (literal, rest string, err error) {
	escapes := strings.HasPrefix(expr, "E'")
	expr = strings.TrimPrefix(expr, "E")
	if !strings.HasPrefix(expr, "'") {
		return "", "", fmt.Errorf("no literal: %s", expr)
	}
	var b strings.Builder
	for i := 1; i < len(expr); i++ {
		switch c := expr[i]; {
		case c == '\'' && i+1 < len(expr) && expr[i+1] == '\'':
			b.WriteByte('\'')
			i++
		case c == '\'':
			return b.String(), expr[i+1:], nil
		case c == '\\' && escapes && i+1 < len(expr):
			i++
			b.WriteString(strings.NewReplacer("n", "\n", "t", "\t", "r", "\r", "b", "\b", "f", "\f").Replace(expr[i : i+1]))
		default:
			b.WriteByte(c)
		}
	}
	return "", "", fmt.Errorf("literal does not end: %s", expr)
}

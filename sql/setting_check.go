package sql

import (
	"errors"
	"strings"

	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// checkApplicationName keeps printable ASCII, as PostgreSQL does, and cuts to
// 63 bytes.
func checkApplicationName(_ *Session, v string) (string, error) {
	b := []byte(v)
	for i, c := range b {
		if c < 32 || c > 126 {
			b[i] = '?'
		}
	}
	return string(b[:min(len(b), 63)]), nil
}

// checkClientEncoding takes UTF-8 under its usual names. asyncpg sends the
// quotes inside the value.
func checkClientEncoding(_ *Session, v string) (string, error) {
	name := strings.NewReplacer("-", "", "_", "", "'", "", `"`, "").Replace(strings.ToUpper(v))
	switch name {
	case "UTF8", "UNICODE":
		return "UTF8", nil
	}
	return "", pgerr.New(pgerr.FeatureNotSupported, "conversion between %s and UTF8 is not supported", v).
		WithHint("Sparrow speaks UTF8 only: SET client_encoding = 'UTF8'.")
}

// checkDateStyle reads a list such as "ISO, DMY" or "German".
func checkDateStyle(s *Session, v string) (string, error) {
	style, order := "ISO", "MDY"
	if s != nil {
		style, order = s.format.DateStyle, s.format.DateOrder
	}
	for word := range strings.SplitSeq(v, ",") {
		switch w := strings.ToUpper(strings.Trim(strings.TrimSpace(word), `"'`)); {
		case w == "ISO" || w == "SQL":
			style = w
		case w != "" && strings.HasPrefix("POSTGRES", w) && len(w) >= 8:
			style = "Postgres"
		case w == "GERMAN":
			style = "German"
			if !strings.Contains(strings.ToUpper(v), "DMY") && !strings.Contains(strings.ToUpper(v), "MDY") && !strings.Contains(strings.ToUpper(v), "YMD") {
				order = "DMY"
			}
		case w == "YMD" || w == "DMY" || w == "MDY":
			order = w
		case strings.HasPrefix(w, "EURO"):
			order = "DMY"
		case w == "US" || strings.HasPrefix(w, "NONEURO"):
			order = "MDY"
		case w == "DEFAULT":
			style, order = "ISO", "MDY"
		default:
			return "", pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: %q", "DateStyle", v).
				WithDetail("Unrecognized key word: %q.", strings.ToLower(w))
		}
	}
	return style + ", " + order, nil
}

// checkTimeZone takes what PostgreSQL takes for a zone and keeps its
// canonical name.
func checkTimeZone(_ *Session, v string) (string, error) {
	_, name, err := types.ParseTimeZone(v)
	if err != nil {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: %q", "TimeZone", v)
	}
	return name, nil
}

// checkSearchPath checks the list's syntax; schemas need not exist.
func checkSearchPath(_ *Session, v string) (string, error) {
	if _, ok := splitIdentifiers(v); !ok {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter %q: %q", "search_path", v).
			WithDetail("List syntax is invalid.")
	}
	return v, nil
}

func checkAlwaysOn(_ *Session, v string) (string, error) {
	if v != "on" {
		return "", pgerr.New(pgerr.FeatureNotSupported, "standard_conforming_strings = off is not supported").
			WithHint("Use E'…' for strings with backslash escapes.")
	}
	return v, nil
}

func checkAlwaysOff(_ *Session, v string) (string, error) {
	if v != "off" {
		return "", pgerr.New(pgerr.FeatureNotSupported, "transform_null_equals = on is not supported").
			WithHint("Use IS NULL.")
	}
	return v, nil
}

// splitIdentifiers splits a list of identifiers with commas between, folding
// those without quotes to lower case.
func splitIdentifiers(list string) (names []string, ok bool) {
	rest := strings.TrimSpace(list)
	if rest == "" {
		return nil, true
	}
	for {
		var name string
		if strings.HasPrefix(rest, `"`) {
			end := 1
			for {
				i := strings.IndexByte(rest[end:], '"')
				if i < 0 {
					return nil, false
				}
				end += i + 1
				if !strings.HasPrefix(rest[end:], `"`) {
					break
				}
				end++
			}
			name, rest = strings.ReplaceAll(rest[1:end-1], `""`, `"`), rest[end:]
		} else {
			end := strings.IndexAny(rest, ", \t\n")
			if end < 0 {
				end = len(rest)
			}
			name, rest = strings.ToLower(rest[:end]), rest[end:]
			if name == "" {
				return nil, false
			}
		}
		names = append(names, name)
		rest = strings.TrimSpace(rest)
		if rest == "" {
			return names, true
		}
		if rest[0] != ',' {
			return nil, false
		}
		if rest = strings.TrimSpace(rest[1:]); rest == "" {
			return nil, false
		}
	}
}

// checkTextSearchConfig takes the name of a configuration that there is.
func checkTextSearchConfig(_ *Session, v string) (string, error) {
	oid, err := types.ConfigByName(v)
	var e *pgerr.Error
	if errors.As(err, &e) && e.Code == pgerr.UndefinedObject {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid value for parameter \"default_text_search_config\": \"%s\"", v)
	}
	if err != nil {
		return "", err
	}
	if oid == types.ConfigSimple {
		return "pg_catalog.simple", nil
	}
	return "pg_catalog.english", nil
}

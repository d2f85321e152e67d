package fn

import (
	"strings"
	"unicode/utf8"
)

// formatItem is one piece of a date template: a keyword, or literal text.
type formatItem struct {
	keyword string // upper case; "" for text
	text    string // as written, without prefix and suffix
	fill    bool   // FM: no padding
	ordinal string // "TH" or "th"
	quoted  bool   // text that was quoted or is no separator
}

// dateKeywords are the fields of date templates (documentation table 9.27),
// longer ones before those they begin with.
var dateKeywords = []string{
	"A.D.", "A.M.", "B.C.", "P.M.", "AD", "AM", "BC", "PM", "CC", "DAY", "DDD", "DD", "DY", "D",
	"FX", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "HH24", "HH12", "HH", "IDDD", "ID", "IW", "IYYY", "IYY", "IY", "I", "J",
	"MI", "MM", "MONTH", "MON", "MS", "OF", "Q", "RM", "SSSSS", "SSSS", "SS", "TZH", "TZM", "TZ", "US", "WW", "W",
	"Y,YYY", "YYYY", "YYY", "YY", "Y",
}

// capitalised are the keywords that may be written with a capital.
var capitalised = map[string]bool{"Day": true, "Dy": true, "Month": true, "Mon": true}

func dateKeyword(s string) string {
	for _, k := range dateKeywords {
		if len(s) >= len(k) {
			w := s[:len(k)]
			if w == k || w == strings.ToLower(k) || capitalised[w] && strings.EqualFold(w, k) {
				return k
			}
		}
	}
	return ""
}

// formatItems takes a date template apart.
func formatItems(s string) []formatItem {
	var items []formatItem
	text := func(t string, quoted bool) { items = append(items, formatItem{text: t, quoted: quoted}) }
	for s != "" {
		fill := false
		for len(s) >= 2 && (strings.EqualFold(s[:2], "FM") || strings.EqualFold(s[:2], "TM")) {
			fill = fill || strings.EqualFold(s[:2], "FM") || strings.EqualFold(s[:2], "TM")
			s = s[2:]
		}
		if k := dateKeyword(s); k != "" {
			it := formatItem{keyword: k, text: s[:len(k)], fill: fill}
			s = s[len(k):]
			switch {
			case strings.HasPrefix(s, "TH"), strings.HasPrefix(s, "th"):
				it.ordinal, s = s[:2], s[2:]
			case len(s) >= 2 && strings.EqualFold(s[:2], "SP"):
				s = s[2:]
			}
			items = append(items, it)
			continue
		}
		if s == "" {
			break
		}
		switch {
		case s[0] == '"':
			s = s[1:]
			for s != "" && s[0] != '"' {
				if s[0] == '\\' && len(s) > 1 {
					s = s[1:]
				}
				_, n := utf8.DecodeRuneInString(s)
				text(s[:n], true)
				s = s[n:]
			}
			s = strings.TrimPrefix(s, `"`)
		case s[0] == '\\' && len(s) > 1 && s[1] == '"':
			text(`"`, true)
			s = s[2:]
		default:
			_, n := utf8.DecodeRuneInString(s)
			text(s[:n], !isSeparator(s[0]) && s[0] != ' ')
			s = s[n:]
		}
	}
	return items
}

// isSeparator: an ASCII character that is no letter, digit or blank.
func isSeparator(c byte) bool {
	return c > ' ' && c < 0x7f && !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z')
}

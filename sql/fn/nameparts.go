package fn

import "strings"

// nameParts splits a name given as text into its identifiers, as PostgreSQL's
// textToQualifiedNameList does: dots between, those without quotes in lower case.
// ok is false where that fails.
func nameParts(s string) (parts []string, ok bool) {
	const space = " \t\n\r\f\v"
	for {
		s = strings.TrimLeft(s, space)
		var part string
		if strings.HasPrefix(s, `"`) {
			end := 1
			for {
				i := strings.IndexByte(s[end:], '"')
				if i < 0 {
					return nil, false
				}
				if end += i + 1; !strings.HasPrefix(s[end:], `"`) {
					break
				}
				end++
			}
			part, s = strings.ReplaceAll(s[1:end-1], `""`, `"`), s[end:]
		} else {
			end := strings.IndexAny(s, "."+space)
			if end < 0 {
				end = len(s)
			}
			if part, s = lower(s[:end]), s[end:]; part == "" {
				return nil, false
			}
		}
		parts = append(parts, part)
		s = strings.TrimLeft(s, space)
		if s == "" {
			return parts, true
		}
		if s[0] != '.' {
			return nil, false
		}
		s = s[1:]
	}
}

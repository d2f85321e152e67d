package types

import (
	"encoding/hex"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// parseBytea reads the hex form, \x and pairs of digits with blanks between,
// or the escape form.
func parseBytea(s string) (Value, error) {
	if len(s) >= 2 && s[0] == '\\' && s[1] == 'x' {
		b, err := decodeHex(s[2:])
		return Value{OID: Bytea, S: string(b)}, err
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		switch {
		case s[i] != '\\':
			b = append(b, s[i])
			i++
		case i+3 < len(s) && s[i+1] >= '0' && s[i+1] <= '3' && isOctal(s[i+2]) && isOctal(s[i+3]):
			b = append(b, (s[i+1]-'0')<<6|(s[i+2]-'0')<<3|(s[i+3]-'0'))
			i += 4
		case i+1 < len(s) && s[i+1] == '\\':
			b = append(b, '\\')
			i += 2
		default:
			return Null, pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type bytea")
		}
	}
	return Value{OID: Bytea, S: string(b)}, nil
}

// decodeHex is hex_decode: blanks may stand between pairs of digits.
func decodeHex(s string) ([]byte, error) {
	b := make([]byte, 0, len(s)/2)
	for i := 0; i < len(s); {
		if c := s[i]; c == ' ' || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		hi := hexValue(s[i])
		if hi < 0 {
			return nil, badHexDigit(s[i:])
		}
		if i+1 >= len(s) {
			return nil, pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal data: odd number of digits")
		}
		lo := hexValue(s[i+1])
		if lo < 0 {
			return nil, badHexDigit(s[i+1:])
		}
		b = append(b, byte(hi<<4|lo))
		i += 2
	}
	return b, nil
}

func badHexDigit(s string) error {
	_, n := utf8.DecodeRuneInString(s)
	return pgerr.New(pgerr.InvalidParameterValue, "invalid hexadecimal digit: \"%s\"", s[:n])
}

// appendBytea writes the hex form or, with escape, the older one in which
// bytes that do not print are octal.
func appendBytea(buf []byte, s string, escape bool) []byte {
	if !escape {
		buf = append(buf, '\\', 'x')
		return hex.AppendEncode(buf, []byte(s))
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			buf = append(buf, '\\', '\\')
		case c < 0x20 || c > 0x7e:
			buf = append(buf, '\\', '0'+c>>6, '0'+c>>3&7, '0'+c&7)
		default:
			buf = append(buf, c)
		}
	}
	return buf
}

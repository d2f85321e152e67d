package fn

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	register(
		scalar("convert(bytea, name, name) bytea", "convert from one encoding to another", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			s, err := convertEncoding(c, a[0].S, a[1].S, a[2].S)
			return types.NewString(types.Bytea, s), err
		}),
		scalar("convert_from(bytea, name) text", "text from bytes in an encoding", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			s, err := convertEncoding(c, a[0].S, a[1].S, "UTF8")
			return types.NewText(s), err
		}),
		scalar("convert_to(text, name) bytea", "bytes of a text in an encoding", func(c *Context, a []datum.Datum) (datum.Datum, error) {
			s, err := convertEncoding(c, a[0].S, "UTF8", a[1].S)
			return types.NewString(types.Bytea, s), err
		}),
		scalar("length(bytea, name) int4", "length of bytes in an encoding, in characters", encodedLength),
		scalar("pg_encoding_max_length(int4) int4", "length in bytes of an encoding's longest character", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			for i := range textEncodings {
				if int64(textEncodings[i].id) == a[0].I {
					return newInt4(textEncodings[i].bytes)
				}
			}
			return datum.Null, nil
		}),
	)
}

// convertEncoding converts between the named encodings. Errors: 22023 for a
// name, 22021 for bytes that are no text, 22P05 for a character that the other encoding
// lacks, 42883 where PostgreSQL has no conversion.
func convertEncoding(c *Context, s, from, to string) (string, error) {
	src, dst := encodingNamed(from), encodingNamed(to)
	if src == nil {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid source encoding name \"%s\"", from)
	}
	if dst == nil {
		return "", pgerr.New(pgerr.InvalidParameterValue, "invalid destination encoding name \"%s\"", to)
	}
	if src.name == "SQL_ASCII" {
		src = dst // nothing to convert, but the result has to be valid
	}
	if _, err := src.characters(s); err != nil {
		return "", err
	}
	if src == dst || dst.name == "SQL_ASCII" {
		return s, nil
	}
	for _, e := range []*textEncoding{src, dst} {
		if e.conv == nil && !e.utf8() {
			return "", pgerr.Unsupported("the encoding " + e.name).WithHint("Convert it outside of the database.")
		}
	}
	if !src.utf8() && !dst.utf8() && !convertible[src.name+" "+dst.name] && !convertible[dst.name+" "+src.name] {
		return "", pgerr.New(pgerr.UndefinedFunction, "default conversion function for encoding \"%s\" to \"%s\" does not exist", src.name, dst.name)
	}
	if !src.utf8() {
		var err error
		if s, err = src.decode(s, dst.name); err != nil {
			return "", err
		}
	}
	if dst.utf8() {
		return s, nil
	}
	return dst.encode(s, src.name)
}

// convertible are the pairs other than those with UTF8 between which
// PostgreSQL converts.
var convertible = map[string]bool{
	"ISO_8859_5 KOI8R": true, "ISO_8859_5 WIN866": true, "ISO_8859_5 WIN1251": true, "KOI8R WIN1251": true, "KOI8R WIN866": true,
	"LATIN2 WIN1250": true, "EUC_JP SJIS": true, "WIN1251 WIN866": true,
}

// characters counts the characters of s (22021).
func (e *textEncoding) characters(s string) (int, error) {
	n := 0
	for i := 0; i < len(s); n++ {
		size := 1
		switch {
		case e.utf8():
			r, w := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && w == 1 || r == 0 {
				return 0, invalidBytes(e.name, s[i:i+min(utf8Length(s[i]), len(s)-i)])
			}
			size = w
		default:
			size = min(e.charLength(s[i:]), len(s)-i)
			if !e.whole(s[i : i+size]) {
				return 0, invalidBytes(e.name, s[i:i+size])
			}
		}
		i += size
	}
	return n, nil
}

// utf8Length is the length that the first byte of a character announces.
func utf8Length(c byte) int {
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

// decode turns bytes, which have to be valid, into UTF-8.
func (e *textEncoding) decode(s, to string) (string, error) {
	var b strings.Builder
	d := e.conv.NewDecoder()
	for i := 0; i < len(s); {
		ch := s[i : i+e.charLength(s[i:])]
		i += len(ch)
		if len(ch) == 1 && ch[0] < 0x80 {
			b.WriteString(ch)
			continue
		}
		text, err := d.String(ch)
		r, _ := utf8.DecodeRuneInString(text)
		if err != nil || r == utf8.RuneError || !e.controls && r >= 0x80 && r < 0xa0 {
			return "", untranslatable(ch, e.name, to)
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// encode turns UTF-8 into bytes of the encoding.
func (e *textEncoding) encode(s, from string) (string, error) {
	var b strings.Builder
	d := e.conv.NewEncoder()
	for i, r := range s {
		if r < 0x80 {
			b.WriteByte(byte(r))
			continue
		}
		ch := s[i : i+utf8.RuneLen(r)]
		out, err := d.String(ch)
		if err != nil || !e.controls && r < 0xa0 || !e.whole(out) {
			return "", untranslatable(ch, from, e.name)
		}
		b.WriteString(out)
	}
	return b.String(), nil
}

func hexBytes(s string) string {
	parts := make([]string, 0, len(s))
	for i := range len(s) {
		parts = append(parts, fmt.Sprintf("0x%02x", s[i]))
	}
	return strings.Join(parts, " ")
}

func invalidBytes(name, bytes string) error {
	return pgerr.New(pgerr.CharacterNotInRepertoire, "invalid byte sequence for encoding \"%s\": %s", name, hexBytes(bytes))
}

func untranslatable(ch, from, to string) error {
	return pgerr.New(pgerr.UntranslatableCharacter, "character with byte sequence %s in encoding \"%s\" has no equivalent in encoding \"%s\"", hexBytes(ch), from, to)
}

func encodedLength(_ *Context, a []datum.Datum) (datum.Datum, error) {
	e := encodingNamed(a[1].S)
	if e == nil {
		return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "invalid encoding name \"%s\"", a[1].S)
	}
	n, err := e.characters(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	return newInt4(n)
}

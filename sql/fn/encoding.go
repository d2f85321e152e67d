package fn

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// textEncoding is one of PostgreSQL's encodings (documentation table 24.3).
type textEncoding struct {
	name  string
	id    int // as pg_char_to_encoding gives it
	bytes int // of the longest character
	// conv converts to and from UTF-8; nil: UTF8 itself, SQL_ASCII, or not here.
	conv encoding.Encoding
	// length is the length of the character that b begins with, by its first bytes.
	length func(b string) int
	// high says that both bytes of a character have the high bit.
	high bool
	// controls says that 0x80 to 0x9f are control characters, not holes.
	controls bool
}

var textEncodings = []textEncoding{
	{name: "SQL_ASCII", id: 0, bytes: 1}, {name: "UTF8", id: 6, bytes: 4},
	{name: "EUC_JP", id: 1, bytes: 3, conv: japanese.EUCJP, length: lengthEUCJP, high: true},
	{name: "EUC_CN", id: 2, bytes: 3, conv: simplifiedchinese.GBK, length: lengthDouble, high: true},
	{name: "EUC_KR", id: 3, bytes: 3, conv: korean.EUCKR, length: lengthDouble, high: true},
	{name: "EUC_TW", id: 4, bytes: 4}, {name: "EUC_JIS_2004", id: 5, bytes: 3}, {name: "MULE_INTERNAL", id: 7, bytes: 4},
	{name: "LATIN1", id: 8, bytes: 1, conv: charmap.ISO8859_1, controls: true},
	{name: "LATIN2", id: 9, bytes: 1, conv: charmap.ISO8859_2, controls: true},
	{name: "LATIN3", id: 10, bytes: 1, conv: charmap.ISO8859_3, controls: true},
	{name: "LATIN4", id: 11, bytes: 1, conv: charmap.ISO8859_4, controls: true},
	{name: "LATIN5", id: 12, bytes: 1, conv: charmap.ISO8859_9, controls: true},
	{name: "LATIN6", id: 13, bytes: 1, conv: charmap.ISO8859_10, controls: true},
	{name: "LATIN7", id: 14, bytes: 1, conv: charmap.ISO8859_13, controls: true},
	{name: "LATIN8", id: 15, bytes: 1, conv: charmap.ISO8859_14, controls: true},
	{name: "LATIN9", id: 16, bytes: 1, conv: charmap.ISO8859_15, controls: true},
	{name: "LATIN10", id: 17, bytes: 1, conv: charmap.ISO8859_16, controls: true},
	{name: "WIN1256", id: 18, bytes: 1, conv: charmap.Windows1256}, {name: "WIN1258", id: 19, bytes: 1, conv: charmap.Windows1258},
	{name: "WIN866", id: 20, bytes: 1, conv: charmap.CodePage866}, {name: "WIN874", id: 21, bytes: 1, conv: charmap.Windows874},
	{name: "KOI8R", id: 22, bytes: 1, conv: charmap.KOI8R},
	{name: "WIN1251", id: 23, bytes: 1, conv: charmap.Windows1251}, {name: "WIN1252", id: 24, bytes: 1, conv: charmap.Windows1252},
	{name: "ISO_8859_5", id: 25, bytes: 1, conv: charmap.ISO8859_5, controls: true},
	{name: "ISO_8859_6", id: 26, bytes: 1, conv: charmap.ISO8859_6, controls: true},
	{name: "ISO_8859_7", id: 27, bytes: 1, conv: charmap.ISO8859_7, controls: true},
	{name: "ISO_8859_8", id: 28, bytes: 1, conv: charmap.ISO8859_8, controls: true},
	{name: "WIN1250", id: 29, bytes: 1, conv: charmap.Windows1250}, {name: "WIN1253", id: 30, bytes: 1, conv: charmap.Windows1253},
	{name: "WIN1254", id: 31, bytes: 1, conv: charmap.Windows1254}, {name: "WIN1255", id: 32, bytes: 1, conv: charmap.Windows1255},
	{name: "WIN1257", id: 33, bytes: 1, conv: charmap.Windows1257}, {name: "KOI8U", id: 34, bytes: 1, conv: charmap.KOI8U},
	{name: "SJIS", id: 35, bytes: 2, conv: japanese.ShiftJIS, length: lengthSJIS},
	{name: "BIG5", id: 36, bytes: 2, conv: traditionalchinese.Big5, length: lengthDouble},
	{name: "GBK", id: 37, bytes: 2, conv: simplifiedchinese.GBK, length: lengthDouble},
	{name: "UHC", id: 38, bytes: 2, conv: korean.EUCKR, length: lengthDouble},
	{name: "GB18030", id: 39, bytes: 4, conv: simplifiedchinese.GB18030, length: lengthGB18030},
	{name: "JOHAB", id: 40, bytes: 3}, {name: "SHIFT_JIS_2004", id: 41, bytes: 2},
}

// encodingAliases are other names, in the form that plainEncodingName gives.
var encodingAliases = map[string]string{
	"unicode": "UTF8", "abc": "WIN1258", "tcvn": "WIN1258", "tcvn5712": "WIN1258", "vscii": "WIN1258", "alt": "WIN866", "win": "WIN1251",
	"koi8": "KOI8R", "mskanji": "SJIS", "shiftjis": "SJIS", "shiftjis2004": "SHIFT_JIS_2004", "windows949": "UHC", "windows950": "BIG5",
	"win950": "BIG5", "windows936": "GBK", "win936": "GBK", "windows932": "SJIS", "win932": "SJIS", "win949": "UHC",
	"iso88591": "LATIN1", "iso88592": "LATIN2", "iso88593": "LATIN3", "iso88594": "LATIN4", "iso88599": "LATIN5", "iso885910": "LATIN6",
	"iso885913": "LATIN7", "iso885914": "LATIN8", "iso885915": "LATIN9", "iso885916": "LATIN10",
}

var encodingsByName = func() map[string]*textEncoding {
	m := map[string]*textEncoding{}
	for i := range textEncodings {
		e := &textEncodings[i]
		m[plainEncodingName(e.name)] = e
		if n, ok := strings.CutPrefix(e.name, "WIN"); ok {
			m["windows"+n] = e
		}
	}
	for alias, name := range encodingAliases {
		m[alias] = m[plainEncodingName(name)]
	}
	return m
}()

func plainEncodingName(name string) string {
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; isDigit(c) || isLetter(c) {
			b.WriteByte(c)
		}
	}
	return lower(b.String())
}

// encodingNamed finds an encoding by its name, in any case and with any
// punctuation, or returns nil.
func encodingNamed(name string) *textEncoding { return encodingsByName[plainEncodingName(name)] }

func (e *textEncoding) utf8() bool { return e.name == "UTF8" }

// charLength is the length in bytes of the character that b begins with.
func (e *textEncoding) charLength(b string) int {
	if e.length == nil || b[0] < 0x80 {
		return 1
	}
	return e.length(b)
}

func lengthDouble(string) int { return 2 }

func lengthEUCJP(b string) int {
	if b[0] == 0x8f {
		return 3
	}
	return 2
}

func lengthSJIS(b string) int {
	if b[0] >= 0xa1 && b[0] <= 0xdf {
		return 1
	}
	return 2
}

func lengthGB18030(b string) int {
	if len(b) > 1 && b[1] >= 0x30 && b[1] <= 0x39 {
		return 4
	}
	return 2
}

// whole reports whether b is one whole character by its form.
func (e *textEncoding) whole(b string) bool {
	if len(b) < e.charLength(b) || b[0] == 0 {
		return false
	}
	for i := 1; i < len(b); i++ {
		if e.high && b[i] < 0xa1 || b[i] == 0 {
			return false
		}
	}
	return true
}

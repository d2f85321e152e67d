package fn

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// tsKind is the type of a token of the default parser, by its number there.
type tsKind int

const (
	tsASCIIWord tsKind = iota + 1
	tsWord
	tsNumWord
	tsEmail
	tsURL
	tsHost
	tsSFloat
	tsVersion
	tsHWordNumPart
	tsHWordPart
	tsHWordASCIIPart
	tsBlank
	tsTag
	tsProtocol
	tsNumHWord
	tsASCIIHWord
	tsHWord
	tsURLPath
	tsFile
	tsFloat
	tsInt
	tsUInt
	tsEntity
)

// tsKindNames are the alias and description of each type.
var tsKindNames = [...][2]string{
	tsASCIIWord: {"asciiword", "Word, all ASCII"}, tsWord: {"word", "Word, all letters"}, tsNumWord: {"numword", "Word, letters and digits"},
	tsEmail: {"email", "Email address"}, tsURL: {"url", "URL"}, tsHost: {"host", "Host"}, tsSFloat: {"sfloat", "Scientific notation"},
	tsVersion: {"version", "Version number"}, tsHWordNumPart: {"hword_numpart", "Hyphenated word part, letters and digits"},
	tsHWordPart: {"hword_part", "Hyphenated word part, all letters"}, tsHWordASCIIPart: {"hword_asciipart", "Hyphenated word part, all ASCII"},
	tsBlank: {"blank", "Space symbols"}, tsTag: {"tag", "XML tag"}, tsProtocol: {"protocol", "Protocol head"},
	tsNumHWord: {"numhword", "Hyphenated word, letters and digits"}, tsASCIIHWord: {"asciihword", "Hyphenated word, all ASCII"},
	tsHWord: {"hword", "Hyphenated word, all letters"}, tsURLPath: {"url_path", "URL path"}, tsFile: {"file", "File or path name"},
	tsFloat: {"float", "Decimal notation"}, tsInt: {"int", "Signed integer"}, tsUInt: {"uint", "Unsigned integer"}, tsEntity: {"entity", "XML entity"},
}

// tsToken is a token of a document. Parts of a compound (a hyphenated word, a
// URL) follow it and repeat its text.
type tsToken struct {
	kind tsKind
	text string
	part bool // of the compound before
}

// indexed reports whether the configurations make a lexeme of the token.
func (k tsKind) indexed() bool {
	switch k {
	case tsBlank, tsTag, tsProtocol, tsEntity:
		return false
	}
	return true
}

// What tokens look like, at the place where one begins.
var (
	tsTagForm      = regexp.MustCompile(`^<(?:!--(?s:.*?)-->|[/?!]?[A-Za-z_:](?:[^<>"']|"[^"]*"|'[^']*')*>)`)
	tsEntityForm   = regexp.MustCompile(`^&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z_:][A-Za-z0-9_:.-]*);`)
	tsProtocolForm = regexp.MustCompile(`^[A-Za-z]+://`)
	tsEmailForm    = regexp.MustCompile(`^[\pL\pN](?:[\pL\pN._-]*[\pL\pN_-])?@[\pL\pN](?:[\pL\pN_-]*[\pL\pN])?(?:\.[\pL\pN](?:[\pL\pN_-]*[\pL\pN])?)*\.\pL[\pL\pN]+`)
	tsHostForm     = regexp.MustCompile(`^(?:[\pL\pN](?:[\pL\pN_-]*[\pL\pN])?\.)+\pL[\pL\pN]*\pL(?::[0-9]+)?`)
	tsPathForm     = regexp.MustCompile(`^/[^\s"<>\\^` + "`" + `{|}]*`)
	tsPathFileForm = regexp.MustCompile(`^(?:[\pL\pN]+(?:[.-][\pL\pN]+)*)?(?:/[\pL\pN_](?:[\pL\pN_.+-]*[\pL\pN_])?)+/?`)
	tsDotFileForm  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)+`)
	tsVersionForm  = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+){2,}`)
	tsSFloatForm   = regexp.MustCompile(`^[+-]?[0-9]+(?:\.[0-9]+)?[eE][+-]?[0-9]+`)
	tsFloatForm    = regexp.MustCompile(`^[+-]?[0-9]+\.[0-9]+`)
	tsIntForm      = regexp.MustCompile(`^[+-]?[0-9]+`)
	tsWordForm     = regexp.MustCompile(`^[\pL\pM\pN]+`)
	tsHyphenForm   = regexp.MustCompile(`^[\pL\pM\pN]+(?:-[\pL\pM\pN]+)+`)
)

// parseDocument cuts a text into the tokens of PostgreSQL's default parser
// (documentation section 12.5), and calls emit for each.
func parseDocument(c *Context, s string, emit func(tsToken) error) error {
	blank := -1 // where blanks begin that are not handed out yet
	var before rune
	flush := func(at int) error {
		if blank < 0 {
			return nil
		}
		text := s[blank:at]
		blank = -1
		return emit(tsToken{kind: tsBlank, text: text})
	}
	for at := 0; at < len(s); {
		// One token can take as long as a batch of rows: ask for each.
		if err := cancelled(c, 0); err != nil {
			return err
		}
		list, length := tokensAt(s[at:], before)
		if length == 0 {
			if strings.IndexByte("<&-", s[at]) >= 0 {
				// What might have begun a token begins a blank of its own.
				if err := flush(at); err != nil {
					return err
				}
			}
			if blank < 0 {
				blank = at
			}
			var size int
			before, size = utf8.DecodeRuneInString(s[at:])
			at += size
			continue
		}
		if err := flush(at); err != nil {
			return err
		}
		for n, t := range list {
			if err := cancelled(c, n); err != nil {
				return err
			}
			if err := emit(t); err != nil {
				return err
			}
		}
		at += length
		before, _ = utf8.DecodeLastRuneInString(s[:at])
	}
	return flush(len(s))
}

// tsWindow is how much of the text at hand a token is looked for in: longer
// ones are cut, as they can be no lexeme anyway.
const tsWindow = 4096

// tokensAt reads the token at the begin of s, with its parts, and how many
// bytes it takes; 0 if there begins none. before is the character before it.
func tokensAt(s string, before rune) ([]tsToken, int) {
	if len(s) > tsWindow {
		cut := tsWindow
		for cut > 0 && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	one := func(kind tsKind, text string) ([]tsToken, int) {
		return []tsToken{{kind: kind, text: text}}, len(text)
	}
	r, _ := utf8.DecodeRuneInString(s)
	inWord := unicode.IsLetter(before) || unicode.IsDigit(before)
	switch {
	case r == '<':
		if m := tsTagForm.FindString(s); m != "" {
			return one(tsTag, m)
		}
		return nil, 0
	case r == '&':
		if m := tsEntityForm.FindString(s); m != "" {
			return one(tsEntity, m)
		}
		return nil, 0
	case r == '/':
		if m := tsPathFileForm.FindString(s); !inWord && m != "" {
			return one(tsFile, m)
		}
		return nil, 0
	case r == '+' || r == '-':
		return numberAt(s)
	case !unicode.IsLetter(r) && !unicode.IsDigit(r):
		return nil, 0
	}
	if m := tsProtocolForm.FindString(s); m != "" && wordGoesOn(s[len(m):]) {
		return one(tsProtocol, m)
	}
	if m := tsEmailForm.FindString(s); m != "" {
		return one(tsEmail, m)
	}
	if m := tsHostForm.FindString(s); m != "" && !wordGoesOn(s[len(m):]) {
		return hostAt(s, m)
	}
	for _, form := range []*regexp.Regexp{tsPathFileForm, tsDotFileForm} {
		if m := form.FindString(s); m != "" {
			return one(tsFile, m)
		}
	}
	return wordAt(s)
}

// wordGoesOn reports whether a word that ended goes on.
func wordGoesOn(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hostAt is a host, or a URL with its host and path.
func hostAt(s, host string) ([]tsToken, int) {
	if path := tsPathForm.FindString(s[len(host):]); len(path) > 1 {
		url := s[:len(host)+len(path)]
		return []tsToken{{kind: tsURL, text: url}, {tsHost, host, true}, {tsURLPath, path, true}}, len(url)
	}
	return []tsToken{{kind: tsHost, text: host}}, len(host)
}

// numberAt reads a number that is not part of a word.
func numberAt(s string) ([]tsToken, int) {
	for _, f := range []struct {
		form *regexp.Regexp
		kind tsKind
	}{{tsVersionForm, tsVersion}, {tsSFloatForm, tsSFloat}, {tsFloatForm, tsFloat}, {tsIntForm, tsInt}} {
		m := f.form.FindString(s)
		if m == "" || wordGoesOn(s[len(m):]) {
			continue
		}
		kind := f.kind
		if kind == tsInt && m[0] != '+' && m[0] != '-' {
			kind = tsUInt
		}
		return []tsToken{{kind: kind, text: m}}, len(m)
	}
	return nil, 0
}

// wordAt reads a number or a word, hyphenated or not.
func wordAt(s string) ([]tsToken, int) {
	if s[0] >= '0' && s[0] <= '9' {
		if list, n := numberAt(s); n > 0 {
			return list, n
		}
	}
	if m := tsHyphenForm.FindString(s); m != "" {
		parts := strings.Split(m, "-")
		n := 0 // parts of digits only end the word: they are signed numbers
		for n < len(parts) && strings.IndexFunc(parts[n], unicode.IsLetter) >= 0 {
			n++
		}
		if n > 1 {
			return hyphenated(strings.Join(parts[:n], "-"), parts[:n])
		}
	}
	m := tsWordForm.FindString(s)
	if m == "" {
		return nil, 0
	}
	kind := tsNumWord
	switch ascii, letters := wordClass(m); {
	case ascii:
		kind = tsASCIIWord
	case letters:
		kind = tsWord
	}
	return []tsToken{{kind: kind, text: m}}, len(m)
}

// wordClass tells whether a word is all ASCII letters, or all letters.
func wordClass(w string) (ascii, letters bool) {
	ascii, letters = true, true
	for _, r := range w {
		if unicode.IsDigit(r) {
			return false, false
		}
		ascii = ascii && r < utf8.RuneSelf
	}
	return ascii, letters
}

// hyphenated is a compound of words with its parts, the hyphens between.
func hyphenated(m string, parts []string) ([]tsToken, int) {
	kind := tsASCIIHWord
	var list []tsToken
	for i, p := range parts {
		part := tsHWordNumPart
		switch ascii, letters := wordClass(p); {
		case ascii:
			part = tsHWordASCIIPart
		case letters:
			part = tsHWordPart
			if kind == tsASCIIHWord {
				kind = tsHWord
			}
		default:
			kind = tsNumHWord
		}
		if i > 0 {
			list = append(list, tsToken{tsBlank, "-", true})
		}
		list = append(list, tsToken{part, p, true})
	}
	return append([]tsToken{{kind: kind, text: m}}, list...), len(m)
}

func init() {
	token := []ResultColumn{{"tokid", types.Of(types.Int4)}, {"token", types.Of(types.Text)}}
	kinds := []ResultColumn{{"tokid", types.Of(types.Int4)}, {"alias", types.Of(types.Text)}, {"description", types.Of(types.Text)}}
	parser := func(name string) error {
		parts, ok := nameParts(name)
		if !ok {
			return pgerr.New(pgerr.InvalidName, "invalid name syntax")
		}
		if name = strings.Join(parts, "."); name == "default" || name == "pg_catalog.default" {
			return nil
		}
		return pgerr.New(pgerr.UndefinedObject, "text search parser \"%s\" does not exist", name)
	}
	register(
		rows("ts_parse(parser_name text, txt text) record", "parse text to tokens", func(c *Context, a []datum.Datum, emit func(datum.Row) error) error {
			if err := parser(a[0].S); err != nil {
				return err
			}
			return parseDocument(c, a[1].S, func(t tsToken) error {
				return emit(datum.Row{types.NewInt4(int32(t.kind)), types.NewText(t.text)})
			})
		}, token...).stable(),
		rows("ts_token_type(parser_name text) record", "get types of parser's tokens", func(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
			if err := parser(a[0].S); err != nil {
				return err
			}
			for k := tsASCIIWord; k <= tsEntity; k++ {
				if err := emit(datum.Row{types.NewInt4(int32(k)), types.NewText(tsKindNames[k][0]), types.NewText(tsKindNames[k][1])}); err != nil {
					return err
				}
			}
			return nil
		}, kinds...).stable(),
	)
}

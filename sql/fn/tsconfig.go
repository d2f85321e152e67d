package fn

import (
	_ "embed"
	"strings"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

//go:embed english.stop
var englishStopText string

var englishStops = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(englishStopText) {
		m[w] = true
	}
	return m
}()

// lexizer makes the lexeme of a token: what the dictionaries of a
// configuration do. stop reports a word that is left out.
type lexizer func(t tsToken) (lexeme string, stop bool)

// lexizerOf is the lexizer of a configuration; others than the two are refused
// where their names are read.
func lexizerOf(config types.OID) lexizer {
	if config == types.ConfigEnglish {
		return englishLexeme
	}
	return func(t tsToken) (string, bool) { return foldWord(t.text), false }
}

// englishLexeme stems words and leaves out English stop words; what has digits
// or is no word stays as it is.
func englishLexeme(t tsToken) (string, bool) {
	w := foldWord(t.text)
	switch t.kind {
	case tsASCIIWord, tsWord, tsHWord, tsASCIIHWord, tsHWordPart, tsHWordASCIIPart:
	default:
		return w, false
	}
	if englishStops[w] {
		return "", true
	}
	if len(w) > stemBytesMax {
		return w, false
	}
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	return env.Current(), false
}

// stemBytesMax is the longest word that gets stemmed, as in PostgreSQL.
const stemBytesMax = 1000

// foldWord makes lower case letter by letter, as PostgreSQL's lowerstr does.
func foldWord(s string) string {
	return strings.Map(unicode.ToLower, s)
}

// currentConfig is the session's default_text_search_config.
func currentConfig(c *Context) (types.OID, error) {
	if c.Session != nil {
		if name, ok := c.Session.Setting("default_text_search_config"); ok {
			return types.ConfigByName(name)
		}
	}
	return types.ConfigEnglish, nil
}

// withConfig splits the configuration off a function's arguments: the first
// one, or the session's.
func withConfig(c *Context, a []datum.Datum) (types.OID, []datum.Datum, error) {
	if a[0].OID == types.RegConfig {
		return types.OID(a[0].I), a[1:], nil
	}
	oid, err := currentConfig(c)
	return oid, a, err
}

func init() {
	register(scalar("get_current_ts_config() regconfig", "get current tsearch configuration", func(c *Context, _ []datum.Datum) (datum.Datum, error) {
		oid, err := currentConfig(c)
		if err != nil {
			return datum.Null, err
		}
		name := "simple"
		if oid == types.ConfigEnglish {
			name = "english"
		}
		return types.ParseText(types.RegConfig, name, -1, c.Format)
	}).stable())
}

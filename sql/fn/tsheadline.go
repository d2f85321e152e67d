package fn

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, config := range []string{"", "regconfig, "} {
		for _, more := range []string{"", ", text"} {
			for _, t := range []string{"text", "json", "jsonb"} {
				o := scalar("ts_headline("+config+t+", tsquery"+more+") "+t, "generate headline", headline)
				if config == "" {
					o.stable()
				}
				register(o)
			}
		}
	}
}

// headlineOptions are the options of ts_headline.
type headlineOptions struct {
	start, stop        string
	maxWords, minWords int
	shortWord          int // words of so many characters make no good end
	whole              bool
	fragments          int
	delimiter          string // between fragments
	query              *types.TSNode
	lex                lexizer
	maxCover           int // tokens that a cover may have
}

func headline(c *Context, a []datum.Datum) (datum.Datum, error) {
	config, a, err := withConfig(c, a)
	if err != nil {
		return datum.Null, err
	}
	o := headlineOptions{start: "<b>", stop: "</b>", maxWords: 35, minWords: 15, shortWord: 3, delimiter: " ... ", lex: lexizerOf(config)}
	if len(a) > 2 {
		if err := o.read(a[2].S); err != nil {
			return datum.Null, err
		}
	}
	if o.query, err = types.ParseTSQuery(a[1].S, nil); err != nil {
		return datum.Null, err
	}
	o.maxCover = max(o.maxWords*10, 100) * max(o.fragments, 1)
	if a[0].OID == types.Text {
		s, err := o.headline(c, a[0].S)
		return types.NewText(s), err
	}
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	if err := o.inJSON(c, n); err != nil {
		return datum.Null, err
	}
	if a[0].OID == types.JSONB {
		return types.NewJSONB(n)
	}
	return types.NewString(types.JSON, string(compactJSON(nil, n))), nil
}

// inJSON puts the headline in the place of every text.
func (o *headlineOptions) inJSON(c *Context, n *types.JSONNode) (err error) {
	if n.Kind == types.JSONString {
		n.Text, err = o.headline(c, n.Text)
		return err
	}
	for i := range n.Elems {
		if err := o.inJSON(c, &n.Elems[i]); err != nil {
			return err
		}
	}
	return nil
}

// read reads options: name=value, …, values perhaps in quotes.
func (o *headlineOptions) read(s string) error {
	for s = strings.TrimSpace(s); s != ""; {
		name, rest, ok := strings.Cut(s, "=")
		if !ok {
			return pgerr.New(pgerr.SyntaxError, "invalid parameter list format: \"%s\"", s)
		}
		rest = strings.TrimLeft(rest, " \t\n")
		value := ""
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			quote := rest[:1]
			end := strings.Index(rest[1:], quote)
			if end < 0 {
				return pgerr.New(pgerr.SyntaxError, "invalid parameter list format: \"%s\"", s)
			}
			value, rest = rest[1:1+end], rest[2+end:]
			_, rest, _ = strings.Cut(rest, ",")
		} else {
			value, rest, _ = strings.Cut(rest, ",")
			value = strings.TrimSpace(value)
		}
		if err := o.set(strings.TrimSpace(name), value); err != nil {
			return err
		}
		s = strings.TrimSpace(rest)
	}
	switch {
	case o.whole:
		return nil
	case o.minWords >= o.maxWords:
		return badJSON("MinWords should be less than MaxWords")
	case o.minWords <= 0:
		return badJSON("MinWords should be positive")
	case o.shortWord < 0:
		return badJSON("ShortWord should be >= 0")
	case o.fragments < 0:
		return badJSON("MaxFragments should be >= 0")
	}
	return nil
}

func (o *headlineOptions) set(name, value string) error {
	number := map[string]*int{"maxwords": &o.maxWords, "minwords": &o.minWords, "shortword": &o.shortWord, "maxfragments": &o.fragments}
	text := map[string]*string{"startsel": &o.start, "stopsel": &o.stop, "fragmentdelimiter": &o.delimiter}
	switch key := strings.ToLower(name); {
	case number[key] != nil:
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil {
			return pgerr.New(pgerr.InvalidTextRepresentation, "invalid input syntax for type integer: \"%s\"", value)
		}
		*number[key] = int(n)
	case text[key] != nil:
		*text[key] = value
	case key == "highlightall":
		switch strings.ToLower(value) {
		case "1", "on", "true", "t", "y", "yes":
			o.whole = true
		default:
			o.whole = false
		}
	default:
		return badJSON("unrecognized headline parameter: \"%s\"", name)
	}
	return nil
}

// headlineWord is a token of the document, and the words of the query that it
// is.
type headlineWord struct {
	tsToken
	nodes []*types.TSNode
	pos   int
}

// counts reports whether the token counts as a word.
func (w *headlineWord) counts() bool {
	switch w.kind {
	case tsBlank, tsTag, tsURL, tsNumHWord, tsASCIIHWord, tsHWord:
		return false
	}
	return true
}

// badEnd reports whether a headline should rather not end there.
func (o *headlineOptions) badEnd(w *headlineWord) bool {
	if len(w.nodes) > 0 {
		return false
	}
	switch w.kind {
	case tsSFloat, tsVersion, tsFloat, tsInt, tsUInt, tsProtocol, tsEntity:
		return true
	}
	return !w.counts() || utf8.RuneCountInString(w.text) <= o.shortWord
}

func (o *headlineOptions) words(c *Context, text string) ([]headlineWord, error) {
	var all []*types.TSNode
	var walk func(n *types.TSNode)
	walk = func(n *types.TSNode) {
		if n != nil && n.Op == types.TSValue {
			all = append(all, n)
		} else if n != nil {
			walk(n.Left)
			walk(n.Right)
		}
	}
	walk(o.query)
	var list []headlineWord
	pos := 0
	err := parseDocument(c, text, func(t tsToken) error {
		w := headlineWord{tsToken: t}
		if t.kind.indexed() && len(t.text) < tsWordBytesMax {
			pos++
			w.pos = pos
			lexeme, stop := o.lex(t)
			for _, n := range all {
				if !stop && (lexeme == n.Word || n.Prefix && strings.HasPrefix(lexeme, n.Word)) {
					w.nodes = append(w.nodes, n)
				}
			}
		}
		list = append(list, w)
		return nil
	})
	return list, err
}

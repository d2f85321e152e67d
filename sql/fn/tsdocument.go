package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, config := range []string{"", "regconfig, "} {
		volatile := func(o *Overload) *Overload {
			if config == "" {
				o.stable()
			}
			return o
		}
		register(volatile(scalar("to_tsvector("+config+"text) tsvector", "transform to tsvector", toVector)))
		for _, t := range []string{"json", "jsonb"} {
			register(
				volatile(scalar("to_tsvector("+config+t+") tsvector", "transform string values from "+t+" to tsvector", jsonToVector)),
				volatile(scalar(t+"_to_tsvector("+config+t+", jsonb) tsvector", "transform specified values from "+t+" to tsvector", jsonToVector)),
			)
		}
	}
	register(
		operator("@@", "text, text -> bool", "text search match", matchText).stable(),
		operator("@@", "text, tsquery -> bool", "text search match", matchText).stable(),
		scalar("ts_match_tt(text, text) bool", "implementation of @@ operator", matchText).stable(),
		scalar("ts_match_tq(text, tsquery) bool", "implementation of @@ operator", matchText).stable(),
	)
}

// document gathers the lexemes of texts, with positions that go on from one
// text to the next.
type document struct {
	lex  lexizer
	list []types.TSLexeme
	pos  int
}

func (d *document) add(c *Context, text string) error {
	return parseDocument(c, text, func(t tsToken) error {
		if !t.kind.indexed() {
			return nil
		}
		if len(t.text) >= tsWordBytesMax {
			return nil // PostgreSQL gives a notice and goes on
		}
		w, stop := d.lex(t)
		d.pos++
		if !stop && w != "" {
			d.list = append(d.list, types.TSLexeme{Word: w, Positions: []types.TSPosition{{Pos: uint16(min(d.pos, tsLastPosition))}}})
		}
		return nil
	})
}

// tsWordBytesMax: longer words are not indexed.
const tsWordBytesMax = 2047

func toVector(c *Context, a []datum.Datum) (datum.Datum, error) {
	config, a, err := withConfig(c, a)
	if err != nil {
		return datum.Null, err
	}
	d := document{lex: lexizerOf(config)}
	if err := d.add(c, a[0].S); err != nil {
		return datum.Null, err
	}
	return types.TSVectorOf(d.list)
}

// jsonFilter says which parts of a JSON become text.
type jsonFilter struct{ keys, strings, numbers, booleans bool }

// jsonFilterOf reads the filter of json_to_tsvector.
func jsonFilterOf(v datum.Datum) (f jsonFilter, err error) {
	n, err := types.ParseJSON(v.S)
	if err != nil {
		return f, err
	}
	wrong := func(what string) (jsonFilter, error) {
		return f, pgerr.New(pgerr.InvalidParameterValue, "%s", what).
			WithHint("Possible values are: \"string\", \"numeric\", \"boolean\", \"key\", and \"all\".")
	}
	list := n.Elems
	switch n.Kind {
	case types.JSONString:
		list = []types.JSONNode{*n}
	case types.JSONArrayKind:
	default:
		return wrong("wrong flag type, only arrays and scalars are allowed")
	}
	for _, e := range list {
		if e.Kind != types.JSONString {
			return wrong("flag array element is not a string")
		}
		switch e.Text {
		case "all":
			f = jsonFilter{true, true, true, true}
		case "key":
			f.keys = true
		case "string":
			f.strings = true
		case "numeric":
			f.numbers = true
		case "boolean":
			f.booleans = true
		default:
			return wrong("wrong flag in flag array: \"" + e.Text + "\"")
		}
	}
	return f, nil
}

func jsonToVector(c *Context, a []datum.Datum) (datum.Datum, error) {
	config, a, err := withConfig(c, a)
	if err != nil {
		return datum.Null, err
	}
	filter := jsonFilter{strings: true}
	if len(a) > 1 {
		if filter, err = jsonFilterOf(a[1]); err != nil {
			return datum.Null, err
		}
	}
	n, err := types.ParseJSON(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	d := document{lex: lexizerOf(config)}
	if err := d.addJSON(c, n, filter); err != nil {
		return datum.Null, err
	}
	return types.TSVectorOf(d.list)
}

// addJSON adds the parts of a JSON; between two that had lexemes a position
// stays free, so that no phrase spans them.
func (d *document) addJSON(c *Context, n *types.JSONNode, f jsonFilter) error {
	text := func(s string) error {
		before := len(d.list)
		if err := d.add(c, s); err != nil {
			return err
		}
		if len(d.list) > before {
			d.pos++
		}
		return nil
	}
	switch n.Kind {
	case types.JSONString:
		if f.strings {
			return text(n.Text)
		}
	case types.JSONNumber:
		if f.numbers {
			return text(n.Text)
		}
	case types.JSONBool:
		if f.booleans && n.Bool {
			return text("true")
		} else if f.booleans {
			return text("false")
		}
	}
	for i := range n.Elems {
		if n.Kind == types.JSONObject && f.keys {
			if err := text(n.Keys[i]); err != nil {
				return err
			}
		}
		if err := d.addJSON(c, &n.Elems[i], f); err != nil {
			return err
		}
	}
	return nil
}

// matchText is text @@ query, both through the session's configuration.
func matchText(c *Context, a []datum.Datum) (datum.Datum, error) {
	config, err := currentConfig(c)
	if err != nil {
		return datum.Null, err
	}
	v, err := toVector(c, a[:1])
	if err != nil {
		return datum.Null, err
	}
	q := a[1]
	if q.OID != types.TSQuery {
		n, err := wordsQuery(c, config, q.S, types.TSAnd)
		if err != nil {
			return datum.Null, err
		}
		q = types.NewTSQuery(n)
	}
	list, err := types.ParseTSVector(v.S)
	if err != nil {
		return datum.Null, err
	}
	n, err := types.ParseTSQuery(q.S, nil)
	if err != nil {
		return datum.Null, err
	}
	return newBool(tsHolds(n, vectorMatcher(list)))
}

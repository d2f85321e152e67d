package fn

import (
	"maps"
	"slices"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func sortedKeys(m map[int]bool) []int { return slices.Sorted(maps.Keys(m)) }

func init() {
	match := func(vector, query int) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			v, err := types.ParseTSVector(a[vector].S)
			if err != nil {
				return datum.Null, err
			}
			q, err := types.ParseTSQuery(a[query].S, nil)
			if err != nil {
				return datum.Null, err
			}
			return newBool(tsHolds(q, vectorMatcher(v)))
		}
	}
	register(
		operator("@@", "tsvector, tsquery -> bool", "text search match", match(0, 1)),
		operator("@@", "tsquery, tsvector -> bool", "text search match", match(1, 0)),
		operator("@@@", "tsvector, tsquery -> bool", "deprecated, use @@ instead", match(0, 1)),
		operator("@@@", "tsquery, tsvector -> bool", "deprecated, use @@ instead", match(1, 0)),
		scalar("ts_match_vq(tsvector, tsquery) bool", "implementation of @@ operator", match(0, 1)),
		scalar("ts_match_qv(tsquery, tsvector) bool", "implementation of @@ operator", match(1, 0)),
		operator("||", "tsvector, tsvector -> tsvector", "concatenate", tsConcat),
		scalar("tsvector_concat(tsvector, tsvector) tsvector", "implementation of || operator", tsConcat),
		scalar("length(tsvector) int4", "number of lexemes", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			v, err := types.ParseTSVector(a[0].S)
			if err != nil {
				return datum.Null, err
			}
			return newInt4(len(v))
		}),
		scalar("strip(tsvector) tsvector", "strip position information", editVector(func(l *types.TSLexeme, _ []datum.Datum) (bool, error) {
			l.Positions = nil
			return true, nil
		})),
		scalar("setweight(tsvector, char) tsvector", "set given weight for whole tsvector", setWeight),
		scalar("setweight(tsvector, char, text[]) tsvector", "set given weight for given lexemes", setWeight),
		scalar("ts_delete(tsvector, text) tsvector", "delete lexeme", editVector(func(l *types.TSLexeme, a []datum.Datum) (bool, error) {
			return l.Word != a[1].S, nil
		})),
		scalar("ts_delete(tsvector, text[]) tsvector", "delete given lexemes", tsDelete),
		scalar("ts_filter(tsvector, char[]) tsvector", "delete lexemes that do not have one of the given weights", tsFilter),
		scalar("tsvector_to_array(tsvector) text[]", "convert to array of lexemes", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			v, err := types.ParseTSVector(a[0].S)
			if err != nil {
				return datum.Null, err
			}
			list := make([]datum.Datum, len(v))
			for i := range v {
				list[i] = types.NewText(v[i].Word)
			}
			return newArray(types.Text, list), nil
		}),
		scalar("array_to_tsvector(text[]) tsvector", "build tsvector from array of lexemes", arrayToVector),
		rows("unnest(tsvector tsvector) record", "expand tsvector to set of rows", unnestVector,
			ResultColumn{"lexeme", types.Of(types.Text)}, ResultColumn{"positions", types.Of(types.Int2Array)}, ResultColumn{"weights", types.Of(types.TextArray)}),
	)
	noStatistics := func(*Context, []datum.Datum, func(datum.Row) error) error {
		return pgerr.Unsupported("ts_stat").WithHint("Ask the table: SELECT lexeme, count(*) FROM t, unnest(v) GROUP BY lexeme.")
	}
	for _, args := range []string{"query text", "query text, weights text"} {
		register(rows("ts_stat("+args+") record", "statistics of tsvector column", noStatistics,
			ResultColumn{"word", types.Of(types.Text)}, ResultColumn{"ndoc", types.Of(types.Int4)}, ResultColumn{"nentry", types.Of(types.Int4)}).volatile())
	}
	for _, r := range relations {
		for _, t := range []string{"tsvector", "tsquery"} {
			register(operator(r.symbol, t+", "+t+" -> bool", r.help, compares(r)))
		}
	}
	for i, name := range []string{"eq", "ne", "lt", "le", "gt", "ge"} {
		for _, t := range []string{"tsvector", "tsquery"} {
			register(scalar(t+"_"+name+"("+t+", "+t+") bool", relations[i].help, compares(relations[i])))
		}
	}
	for _, t := range []string{"tsvector", "tsquery"} {
		register(scalar(t+"_cmp("+t+", "+t+") int4", "less-equal-greater", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			return newInt4(types.Compare(a[0], a[1]))
		}))
	}
}

// tsConcat moves the second vector's positions behind the first's greatest.
func tsConcat(_ *Context, a []datum.Datum) (datum.Datum, error) {
	l, err := types.ParseTSVector(a[0].S)
	if err != nil {
		return datum.Null, err
	}
	r, err := types.ParseTSVector(a[1].S)
	if err != nil {
		return datum.Null, err
	}
	last := 0
	for _, x := range l {
		for _, p := range x.Positions {
			last = max(last, int(p.Pos))
		}
	}
	for i := range r {
		for k := range r[i].Positions {
			p := &r[i].Positions[k]
			p.Pos = uint16(min(int(p.Pos)+last, tsLastPosition))
		}
	}
	return types.TSVectorOf(append(l, r...))
}

// tsLastPosition is the greatest position in a document.
const tsLastPosition = 16383

// editVector changes each lexeme; those for which edit says false go.
func editVector(edit func(l *types.TSLexeme, a []datum.Datum) (bool, error)) Impl {
	return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		v, err := types.ParseTSVector(a[0].S)
		if err != nil {
			return datum.Null, err
		}
		out := v[:0]
		for i := range v {
			keep, err := edit(&v[i], a)
			if err != nil {
				return datum.Null, err
			}
			if keep {
				out = append(out, v[i])
			}
		}
		return types.TSVectorOf(out)
	}
}

// weightOf reads the letter of a weight.
func weightOf(v datum.Datum) (uint8, bool) {
	if v.S == "" {
		return 0, false
	}
	w := strings.IndexByte("DCBA", v.S[0]&^0x20)
	return uint8(max(w, 0)), w >= 0
}

func setWeight(c *Context, a []datum.Datum) (datum.Datum, error) {
	w, ok := weightOf(a[1])
	if !ok {
		n := 0
		if a[1].S != "" {
			n = int(a[1].S[0])
		}
		return datum.Null, pgerr.New(pgerr.InternalError, "unrecognized weight: %d", n)
	}
	var only map[string]bool
	if len(a) > 2 {
		var err error
		if only, err = lexemesOf(a[2]); err != nil {
			return datum.Null, err
		}
	}
	return editVector(func(l *types.TSLexeme, _ []datum.Datum) (bool, error) {
		if only == nil || only[l.Word] {
			for i := range l.Positions {
				l.Positions[i].Weight = w
			}
		}
		return true, nil
	})(c, a)
}

// lexemesOf reads an array of lexemes, without its NULLs.
func lexemesOf(v datum.Datum) (map[string]bool, error) {
	m := map[string]bool{}
	for _, e := range arrayOf(v).Elems {
		if !e.IsNull() {
			m[e.S] = true
		}
	}
	return m, nil
}

func tsDelete(c *Context, a []datum.Datum) (datum.Datum, error) {
	drop, err := lexemesOf(a[1])
	if err != nil {
		return datum.Null, err
	}
	return editVector(func(l *types.TSLexeme, _ []datum.Datum) (bool, error) { return !drop[l.Word], nil })(c, a)
}

func tsFilter(c *Context, a []datum.Datum) (datum.Datum, error) {
	mask := 0
	for _, e := range arrayOf(a[1]).Elems {
		if e.IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "weight array may not contain nulls")
		}
		w, ok := weightOf(e)
		if !ok {
			return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "unrecognized weight: \"%s\"", e.S)
		}
		mask |= 1 << w
	}
	return editVector(func(l *types.TSLexeme, _ []datum.Datum) (bool, error) {
		var kept []types.TSPosition
		for _, p := range l.Positions {
			if mask&(1<<p.Weight) != 0 {
				kept = append(kept, p)
			}
		}
		l.Positions = kept
		return len(kept) > 0, nil
	})(c, a)
}

func arrayToVector(_ *Context, a []datum.Datum) (datum.Datum, error) {
	var list []types.TSLexeme
	for _, e := range arrayOf(a[0]).Elems {
		if e.IsNull() {
			return datum.Null, pgerr.New(pgerr.NullValueNotAllowed, "lexeme array may not contain nulls")
		}
		if e.S == "" {
			return datum.Null, pgerr.New(pgerr.ZeroLengthCharacterString, "lexeme array may not contain empty strings")
		}
		list = append(list, types.TSLexeme{Word: e.S})
	}
	return types.TSVectorOf(list)
}

func unnestVector(_ *Context, a []datum.Datum, emit func(datum.Row) error) error {
	v, err := types.ParseTSVector(a[0].S)
	if err != nil {
		return err
	}
	for _, l := range v {
		row := datum.Row{types.NewText(l.Word), datum.Null, datum.Null}
		if len(l.Positions) > 0 {
			var pos, weights []datum.Datum
			for _, p := range l.Positions {
				pos = append(pos, types.NewInt2(int16(p.Pos)))
				weights = append(weights, types.NewText("DCBA"[p.Weight:p.Weight+1]))
			}
			row[1], row[2] = newArray(types.Int2, pos), newArray(types.Text, weights)
		}
		if err := emit(row); err != nil {
			return err
		}
	}
	return nil
}

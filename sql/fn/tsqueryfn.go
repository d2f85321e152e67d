package fn

import (
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	for _, f := range []struct {
		name, help string
		build      func(c *Context, config types.OID, s string) (*types.TSNode, error)
	}{
		{"to_tsquery", "make tsquery", operatorQuery},
		{"plainto_tsquery", "transform to tsquery", func(c *Context, config types.OID, s string) (*types.TSNode, error) {
			return wordsQuery(c, config, s, types.TSAnd)
		}},
		{"phraseto_tsquery", "transform to tsquery", func(c *Context, config types.OID, s string) (*types.TSNode, error) {
			return wordsQuery(c, config, s, types.TSPhrase)
		}},
		{"websearch_to_tsquery", "transform to tsquery", webQuery},
	} {
		impl := func(c *Context, a []datum.Datum) (datum.Datum, error) {
			config, a, err := withConfig(c, a)
			if err != nil {
				return datum.Null, err
			}
			n, err := f.build(c, config, a[0].S)
			if err != nil {
				return datum.Null, err
			}
			return types.NewTSQuery(n), nil
		}
		register(
			scalar(f.name+"(text) tsquery", f.help, impl).stable(),
			scalar(f.name+"(regconfig, text) tsquery", f.help, impl),
		)
	}
	join := func(op types.TSOp) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			distance := 1
			if len(a) > 2 {
				if distance = int(a[2].I); distance < 0 || distance > types.TSDistanceMax {
					return datum.Null, pgerr.New(pgerr.InvalidParameterValue, "distance in phrase operator must be an integer value between zero and %d inclusive", types.TSDistanceMax)
				}
			}
			l, err := types.ParseTSQuery(a[0].S, nil)
			if err != nil {
				return datum.Null, err
			}
			r, err := types.ParseTSQuery(a[1].S, nil)
			switch {
			case err != nil:
				return datum.Null, err
			case l == nil:
				return a[1], nil
			case r == nil:
				return a[0], nil
			}
			return types.NewTSQuery(&types.TSNode{Op: op, Distance: distance, Left: l, Right: r}), nil
		}
	}
	not := func(_ *Context, a []datum.Datum) (datum.Datum, error) {
		n, err := types.ParseTSQuery(a[0].S, nil)
		if err != nil || n == nil {
			return a[0], err
		}
		return types.NewTSQuery(&types.TSNode{Op: types.TSNot, Right: n}), nil
	}
	contains := func(whole, part int) Impl {
		return func(_ *Context, a []datum.Datum) (datum.Datum, error) { return tsContains(a[whole], a[part]) }
	}
	register(
		operator("&&", "tsquery, tsquery -> tsquery", "AND-concatenate", join(types.TSAnd)),
		operator("||", "tsquery, tsquery -> tsquery", "OR-concatenate", join(types.TSOr)),
		operator("<->", "tsquery, tsquery -> tsquery", "phrase-concatenate", join(types.TSPhrase)),
		operator("!!", "tsquery -> tsquery", "NOT tsquery", not),
		operator("@>", "tsquery, tsquery -> bool", "contains", contains(0, 1)),
		operator("<@", "tsquery, tsquery -> bool", "is contained by", contains(1, 0)),
		scalar("tsquery_and(tsquery, tsquery) tsquery", "implementation of && operator", join(types.TSAnd)),
		scalar("tsquery_or(tsquery, tsquery) tsquery", "implementation of || operator", join(types.TSOr)),
		scalar("tsquery_phrase(tsquery, tsquery) tsquery", "implementation of <-> operator", join(types.TSPhrase)),
		scalar("tsquery_phrase(tsquery, tsquery, int4) tsquery", "phrase-concatenate with distance", join(types.TSPhrase)),
		scalar("tsquery_not(tsquery) tsquery", "implementation of !! operator", not),
		scalar("tsq_mcontains(tsquery, tsquery) bool", "implementation of @> operator", contains(0, 1)),
		scalar("tsq_mcontained(tsquery, tsquery) bool", "implementation of <@ operator", contains(1, 0)),
		scalar("numnode(tsquery) int4", "number of nodes", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			n, err := types.ParseTSQuery(a[0].S, nil)
			if err != nil {
				return datum.Null, err
			}
			return newInt4(n.NumNodes())
		}),
		scalar("querytree(tsquery) text", "show real useful query for GiST index", func(_ *Context, a []datum.Datum) (datum.Datum, error) {
			n, err := types.ParseTSQuery(a[0].S, nil)
			if err != nil || n == nil {
				return types.NewText(""), err
			}
			if n = indexable(n); n == nil {
				return types.NewText("T"), nil
			}
			return types.NewText(types.NewTSQuery(n).S), nil
		}),
	)
}

// indexable leaves out what an index cannot search for (clean_NOT); nil: all
// of it.
func indexable(n *types.TSNode) *types.TSNode {
	switch n.Op {
	case types.TSValue:
		return n
	case types.TSNot:
		return nil
	}
	l, r := indexable(n.Left), indexable(n.Right)
	switch {
	case l != nil && r != nil:
		return &types.TSNode{Op: n.Op, Distance: n.Distance, Left: l, Right: r}
	case n.Op == types.TSOr:
		return nil
	case l != nil:
		return l
	}
	return r
}

// queryWords gathers the words of a query.
func queryWords(n *types.TSNode, into map[string]bool) {
	if n == nil {
		return
	}
	if n.Op == types.TSValue {
		into[n.Word] = true
		return
	}
	queryWords(n.Left, into)
	queryWords(n.Right, into)
}

// tsContains: all words of part are words of whole.
func tsContains(whole, part datum.Datum) (datum.Datum, error) {
	var words [2]map[string]bool
	for i, v := range []datum.Datum{whole, part} {
		n, err := types.ParseTSQuery(v.S, nil)
		if err != nil {
			return datum.Null, err
		}
		words[i] = map[string]bool{}
		queryWords(n, words[i])
	}
	for w := range words[1] {
		if !words[0][w] {
			return newBool(false)
		}
	}
	return newBool(true)
}

// morph makes the query of the words in a text, joined by op; a stop word
// stands in it until dropStops (pushval_morph).
func morph(c *Context, lex lexizer, text string, op types.TSOp, weights uint8, prefix bool) (*types.TSNode, error) {
	var out *types.TSNode
	push := func(n *types.TSNode) {
		if out == nil {
			out = n
			return
		}
		out = &types.TSNode{Op: op, Distance: 1, Left: out, Right: n}
	}
	any, skipped := false, 0
	err := parseDocument(c, text, func(t tsToken) error {
		if !t.kind.indexed() {
			return nil
		}
		w, stop := lex(t)
		if stop || w == "" || len(t.text) >= tsWordBytesMax {
			skipped++
			return nil
		}
		// A stop word before the first word leaves no trace.
		for ; skipped > 0 && any; skipped-- {
			push(&types.TSNode{Op: types.TSStop})
		}
		skipped, any = 0, true
		push(&types.TSNode{Word: w, Weights: weights, Prefix: prefix})
		return nil
	})
	if out == nil {
		out = &types.TSNode{Op: types.TSStop}
	}
	return out, err
}

func wordsQuery(c *Context, config types.OID, s string, op types.TSOp) (*types.TSNode, error) {
	n, err := morph(c, lexizerOf(config), s, op, 0, false)
	if err != nil {
		return nil, err
	}
	n, _, _ = dropStops(n)
	return n, nil
}

func operatorQuery(c *Context, config types.OID, s string) (*types.TSNode, error) {
	lex := lexizerOf(config)
	n, err := types.ParseTSQuery(s, func(v *types.TSNode) (*types.TSNode, error) {
		return morph(c, lex, v.Word, types.TSPhrase, v.Weights, v.Prefix)
	})
	if err != nil || n == nil {
		return nil, err
	}
	n, _, _ = dropStops(n)
	return n, nil
}

// dropStops takes stop words out. What a phrase loses at its left and right
// end is added to the distances around it (clean_stopword_intree).
func dropStops(n *types.TSNode) (out *types.TSNode, addLeft, addRight int) {
	switch n.Op {
	case types.TSValue:
		return n, 0, 0
	case types.TSStop:
		return nil, 0, 0
	case types.TSNot:
		arg, l, r := dropStops(n.Right)
		if arg == nil {
			return nil, l, r
		}
		return &types.TSNode{Op: types.TSNot, Right: arg}, l, r
	}
	left, ll, lr := dropStops(n.Left)
	right, rl, rr := dropStops(n.Right)
	phrase, distance := n.Op == types.TSPhrase, 0
	if phrase {
		distance = n.Distance
	}
	switch {
	case left == nil && right == nil && phrase:
		sum := ll + distance + rl
		return nil, sum, sum
	case left == nil && right == nil:
		return nil, max(ll, rl), max(ll, rl)
	case left == nil && phrase:
		return right, ll + distance + rl, rr
	case left == nil:
		return right, rl, rr
	case right == nil && phrase:
		return left, ll, lr + distance + rr
	case right == nil:
		return left, ll, lr
	}
	out = &types.TSNode{Op: n.Op, Distance: n.Distance, Left: left, Right: right}
	if phrase {
		out.Distance += lr + rl
		return out, ll, rr
	}
	return out, 0, 0
}

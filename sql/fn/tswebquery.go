package fn

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparrowdb/sparrow/sql/types"
)

// webQuery reads a query as web search engines do: words, "phrases", or, -not.
// It takes anything for a query.
func webQuery(c *Context, config types.OID, s string) (*types.TSNode, error) {
	w := webReader{s: s}
	lex := lexizerOf(config)
	var or, and *types.TSNode // finished alternatives, and the one at hand
	pendingOr := false
	for {
		text, quoted, negations, ok := w.next()
		if !ok {
			break
		}
		if !quoted && negations == 0 && strings.EqualFold(text, "or") && and != nil && !pendingOr && w.more() {
			pendingOr = true
			continue
		}
		n, err := morph(c, lex, text, types.TSPhrase, 0, false)
		if err != nil {
			return nil, err
		}
		for ; negations > 0; negations-- {
			n = &types.TSNode{Op: types.TSNot, Right: n}
		}
		switch {
		case and == nil:
			and = n
		case pendingOr:
			or, and = joinNodes(types.TSOr, or, and), n
		default:
			and = joinNodes(types.TSAnd, and, n)
		}
		pendingOr = false
	}
	if and == nil {
		return nil, nil
	}
	n, _, _ := dropStops(joinNodes(types.TSOr, or, and))
	return n, nil
}

func joinNodes(op types.TSOp, left, right *types.TSNode) *types.TSNode {
	if left == nil {
		return right
	}
	return &types.TSNode{Op: op, Left: left, Right: right}
}

// webReader cuts a web query into words and phrases.
type webReader struct {
	s  string
	at int
}

// skip passes over what means nothing between words.
func (w *webReader) skip() (negations int) {
	for w.at < len(w.s) {
		r, n := utf8.DecodeRuneInString(w.s[w.at:])
		switch {
		case r == '"' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return negations
		case r == '-':
			next, _ := utf8.DecodeRuneInString(w.s[w.at+n:])
			if next == '"' || next == '-' || unicode.IsLetter(next) || unicode.IsDigit(next) || negations > 0 {
				negations++
			}
		case unicode.IsSpace(r):
		default:
			if r == '/' || r == '_' || r >= utf8.RuneSelf {
				return negations
			}
			negations = 0
		}
		w.at += n
	}
	return 0
}

// more reports whether a word follows.
func (w *webReader) more() bool {
	probe := *w
	_, _, _, ok := probe.next()
	return ok
}

func (w *webReader) next() (text string, quoted bool, negations int, ok bool) {
	negations = w.skip()
	if w.at >= len(w.s) {
		return "", false, 0, false
	}
	if w.s[w.at] == '"' {
		w.at++
		rest := w.s[w.at:]
		end := strings.IndexByte(rest, '"')
		if end < 0 {
			end = len(rest)
			w.at += end
		} else {
			w.at += end + 1
		}
		return rest[:end], true, negations, true
	}
	from := w.at
	for w.at < len(w.s) {
		r, n := utf8.DecodeRuneInString(w.s[w.at:])
		if unicode.IsSpace(r) || r == '"' {
			break
		}
		w.at += n
	}
	return w.s[from:w.at], false, negations, true
}

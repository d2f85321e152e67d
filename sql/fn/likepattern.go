package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
)

// likePattern is a pattern that was looked at once: the usual ones, of one piece of
// text with % before or behind, are told by searching for it.
type likePattern struct {
	text          string // the pattern
	plain         bool
	piece         string
	before, after bool // there is a % before, behind the piece
}

func newLikePattern(text string) likePattern {
	p := likePattern{text: text}
	piece := strings.TrimLeft(text, "%")
	p.before = len(piece) < len(text)
	p.piece = strings.TrimRight(piece, "%")
	p.after = len(p.piece) < len(piece)
	p.plain = !strings.ContainsAny(p.piece, `%_\`)
	return p
}

func (p *likePattern) match(s string) (bool, error) {
	switch {
	case !p.plain:
		return Like(s, p.text)
	case p.before && p.after, p.before && p.piece == "":
		return strings.Contains(s, p.piece), nil
	case p.before:
		return strings.HasSuffix(s, p.piece), nil
	case p.after:
		return strings.HasPrefix(s, p.piece), nil
	}
	return s == p.piece, nil
}

func likeKernel(fold, not bool) Kernel {
	return func(_ *Context, args []*datum.Vector, n int, sel []int32, out *datum.Vector) error {
		s, p := args[0].Strs, args[1].Strs
		written := ""
		pattern := newLikePattern("")
		return eachCell(n, sel, func(i int) error {
			x := s[i]
			if fold {
				x = lower(x)
			}
			if p[i] != written {
				written = p[i]
				text := written
				if fold {
					text = lower(text)
				}
				pattern = newLikePattern(text)
			}
			ok, err := pattern.match(x)
			if ok != not {
				out.Ints[i] = 1
			}
			return err
		})
	}
}

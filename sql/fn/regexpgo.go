package fn

import (
	"strconv"
	"strings"
)

// writeGo appends a tree in the syntax of Go's regexp; only trees that are not
// beyond it.
func (n *areNode) writeGo(b *strings.Builder) {
	switch n.kind {
	case areEmpty:
		b.WriteString("(?:)")
	case areChars:
		n.set.write(b)
	case areConcat:
		for ; n.kind == areConcat; n = n.subs[1] {
			n.subs[0].writeGo(b)
		}
		n.writeGo(b)
	case areAlt:
		b.WriteString("(?:")
		for i, s := range n.subs {
			if i > 0 {
				b.WriteByte('|')
			}
			s.writeGo(b)
		}
		b.WriteByte(')')
	case areGroup:
		n.subs[0].writeGo(b)
	case areRepeat:
		b.WriteString("(?:")
		n.subs[0].writeGo(b)
		b.WriteString("){" + strconv.Itoa(n.min) + ",")
		if n.max >= 0 {
			b.WriteString(strconv.Itoa(n.max))
		}
		b.WriteByte('}')
	case areAssert:
		b.WriteString(map[byte]string{'A': `\A`, 'Z': `\z`, '^': `(?m:^)`, '$': `(?m:$)`, 'y': `\b`, 'Y': `\B`}[n.assert])
	}
}

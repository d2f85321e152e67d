package fn

import (
	"strconv"
	"strings"
)

// goSyntax is a tree in the syntax of Go's regexp. One that is beyond it is written
// loosely: it matches wherever the tree does, and elsewhere. Constraints are left out,
// and a back reference is another match of its group.
func (t *areTree) goSyntax() string {
	w := goWriter{tree: t}
	w.write(t.root)
	return w.b.String()
}

type goWriter struct {
	tree *areTree
	b    strings.Builder
}

// maxGoSyntax bounds the text, which back references may multiply.
const maxGoSyntax = 100_000

func (w *goWriter) write(n *areNode) {
	b := &w.b
	if b.Len() > maxGoSyntax {
		return
	}
	switch n.kind {
	case areEmpty:
		b.WriteString("(?:)")
	case areChars:
		n.set.write(b)
	case areConcat:
		for ; n.kind == areConcat; n = n.subs[1] {
			w.write(n.subs[0])
		}
		w.write(n)
	case areAlt:
		b.WriteString("(?:")
		for i, s := range n.subs {
			if i > 0 {
				b.WriteByte('|')
			}
			w.write(s)
		}
		b.WriteByte(')')
	case areGroup:
		w.write(n.subs[0])
	case areRepeat:
		b.WriteString("(?:")
		w.write(n.subs[0])
		b.WriteString("){" + strconv.Itoa(n.min) + ",")
		if n.max >= 0 {
			b.WriteString(strconv.Itoa(n.max))
		}
		b.WriteByte('}')
	case areBackRef:
		w.write(w.tree.groups[n.n].subs[0])
	case areAssert:
		if w.tree.beyond {
			return
		}
		b.WriteString(map[byte]string{'A': `\A`, 'Z': `\z`, '^': `(?m:^)`, '$': `(?m:$)`}[n.assert])
	}
}

package querygen

import "strings"

// Node is a piece of a statement: texts around children, or a list of children.
type Node struct {
	// Kind names what it is: a node may be replaced by one of the same kind from
	// below it. Expressions have their type as kind. "" can't be replaced.
	Kind string
	// Text has one element more than Kids; of a list, it is what stands before
	// and after.
	Text []string
	Kids []*Node
	// Sep separates the children of a list, of which at least Min must stay.
	List bool
	Sep  string
	Min  int
	// Optional nodes may be left out.
	Optional bool
	// Plain are texts that may stand in its place.
	Plain []string

	off bool
}

// text makes a node without children.
func text(s string) *Node { return &Node{Text: []string{s}} }

// seq makes a node of texts and nodes in turn, beginning with a text.
func seq(parts ...any) *Node {
	n := &Node{}
	last := ""
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			last += p
		case *Node:
			n.Text = append(n.Text, last)
			n.Kids = append(n.Kids, p)
			last = ""
		}
	}
	n.Text = append(n.Text, last)
	return n
}

// maybe makes a sequence that may be left out.
func maybe(parts ...any) *Node {
	n := seq(parts...)
	n.Optional = true
	return n
}

// list makes a list of which min children must stay.
func list(sep string, min int, kids ...*Node) *Node {
	return &Node{List: true, Sep: sep, Min: min, Text: []string{"", ""}, Kids: kids}
}

// of sets the kind.
func (n *Node) of(kind string) *Node {
	n.Kind = kind
	return n
}

// String is the node as SQL.
func (n *Node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *Node) write(b *strings.Builder) {
	switch {
	case n.off:
	case n.List:
		b.WriteString(n.Text[0])
		first := true
		for _, k := range n.Kids {
			if k.off {
				continue
			}
			if !first {
				b.WriteString(n.Sep)
			}
			first = false
			k.write(b)
		}
		b.WriteString(n.Text[1])
	default:
		for i, k := range n.Kids {
			b.WriteString(n.Text[i])
			k.write(b)
		}
		b.WriteString(n.Text[len(n.Kids)])
	}
}

// Clone copies a tree.
func (n *Node) Clone() *Node {
	c := *n
	c.Kids = make([]*Node, len(n.Kids))
	for i, k := range n.Kids {
		c.Kids[i] = k.Clone()
	}
	return &c
}

// walk calls f for each node, parents first; f says whether to go below.
func (n *Node) walk(f func(*Node) bool) {
	if !f(n) {
		return
	}
	for _, k := range n.Kids {
		k.walk(f)
	}
}

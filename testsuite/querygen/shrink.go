package querygen

import (
	"slices"
	"strings"
	"time"
)

// Shrinker makes a case smaller while Fails says that it still shows the same
// difference. It changes the case's statements in place.
type Shrinker struct {
	Fails    func(*Case) bool
	Deadline time.Time
}

// Shrink runs until nothing more can go, or the time is up.
func (s *Shrinker) Shrink(c *Case) *Case {
	for {
		before := len(c.String())
		s.statements(c)
		for _, n := range c.Statements {
			s.node(c, n)
		}
		c = s.tables(c)
		if len(c.String()) >= before || s.over() {
			return c
		}
	}
}

func (s *Shrinker) over() bool { return time.Now().After(s.Deadline) }

func (s *Shrinker) fails(c *Case) bool { return !s.over() && s.Fails(c) }

func (s *Shrinker) statements(c *Case) {
	for i := 0; i < len(c.Statements) && len(c.Statements) > 1; {
		all := c.Statements
		c.Statements = slices.Delete(slices.Clone(all), i, i+1)
		if !s.fails(c) {
			c.Statements = all
			i++
		}
	}
}

// node shrinks a tree from the top: what goes there saves most.
func (s *Shrinker) node(c *Case, n *Node) {
	if n.off || s.over() {
		return
	}
	if n.Optional {
		n.off = true
		if s.fails(c) {
			return
		}
		n.off = false
	}
	if n.List {
		s.list(c, n)
	}
	if n.Kind != "" {
		s.hoist(c, n)
	}
	if len(n.Kids) > 0 || len(n.Plain) > 0 && n.Text[0] != n.Plain[0] {
		s.plain(c, n)
	}
	for _, k := range n.Kids {
		s.node(c, k)
	}
}

// list takes children out, first half of them.
func (s *Shrinker) list(c *Case, n *Node) {
	for size := len(n.Kids) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(n.Kids) && len(n.Kids)-size >= n.Min; {
			all := n.Kids
			n.Kids = slices.Delete(slices.Clone(all), i, i+size)
			if !s.fails(c) {
				n.Kids = all
				i += size
			}
		}
	}
}

// hoist puts a node of the same kind from below in its place.
func (s *Shrinker) hoist(c *Case, n *Node) {
	const tries = 12
	for again := true; again; {
		again = false
		var below []*Node
		for _, k := range n.Kids {
			k.walk(func(d *Node) bool {
				if d.Kind == n.Kind && !d.off {
					below = append(below, d)
				}
				return !d.off
			})
		}
		old := *n
		for _, d := range below[:min(len(below), tries)] {
			*n = *d
			n.Optional = old.Optional
			if s.fails(c) {
				again = true
				break
			}
			*n = old
		}
	}
}

func (s *Shrinker) plain(c *Case, n *Node) {
	old := *n
	for _, p := range n.Plain {
		if old.String() == p {
			continue
		}
		n.Text, n.Kids, n.List = []string{p}, nil, false
		if s.fails(c) {
			return
		}
		*n = old
	}
}

// tables drops tables, rows and columns.
func (s *Shrinker) tables(c *Case) *Case {
	try := func(change func(*Case)) {
		next := *c
		next.Tables = nil
		for _, t := range c.Tables {
			next.Tables = append(next.Tables, t.Clone())
		}
		change(&next)
		if s.fails(&next) {
			c = &next
		}
	}
	sql := strings.Join(c.Script(), "\n")
	unused := func(t *Table) bool { return !strings.Contains(sql, t.Name) }
	if slices.ContainsFunc(c.Tables, unused) {
		try(func(n *Case) { n.Tables = slices.DeleteFunc(n.Tables, unused) })
	}
	for i := range c.Tables {
		for size := len(c.Tables[i].Rows); size > 0; size /= 2 {
			for at := 0; at+size <= len(c.Tables[i].Rows); {
				rows := len(c.Tables[i].Rows)
				try(func(n *Case) { n.Tables[i].Rows = slices.Delete(n.Tables[i].Rows, at, at+size) })
				if len(c.Tables[i].Rows) == rows {
					at += size
				}
			}
		}
		for j := len(c.Tables[i].Columns) - 1; j >= 0; j-- {
			if j < c.Tables[i].Keys && c.Tables[i].Keys == 1 {
				continue
			}
			try(func(n *Case) { n.Tables[i].dropColumn(j) })
		}
	}
	return c
}

func (t *Table) dropColumn(j int) {
	t.Columns = slices.Delete(t.Columns, j, j+1)
	if j < t.Keys {
		t.Keys--
	}
	for i, r := range t.Rows {
		t.Rows[i] = slices.Delete(r, j, j+1)
	}
}

package querygen

// source is a name in a FROM clause with its columns.
type source struct {
	alias   string
	columns []Column
}

// scope is what expressions may refer to.
type scope struct {
	sources []*source
	parent  *scope // of the enclosing query
	// grouped says that the query groups: expressions are made of keys and of
	// aggregates over rows.
	grouped bool
	keys    []*Node
	rows    *scope
	// windows says that window functions may stand here; whole orders all
	// columns, so that rows that tie are alike.
	windows bool
}

// leaves are the columns of a type that a scope itself gives.
func (s *scope) leaves(t Type) []*Node {
	var found []*Node
	for _, k := range s.keys {
		if k.Kind == string(t) {
			found = append(found, k)
		}
	}
	for _, src := range s.sources {
		for _, c := range src.columns {
			if c.Type == t {
				found = append(found, src.column(c))
			}
		}
	}
	return found
}

func (s *source) column(c Column) *Node {
	n := &Node{Kind: string(c.Type), Text: []string{c.Name}, Plain: plain(c.Type)}
	if s.alias != "" {
		n.Text[0] = s.alias + "." + c.Name
	}
	return n
}

// all lists every column of the scope itself.
func (s *scope) all() []*Node {
	list := append([]*Node(nil), s.keys...)
	for _, src := range s.sources {
		for _, c := range src.columns {
			list = append(list, src.column(c))
		}
	}
	return list
}

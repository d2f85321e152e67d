package planner

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// scope is the names that one query level sees. Names that it does not know
// are looked for in the parent.
type scope struct {
	parent *scope
	items  []*nsItem
	ctes   []*cte // of the WITH at this level
	block  *block // whose FROM this is; nil for levels without aggregates

	clause clause // the clause being bound
	agg    int    // depth of aggregate arguments being bound
	window int    // depth of window functions' arguments being bound
	srf    srfUse // what set-returning functions may do here
	multi  bool   // the next scalar subquery may have several columns
}

// clause is a part of a statement, for what is allowed in it and for errors.
type clause string

// The clauses, as PostgreSQL's errors call them.
const (
	inTargets        clause = "SELECT"
	inFrom           clause = "FROM"
	inFunction       clause = "functions in FROM"
	inJoin           clause = "JOIN conditions"
	inWhere          clause = "WHERE"
	inFilter         clause = "FILTER"
	inGroupBy        clause = "GROUP BY"
	inHaving         clause = "HAVING"
	inOrderBy        clause = "ORDER BY"
	inDistinct       clause = "DISTINCT ON"
	inLimit          clause = "LIMIT"
	inOffset         clause = "OFFSET"
	inValues         clause = "VALUES"
	inReturning      clause = "RETURNING"
	inUpdate         clause = "UPDATE"
	inMergeWhen      clause = "MERGE WHEN conditions"
	inDefault        clause = "DEFAULT expressions"
	inCheck          clause = "check constraints"
	inGenerated      clause = "column generation expressions"
	inExecute        clause = "EXECUTE parameters"
	inPartitionBound clause = "partition bound"
	inWindow         clause = "window definitions"
	inWindowRows     clause = "window ROWS"
	inWindowRange    clause = "window RANGE"
	inWindowGroups   clause = "window GROUPS"
)

// srfUse says whether a set-returning function may stand where an expression
// is bound, and counts those met.
type srfUse struct {
	construct string // CASE, COALESCE: what forbids it
	allowed   bool
	met       int
}

// nsItem is an item of FROM as names see it.
type nsItem struct {
	name   string // the name it goes by; "" for a join without alias
	schema string // also reachable as schema.name
	at     ast.Pos
	cols   columnSource
	rel    relation

	colsVisible bool // by bare column names
	relVisible  bool // by name.column
	lateralBad  bool // and not even to those: the join's kind forbids it
}

// columnSource gives an item's columns by name, and all of them for a star.
type columnSource interface {
	// lookup returns the expressions of the columns of that name.
	lookup(b *binder, name string) ([]expr.Expr, error)
	// all lists the columns that * stands for.
	all(b *binder) ([]namedExpr, error)
	// names lists what may be meant by a misspelt name.
	names(b *binder, like string) []string
}

// namedExpr is a column of an item.
type namedExpr struct {
	name string
	e    expr.Expr
}

// tableSource is the columns of a table.
type tableSource struct{ rel *tableRel }

func (s tableSource) lookup(b *binder, name string) ([]expr.Expr, error) {
	i, err := s.rel.column(b, name)
	if i < 0 || err != nil {
		return nil, err
	}
	return []expr.Expr{s.rel.expr(i)}, nil
}

func (r *tableRel) expr(i int) expr.Expr {
	return &expr.Column{Index: r.ids[i], Name: r.cols[i].Name, T: r.cols[i].T}
}

func (s tableSource) all(b *binder) ([]namedExpr, error) {
	list, err := s.rel.star(b)
	if err != nil {
		return nil, err
	}
	out := make([]namedExpr, len(list))
	for n, i := range list {
		out[n] = namedExpr{s.rel.cols[i].Name, s.rel.expr(i)}
	}
	return out, nil
}

func (s tableSource) names(b *binder, like string) []string {
	var out []string
	for i := range s.rel.table.Columns {
		if c := &s.rel.table.Columns[i]; !c.Dropped {
			out = append(out, c.Name)
		}
	}
	return append(out, b.env.Catalog.Similar(s.rel.table, like)...)
}

// listSource is a fixed list of columns: a subquery's, a function's, a join's.
type listSource []namedExpr

func (s listSource) lookup(_ *binder, name string) ([]expr.Expr, error) {
	var out []expr.Expr
	for i := range s {
		if s[i].name == name {
			out = append(out, s[i].e)
		}
	}
	return out, nil
}

func (s listSource) all(*binder) ([]namedExpr, error) { return s, nil }

func (s listSource) names(*binder, string) []string {
	out := make([]string, len(s))
	for i := range s {
		out[i] = s[i].name
	}
	return out
}

// joinSource is the columns of a join: those merged by USING first, then what
// both sides have besides.
type joinSource struct {
	merged      []namedExpr
	left, right columnSource
}

func (s joinSource) isMerged(name string) bool {
	for i := range s.merged {
		if s.merged[i].name == name {
			return true
		}
	}
	return false
}

func (s joinSource) lookup(b *binder, name string) ([]expr.Expr, error) {
	if out, _ := listSource(s.merged).lookup(b, name); len(out) > 0 {
		return out, nil
	}
	left, err := s.left.lookup(b, name)
	if err != nil {
		return nil, err
	}
	right, err := s.right.lookup(b, name)
	return append(left, right...), err
}

func (s joinSource) all(b *binder) ([]namedExpr, error) {
	out := append([]namedExpr(nil), s.merged...)
	for _, side := range []columnSource{s.left, s.right} {
		list, err := side.all(b)
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			if !s.isMerged(c.name) {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

func (s joinSource) names(b *binder, like string) []string {
	return append(s.left.names(b, like), s.right.names(b, like)...)
}

// itemsSource is the columns of several items, side by side.
type itemsSource []*nsItem

func (s itemsSource) lookup(b *binder, name string) ([]expr.Expr, error) {
	var out []expr.Expr
	for _, it := range s {
		if it.colsVisible {
			list, err := it.cols.lookup(b, name)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		}
	}
	return out, nil
}

func (s itemsSource) all(b *binder) ([]namedExpr, error) {
	var out []namedExpr
	for _, it := range s {
		if it.colsVisible {
			list, err := it.cols.all(b)
			if err != nil {
				return nil, err
			}
			out = append(out, list...)
		}
	}
	return out, nil
}

func (s itemsSource) names(b *binder, like string) []string {
	var out []string
	for _, it := range s {
		if it.colsVisible {
			out = append(out, it.cols.names(b, like)...)
		}
	}
	return out
}

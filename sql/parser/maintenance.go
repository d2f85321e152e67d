package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// vacuum parses VACUUM.
func (p *parser) vacuum(loc ast.Loc) ast.Statement {
	v := &ast.Vacuum{Loc: loc}
	if p.kind() == '(' {
		v.Options = p.utilityOptions()
	} else {
		for _, w := range []string{"full", "freeze", "verbose", "analyze"} {
			at := p.loc()
			if p.accept(w) || w == "analyze" && p.accept("analyse") {
				v.Options = append(v.Options, word(at, w, ""))
			}
		}
	}
	v.Targets = p.vacuumTargets()
	return v
}

// analyze parses ANALYZE.
func (p *parser) analyze(loc ast.Loc) ast.Statement {
	v := &ast.Vacuum{Loc: loc, Analyze: true}
	if at := p.loc(); p.kind() == '(' {
		v.Options = p.utilityOptions()
	} else if p.accept("verbose") {
		v.Options = append(v.Options, word(at, "verbose", ""))
	}
	v.Targets = p.vacuumTargets()
	return v
}

func (p *parser) vacuumTargets() []ast.VacuumTarget {
	if !p.tok().isColumnName() {
		return nil
	}
	var list []ast.VacuumTarget
	p.list(func() {
		t := ast.VacuumTarget{Loc: p.loc()}
		t.Table = &ast.Table{Loc: t.Loc, Name: p.name()}
		t.Columns = p.optionalColumnList()
		list = append(list, t)
	})
	return list
}

func (p *parser) checkpoint(loc ast.Loc) ast.Statement { return &ast.Checkpoint{Loc: loc} }

// reindex parses REINDEX.
func (p *parser) reindex(loc ast.Loc) ast.Statement {
	r := &ast.Reindex{Loc: loc}
	if p.kind() == '(' {
		r.Options = p.utilityOptions()
	}
	if !p.isAny("index", "table", "schema", "system", "database") {
		p.syntaxError()
		return nil
	}
	r.Kind = ast.ObjectKind(strings.ToUpper(p.next().text))
	r.Concurrently = p.accept("concurrently")
	switch r.Kind {
	case ast.KindIndex, ast.KindTable:
		r.Name = p.name()
	default:
		r.Name = ast.Name{Loc: p.loc(), Object: p.columnName()}
	}
	return r
}

// cluster parses CLUSTER.
func (p *parser) cluster(loc ast.Loc) ast.Statement {
	c := &ast.Cluster{Loc: loc}
	if at := p.loc(); p.kind() == '(' {
		c.Options = p.utilityOptions()
	} else if p.accept("verbose") {
		c.Options = append(c.Options, word(at, "verbose", ""))
	}
	if !p.tok().isColumnName() {
		return c
	}
	n := p.name()
	switch {
	case n.Schema == "" && p.accept("on"): // CLUSTER index ON table
		c.Index = n.Object
		n = p.name()
	case p.accept("using"):
		c.Index = p.columnName()
	}
	c.Table = &n
	return c
}

// lockTable parses LOCK TABLE.
func (p *parser) lockTable(loc ast.Loc) ast.Statement {
	l := &ast.LockTable{Loc: loc, Mode: "ACCESS EXCLUSIVE"}
	p.accept("table")
	p.list(func() { l.Tables = append(l.Tables, p.relation()) })
	if p.accept("in") {
		l.Mode = p.lockMode()
		p.expect("mode")
	}
	l.NoWait = p.accept("nowait")
	return l
}

func (p *parser) lockMode() string {
	for _, m := range []string{"access share", "row share", "row exclusive", "share update exclusive", "share row exclusive",
		"access exclusive", "share", "exclusive"} {
		if p.accept(strings.Fields(m)...) {
			return strings.ToUpper(m)
		}
	}
	p.syntaxError()
	return ""
}

// truncate parses TRUNCATE.
func (p *parser) truncate(loc ast.Loc) ast.Statement {
	t := &ast.Truncate{Loc: loc}
	p.accept("table")
	p.list(func() { t.Tables = append(t.Tables, p.relation()) })
	if p.accept("restart", "identity") {
		t.RestartIdentity = true
	} else {
		p.accept("continue", "identity")
	}
	t.Cascade = p.cascade()
	return t
}

// refresh parses REFRESH MATERIALIZED VIEW.
func (p *parser) refresh(loc ast.Loc) ast.Statement {
	p.expect("materialized", "view")
	r := &ast.Refresh{Loc: loc}
	r.Concurrently = p.accept("concurrently")
	r.Name = p.name()
	r.NoData = p.withNoData()
	return r
}

// withNoData parses [WITH [NO] DATA].
func (p *parser) withNoData() bool {
	if p.accept("with", "no", "data") {
		return true
	}
	p.accept("with", "data")
	return false
}

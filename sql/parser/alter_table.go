package parser

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// alterTable parses ALTER TABLE and its kin behind the kind.
func (p *parser) alterTable(loc ast.Loc, kind ast.ObjectKind) ast.Statement {
	if p.are("all", "in", "tablespace") {
		return p.unsupported(loc, "ALTER "+string(kind)+" ALL IN TABLESPACE")
	}
	a := &ast.AlterTable{Loc: loc, Kind: kind, IfExists: p.ifExists()}
	a.Table = p.relation()
	if single := p.singleAction(kind); single != nil {
		a.Actions = []ast.AlterAction{single}
		return a
	}
	if at := p.loc(); kind == ast.KindSequence {
		if opts := p.sequenceOptions(); opts != nil {
			a.Actions = []ast.AlterAction{&ast.AlterSequenceOptions{Loc: at, Options: opts}}
			return a
		}
	}
	p.list(func() {
		if act := p.alterAction(); act != nil {
			a.Actions = append(a.Actions, act)
		}
	})
	return a
}

// singleAction parses the actions that stand alone; nil if none is there.
func (p *parser) singleAction(kind ast.ObjectKind) ast.AlterAction {
	at := p.loc()
	switch {
	case p.is("owner"): // may stand among others
		return nil
	case kind == ast.KindTable && p.accept("rename", "constraint"):
		r := &ast.RenameConstraint{Loc: at, Old: p.columnName()}
		p.expect("to")
		r.New = p.columnName()
		return r
	case kind != ast.KindSequence && kind != ast.KindIndex && p.is("rename") && !p.ahead(1).isWord("to"):
		p.next()
		p.accept("column")
		r := &ast.RenameColumn{Loc: at, Old: p.columnName()}
		p.expect("to")
		r.New = p.columnName()
		return r
	case p.accept("attach"):
		p.expect("partition")
		a := &ast.AttachPartition{Loc: at, Name: p.name()}
		if kind != ast.KindIndex {
			a.Bound = p.partitionBound()
		}
		return a
	case p.accept("detach"):
		p.expect("partition")
		d := &ast.DetachPartition{Loc: at, Name: p.name()}
		if d.Concurrently = p.accept("concurrently"); !d.Concurrently {
			d.Finalize = p.accept("finalize")
		}
		return d
	case p.acceptIdentWord("split"):
		p.expect("at", "values")
		s := &ast.SplitAt{Loc: at}
		p.list(func() { s.Rows = append(s.Rows, p.parenExprList()) })
		return s
	case p.accept("merge"):
		return p.mergePartitions(at)
	}
	return p.renameOrOwner()
}

// mergePartitions parses MERGE PARTITIONS id, id, ….
func (p *parser) mergePartitions(at ast.Loc) ast.AlterAction {
	m := &ast.MergePartitions{Loc: at}
	if !p.acceptIdentWord("partitions") {
		p.syntaxError()
		return nil
	}
	p.list(func() {
		id, err := strconv.ParseInt(p.tok().text, 10, 64)
		if p.kind() != tokInteger || err != nil {
			p.syntaxError()
			return
		}
		p.next()
		m.IDs = append(m.IDs, id)
	})
	return m
}

// alterAction parses one action of a list.
func (p *parser) alterAction() ast.AlterAction {
	at := p.loc()
	switch t := p.next(); t.text {
	case "add":
		return p.addAction(at)
	case "drop":
		return p.dropAction(at)
	case "alter":
		return p.alterColumn(at)
	case "validate":
		p.expect("constraint")
		return &ast.ValidateConstraint{Loc: at, Name: p.columnName()}
	case "set":
		return p.setAction(at)
	case "reset":
		return &ast.SetOptions{Loc: at, Reset: true, Options: p.relOptions()}
	case "owner":
		p.expect("to")
		return &ast.OwnerTo{Loc: at, Owner: p.role()}
	case "enable", "disable", "force":
		return p.enableAction(at, t.text)
	case "no":
		if p.accept("inherit") {
			return &ast.Inherit{Loc: at, No: true, Parent: p.name()}
		}
		p.expect("force", "row", "level", "security")
		return &ast.RowSecurity{Loc: at, Action: "NO FORCE"}
	case "inherit":
		return &ast.Inherit{Loc: at, Parent: p.name()}
	case "of":
		n := p.name()
		return &ast.OfType{Loc: at, Type: &n}
	case "not":
		p.expect("of")
		return &ast.OfType{Loc: at}
	case "cluster":
		p.expect("on")
		return &ast.ClusterOn{Loc: at, Index: p.columnName()}
	case "replica":
		return p.replicaIdentity(at)
	}
	p.i = p.backTo(at)
	p.syntaxError()
	return nil
}

// backTo finds the token at a place that was passed just now.
func (p *parser) backTo(at ast.Loc) int {
	i := p.i
	for i > 0 && p.toks[i].pos > at.At {
		i--
	}
	return i
}

func (p *parser) addAction(at ast.Loc) ast.AlterAction {
	if p.startsConstraint() {
		return &ast.AddConstraint{Loc: at, Constraint: p.tableConstraint()}
	}
	p.accept("column")
	a := &ast.AddColumn{Loc: at, IfNotExists: p.ifNotExists()}
	a.Column = p.columnDef()
	return a
}

func (p *parser) dropAction(at ast.Loc) ast.AlterAction {
	if p.accept("constraint") {
		d := &ast.DropConstraint{Loc: at, IfExists: p.ifExists()}
		d.Name = p.columnName()
		d.Cascade = p.cascade()
		return d
	}
	p.accept("column")
	d := &ast.DropColumn{Loc: at, IfExists: p.ifExists()}
	d.Name = p.columnName()
	d.Cascade = p.cascade()
	return d
}

// setAction parses SET ….
func (p *parser) setAction(at ast.Loc) ast.AlterAction {
	switch {
	case p.kind() == '(':
		return &ast.SetOptions{Loc: at, Options: p.relOptions()}
	case p.accept("tablespace"):
		s := &ast.SetTablespace{Loc: at, Name: p.columnName()}
		s.NoWait = p.accept("nowait")
		return s
	case p.accept("access"):
		p.expect("method")
		return &ast.SetAccessMethod{Loc: at, Name: p.columnName()}
	case p.accept("logged"):
		return &ast.SetPersistence{Loc: at}
	case p.accept("unlogged"):
		return &ast.SetPersistence{Loc: at, Persistence: ast.Unlogged}
	case p.accept("without", "cluster"):
		return &ast.ClusterOn{Loc: at}
	}
	p.expect("without", "oids") // nothing to do since PostgreSQL 12
	return nil
}

// enableAction parses ENABLE, DISABLE or FORCE of row security, triggers and
// rules.
func (p *parser) enableAction(at ast.Loc, verb string) ast.AlterAction {
	if p.accept("row") {
		p.expect("level", "security")
		return &ast.RowSecurity{Loc: at, Action: strings.ToUpper(verb)}
	}
	if verb == "force" {
		p.syntaxError()
		return nil
	}
	e := &ast.EnableTrigger{Loc: at, Disable: verb == "disable"}
	if !e.Disable && p.isAny("always", "replica") {
		e.When = strings.ToUpper(p.next().text)
	}
	if e.Rule = p.accept("rule"); !e.Rule {
		p.expect("trigger")
		if e.When == "" {
			if e.All = p.accept("all"); e.All {
				return e
			}
			if e.User = p.accept("user"); e.User {
				return e
			}
		}
	}
	e.Name = p.columnName()
	return e
}

func (p *parser) replicaIdentity(at ast.Loc) ast.AlterAction {
	p.expect("identity")
	r := &ast.ReplicaIdentity{Loc: at}
	switch {
	case p.accept("using"):
		p.expect("index")
		r.Mode, r.Index = "INDEX", p.columnName()
	case p.isAny("nothing", "full", "default"):
		r.Mode = strings.ToUpper(p.next().text)
	default:
		p.syntaxError()
	}
	return r
}

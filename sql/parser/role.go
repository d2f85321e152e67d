package parser

import (
	"strconv"
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// role parses a role's name or a word that stands for a role (RoleSpec).
func (p *parser) role() ast.RoleSpec {
	r := ast.RoleSpec{Loc: p.loc()}
	t := p.tok()
	switch {
	case p.accept("current_role"):
		r.Kind = ast.RoleCurrentRole
	case p.accept("current_user"):
		r.Kind = ast.RoleCurrentUser
	case p.accept("session_user"):
		r.Kind = ast.RoleSessionUser
	case t.isNonReserved() && t.text == "public":
		p.next()
		r.Kind = ast.RolePublic
	case t.isNonReserved() && t.text == "none":
		p.fail(pgerr.New(pgerr.ReservedName, `role name "none" is reserved`), t.pos)
	default:
		r.Name = p.nonReserved()
	}
	return r
}

// roles parses role, role, ….
func (p *parser) roles() []ast.RoleSpec {
	var list []ast.RoleSpec
	p.list(func() { list = append(list, p.role()) })
	return list
}

// newRole parses the name of a role to create or rename (RoleId).
func (p *parser) newRole() string {
	r := p.role()
	switch r.Kind {
	case ast.RoleNamed:
	case ast.RolePublic:
		p.fail(pgerr.New(pgerr.ReservedName, `role name "public" is reserved`), r.At)
	default:
		p.fail(pgerr.New(pgerr.ReservedName, "%s cannot be used as a role name here", strings.ToUpper(p.text[r.At:p.lastEnd()])), r.At)
	}
	return r.Name
}

// createRole parses CREATE ROLE, USER and GROUP.
func (p *parser) createRole(loc ast.Loc, kind string) ast.Statement {
	r := &ast.CreateRole{Loc: loc, Kind: kind, Name: p.newRole()}
	p.accept("with")
	r.Options = p.roleOptions(true)
	return r
}

// roleFlags are the options without a value; in front of them NO means false.
var roleFlags = map[string]bool{"superuser": true, "createrole": true, "createdb": true, "login": true, "inherit": true,
	"replication": true, "bypassrls": true}

// roleOptions parses the options of CREATE or ALTER ROLE; see ast.CreateRole
// for their names.
func (p *parser) roleOptions(create bool) []ast.Option {
	var opts []ast.Option
	for p.err == nil && p.kind() == tokIdent {
		o := ast.Option{Loc: p.loc()}
		members := func(name string) {
			o.Name, o.List = name, true
			for _, m := range p.roles() {
				o.Values = append(o.Values, ast.OptionValue{Loc: m.Loc, Text: m.Name})
			}
		}
		t := p.tok()
		switch {
		case p.accept("encrypted", "password"):
			o = str(o.Loc, "password", p.stringConst())
		case p.accept("unencrypted"):
			p.fail(pgerr.Unsupported("UNENCRYPTED PASSWORD").
				WithHint("Remove UNENCRYPTED to store the password in encrypted form instead."), o.At)
		case p.accept("password", "null"):
			o = word(o.Loc, "password", "null")
		case p.accept("password"):
			o = str(o.Loc, "password", p.stringConst())
		case p.accept("inherit"):
			o = word(o.Loc, "inherit", "true")
		case p.accept("connection"):
			p.expect("limit")
			at := p.loc()
			o.Name = "connection_limit"
			o.Values = []ast.OptionValue{{Loc: at, Kind: ast.OptionInteger, Text: strconv.Itoa(p.signedInteger())}}
		case p.accept("valid"):
			p.expect("until")
			o = str(o.Loc, "valid_until", p.stringConst())
		case p.accept("user"):
			members("role")
		case create && p.accept("sysid"):
			at := p.loc()
			o.Name = "sysid"
			o.Values = []ast.OptionValue{{Loc: at, Kind: ast.OptionInteger, Text: strconv.Itoa(p.integer())}}
		case create && p.accept("admin"):
			members("admin")
		case create && p.accept("role"):
			members("role")
		case create && (p.accept("in", "role") || p.accept("in", "group")):
			members("in_role")
		case t.class == notKeyword:
			p.next()
			name, no := strings.CutPrefix(t.text, "no")
			if !roleFlags[name] {
				p.refuse(t.pos, `unrecognized role option "%s"`, t.text)
			}
			o = word(o.Loc, name, strconv.FormatBool(!no))
		default:
			return opts
		}
		opts = append(opts, o)
	}
	return opts
}

// alterRole parses ALTER ROLE, USER and GROUP.
func (p *parser) alterRole(loc ast.Loc, group bool) ast.Statement {
	a := &ast.AlterRole{Loc: loc}
	if a.All = p.is("all"); a.All {
		p.next()
		if !p.isAny("in", "set", "reset") {
			p.syntaxError()
		}
	} else {
		a.Role = p.role()
	}
	switch {
	case group && p.isAny("add", "drop"):
		a.Add = p.next().text == "add"
		a.Drop = !a.Add
		p.expect("user")
		a.Members = p.roles()
	case p.accept("rename", "to"):
		a.Rename = p.newRole()
	case p.isAny("in", "set", "reset"):
		if p.accept("in") {
			p.expect("database")
			a.Database = p.columnName()
		}
		if a.Set = p.setOrReset(true); a.Set == nil {
			p.syntaxError()
		}
	default:
		p.accept("with")
		a.Options = p.roleOptions(false)
	}
	return a
}

package parser

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// privileges parses the list of privileges or roles of GRANT and REVOKE. Roles
// come as privileges whose Name is as written.
func (p *parser) privileges() []ast.Privilege {
	if loc := p.loc(); p.accept("all") {
		p.accept("privileges")
		return []ast.Privilege{{Loc: loc, Name: "ALL", Columns: p.optionalColumnList()}}
	}
	var list []ast.Privilege
	p.list(func() {
		v := ast.Privilege{Loc: p.loc()}
		switch {
		case p.isAny("select", "references", "create"):
			v.Name = p.next().text
		case p.accept("alter"):
			p.expect("system")
			v.Name = "alter system"
		default:
			v.Name = p.columnName()
		}
		v.Columns = p.optionalColumnList()
		list = append(list, v)
	})
	return list
}

// grant parses GRANT.
func (p *parser) grant(loc ast.Loc) ast.Statement {
	privs := p.privileges()
	if p.accept("on") {
		g := &ast.Grant{Loc: loc, Privileges: upper(privs)}
		p.grantTarget(g)
		p.grantTail(g)
		return g
	}
	r := &ast.GrantRole{Loc: loc, Roles: p.rolesOf(privs)}
	p.expect("to")
	r.Grantees = p.roles()
	r.AdminOption = p.accept("with", "admin", "option")
	r.GrantedBy = p.grantedBy()
	return r
}

// grantTail parses TO or FROM with the roles, and what follows them.
func (p *parser) grantTail(g *ast.Grant) {
	if g.Revoke {
		p.expect("from")
	} else {
		p.expect("to")
	}
	p.list(func() {
		p.accept("group")
		g.Grantees = append(g.Grantees, p.role())
	})
	if !g.Revoke {
		g.GrantOption = p.accept("with", "grant", "option")
	}
	g.GrantedBy = p.grantedBy()
	if g.Revoke {
		g.Cascade = p.cascade()
	}
}

// revoke parses REVOKE.
func (p *parser) revoke(loc ast.Loc) ast.Statement {
	grantFor := p.accept("grant", "option", "for")
	adminFor := !grantFor && p.accept("admin", "option", "for")
	privs := p.privileges()
	if !adminFor && p.accept("on") {
		g := &ast.Grant{Loc: loc, Revoke: true, OptionFor: grantFor, Privileges: upper(privs)}
		p.grantTarget(g)
		p.grantTail(g)
		return g
	}
	if grantFor {
		p.syntaxError()
	}
	r := &ast.GrantRole{Loc: loc, Revoke: true, AdminFor: adminFor, Roles: p.rolesOf(privs)}
	p.expect("from")
	r.Grantees = p.roles()
	r.GrantedBy = p.grantedBy()
	r.Cascade = p.cascade()
	return r
}

func (p *parser) grantedBy() *ast.RoleSpec {
	if !p.accept("granted") {
		return nil
	}
	p.expect("by")
	r := p.role()
	return &r
}

// upper makes the names of privileges upper case.
func upper(privs []ast.Privilege) []ast.Privilege {
	for i := range privs {
		privs[i].Name = strings.ToUpper(privs[i].Name)
	}
	return privs
}

// rolesOf takes the list of a GRANT without ON for roles.
func (p *parser) rolesOf(privs []ast.Privilege) []ast.Ident {
	roles := make([]ast.Ident, len(privs))
	for i, v := range privs {
		if len(v.Columns) > 0 {
			p.syntaxError()
		}
		roles[i] = ast.Ident{Loc: v.Loc, Name: v.Name}
	}
	return roles
}

// grantTarget parses the objects behind ON.
func (p *parser) grantTarget(g *ast.Grant) {
	g.Kind = ast.KindTable
	switch {
	case p.accept("all"):
		g.AllInSchema = true
		g.Kind = p.pluralKind("tables", "sequences", "functions", "procedures", "routines")
		p.expect("in", "schema")
	case p.accept("foreign", "data", "wrapper"):
		g.Kind = ast.KindForeignWrapper
	case p.accept("foreign", "server"):
		g.Kind = ast.KindForeignServer
	case p.isAny("function", "procedure", "routine") && p.ahead(1).kind == tokIdent:
		g.Kind = ast.ObjectKind(strings.ToUpper(p.next().text))
		p.list(func() {
			g.Names = append(g.Names, p.funcName())
			g.Args = append(g.Args, p.argTypes())
		})
		return
	case p.accept("large"):
		p.expect("object")
		g.Kind = ast.KindLargeObject
		p.list(func() { g.Names = append(g.Names, ast.Name{Loc: p.loc(), Object: p.number().Text}) })
		return
	case p.isAny("table", "sequence", "database", "domain", "language", "parameter", "schema", "tablespace", "type") &&
		p.ahead(1).isColumnName():
		g.Kind = ast.ObjectKind(strings.ToUpper(p.next().text))
	}
	g.Names = p.names()
}

// pluralKind parses TABLES and the like and returns the kind in the singular.
func (p *parser) pluralKind(plurals ...string) ast.ObjectKind {
	if !p.isAny(plurals...) {
		p.syntaxError()
		return ""
	}
	return ast.ObjectKind(strings.ToUpper(strings.TrimSuffix(p.next().text, "s")))
}

// argTypes passes the argument list of a function's signature and returns its
// text.
func (p *parser) argTypes() string {
	if p.kind() != '(' {
		return ""
	}
	start, depth := p.tok().end, 0
	for {
		switch p.kind() {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				end := p.pos()
				p.next()
				return p.text[start:end]
			}
		case tokEOF, tokError:
			p.syntaxError()
			return ""
		}
		p.next()
	}
}

// defaultPrivileges parses ALTER DEFAULT PRIVILEGES behind its key words.
func (p *parser) defaultPrivileges(loc ast.Loc) ast.Statement {
	a := &ast.AlterDefaultPrivileges{Loc: loc}
	for p.err == nil && p.isAny("for", "in") {
		switch {
		case p.accept("in"):
			p.expect("schema")
			a.Schemas = p.columnNames()
		default:
			p.next()
			if !p.accept("role") {
				p.expect("user")
			}
			a.ForRoles = p.roles()
		}
	}
	g := &a.Grant
	g.Loc = p.loc()
	if g.Revoke = p.accept("revoke"); g.Revoke {
		g.OptionFor = p.accept("grant", "option", "for")
	} else {
		p.expect("grant")
	}
	g.Privileges = upper(p.privileges())
	p.expect("on")
	g.Kind = p.pluralKind("tables", "functions", "routines", "sequences", "types", "schemas")
	p.grantTail(g)
	return a
}

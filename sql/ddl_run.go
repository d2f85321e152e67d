package sql

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// run executes a DDL statement and returns its command tag.
func (d *ddl) run(tree ast.Statement) (tag string, err error) {
	switch n := tree.(type) {
	case *ast.CreateTable:
		return "CREATE TABLE", d.createTable(n)
	case *ast.CreateTableAs:
		return d.createTableAs(n)
	case *ast.Drop:
		return "DROP " + string(n.Kind), d.drop(n)
	case *ast.Truncate:
		return "TRUNCATE TABLE", d.truncate(n)
	case *ast.AlterTable:
		if n.Kind == ast.KindSequence {
			return "ALTER SEQUENCE", d.alterSequence(n)
		}
		if n.Kind == ast.KindType || n.Kind == ast.KindDomain {
			return "ALTER " + string(n.Kind), d.alterType(n)
		}
		return "ALTER " + string(n.Kind), d.alterTable(n)
	case *ast.CreateSequence:
		return "CREATE SEQUENCE", d.createSequence(n)
	case *ast.CreateType:
		return "CREATE TYPE", d.createType(n)
	case *ast.CreateDomain:
		return "CREATE DOMAIN", d.createDomain(n)
	case *ast.AlterEnum:
		return "ALTER TYPE", d.alterEnum(n)
	case *ast.CreateSchema:
		return "CREATE SCHEMA", d.createSchema(n)
	case *ast.AlterSchema:
		return "ALTER SCHEMA", d.alterSchema(n)
	case *ast.CreateDatabase:
		return "CREATE DATABASE", d.createDatabase(n)
	case *ast.AlterDatabase:
		return "ALTER DATABASE", d.alterDatabase(n)
	case *ast.DropDatabase:
		return "DROP DATABASE", d.dropDatabase(n)
	case *ast.CreateRole:
		return "CREATE ROLE", d.createRole(n)
	case *ast.AlterRole:
		return "ALTER ROLE", d.alterRole(n)
	case *ast.DropRole:
		return "DROP ROLE", d.dropRole(n)
	case *ast.Grant:
		return grantTag(n.Revoke, ""), d.grant(n)
	case *ast.GrantRole:
		return grantTag(n.Revoke, " ROLE"), d.grantRole(n)
	case *ast.ReassignOwned:
		return "REASSIGN OWNED", d.reassignOwned(n)
	case *ast.Comment:
		return "COMMENT", d.comment(n)
	case *ast.AlterSystem:
		return "ALTER SYSTEM", d.alterSystem(n)
	default:
		return "", unsupportedDDL(tree).At(d.at(tree))
	}
}

func grantTag(revoke bool, what string) string {
	if revoke {
		return "REVOKE" + what
	}
	return "GRANT" + what
}

// unsupportedDDL is 0A000 with what comes nearest to what was asked for.
func unsupportedDDL(tree ast.Statement) *pgerr.Error {
	switch tree.(type) {
	case *ast.CreateIndex:
		return pgerr.Unsupported("CREATE INDEX").
			WithHint("Rows are found by the primary key and by prefixes of it; put the columns to search by first in the key.")
	case *ast.CreateView:
		return pgerr.Unsupported("CREATE VIEW")
	case *ast.AlterDefaultPrivileges:
		return pgerr.Unsupported("ALTER DEFAULT PRIVILEGES").WithHint("Grant on each table after it is created.")
	case *ast.DropOwned:
		return pgerr.Unsupported("DROP OWNED").WithHint("Drop the objects by name, or use REASSIGN OWNED.")
	case *ast.SecurityLabel:
		return pgerr.Unsupported("SECURITY LABEL")
	case *ast.Refresh:
		return pgerr.Unsupported("REFRESH MATERIALIZED VIEW")
	default:
		return pgerr.Unsupported("this statement")
	}
}

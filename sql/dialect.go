package sql

import (
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/parser/tablestore"
)

// dialectTablestore is the value of sql_dialect for Tablestore's SQL.
const dialectTablestore = "tablestore"

// tablestoreDialect reports whether the session writes Tablestore's SQL.
func (s *Session) tablestoreDialect() bool { return s.value("sql_dialect") == dialectTablestore }

// parse parses a script in the session's dialect.
func (s *Session) parse(text string) ([]ast.Stmt, error) {
	if s.tablestoreDialect() {
		return tablestore.Parse(text, parser.Parse)
	}
	return parser.Parse(text)
}

// checkDialect takes the short name of PostgreSQL's dialect as well.
func checkDialect(_ *Session, v string) (string, error) {
	if v == "postgres" {
		return "postgresql", nil
	}
	return v, nil
}

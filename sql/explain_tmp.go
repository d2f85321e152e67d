package sql

import (
	"context"

	"github.com/sparrowdb/sparrow/pgwire"
	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

func explainColumns(n *ast.Explain) []pgwire.Column { return textColumns("QUERY PLAN") }
func (s *Session) runExplain(ctx context.Context, n *ast.Explain, st statement, params []datum.Datum) (*result, error) {
	return nil, pgerr.Unsupported("EXPLAIN")
}

package tablestore

import (
	"slices"
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// lowering turns one statement of TiDB's tree into ours. It stops at its first error.
type lowering struct {
	text     string // the whole script
	base     int    // where the statement begins in it
	params   []int  // where each ? stands, from base
	postgres Postgres
	err      error

	nested  bool                   // in a subquery, whose labels are names of columns
	depth   int                    // of the expression or join at hand
	aliases map[string]my.ExprNode // of the select list, while HAVING is lowered
	target  string                 // of INSERT, while ON DUPLICATE KEY UPDATE is lowered
}

// statement lowers a whole statement.
func (l *lowering) statement(n my.StmtNode) ast.Statement {
	switch n := n.(type) {
	case *my.SelectStmt:
		if q := l.query(n); q != nil {
			return q
		}
		return nil
	case *my.SetOprStmt:
		l.refuse(0, "UNION, INTERSECT or EXCEPT")
	case *my.InsertStmt:
		return l.insert(n)
	case *my.UpdateStmt:
		return l.update(n)
	case *my.DeleteStmt:
		return l.delete(n)
	case *my.CreateTableStmt:
		return l.createTable(n)
	case *my.AlterTableStmt:
		return l.alterTable(n)
	case *my.DropTableStmt:
		return l.dropTable(n)
	case *my.ShowStmt:
		return l.show(n)
	case *my.ExplainStmt:
		return l.explain(n)
	default:
		words := strings.Fields(l.text[l.base:])
		if len(words) == 0 {
			words = []string{"this"}
		}
		l.refuse(0, strings.ToUpper(words[0]))
	}
	return nil
}

// explain lowers EXPLAIN of a statement, or of a table, which is DESCRIBE.
func (l *lowering) explain(n *my.ExplainStmt) ast.Statement {
	if show, ok := n.Stmt.(*my.ShowStmt); ok {
		return l.show(show)
	}
	e := &ast.Explain{Loc: l.at(0), Stmt: l.statement(n.Stmt)}
	if n.Analyze {
		e.Options = []ast.Option{{Loc: l.at(0), Name: "analyze"}}
	}
	return e
}

// at is the place of an offset into the statement.
func (l *lowering) at(offset int) ast.Loc { return ast.At(ast.Pos(l.base + offset)) }

// locate is the place of an expression.
func (l *lowering) locate(n my.ExprNode) ast.Loc { return l.at(n.OriginTextPosition()) }

// parameter is the number of the ? at an offset: they count in the order of the text.
func (l *lowering) parameter(offset int) *ast.Param {
	i, _ := slices.BinarySearch(l.params, offset)
	return &ast.Param{Loc: l.at(offset), Number: i + 1}
}

// tableName lowers the name of a table. Its case counts.
func (l *lowering) tableName(n *my.TableName) ast.Name {
	l.refuseIf(len(n.IndexHints) > 0, "an index hint")
	l.refuseIf(len(n.PartitionNames) > 0, "PARTITION")
	l.refuseIf(n.TableSample != nil, "TABLESAMPLE")
	l.refuseIf(n.AsOf != nil, "AS OF")
	return ast.Name{Loc: l.at(0), Schema: n.Schema.O, Object: n.Name.O}
}

// column is the name of a column, whose case doesn't count.
func column(n *my.ColumnName) string { return n.Name.L }

// depthMax is how high a tree may get.
const depthMax = 5000

// descend goes one level down the tree; false with 54001 when that is too deep.
func (l *lowering) descend() bool {
	if l.depth >= depthMax {
		l.fail(pgerr.New(pgerr.StatementTooComplex, "stack depth limit exceeded").At(l.position(0)))
		return false
	}
	l.depth++
	return true
}

func (l *lowering) ascend() { l.depth-- }

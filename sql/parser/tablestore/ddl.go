package tablestore

import (
	"encoding/json"
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"

	"github.com/sparrowdb/sparrow/sql/ast"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// createTable lowers CREATE TABLE: a mapping, of the table that there is, or of one
// that it creates.
func (l *lowering) createTable(n *my.CreateTableStmt) ast.Statement {
	l.refuseIf(n.TemporaryKeyword != my.TemporaryNone, "CREATE TEMPORARY TABLE")
	l.refuseIf(n.ReferTable != nil, "CREATE TABLE … LIKE")
	l.refuseIf(n.Select != nil, "CREATE TABLE … AS SELECT")
	l.refuseIf(n.Partition != nil, "PARTITION BY")
	l.tableOptions(n.Options)
	t := &ast.CreateTable{Loc: l.at(0), Name: l.tableName(n.Table), IfNotExists: n.IfNotExists, Mapping: true}
	for _, c := range n.Cols {
		t.Columns = append(t.Columns, l.columnDef(c))
	}
	for _, c := range n.Constraints {
		if c.Tp != my.ConstraintPrimaryKey {
			l.refuse(0, "a constraint other than PRIMARY KEY")
			break
		}
		key := ast.Constraint{Loc: l.at(0), Kind: ast.ConstraintPrimaryKey}
		for _, k := range c.Keys {
			if k.Column == nil || k.Length > 0 || k.Desc {
				l.refuse(0, "a key of anything but columns")
				break
			}
			key.Columns = append(key.Columns, column(k.Column))
		}
		t.Constraints = append(t.Constraints, key)
	}
	return t
}

// tableOptions checks ENGINE and ENGINE_ATTRIBUTE, whose members change nothing: reads
// are consistent and aggregates exact.
func (l *lowering) tableOptions(options []*my.TableOption) {
	for _, o := range options {
		switch o.Tp {
		case my.TableOptionEngine:
			if strings.EqualFold(o.StrValue, "searchindex") {
				l.refuse(0, "ENGINE='searchindex'")
			} else if !strings.EqualFold(o.StrValue, "tablestore") {
				l.fail(pgerr.New(pgerr.InvalidParameterValue, "unknown engine \"%s\"", o.StrValue).WithHint("Write ENGINE='tablestore'."))
			}
		case my.TableOptionEngineAttribute:
			l.engineAttribute(o.StrValue)
		case my.TableOptionComment:
		default:
			l.refuse(0, "this table option")
		}
	}
}

// engineAttribute checks the JSON of ENGINE_ATTRIBUTE.
func (l *lowering) engineAttribute(text string) {
	var attrs map[string]any
	if err := json.Unmarshal([]byte(text), &attrs); err != nil {
		l.fail(pgerr.New(pgerr.InvalidParameterValue, "ENGINE_ATTRIBUTE is not a JSON object"))
		return
	}
	for name, v := range attrs {
		ok := false
		switch name {
		case "consistency":
			ok = v == "strong" || v == "eventual"
		case "allow_inaccurate_aggregation":
			_, ok = v.(bool)
		default:
			l.refuse(0, "the engine attribute \""+name+"\"")
			return
		}
		if !ok {
			l.fail(pgerr.New(pgerr.InvalidParameterValue, "invalid value of the engine attribute \"%s\"", name))
		}
	}
}

func (l *lowering) columnDef(n *my.ColumnDef) ast.ColumnDef {
	c := ast.ColumnDef{Loc: l.at(0), Name: column(n.Name), Type: l.columnType(n.Tp)}
	for _, o := range n.Options {
		k := ast.Constraint{Loc: l.at(0)}
		switch o.Tp {
		case my.ColumnOptionPrimaryKey:
			k.Kind = ast.ConstraintPrimaryKey
		case my.ColumnOptionNotNull:
			k.Kind = ast.ConstraintNotNull
		case my.ColumnOptionNull:
			k.Kind = ast.ConstraintNull
		case my.ColumnOptionComment:
			continue
		default:
			l.refuse(0, "this column option")
			return c
		}
		c.Constraints = append(c.Constraints, k)
	}
	return c
}

// columnType lowers the types that the dialect has. Text is text and bytes are bytes,
// whether they are keys or attributes.
func (l *lowering) columnType(t *types.FieldType) *ast.TypeName {
	name := ""
	switch t.GetType() {
	case mysql.TypeLonglong:
		if !mysql.HasUnsignedFlag(t.GetFlag()) {
			name = "int8"
		}
	case mysql.TypeDouble:
		name = "float8"
	case mysql.TypeTiny:
		if t.GetFlen() == 1 {
			name = "bool"
		}
	case mysql.TypeVarchar, mysql.TypeMediumBlob:
		name = "text"
		if t.GetCharset() == "binary" || mysql.HasBinaryFlag(t.GetFlag()) {
			name = "bytea"
		}
	}
	if name == "" {
		l.fail(pgerr.Unsupported("the type " + t.String() + " in the Tablestore dialect").
			WithHint("The types are BIGINT, DOUBLE, BOOL, VARCHAR(1024), VARBINARY(1024), MEDIUMTEXT and MEDIUMBLOB.").At(l.position(0)))
	}
	return typeName(l.at(0), name)
}

func (l *lowering) alterTable(n *my.AlterTableStmt) ast.Statement {
	t := &ast.AlterTable{Loc: l.at(0), Kind: ast.KindTable, Table: &ast.Table{Loc: l.at(0), Name: l.tableName(n.Table)}}
	for _, s := range n.Specs {
		switch s.Tp {
		case my.AlterTableAddColumns:
			l.refuseIf(s.Position != nil && s.Position.Tp != my.ColumnPositionNone, "a position of the new column")
			for _, c := range s.NewColumns {
				t.Actions = append(t.Actions, &ast.AddColumn{Loc: l.at(0), IfNotExists: s.IfNotExists, Column: l.columnDef(c)})
			}
		case my.AlterTableDropColumn:
			t.Actions = append(t.Actions, &ast.DropColumn{Loc: l.at(0), IfExists: s.IfExists, Name: column(s.OldColumnName)})
		default:
			l.refuse(0, "ALTER TABLE with other actions than ADD COLUMN and DROP COLUMN")
			return nil
		}
	}
	return t
}

func (l *lowering) dropTable(n *my.DropTableStmt) ast.Statement {
	l.refuseIf(n.IsView, "DROP VIEW")
	l.refuseIf(n.TemporaryKeyword != my.TemporaryNone, "DROP TEMPORARY TABLE")
	d := &ast.Drop{Loc: l.at(0), Kind: ast.KindTable, IfExists: n.IfExists}
	for _, t := range n.Tables {
		d.Names = append(d.Names, l.tableName(t))
	}
	return d
}

// dropMapping lowers DROP MAPPING TABLE, which leaves the table itself: here a table is
// its own mapping, so it only has to be there.
func (l *lowering) dropMapping(root my.StmtNode) ast.Statement {
	n, ok := root.(*my.DropTableStmt)
	if !ok || len(n.Tables) != 1 {
		l.refuse(0, "DROP MAPPING TABLE of several tables")
		return nil
	}
	return &ast.AlterTable{Loc: l.at(0), Kind: ast.KindTable, IfExists: n.IfExists, Table: &ast.Table{Loc: l.at(0), Name: l.tableName(n.Tables[0])}}
}

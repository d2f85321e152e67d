package tablestore

import (
	"strings"

	my "github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/sparrowdb/sparrow/sql/ast"
)

// show lowers SHOW and DESCRIBE to queries over the catalog.
func (l *lowering) show(n *my.ShowStmt) ast.Statement {
	l.refuseIf(n.Where != nil || n.Limit != nil || n.Extended || n.DBName != "" && n.Tp == my.ShowTables, "SHOW with these clauses")
	l.refuseIf(n.Column != nil, "DESCRIBE of a column")
	l.refuseIf(n.Full, "SHOW FULL")
	switch n.Tp {
	case my.ShowTables:
		return l.catalogQuery(tablesQuery, "", l.pattern("c.relname", n))
	case my.ShowColumns:
		return l.catalogQuery(columnsQuery, regclass(n.Table), l.pattern("a.attname", n))
	case my.ShowIndex:
		return l.catalogQuery(indexQuery, regclass(n.Table), "")
	case my.ShowCreateTable:
		return l.catalogQuery(createQuery, regclass(n.Table), "")
	}
	l.refuse(0, "this kind of SHOW")
	return nil
}

// catalogQuery parses a query of ours.
func (l *lowering) catalogQuery(query, table, pattern string) ast.Statement {
	if l.err != nil {
		return nil
	}
	text := strings.NewReplacer("$TABLE", table, "$TYPE", typeOfColumn, "$PATTERN", pattern).Replace(query)
	stmts, err := l.postgres(text)
	if err != nil {
		l.fail(err)
		return nil
	}
	return stmts[0].Tree
}

// pattern is the condition of SHOW … LIKE.
func (l *lowering) pattern(column string, n *my.ShowStmt) string {
	if n.Pattern == nil {
		return ""
	}
	v, ok := n.Pattern.Pattern.(*value)
	if !ok {
		l.refuse(0, "SHOW with a pattern that is no constant")
		return ""
	}
	return " AND " + column + " LIKE " + quote(v.GetString())
}

// regclass finds a table as the search path does; 42P01 if there is none.
func regclass(n *my.TableName) string {
	name := `"` + strings.ReplaceAll(n.Name.O, `"`, `""`) + `"`
	if n.Schema.O != "" {
		name = `"` + strings.ReplaceAll(n.Schema.O, `"`, `""`) + `".` + name
	}
	return quote(name) + "::regclass"
}

func quote(s string) string { return "E'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(s) + "'" }

const tablesQuery = `SELECT c.relname::text AS "Tables" FROM pg_catalog.pg_class c
	WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace$PATTERN ORDER BY 1`

// typeOfColumn is the dialect's name of the type of the column a, whose key is i.
const typeOfColumn = `CASE a.atttypid WHEN 'int8'::regtype THEN 'bigint' WHEN 'float8'::regtype THEN 'double' WHEN 'bool'::regtype THEN 'bool'
	WHEN 'text'::regtype THEN CASE WHEN a.attnum = ANY (i.indkey) THEN 'varchar(1024)' ELSE 'mediumtext' END
	WHEN 'bytea'::regtype THEN CASE WHEN a.attnum = ANY (i.indkey) THEN 'varbinary(1024)' ELSE 'mediumblob' END
	ELSE format_type(a.atttypid, a.atttypmod) END`

const columnsQuery = `SELECT a.attname::text AS "Field", $TYPE AS "Type",
	CASE WHEN a.attnotnull THEN 'NO' ELSE 'YES' END AS "Null", CASE WHEN a.attnum = ANY (i.indkey) THEN 'PRI' ELSE '' END AS "Key",
	NULL::text AS "Default", '' AS "Extra"
	FROM pg_catalog.pg_attribute a LEFT JOIN pg_catalog.pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
	WHERE a.attrelid = $TABLE AND a.attnum > 0 AND NOT a.attisdropped$PATTERN ORDER BY a.attnum`

const indexQuery = `SELECT c.relname::text AS "Table", CASE WHEN i.indisunique THEN 0 ELSE 1 END AS "Non_unique",
	CASE WHEN i.indisprimary THEN 'PRIMARY' ELSE x.relname::text END AS "Key_name", k.n::int8 AS "Seq_in_index", a.attname::text AS "Column_name"
	FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid JOIN pg_catalog.pg_class x ON x.oid = i.indexrelid
	CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, n)
	JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
	WHERE i.indrelid = $TABLE ORDER BY 3, 4`

const createQuery = "SELECT c.relname::text AS \"Table\", 'CREATE TABLE `' || c.relname || '` (' || string_agg(E'\\n  `' || a.attname || '` ' || $TYPE" +
	" || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END, ',' ORDER BY a.attnum)" +
	" || coalesce((SELECT E',\\n  PRIMARY KEY (' || string_agg('`' || ka.attname || '`', ', ' ORDER BY k.n) || ')' FROM pg_catalog.pg_index ki" +
	" CROSS JOIN LATERAL unnest(ki.indkey::int2[]) WITH ORDINALITY k(attnum, n)" +
	" JOIN pg_catalog.pg_attribute ka ON ka.attrelid = ki.indrelid AND ka.attnum = k.attnum WHERE ki.indrelid = c.oid AND ki.indisprimary), '')" +
	" || E'\\n) ENGINE=''tablestore''' AS \"Create Table\"" +
	" FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped" +
	" LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary WHERE c.oid = $TABLE GROUP BY c.oid, c.relname"

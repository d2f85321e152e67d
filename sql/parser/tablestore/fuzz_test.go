package tablestore

import (
	"errors"
	"strings"
	"testing"

	"github.com/sparrowdb/sparrow/sql/parser"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// FuzzParse holds that any text gives trees or a *pgerr.Error with a place in the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"SELECT * FROM t WHERE a = ? AND `b` <=> 'x\\'y'", "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = VALUES(a)", "SET x = 1; SELECT 1",
		"CREATE TABLE t (a VARCHAR(1024) PRIMARY KEY) ENGINE='tablestore' ENGINE_ATTRIBUTE='{}'", "DROP MAPPING TABLE t", "DESC t", "SHOW INDEX FROM t",
		"SELECT a->'$.b', ä FROM t GROUP BY 1 HAVING COUNT(*) > 1 ORDER BY a DESC LIMIT 1, 2", "SELECT x'1F', b'1', 1e5, .5", "/* */ -- x\n;;", "SELECT DATE '2020-01-01' + INTERVAL 1 DAY",
		"ALTER TABLE t ADD COLUMN a BIGINT, DROP COLUMN b", "EXPLAIN SELECT 1", "SELECT _utf8'x'", "SELECT CAST(a AS CHAR)", "SELECT TRIM(LEADING 'x' FROM y)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Parse(text, parser.Parse)
		var e *pgerr.Error
		if err != nil && (!errors.As(err, &e) || e.Position < 0 || e.Position > len(text)+1) {
			t.Fatalf("%T %v", err, err)
		}
	})
}

// TestDeep holds that texts that nest deep fail, and don't overflow the stack.
func TestDeep(t *testing.T) {
	for _, text := range []string{
		"SELECT " + strings.Repeat("(", 6000) + "1" + strings.Repeat(")", 6000),
		"SELECT 1" + strings.Repeat("+1", 6000),
		"SELECT " + strings.Repeat("NOT ", 6000) + "1",
		"SELECT 1 FROM t" + strings.Repeat(" JOIN t", 6000),
	} {
		var e *pgerr.Error
		if _, err := Parse(text, parser.Parse); !errors.As(err, &e) || e.Code != pgerr.StatementTooComplex {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

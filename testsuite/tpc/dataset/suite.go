// Package dataset makes the data of TPC-H and of a part of TPC-DS, at any scale
// and always the same, and holds the schemas and the queries. Tables, domains and
// the questions follow the public specifications; texts are our own.
//
// A suite is a folder of SQL files: schema.sql, and a file a query.
package dataset

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

var (
	//go:embed h/*.sql
	hFiles embed.FS
	//go:embed ds/*.sql
	dsFiles embed.FS
)

// copyBytes is how much text one COPY sends, which is a transaction.
const copyBytes = 4 << 20

// Suite is a schema, its data and queries.
type Suite struct {
	Name   string
	Tables []*Table
	files  embed.FS
}

// Table is a table of a suite. rows fills r with a row at a time and calls end
// after each; what end returns ends it.
type Table struct {
	Name string
	rows func(scale float64, r *row, end func() error) error
}

// Query is a file of a suite.
type Query struct {
	Name string
	SQL  string
}

// Suites are what there is.
func Suites() []*Suite { return []*Suite{H, DS} }

// Find is the suite of a name, nil if there is none.
func Find(name string) *Suite {
	for _, s := range Suites() {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// Schema is the statements that create the tables.
func (s *Suite) Schema() string {
	text, err := s.files.ReadFile(s.Name + "/schema.sql")
	if err != nil {
		panic(err) // part of the program
	}
	return string(text)
}

// Queries are the queries in the order of their names.
func (s *Suite) Queries() []Query {
	var list []Query
	names, err := fs.Glob(s.files, s.Name+"/q*.sql")
	if err != nil {
		panic(err) // the pattern is right
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := s.files.ReadFile(name)
		if err != nil {
			panic(err) // part of the program
		}
		sql := strings.TrimSuffix(strings.TrimSpace(string(text)), ";")
		list = append(list, Query{Name: strings.TrimSuffix(path.Base(name), ".sql"), SQL: sql})
	}
	return list
}

// Write writes a table as COPY's text, and says how many rows it has.
func (t *Table) Write(w io.Writer, scale float64) (rows int64, err error) {
	var r row
	flush := func() error {
		_, err := w.Write(r.text)
		r.text = r.text[:0]
		return err
	}
	err = t.rows(scale, &r, func() error {
		rows++
		r.text = append(r.text, '\n')
		r.begun = false
		if len(r.text) < 1<<16 {
			return nil
		}
		return flush()
	})
	if err == nil {
		err = flush()
	}
	return rows, err
}

// Load creates the tables and fills them, some megabytes a transaction, and has
// the server gather statistics.
func (s *Suite) Load(ctx context.Context, c *pgconn.PgConn, scale float64) (rows int64, err error) {
	if _, err := c.Exec(ctx, s.Schema()).ReadAll(); err != nil {
		return 0, fmt.Errorf("creating the tables: %w", err)
	}
	for _, t := range s.Tables {
		n, err := t.load(ctx, c, scale)
		if err != nil {
			return rows, fmt.Errorf("table %s: %w", t.Name, err)
		}
		rows += n
	}
	_, err = c.Exec(ctx, "ANALYZE").ReadAll()
	return rows, err
}

func (t *Table) load(ctx context.Context, c *pgconn.PgConn, scale float64) (rows int64, err error) {
	var r row
	flush := func() error {
		_, err := c.CopyFrom(ctx, bytes.NewReader(r.text), "COPY "+t.Name+" FROM STDIN")
		r.text = r.text[:0]
		return err
	}
	err = t.rows(scale, &r, func() error {
		rows++
		r.text = append(r.text, '\n')
		r.begun = false
		if len(r.text) < copyBytes {
			return nil
		}
		return flush()
	})
	if err == nil && len(r.text) > 0 {
		err = flush()
	}
	return rows, err
}

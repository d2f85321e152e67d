package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/spf13/cobra"
)

// clientOptions say which server a tool talks to.
type clientOptions struct{ url string }

func (o *clientOptions) register(cmd *cobra.Command) {
	def := os.Getenv("SPARROW_URL")
	if def == "" {
		def = "postgres://sparrow@127.0.0.1:5433/sparrow"
	}
	cmd.Flags().StringVar(&o.url, "url", def, "server to connect to (or SPARROW_URL)")
}

func (o *clientOptions) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, o.url)
	if err != nil {
		return nil, withHint(err, "start a server with: sparrow start; or name another: --url postgres://ROLE@HOST:PORT/INSTANCE")
	}
	return conn, nil
}

// tableShape is what load and export have to know of a table.
type tableShape struct {
	schema, name string
	key          []string // key columns, in order
	declared     []string // declared attributes
}

// describeTable asks the server for a table's shape. name may be qualified.
func describeTable(ctx context.Context, conn *pgx.Conn, name string) (*tableShape, error) {
	t := &tableShape{}
	err := conn.QueryRow(ctx, "SELECT t.table_schema, t.table_name, t.primary_key FROM sparrow.tables t"+
		" WHERE format('%I.%I', t.table_schema, t.table_name)::regclass = $1::text::regclass AND t.instance = current_database()", name).
		Scan(&t.schema, &t.name, &t.key)
	if err != nil {
		return nil, clientError(err)
	}
	rows, err := conn.Query(ctx, "SELECT attribute FROM sparrow.attributes WHERE instance = current_database()"+
		" AND table_schema = $1 AND table_name = $2 AND declared", t.schema, t.name)
	if err != nil {
		return nil, clientError(err)
	}
	t.declared, err = pgx.CollectRows(rows, pgx.RowTo[string])
	return t, clientError(err)
}

func (t *tableShape) quoted() string { return pgx.Identifier{t.schema, t.name}.Sanitize() }

// columns lists quoted names: key columns, declared attributes, and the column
// that holds all others.
func (t *tableShape) columns() []string {
	var out []string
	for _, c := range append(append([]string{}, t.key...), t.declared...) {
		out = append(out, pgx.Identifier{c}.Sanitize())
	}
	return append(out, "_attributes")
}

// clientError puts a server's error, with detail and hint, into one.
func clientError(err error) error {
	var pe *pgconn.PgError
	if !errors.As(err, &pe) {
		return err
	}
	text := fmt.Sprintf("%s (SQLSTATE %s)", pe.Message, pe.Code)
	for _, more := range []string{pe.Detail, pe.Where} {
		if more != "" {
			text += "\n  " + strings.TrimSpace(more)
		}
	}
	if pe.Hint != "" {
		return withHint(errors.New(text), "%s", pe.Hint)
	}
	return errors.New(text)
}

// Command libpq talks to a server as programs do that use database/sql with
// github.com/lib/pq and its stock settings.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/lib/pq"
)

func main() {
	log.SetFlags(0)
	db, err := sql.Open("postgres", "")
	check(err)
	defer db.Close()
	types(db)
	failures(db)
	transactions(db)
	copyIn(db)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func exec(db *sql.DB, query string, args ...any) {
	r, err := db.Exec(query, args...)
	check(err)
	n, err := r.RowsAffected()
	check(err)
	fmt.Println("rows affected:", n)
}

func types(db *sql.DB) {
	exec(db, "CREATE TABLE items (k bigint PRIMARY KEY, name text NOT NULL)")
	exec(db, `INSERT INTO items (k, name, n, ratio, flag, at, blob, tags, none)
		VALUES ($1, $2, $3::bigint, $4::float8, $5::bool, $6::timestamptz, $7::bytea, $8::text[], $9)`,
		1, "it's ünïcode", 42, 0.1, true, time.Date(2024, 2, 29, 12, 30, 0, 0, time.UTC), []byte{0, 255}, pq.Array([]string{"a", "b c"}), nil)
	rows, err := db.Query("SELECT * FROM items")
	check(err)
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	check(err)
	for rows.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		check(rows.Scan(into...))
		for i, v := range values {
			if t, ok := v.(time.Time); ok {
				v = t.UTC().Format(time.RFC3339)
			}
			fmt.Printf("%s %s %T %v\n", columns[i].Name(), columns[i].DatabaseTypeName(), v, v)
		}
	}
	check(rows.Err())
	var name string
	stmt, err := db.Prepare("SELECT name FROM items WHERE k = $1")
	check(err)
	defer stmt.Close()
	check(stmt.QueryRow(1).Scan(&name))
	fmt.Println(name, errors.Is(stmt.QueryRow(2).Scan(&name), sql.ErrNoRows))
}

func failures(db *sql.DB) {
	for _, query := range []string{
		"INSERT INTO items (k, name) VALUES (1, 'again')", "INSERT INTO items (k) VALUES (9)",
		"SELECT nosuch FROM items", "SELEC 1", "SELECT 1/0",
	} {
		_, err := db.Exec(query)
		var e *pq.Error
		if !errors.As(err, &e) {
			fmt.Println("no server error:", query, err)
			continue
		}
		fmt.Println(e.Severity, e.Code, e.Code.Name(), e.Message, "|", e.Detail, "|", e.Schema, e.Table, e.Column, e.Constraint, e.Position)
	}
}

func transactions(db *sql.DB) {
	tx, err := db.Begin()
	check(err)
	_, err = tx.Exec("INSERT INTO items (k, name) VALUES (2, 'undone')")
	check(err)
	check(tx.Rollback())
	tx, err = db.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelRepeatableRead})
	check(err)
	_, err = tx.Exec("INSERT INTO items (k, name) VALUES (3, 'kept')")
	check(err)
	check(tx.Commit())
	var n int
	check(db.QueryRow("SELECT count(*) FROM items").Scan(&n))
	fmt.Println("rows:", n)

	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err = db.ExecContext(ctx, "SELECT pg_sleep(30)")
	fmt.Println("cancelled:", err)
}

func copyIn(db *sql.DB) {
	tx, err := db.Begin()
	check(err)
	stmt, err := tx.Prepare(pq.CopyIn("items", "k", "name", "n"))
	check(err)
	for i := range 1000 {
		_, err := stmt.Exec(100+i, "copied", i)
		check(err)
	}
	_, err = stmt.Exec()
	check(err)
	check(stmt.Close())
	check(tx.Commit())
	var sum int64
	check(db.QueryRow("SELECT sum(n::bigint)::bigint FROM items WHERE k >= 100").Scan(&sum))
	fmt.Println("copied:", sum)
}

// Command pgx talks to a server as programs do that use pgx v5 with its stock
// settings: binary formats, prepared statements, batches, COPY.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, "")
	check(err)
	defer conn.Close(ctx)
	c := client{ctx, conn}
	c.types(pgx.QueryExecModeCacheStatement)
	c.types(pgx.QueryExecModeSimpleProtocol)
	c.free()
	c.errors()
	c.transactions()
	c.batches()
	c.copy()
	c.ranges()
}

type client struct {
	ctx  context.Context
	conn *pgx.Conn
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func (c client) exec(sql string, args ...any) {
	tag, err := c.conn.Exec(c.ctx, sql, args...)
	check(err)
	fmt.Println(tag)
}

// types sends a value of each type and reads it back.
func (c client) types(mode pgx.QueryExecMode) {
	fmt.Println("== types,", mode)
	at := time.Date(2024, 2, 29, 12, 30, 0, 5000, time.UTC)
	for _, v := range []struct {
		name string
		in   any
		out  any
	}{
		{"bool", true, new(bool)},
		{"int2", int16(-7), new(int16)},
		{"int4", int32(1 << 30), new(int32)},
		{"int8", int64(1) << 40, new(int64)},
		{"float4", float32(1.5), new(float32)},
		{"float8", 0.1, new(float64)},
		{"numeric", pgtype.Numeric{Int: big.NewInt(123456789012345678), Exp: -4, Valid: true}, new(pgtype.Numeric)},
		{"text", "it's ünïcode", new(string)},
		{"varchar(20)", "short", new(string)},
		{"char(4)", "ab", new(string)},
		{"name", "a_name", new(string)},
		{"bytea", []byte{0, 255}, new([]byte)},
		{"date", time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC), new(time.Time)},
		{"time", pgtype.Time{Microseconds: 3_600_000_000, Valid: true}, new(pgtype.Time)},
		{"timestamp", at, new(time.Time)},
		{"timestamptz", at, new(time.Time)},
		{"interval", pgtype.Interval{Microseconds: 5, Days: 2, Months: 1, Valid: true}, new(pgtype.Interval)},
		{"uuid", pgtype.UUID{Bytes: [16]byte{0xa0, 15: 1}, Valid: true}, new(pgtype.UUID)},
		{"json", map[string]any{"a": 1.5}, new(map[string]any)},
		{"jsonb", map[string]any{"b": []any{"x", nil}}, new(map[string]any)},
		{"oid", uint32(4_000_000_000), new(uint32)},
		{"int4[]", []int32{1, 2}, new([]int32)},
		{"text[]", []string{"a", "b c"}, new([]string)},
		{"numeric[]", []float64{1.5, 2}, new([]float64)},
	} {
		row := c.conn.QueryRow(c.ctx, "SELECT $1::"+v.name, mode, v.in)
		if err := row.Scan(v.out); err != nil {
			fmt.Println(v.name, "error:", err)
			continue
		}
		fmt.Println(v.name, show(v.out))
	}
}

// show prints what a pointer of the list above points to.
func show(p any) string {
	switch v := p.(type) {
	case *pgtype.Numeric:
		text, err := v.Value()
		return fmt.Sprint(text, err)
	case *time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case *string:
		return fmt.Sprintf("%q", *v)
	case *map[string]any:
		return fmt.Sprint(*v)
	case *[]byte:
		return fmt.Sprintf("%x", *v)
	case *[]int32:
		return fmt.Sprint(*v)
	case *[]string:
		return fmt.Sprintf("%q", *v)
	case *[]float64:
		return fmt.Sprint(*v)
	case *bool:
		return fmt.Sprint(*v)
	case *int16:
		return fmt.Sprint(*v)
	case *int32:
		return fmt.Sprint(*v)
	case *int64:
		return fmt.Sprint(*v)
	case *uint32:
		return fmt.Sprint(*v)
	case *float32:
		return fmt.Sprint(*v)
	case *float64:
		return fmt.Sprint(*v)
	}
	return fmt.Sprintf("%+v", p)
}

// free writes attributes that nobody declared: the first time they are text to
// the driver unless cast, afterwards what was seen.
func (c client) free() {
	fmt.Println("== free attributes")
	c.exec("CREATE TABLE items (k bigint PRIMARY KEY, name text NOT NULL)")
	c.exec("INSERT INTO items (k, name, weight, colour) VALUES ($1, $2, $3::bigint, $4)", 1, "first", 5, "red")
	c.exec("INSERT INTO items (k, name, weight, colour) VALUES ($1, $2, $3, $4)", 2, "second", 7, nil)
	rows, err := c.conn.Query(c.ctx, "SELECT * FROM items ORDER BY k")
	check(err)
	for _, f := range rows.FieldDescriptions() {
		fmt.Println(f.Name, f.DataTypeOID)
	}
	for rows.Next() {
		v, err := rows.Values()
		check(err)
		fmt.Println(v...)
	}
	check(rows.Err())
	var all map[string]any
	check(c.conn.QueryRow(c.ctx, "SELECT _attributes FROM items WHERE k = $1", 1).Scan(&all))
	fmt.Println(all)
	var n int
	check(c.conn.QueryRow(c.ctx, "SELECT count(*) FROM items WHERE weight > $1 AND k = ANY($2)", 5, []int64{1, 2}).Scan(&n))
	fmt.Println(n)
}

func (c client) errors() {
	fmt.Println("== errors")
	for _, sql := range []string{
		"INSERT INTO items (k, name) VALUES (1, 'again')",
		"INSERT INTO items (k) VALUES (9)",
		"SELECT nosuch FROM items",
		"SELECT * FROM nosuch",
		"SELEC 1",
		"SELECT 1/0",
		"SELECT 'x'::int",
	} {
		_, err := c.conn.Exec(c.ctx, sql)
		var e *pgconn.PgError
		if !errors.As(err, &e) {
			fmt.Println("no server error:", sql, err)
			continue
		}
		fmt.Println(e.Severity, e.Code, e.Message, "|", e.Detail, "|", e.SchemaName, e.TableName, e.ColumnName, e.ConstraintName, e.Position)
	}
}

func (c client) transactions() {
	fmt.Println("== transactions")
	check(pgx.BeginFunc(c.ctx, c.conn, func(tx pgx.Tx) error {
		_, err := tx.Exec(c.ctx, "INSERT INTO items (k, name) VALUES (3, 'kept')")
		check(err)
		inner := pgx.BeginFunc(c.ctx, tx, func(tx pgx.Tx) error {
			_, err := tx.Exec(c.ctx, "INSERT INTO items (k, name) VALUES (4, 'undone')")
			check(err)
			return errors.New("roll back to the savepoint")
		})
		fmt.Println(inner)
		return nil
	}))
	tx, err := c.conn.BeginTx(c.ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	check(err)
	_, err = tx.Exec(c.ctx, "INSERT INTO items (k, name) VALUES (5, 'refused')")
	fmt.Println(err)
	check(tx.Rollback(c.ctx))
	rows, err := c.conn.Query(c.ctx, "SELECT k FROM items ORDER BY k")
	check(err)
	keys, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	check(err)
	fmt.Println(keys)
}

func (c client) batches() {
	fmt.Println("== batches")
	batch := &pgx.Batch{}
	for i := range 3 {
		batch.Queue("INSERT INTO items (k, name) VALUES ($1, $2)", 10+i, "batch")
	}
	batch.Queue("SELECT count(*) FROM items WHERE name = $1", "batch")
	results := c.conn.SendBatch(c.ctx, batch)
	for range 3 {
		tag, err := results.Exec()
		check(err)
		fmt.Println(tag)
	}
	var n int
	check(results.QueryRow().Scan(&n))
	fmt.Println(n)
	check(results.Close())

	batch = &pgx.Batch{}
	batch.Queue("INSERT INTO items (k, name) VALUES (20, 'undone')")
	batch.Queue("INSERT INTO items (k, name) VALUES (1, 'again')")
	batch.Queue("INSERT INTO items (k, name) VALUES (21, 'never')")
	fmt.Println(c.conn.SendBatch(c.ctx, batch).Close())
	check(c.conn.QueryRow(c.ctx, "SELECT count(*) FROM items WHERE k IN (20, 21)").Scan(&n))
	fmt.Println(n)
}

func (c client) copy() {
	fmt.Println("== COPY")
	n, err := c.conn.CopyFrom(c.ctx, pgx.Identifier{"items"}, []string{"k", "name", "weight"},
		pgx.CopyFromSlice(1000, func(i int) ([]any, error) { return []any{int64(1000 + i), "copied", int64(i)}, nil }))
	fmt.Println(n, err)
	n, err = c.conn.CopyFrom(c.ctx, pgx.Identifier{"items"}, []string{"k", "name"}, pgx.CopyFromRows([][]any{{int64(5000), "x"}, {int64(1), "again"}}))
	fmt.Println(n, err)
	var sum int64
	check(c.conn.QueryRow(c.ctx, "SELECT sum(weight)::bigint FROM items WHERE k >= 1000").Scan(&sum))
	fmt.Println(sum)
}

package slt

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/types"
)

// Protocol is the way statements are sent.
type Protocol uint8

// The protocols of the matrix.
const (
	Simple         Protocol = iota // text results
	ExtendedBinary                 // binary results
)

// Do sends one record's SQL and returns the answer. An error is one of the
// test itself: a lost connection, bytes that can't be decoded.
func Do(ctx context.Context, c *pgconn.PgConn, p Protocol, sql string) (*Answer, error) {
	if p == ExtendedBinary {
		return collect(c.ExecParams(ctx, sql, nil, nil, nil, []int16{1}), format(c))
	}
	m := c.Exec(ctx, sql)
	var last *Answer
	for m.NextResult() {
		a, err := collect(m.ResultReader(), types.DefaultFormat)
		if err != nil {
			m.Close()
			return nil, err
		}
		last = a
	}
	if last == nil {
		last = &Answer{}
	}
	if err := m.Close(); err != nil && last.Err == nil {
		pe, ok := err.(*pgconn.PgError)
		if !ok {
			return nil, fmt.Errorf("connection: %w", err)
		}
		last.Err = pe
	}
	return last, nil
}

// format is how the session prints values, as far as the server reports it:
// binary results are shown in the text form that they would have had.
func format(c *pgconn.PgConn) *types.Format {
	f := *types.DefaultFormat
	if style, order, ok := strings.Cut(c.ParameterStatus("DateStyle"), ", "); ok {
		f.DateStyle, f.DateOrder = style, order
	}
	if style := c.ParameterStatus("IntervalStyle"); style != "" {
		f.IntervalStyle = style
	}
	if zone, _, err := types.ParseTimeZone(c.ParameterStatus("TimeZone")); err == nil {
		f.TimeZone = zone
	}
	return &f
}

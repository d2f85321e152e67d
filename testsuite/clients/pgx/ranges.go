package main

import (
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// ranges sends ranges and multiranges in binary, as parameters and by COPY,
// and reads them back.
func (c client) ranges() {
	fmt.Println("== ranges")
	closed := pgtype.Range[int32]{Lower: 1, Upper: 5, LowerType: pgtype.Inclusive, UpperType: pgtype.Inclusive, Valid: true}
	below := pgtype.Range[int64]{Upper: 5, LowerType: pgtype.Unbounded, UpperType: pgtype.Exclusive, Valid: true}
	halves := pgtype.Range[float64]{Lower: 1.5, Upper: 2.5, LowerType: pgtype.Exclusive, UpperType: pgtype.Inclusive, Valid: true}
	empty := pgtype.Range[int32]{LowerType: pgtype.Empty, UpperType: pgtype.Empty, Valid: true}
	several := pgtype.Multirange[pgtype.Range[int32]]{
		{Lower: 7, Upper: 9, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true},
		{Lower: 1, Upper: 5, LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true},
	}
	for _, v := range []struct {
		name    string
		in, out any
	}{
		{"int4range", closed, new(pgtype.Range[int32])},
		{"int8range", below, new(pgtype.Range[int64])},
		{"numrange", halves, new(pgtype.Range[float64])},
		{"int4range", empty, new(pgtype.Range[int32])},
		{"int4multirange", several, new(pgtype.Multirange[pgtype.Range[int32]])},
		{"int4range[]", []pgtype.Range[int32]{closed, empty}, new([]pgtype.Range[int32])},
	} {
		if err := c.conn.QueryRow(c.ctx, "SELECT $1::"+v.name, v.in).Scan(v.out); err != nil {
			fmt.Println(v.name, "error:", err)
			continue
		}
		fmt.Printf("%s %+v\n", v.name, v.out)
	}
	c.exec("CREATE TABLE r (k int PRIMARY KEY, i int4range, n numrange, m int4multirange)")
	n, err := c.conn.CopyFrom(c.ctx, pgx.Identifier{"r"}, []string{"k", "i", "n", "m"},
		pgx.CopyFromRows([][]any{{1, closed, halves, several}, {2, empty, nil, nil}}))
	fmt.Println("copied", n, err)
	var texts []string
	err = c.conn.QueryRow(c.ctx, "SELECT array_agg(r::text ORDER BY k) FROM r").Scan(&texts)
	fmt.Println(texts, err)
	c.exec("DROP TABLE r")
}

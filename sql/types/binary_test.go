package types_test

import (
	"context"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sparrowdb/sparrow/sql/types"
)

// TestBinaryInput reads the binary forms in testdata/catalog/binary.
func TestBinaryInput(t *testing.T) {
	const file = "testdata/catalog/binary"
	if *rewrite {
		rewriteLines(t, file, func(conn *pgconn.PgConn, head string) string {
			name, b := cutHex(t, head)
			typ, err := types.ParseTypeName(name)
			if err != nil {
				t.Fatal(err)
			}
			r := conn.ExecParams(context.Background(), "select $1", [][]byte{b}, []uint32{uint32(typ.OID)}, []int16{1}, nil).Read()
			switch {
			case r.Err != nil:
				return answerError(r.Err)
			case r.Rows[0][0] == nil:
				return "NULL"
			}
			return oneLine(string(r.Rows[0][0]))
		})
	}
	for _, line := range readLines(t, file) {
		head, want, _ := strings.Cut(line, " → ")
		name, b := cutHex(t, head)
		typ, err := types.ParseTypeName(name)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v, err := types.DecodeBinary(typ.OID, b); err != nil {
			got = answerError(err)
		} else {
			got = oneLine(types.TextOf(v, nil))
		}
		// The protocol layer names the parameter where a value has bytes left.
		if got = strings.Replace(got, "incorrect binary data format", "incorrect binary data format in bind parameter 1", 1); got != want {
			t.Errorf("%s\n got %s\nwant %s", head, got, want)
		}
	}
}

func cutHex(t testing.TB, head string) (name string, b []byte) {
	t.Helper()
	name, digits, _ := strings.Cut(head, " ")
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(head, err)
	}
	if b == nil {
		b = []byte{}
	}
	return name, b
}

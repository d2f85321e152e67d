package types_test

import (
	"encoding/hex"
	"testing"

	"github.com/sparrowdb/sparrow/sql/types"
)

// TestRecord holds the forms of records; the answers are PostgreSQL's to
// row(...) and record_send(row(...)).
func TestRecord(t *testing.T) {
	value := func(typ, text string) types.Value {
		tt, err := types.ParseTypeName(typ)
		if err != nil {
			t.Fatal(err)
		}
		v, err := types.ParseText(tt.OID, text, tt.Mod, nil)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	inner := types.NewRecord(nil, []types.Value{types.NewInt4(1), types.NewText("c d")})
	r := types.NewRecord(nil, []types.Value{
		types.NewInt4(1), types.NewText("a b"), types.Null, types.NewText(""), types.NewText(`x"y\z`),
		types.NewBool(true), value("int4[]", "{1,2}"), inner, types.NewText("(,)"),
		value("numeric", "1.50"), value("date", "2020-01-01"),
	})
	const want = `(1,"a b",,"","x""y\\z",t,"{1,2}","(1,""c d"")","(,)",1.50,2020-01-01)`
	if got := types.TextOf(r, nil); got != want {
		t.Errorf("got %s, want %s", got, want)
	}

	sent := types.NewRecord(nil, []types.Value{types.NewInt4(1), types.NewText("ab"), types.Null,
		types.NewRecord(nil, []types.Value{types.NewBool(true)})})
	sent.Record().Types = []types.OID{types.Int4, types.Text, types.Int8, types.Record}
	b, err := types.AppendBinary(nil, sent)
	if err != nil {
		t.Fatal(err)
	}
	const wantHex = "000000040000001700000004000000010000001900000002616200000014ffffffff000008c90000000d00000001000000100000000101"
	if got := hex.EncodeToString(b); got != wantHex {
		t.Errorf("got %s, want %s", got, wantHex)
	}

	// Fields decide the order, NULL last, then the number of fields.
	less := types.NewRecord(nil, []types.Value{types.NewInt4(1), types.NewText("b")})
	more := types.NewRecord(nil, []types.Value{types.NewInt8(1), types.Null})
	if types.Compare(less, more) >= 0 || types.Compare(inner, less) <= 0 {
		t.Error("wrong order of records")
	}
}

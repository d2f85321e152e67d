package parser

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestKeywords holds what pg_get_keywords() is made of.
func TestKeywords(t *testing.T) {
	count := map[string]int{}
	last := ""
	for _, k := range Keywords() {
		count[k.Class.Code()]++
		if k.Word <= last || len(k.Word) > keywordBytesMax {
			t.Errorf("%q after %q", k.Word, last)
		}
		last = k.Word
	}
	if got := fmt.Sprint(count); got != "map[C:51 R:77 T:23 U:309]" {
		t.Errorf("key words by class: %s", got)
	}
	for word, want := range map[string]bool{"select": true, "between": true, "left": true, "abort": false, "foo": false} {
		if IsReserved(word) != want {
			t.Errorf("IsReserved(%q) is not %v", word, want)
		}
	}
}

// TestOracleKeywords compares every key word with PostgreSQL's.
func TestOracleKeywords(t *testing.T) {
	o := newOracle(t)
	res, err := o.conn.Exec(context.Background(),
		"SELECT word, catcode, barelabel, catdesc FROM pg_get_keywords() ORDER BY word COLLATE \"C\"").ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var want, got strings.Builder
	for _, r := range res[0].Rows {
		fmt.Fprintf(&want, "%s %s %s %s\n", r[0], r[1], r[2], r[3])
	}
	for _, k := range Keywords() {
		fmt.Fprintf(&got, "%s %s %s %s\n", k.Word, k.Class.Code(), fmt.Sprint(k.Bare)[:1], k.Class.Describe())
	}
	if want.String() != got.String() {
		t.Errorf("PostgreSQL has\n%s\nwe have\n%s", want.String(), got.String())
	}
}

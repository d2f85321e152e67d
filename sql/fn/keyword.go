package fn

import (
	_ "embed"
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

// keywordText lists PostgreSQL 15's keywords: word, category (U unreserved, C
// unreserved but no function or type name, T reserved but a function or type
// name, R reserved) and whether it may be a column label without AS.
//
//go:embed keywords.txt
var keywordText string

// quotedKeywords are the keywords that are not unreserved: as identifiers they
// need quotes.
var quotedKeywords = func() map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(keywordText) {
		if f := strings.Fields(line); len(f) == 3 && f[1] != "U" {
			set[f[0]] = true
		}
	}
	return set
}()

var keywordCategories = map[string]string{
	"U": "unreserved", "C": "unreserved (cannot be function or type name)",
	"T": "reserved (can be function or type name)", "R": "reserved",
}

func init() {
	register(rows("pg_get_keywords() record", "list of SQL keywords", keywords,
		ResultColumn{"word", types.Of(types.Text)}, ResultColumn{"catcode", types.Of(types.Char)},
		ResultColumn{"barelabel", types.Of(types.Bool)}, ResultColumn{"catdesc", types.Of(types.Text)},
		ResultColumn{"baredesc", types.Of(types.Text)}).stable())
}

func keywords(_ *Context, _ []datum.Datum, emit func(datum.Row) error) error {
	for line := range strings.Lines(keywordText) {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		bare := f[2] == "t"
		label := "can be bare label"
		if !bare {
			label = "requires AS"
		}
		if err := emit(datum.Row{
			types.NewText(f[0]), types.NewString(types.Char, f[1]), types.NewBool(bare),
			types.NewText(keywordCategories[f[1]]), types.NewText(label),
		}); err != nil {
			return err
		}
	}
	return nil
}

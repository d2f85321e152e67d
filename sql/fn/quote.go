package fn

import (
	"strings"

	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/types"
)

func init() {
	literal := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		s, err := asText(c, a[0])
		if err != nil {
			return datum.Null, err
		}
		return newText(quoteLiteral(s))
	}
	nullable := func(c *Context, a []datum.Datum) (datum.Datum, error) {
		if a[0].IsNull() {
			return newText("NULL")
		}
		return literal(c, a)
	}
	register(
		scalar("quote_ident(text) text", "quote an identifier for use in SQL", text1(quoteIdent)),
		scalar("quote_literal(text) text", "quote a literal for use in SQL", literal),
		scalar("quote_literal(anyelement) text", "quote a literal for use in SQL", literal).stable(),
		scalar("quote_nullable(text) text", "quote a possibly-null literal for use in SQL", nullable).withNulls(),
		scalar("quote_nullable(anyelement) text", "quote a possibly-null literal for use in SQL", nullable).withNulls().stable(),
	)
}

func quoteLiteral(s string) string {
	q := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return "E" + strings.ReplaceAll(q, `\`, `\\`)
	}
	return q
}

// quoteIdent quotes an identifier unless it is a plain one and no keyword
// (quote_identifier: all keywords but the unreserved ones are quoted).
func quoteIdent(s string) string {
	plain := s != "" && !(s[0] >= '0' && s[0] <= '9') && !strings.HasPrefix(s, "$")
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
	}
	if plain && !quotedKeywords[s] {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// QuoteIdent quotes an identifier as quote_ident does.
func QuoteIdent(s string) string { return quoteIdent(s) }

// QuoteLiteral quotes a literal as quote_literal does.
func QuoteLiteral(s string) string { return quoteLiteral(s) }

// oidText is the text form of an OID, for objects without a name.
func oidText(oid types.OID) string { return types.TextOf(types.NewOid(oid), nil) }

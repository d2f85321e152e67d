package ast

import (
	"strconv"
	"strings"
)

// quoteIdent quotes a name that would not be read back as it is. It quotes
// every name that is not plainly lower case, and none for being a key word
// except the few below: the texts are read by people.
func quoteIdent(s string) string {
	plain := s != "" && !mustQuote[s]
	for i := 0; i < len(s) && plain; i++ {
		c := s[i]
		plain = c == '_' || c >= 'a' && c <= 'z' || i > 0 && c >= '0' && c <= '9'
	}
	if plain {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// mustQuote are the reserved key words of PostgreSQL, and those that begin an
// expression of their own.
var mustQuote = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`all analyse analyze and any array as asc asymmetric both case cast check collate column
		constraint create current_catalog current_date current_role current_time current_timestamp current_user default
		deferrable desc distinct do else end except false fetch for foreign from grant group having in initially intersect
		into lateral leading limit localtime localtimestamp not null offset on only or order placing primary references
		returning select session_user some symmetric table then to trailing true union unique user using variadic when where
		window with authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join
		left like natural notnull outer overlaps right similar tablesample verbose between bigint bit boolean char character
		coalesce dec decimal exists extract float greatest grouping inout int integer interval least national nchar none
		normalize nullif numeric out overlay position precision real row setof smallint substring time timestamp treat trim
		values varchar xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot
		xmlserialize xmltable double operator`) {
		m[w] = true
	}
	return m
}()

// quoteName prints a qualified name.
func quoteName(n Name) string {
	s := quoteIdent(n.Object)
	if n.Schema != "" {
		s = quoteIdent(n.Schema) + "." + s
	}
	if n.Database != "" {
		s = quoteIdent(n.Database) + "." + s
	}
	return s
}

// sqlSpelling gives the types whose catalog name people don't know.
var sqlSpelling = map[string]string{"int4": "integer", "int8": "bigint", "int2": "smallint", "float4": "real",
	"float8": "double precision", "bool": "boolean", "bpchar": "character", "varchar": "character varying",
	"varbit": "bit varying", "timetz": "time with time zone", "timestamptz": "timestamp with time zone"}

// String prints the type in SQL's spelling.
func (t *TypeName) String() string {
	if t == nil {
		return ""
	}
	var f formatter
	if t.SetOf {
		f.WriteString("SETOF ")
	}
	name, zone := quoteName(t.Name), ""
	// Without a length, SQL's spelling of these two would mean length 1.
	one := len(t.Mods) == 0 && (t.Name.Object == "bpchar" || t.Name.Object == "bit")
	if t.Name.Schema == "pg_catalog" && !one {
		if name = t.Name.Object; sqlSpelling[name] != "" {
			name = sqlSpelling[name]
		}
		if base, ok := strings.CutSuffix(name, " with time zone"); ok {
			name, zone = base, " with time zone"
		}
	}
	f.WriteString(name)
	if len(t.Mods) > 0 {
		f.parens("", t.Mods)
	}
	f.WriteString(zone)
	if t.Interval != IntervalAny {
		f.WriteString(" " + t.Interval.String())
	}
	if t.Precision >= 0 {
		f.WriteString("(" + strconv.Itoa(t.Precision) + ")")
	}
	for _, d := range t.Dims {
		f.WriteByte('[')
		if d >= 0 {
			f.WriteString(strconv.Itoa(d))
		}
		f.WriteByte(']')
	}
	return f.String()
}

package querygen

import (
	"fmt"
	"strings"
)

// Type is a type by the name that a cast gives it.
type Type string

// Types are those that columns and expressions have.
var Types = []Type{"int2", "int4", "int8", "numeric", "float8", "text", "bool", "date", "timestamp", "timestamptz",
	"interval", "uuid", "bytea", "int4[]", "text[]", "jsonb", "timetz", "inet", "int4range", "varbit", "varchar(5)"}

// keyTypes may be those of a primary key's columns.
var keyTypes = []Type{"int4", "int4", "int8", "int2", "text", "text", "numeric", "bool", "date", "timestamp", "timestamptz", "uuid", "bytea"}

// values are the texts of each type: those in front are common, so that joins
// find partners; those behind the bar are rare.
var values = map[Type]struct{ common, rare []string }{
	"int2":        {split("0 1 2 3 5 -1"), split("7 100 -100 32767 -32768")},
	"int4":        {split("0 1 2 3 5 -1"), split("4 7 10 42 -7 1000 2147483647 -2147483648")},
	"int8":        {split("0 1 2 3 5 -1"), split("4 7 10 -7 5000000000 9223372036854775807 -9223372036854775808")},
	"numeric":     {split("0 1 2 1.5 -1 0.25"), split("3 10 -2.5 99.99 0.001 123456789012345678901234567890.5 -1e20 NaN Infinity -Infinity")},
	"float8":      {split("0 1 2 1.5 -1 0.25"), split("3 -2.5 100 0.1 1e15 1e300 -1e300 1e-300 NaN Infinity -Infinity")},
	"text":        {[]string{"", "a", "b", "ab", "A", "abc"}, []string{" ", "a b", "B", "äö", "Ä", "%", "a_c", "1", "12", "-3", "NULL", "null", "it''s", "\\", "true", "2020-02-29", "x,y", "日本"}},
	"bool":        {split("true false"), split("true")},
	"date":        {split("2020-01-01 2020-02-29 2021-12-31 2000-01-01"), split("1999-12-31 0001-01-01 9999-12-31 infinity -infinity 1970-01-01")},
	"timestamp":   {split2("2020-01-01 00:00:00|2020-02-29 12:30:00|2021-12-31 23:59:59.999999"), split2("2000-01-01 00:00:00|1969-07-20 20:17:40|infinity|-infinity|2020-01-31 06:00:00")},
	"timestamptz": {split2("2020-01-01 00:00:00+00|2020-02-29 12:30:00+00|2021-12-31 23:59:59.999999+00"), split2("2020-01-01 02:00:00+02|1969-07-20 20:17:40+00|infinity|-infinity|2020-03-29 01:30:00+01")},
	"interval":    {split2("00:00:00|1 day|2 mons|01:30:00|1 year 3 days"), split2("-1 days|-00:00:00.5|10 years|1 mon -1 days +02:00:00|31 days|00:00:01")},
	"uuid":        {split("00000000-0000-0000-0000-000000000000 11111111-1111-1111-1111-111111111111 a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"), split("ffffffff-ffff-ffff-ffff-ffffffffffff")},
	"bytea":       {split2(`\x|\x00|\x61|\x6162|\xff`), split2(`\x00ff|\x616263|\xdeadbeef`)},
	"int4[]":      {split2("{}|{1}|{1,2}|{2,1}|{1,NULL}"), split2("{NULL}|{1,2,3,3}|{{1,2},{3,4}}|{0}|{5,-1,2}")},
	"text[]":      {split2("{}|{a}|{a,b}|{b,NULL}"), split2(`{"",a}|{NULL}|{ab,abc,a}|{{a,b},{c,d}}|{"x,y"}`)},
	"timetz":      {split("00:00:00+00 12:30:00+00 12:30:00+02"), split("23:59:59.999999-08 14:30:00+04")},
	"inet":        {split("10.0.0.1 10.0.0.0/8 ::1"), split("192.168.1.5/24 10.1.2.3 fe80::/10 0.0.0.0/0")},
	"int4range":   {split("empty [1,3) [2,5)"), split("(,) [1,) (,2) [3,3]")},
	"varbit":      {split2("|1|10"), split2("101|0|11111111")},
	"varchar(5)":  {[]string{"", "a", "b", "ab"}, []string{"abcde", "A", " a ", "äö"}},
	"jsonb": {split2(`null|1|"a"|{"a": 1}|[1, 2]|{"a": null, "b": "a"}`),
		split2(`true|[]|{}|{"a": {"b": [1, 2, {"c": "x"}]}}|"b"|[1, "a", null, {"a": 2}]|1.50|{"b": 2, "a": [3]}`)},
}

func split(s string) []string  { return strings.Fields(s) }
func split2(s string) []string { return strings.Split(s, "|") }

// value draws a value's text.
func (g *Generator) value(t Type) string {
	v := values[t]
	if g.chance(g.extreme) {
		return pick(g, v.rare)
	}
	return pick(g, v.common)
}

// literal writes a value of a type as SQL.
func literal(t Type, value string) string {
	return fmt.Sprintf("'%s'::%s", strings.ReplaceAll(strings.ReplaceAll(value, "''", "'"), "'", "''"), t)
}

// constant draws a literal, written in one of the ways that SQL has.
func (g *Generator) constant(t Type) *Node {
	n := &Node{Kind: string(t), Text: []string{"NULL::" + string(t)}}
	if g.chance(0.06) {
		if g.bare(0.15) {
			n.Text[0] = "NULL"
		}
		return n
	}
	v := g.value(t)
	n.Plain = append(n.Plain, n.Text[0])
	n.Text = []string{literal(t, v)}
	switch {
	case t == "int4" && len(v) < 8 && g.chance(0.9):
		n.Text[0] = v
	case t == "numeric" && strings.Contains(v, ".") && g.chance(0.8):
		n.Text[0] = v
	case t == "bool":
		n.Text[0] = v
	case t == "text" && g.bare(0.15):
		n.Text[0] = strings.TrimSuffix(n.Text[0], "::text")
	case g.bare(0.02):
		n.Text[0] = strings.TrimSuffix(n.Text[0], "::"+string(t))
	}
	if strings.HasPrefix(n.Text[0], "-") {
		n.Text[0] = "(" + n.Text[0] + ")"
	}
	return n
}

// bare decides whether a literal stays without its type. In some places that is an
// error in PostgreSQL alone.
func (g *Generator) bare(p float64) bool { return !g.typed && g.chance(p) }

// withTypes makes something in which all literals have a type.
func (g *Generator) withTypes(f func() *Node) *Node {
	before := g.typed
	g.typed = true
	defer func() { g.typed = before }()
	return f()
}

// plain are the texts that a shrinker tries for an expression.
func plain(t Type) []string {
	v := values[t].common
	return []string{"NULL::" + string(t), literal(t, v[0]), literal(t, v[1])}
}

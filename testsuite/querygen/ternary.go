package querygen

import (
	"fmt"
	"strings"
)

// Variant stands in productions for a free attribute whose cells have any type.
const Variant Type = "variant"

// VariantTable is a table of free attributes: a to e hold cells of several types
// or none, f and g of one type.
type VariantTable struct {
	Keys []Column
	Rows []VariantRow
	// Known are rows outside the table, of the types that its attributes have, so
	// that each is known with these types.
	Known []VariantRow
}

// VariantRow is a row: literals of the key, then those of the attributes, NULL where
// it has none.
type VariantRow struct{ Key, Cells []string }

// VariantAttributes are the names of a VariantTable's attributes.
var VariantAttributes = []string{"a", "b", "c", "d", "e", "f", "g"}

// variantCells are what attributes hold: values that are equal though their types
// are not, and such that may not be compared.
var variantCells = []string{"1", "2", "1.0", "1.5", "0", "-1", "1::float8", "'NaN'::float8", "9223372036854775807", "'1'", "'a'", "'b'", "''", "'abc'",
	"true", "false", "date '2020-01-01'", "timestamp '2020-01-01'", "timestamptz '2020-01-01 00:00:00+00'", "interval '1 day'", `'\x61'::bytea`,
	"'00000000-0000-0000-0000-000000000000'::uuid", "'1'::jsonb", `'{"a": 1}'::jsonb`, "'null'::jsonb", "array[1,2]", "array['a']"}

// variantProductions are conditions over attributes of any types, none of which
// may fail.
var variantProductions = parseProductions(`
bool = ({bool} AND {bool})
bool = ({bool} OR {bool})
bool = (NOT {bool})
bool = ({bool} IS {TRUE|NOT TRUE|FALSE|UNKNOWN|NOT UNKNOWN})
bool = ({variant} {=|<>|<|<=|>|>=} {variant})
bool = ({variant} {=|<>|<|<=|>|>=} {variant})
bool = ({variant} {=|<>|<|<=|>|>=} {1|1.5|'a'|'1'|true|date '2020-01-01'|-1|''})
bool = ({variant} {=|<>|<|<=|>|>=} {1|1.5|'a'|'1'|true|date '2020-01-01'|-1|''})
bool = ({variant} IS {NULL|NOT NULL})
bool = ({variant} IS {DISTINCT|NOT DISTINCT} FROM {variant})
bool = ({variant} {BETWEEN|NOT BETWEEN|BETWEEN SYMMETRIC} {variant} AND {variant})
bool = ({variant} {BETWEEN|NOT BETWEEN} {0 AND 2|'a' AND 'b'|-1 AND 1.5})
bool = ({variant} {IN|NOT IN} ({1, 2|1, NULL|'a', 'abc'|'a', NULL|1.0, 3}))
bool = ({variant} {IN|NOT IN} ({variant}, {variant}))
bool = (pg_typeof({variant})::text {=|<>|<} {'bigint'|'text'|'numeric'|'unknown'})
bool = (try_cast({variant}, {'bigint'|'numeric'}) {=|<>|<|>=} {0|1|2})
bool = (try_cast({variant}, 'text') {=|<>|<|>=} {'1'|'a'|'b'})
bool = (try_cast({variant}, 'date') {=|<>|<|>=} date '2020-01-01')
bool = (({variant})::text {LIKE|NOT LIKE} {'a%'|'1%'|'%0'|''})
bool = (({variant}, {variant}) {=|<>|<|<=|>|>=} ({variant}, {variant}))
bool = ({variant} = ANY (ARRAY[{1, 2|'a', 'b'|1.0, NULL}]))
bool = ({int8} {=|<>|<|<=|>|>=} {0|1|2|5|20})
bool = ({int8} {IN|NOT IN} ({1, 2, 3|5, NULL|0, 7, 30}))
bool = ({int8} {BETWEEN|NOT BETWEEN} {0 AND 5|3 AND 20|9 AND 1})
bool = ({text} {=|<>|<|<=|>|>=} {'a'|'b'|''|'abc'})
bool = ({text} IS {NULL|NOT NULL})
bool = (({int8}, {text}) {=|<>|<|<=|>|>=} ({1, 'a'|5, 'b'|NULL, 'a'|3, NULL}))
variant = coalesce({variant}, {variant})
variant = nullif({variant}, {variant})
variant = CASE WHEN {bool} THEN {variant} ELSE {variant} END
int8 = ({int8} {+|-} 1)
int8 = try_cast({variant}, 'bigint')
text = try_cast({variant}, 'text')
text = pg_typeof({variant})::text
`)

// NewVariantTable draws a table.
func (g *Generator) NewVariantTable() *VariantTable {
	t := &VariantTable{Keys: []Column{{"k1", "int8"}}}
	if g.chance(0.5) {
		t.Keys = []Column{{"k1", "int8"}, {"k2", "text"}}
	}
	seen := map[string]bool{}
	missing := pick(g, []float64{0.1, 0.4, 0.8})
	one := pick(g, [][]string{{"1", "2", "-1", "5"}, {"1.5", "2.0", "0.5"}, {"date '2020-01-01'", "date '2021-01-01'"}})
	first := variantCells[:13]
	t.Known = []VariantRow{{[]string{"1000"}, []string{"1", "1", "1", "1", "1", one[0], "'a'"}}, {[]string{"1001"}, []string{"'a'", "'a'", "'a'", "'a'", "'a'", one[0], "'a'"}}}
	if g.chance(0.5) { // a holds numbers only
		first = variantCells[:9]
		t.Known[1].Cells[0] = "2.5"
	}
	for i := range t.Known {
		t.Known[i].Key = append(t.Known[i].Key, "'a'")[:len(t.Keys)]
	}
	for range pick(g, []int{0, 1, 5, 20, 40, 80}) {
		row := VariantRow{Key: []string{fmt.Sprint(g.n(40))}}
		if len(t.Keys) > 1 {
			row.Key = append(row.Key, pick(g, []string{"'a'", "'b'", "''", "'abc'"}))
		}
		if key := strings.Join(row.Key, ","); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		for i := range VariantAttributes {
			switch {
			case g.chance(missing):
				row.Cells = append(row.Cells, "NULL")
			case i == len(VariantAttributes)-2:
				row.Cells = append(row.Cells, pick(g, one))
			case i == len(VariantAttributes)-1:
				row.Cells = append(row.Cells, pick(g, []string{"'a'", "'b'", "''"}))
			case i == 0:
				row.Cells = append(row.Cells, pick(g, first))
			default:
				row.Cells = append(row.Cells, pick(g, variantCells))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// Create makes the table under a name.
func (t *VariantTable) Create(name string) string {
	var defs, keys []string
	for _, k := range t.Keys {
		defs = append(defs, k.Name+" "+string(k.Type))
		keys = append(keys, k.Name)
	}
	return fmt.Sprintf("CREATE TABLE %s (%s, PRIMARY KEY (%s))", name, strings.Join(defs, ", "), strings.Join(keys, ", "))
}

// Insert writes some rows; "" if there are none.
func (t *VariantTable) Insert(name string, rows []VariantRow) string {
	if len(rows) == 0 {
		return ""
	}
	var names, values []string
	for _, k := range t.Keys {
		names = append(names, k.Name)
	}
	names = append(names, VariantAttributes...)
	for _, r := range rows {
		values = append(values, "("+strings.Join(append(append([]string(nil), r.Key...), r.Cells...), ", ")+")")
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES %s", name, strings.Join(names, ", "), strings.Join(values, ", "))
}

// Condition draws a condition over rows of the table under the aliases.
func (g *Generator) Condition(t *VariantTable, depth int, aliases ...string) *Node {
	if g.variants == nil {
		g.variants = map[Type][]*production{}
		for _, p := range variantProductions {
			g.variants[p.result] = append(g.variants[p.result], p)
		}
	}
	return g.variant("bool", t, depth, aliases)
}

func (g *Generator) variant(ty Type, t *VariantTable, depth int, aliases []string) *Node {
	a := pick(g, aliases)
	if ty != "bool" && (depth <= 0 || g.chance(0.6)) || depth < -3 {
		switch {
		case ty == "int8":
			return text(a + ".k1").of("int8")
		case ty == "text" && len(t.Keys) > 1:
			return text(a + ".k2").of("text")
		case ty == "text":
			return text(a + ".g").of("text")
		case ty == "bool":
			return text("true").of("bool")
		}
		return text(a + "." + pick(g, VariantAttributes)).of(string(ty))
	}
	list := g.variants[ty]
	p := pick(g, list)
	if depth <= 0 && ty == "bool" {
		p = pick(g, list[4:])
	}
	n := g.fill(p, func(arg Type) *Node { return g.variant(arg, t, depth-1, aliases) })
	n.Plain = nil
	if ty == "bool" {
		n.Plain = []string{"true", "false", "NULL::bool"}
	}
	return n
}

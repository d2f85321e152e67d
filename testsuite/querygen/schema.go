package querygen

import (
	"fmt"
	"slices"
	"strings"
)

// Column is a column of a table or of a subquery.
type Column struct {
	Name string
	Type Type
}

// Table is a table with its rows.
type Table struct {
	Name    string
	Columns []Column // the first Keys of them are the primary key
	Keys    int
	Rows    [][]string // literals
}

// Drop, Create and Insert are the statements that make a table; Insert is empty if
// it has no rows.
func (t *Table) Drop() string { return "DROP TABLE IF EXISTS " + t.Name }

// Create makes the table.
func (t *Table) Create() string {
	var defs, keys []string
	for i, c := range t.Columns {
		defs = append(defs, c.Name+" "+string(c.Type))
		if i < t.Keys {
			keys = append(keys, c.Name)
		}
	}
	return fmt.Sprintf("CREATE TABLE %s (%s, PRIMARY KEY (%s))", t.Name, strings.Join(defs, ", "), strings.Join(keys, ", "))
}

// Insert writes the rows.
func (t *Table) Insert() string {
	if len(t.Rows) == 0 {
		return ""
	}
	var rows []string
	for _, r := range t.Rows {
		rows = append(rows, "("+strings.Join(r, ", ")+")")
	}
	return "INSERT INTO " + t.Name + " VALUES " + strings.Join(rows, ", ")
}

// Clone copies a table; cells are shared until written.
func (t *Table) Clone() *Table {
	c := *t
	c.Columns = slices.Clone(t.Columns)
	c.Rows = make([][]string, len(t.Rows))
	for i, r := range t.Rows {
		c.Rows[i] = slices.Clone(r)
	}
	return &c
}

// columnNames begin the names of columns of a type: tables share names, so that
// USING and NATURAL find some.
var columnNames = map[Type]string{"int2": "s", "int4": "i", "int8": "l", "numeric": "n", "float8": "f", "text": "t", "bool": "b", "date": "d",
	"timestamp": "ts", "timestamptz": "tz", "interval": "iv", "uuid": "u", "bytea": "by", "int4[]": "ia", "text[]": "ta", "jsonb": "j",
	"timetz": "tt", "inet": "ip", "int4range": "r", "varbit": "vb", "varchar(5)": "v"}

// NewSchema draws tables, which the cases that follow are about.
func (g *Generator) NewSchema() {
	g.extreme = pick(g, []float64{0, 0.02, 0.1, 0.3})
	g.Tables = nil
	for i := range 1 + g.n(6) {
		g.Tables = append(g.Tables, g.table(fmt.Sprintf("t%d", i+1)))
	}
}

func (g *Generator) table(name string) *Table {
	t := &Table{Name: name, Keys: 1 + g.upTo(3)}
	used := map[string]int{}
	add := func(ty Type) {
		n := columnNames[ty]
		used[n]++
		t.Columns = append(t.Columns, Column{fmt.Sprintf("%s%d", n, used[n]), ty})
	}
	for range t.Keys {
		add(pick(g, keyTypes))
	}
	for range 1 + g.n(7) {
		add(g.anyType())
	}
	rows := pick(g, []int{0, 1, 3, 6, 10, 10, 15, 25, 50})
	if g.chance(0.03) {
		rows = 400
	}
	nulls := pick(g, []float64{0, 0.1, 0.3, 0.8})
	seen := map[string]bool{}
	for range rows {
		var row []string
		for i, c := range t.Columns {
			switch {
			case i < t.Keys:
				row = append(row, literal(c.Type, g.keyValue(c.Type)))
			case g.chance(nulls):
				row = append(row, "NULL")
			default:
				row = append(row, literal(c.Type, g.value(c.Type)))
			}
		}
		if key := strings.Join(row[:t.Keys], " "); !seen[key] {
			seen[key] = true
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// keyValue draws from more values than value does: keys are distinct. Each value
// has one spelling, so that equal keys are found.
func (g *Generator) keyValue(t Type) string {
	for {
		v := g.value(t)
		switch {
		case g.chance(0.5) && (t == "int2" || t == "int4" || t == "int8" || t == "numeric"):
			v = fmt.Sprint(g.n(60) - 5)
		case g.chance(0.5) && t == "text":
			v = string(rune('a'+g.n(26))) + strings.Repeat("x", g.n(3))
		case g.chance(0.5) && t == "date":
			v = fmt.Sprintf("2020-%02d-%02d", 1+g.n(12), 1+g.n(28))
		case g.chance(0.5) && t == "timestamp":
			v = fmt.Sprintf("2020-01-%02d 10:00:00", 1+g.n(28))
		case g.chance(0.5) && t == "uuid":
			v = fmt.Sprintf("%08x-0000-0000-0000-000000000000", g.n(40))
		}
		// Spelled otherwise, they are equal to one in the list.
		if v != "2020-01-01 02:00:00+02" && v != "2020-03-29 01:30:00+01" {
			return v
		}
	}
}

package parser

import "math/rand/v2"

// generator makes random expressions, many of them wrong.
type generator struct{ *rand.Rand }

func (g generator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) expr(depth int) string {
	if depth == 0 {
		return g.pick("1", "a", "b.c", "'s'", "$1", "NULL", "true", "1.5", "t.*", "date '2020-01-01'", "x", "left", "between",
			"interval '1' day", "current_date", "B'1'", "values", "coalesce", "user", "E'\\n'", "f(1)", "N'x'", "int", "nfc")
	}
	e := func() string { return g.expr(g.IntN(depth)) }
	switch g.IntN(24) {
	case 0, 1, 2, 3:
		op := g.pick("+", "-", "*", "/", "%", "^", "<", ">", "=", "<=", "<>", "!=", "||", "@>", "->>", "#", "~", "!~*", "&&", "=>",
			" OPERATOR(pg_catalog.+) ", " AND ", " OR ", "?", "<->", "|/", "@-", "*-", "<-", "=-")
		return e() + op + e()
	case 4:
		return g.pick("-", "+", "@", "NOT ", "~", "|/", "!!", "- -", " OPERATOR(+) ") + e()
	case 5:
		return e() + g.pick(" IS NULL", " IS NOT NULL", " ISNULL", " NOTNULL", " IS TRUE", " IS NOT UNKNOWN", " IS DOCUMENT",
			" IS NFC NORMALIZED", " IS NOT NORMALIZED")
	case 6:
		return e() + g.pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ") + e()
	case 7:
		return e() + g.pick(" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC ") + e() + " AND " + e()
	case 8:
		return e() + g.pick(" LIKE ", " NOT ILIKE ", " SIMILAR TO ", " NOT LIKE ") + e() + g.pick("", "", " ESCAPE "+e())
	case 9:
		return e() + g.pick(" IN (", " NOT IN (", " IN (SELECT ", " = ANY (", " LIKE ALL (", " < SOME (SELECT ", "+ANY(") + e() +
			g.pick("", ", "+e()) + ")"
	case 10:
		return e() + "::" + g.typ()
	case 11:
		return "CAST(" + e() + " AS " + g.typ() + ")"
	case 12:
		return "(" + e() + ")" + g.pick("", "", ".f", "[1]", ".*", "[1:2]", "[:]")
	case 13:
		return "(" + e() + ", " + e() + ")" + g.pick("", "", " OVERLAPS (a, b)", ".f")
	case 14:
		return g.pick("f", "pg_catalog.f", "left", "count", "int", "extract", "row", "coalesce", "substring", "trim", "nullif", "a.b.c", "between") +
			"(" + g.pick("", "*", "DISTINCT ", "VARIADIC ", "ALL ", "x => ") + e() + g.pick("", ", "+e(), " ORDER BY a") + ")" +
			g.pick("", "", " FILTER (WHERE a)", " OVER w", " OVER (PARTITION BY a ORDER BY b ROWS 1 PRECEDING)", " WITHIN GROUP (ORDER BY a)", "[1]", " 'x'")
	case 15:
		return "CASE " + g.pick("", e()) + " WHEN " + e() + " THEN " + e() + g.pick("", " ELSE "+e()) + " END"
	case 16:
		return e() + " AT TIME ZONE " + e()
	case 17:
		return e() + " COLLATE " + g.pick(`"C"`, "a.b", "c")
	case 18:
		return g.pick("(SELECT ", "EXISTS (SELECT ", "ARRAY(SELECT ", "((SELECT ", "ARRAY[") + e() + g.pick(")", "))", "]", ") + 1)", ") UNION SELECT 1)", ") LIMIT 1)")
	case 19:
		return "ARRAY[" + e() + g.pick("", ", "+e()) + "]"
	case 20:
		return g.pick("EXTRACT(year FROM ", "POSITION(a IN ", "SUBSTRING(a FROM ", "TRIM(BOTH a FROM ", "TRIM(FROM ", "OVERLAY(a PLACING b FROM ",
			"SUBSTRING(a FOR ", "GROUPING(", "ROW(", "NORMALIZE(", "COLLATION FOR (", "TREAT(a AS ", "XMLPI(") + e() + ")"
	case 21:
		return e() + " " + g.pick("x", "AS y", "day", "value", "between", "is", "isnull", "and", "at", "operator", "over", "in", "as", "not")
	case 22:
		return e() + ", " + e()
	}
	return e() + g.pick(".x", "[1]", " 'x'", "::int[]", " ", " ()")
}

func (g generator) typ() string {
	return g.pick("int", "int[]", "char", "varchar(3)", "numeric(1,2)", "timestamp(3) with time zone", "time without time zone",
		"double precision", "interval day to second(3)", "interval(2)", "pg_catalog.int4", "bit varying", "float(9)", "setof int",
		"int array[3]", "text[3][]", "national character varying(3)", "interval", "interval year", "x", "left", "a.b.c", "between",
		`"char"`, "foo(1, a)", "float(99)", "int(3)", "dec", "timestamp with", "date")
}

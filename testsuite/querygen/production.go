package querygen

import (
	"slices"
	"strconv"
	"strings"
)

// production is one way to make an expression of a type.
type production struct {
	line   string // as productions.go has it, types put in
	result Type
	text   []string // around the parts
	parts  []part
}

// part is what stands between two texts of a production.
type part struct {
	arg    Type     // an expression of this type
	again  int      // if not 0, the part of this number (from 1) once more
	choice []string // or one of these texts
}

// typeSets are names for several types; all occurrences in a line mean the same one.
var typeSets = map[string][]Type{
	"T": Types,
	"I": {"int2", "int4", "int8"},
	"N": {"int2", "int4", "int8", "numeric", "float8"},
	"A": {"int4[]", "text[]"},
	// O have min and max.
	"O": {"int2", "int4", "int8", "numeric", "float8", "text", "date", "timestamp", "timestamptz", "interval", "int4[]", "text[]", "timetz", "inet"},
	"S": {"timestamp", "timestamptz"},
	// E are those that have no arrays of arrays.
	"E": {"int2", "int4", "int8", "numeric", "float8", "text", "bool", "date", "timestamp", "timestamptz", "interval", "uuid", "bytea", "jsonb", "timetz", "inet", "int4range", "varbit"},
}

// parseProductions reads lines of the form
//
//	int4 = length({text})
//
// where {text} stands for an expression of that type, {T} for one of any type
// (see typeSets), {a|b} for one of the texts a and b, and {=1} repeats the first
// part.
func parseProductions(lines string) []*production {
	var all []*production
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, types := "", []Type{""}
		for set, members := range typeSets {
			if strings.HasPrefix(line, set+" =") || strings.Contains(line, "{"+set+"}") {
				name, types = set, members
			}
		}
		for _, t := range types {
			l := line
			if name != "" {
				l = strings.ReplaceAll(l, "{"+name+"}", "{"+string(t)+"}")
				l = strings.ReplaceAll(l, "<"+name+">", string(t))
				if rest, ok := strings.CutPrefix(l, name+" ="); ok {
					l = string(t) + " =" + rest
				}
			}
			all = append(all, parseProduction(l))
		}
	}
	return all
}

func parseProduction(line string) *production {
	result, template, _ := strings.Cut(line, " = ")
	p := &production{line: line, result: Type(result)}
	last := ""
	for {
		before, rest, found := strings.Cut(template, "{")
		last += before
		if !found {
			break
		}
		inside, after, ok := strings.Cut(rest, "}")
		template = after
		switch {
		case ok && strings.Contains(inside, "|"):
			p.parts = append(p.parts, part{choice: strings.Split(inside, "|")})
		case ok && strings.HasPrefix(inside, "="):
			n, _ := strconv.Atoi(inside[1:])
			p.parts = append(p.parts, part{again: n})
		case ok && slices.Contains(Types, Type(inside)) || Type(inside) == Variant:
			p.parts = append(p.parts, part{arg: Type(inside)})
		default:
			panic("production " + line + ": " + inside)
		}
		p.text = append(p.text, last)
		last = ""
	}
	p.text = append(p.text, last)
	return p
}

// fill fills a production in. arg makes the expressions.
func (g *Generator) fill(p *production, arg func(Type) *Node) *Node {
	n := &Node{Kind: string(p.result), Text: p.text}
	if p.result != Variant {
		n.Plain = plain(p.result)
	}
	for _, part := range p.parts {
		switch {
		case part.again > 0:
			n.Kids = append(n.Kids, n.Kids[part.again-1])
		case part.choice != nil:
			n.Kids = append(n.Kids, text(pick(g, part.choice)))
		default:
			n.Kids = append(n.Kids, arg(part.arg))
		}
	}
	return n
}

// Sample is a production with literals in it, to ask whether a server knows it.
type Sample struct{ Line, SQL string }

// Samples gives statements for each production, one for each choice that it has.
func (g *Generator) Samples() []Sample {
	var all []Sample
	add := func(list []*production, after string) {
		for _, p := range list {
			if p.needs(g.NoTypes) {
				continue
			}
			for i := range p.variants() {
				all = append(all, Sample{p.line, "SELECT " + p.sample(i) + after})
			}
		}
	}
	add(productions, "")
	add(aggregates, " FROM (VALUES (1)) v (x)")
	if g.Windows {
		add(windowFunctions, " OVER (ORDER BY x) FROM (VALUES (1)) v (x)")
	}
	return all
}

// needs reports that the production is about one of the types.
func (p *production) needs(types map[Type]bool) bool {
	return types[p.result] || slices.ContainsFunc(p.parts, func(part part) bool { return types[part.arg] })
}

// variants is how many choices the part has that has most.
func (p *production) variants() int {
	n := 1
	for _, part := range p.parts {
		n = max(n, len(part.choice))
	}
	return n
}

// sample takes the choices of number i, and literals.
func (p *production) sample(i int) string {
	var b strings.Builder
	var done []string
	for j, part := range p.parts {
		var s string
		switch {
		case part.again > 0:
			s = done[part.again-1]
		case part.choice != nil:
			s = part.choice[i%len(part.choice)]
		default:
			s = literal(part.arg, values[part.arg].common[1])
		}
		done = append(done, s)
		b.WriteString(p.text[j] + s)
	}
	return b.String() + p.text[len(p.parts)]
}

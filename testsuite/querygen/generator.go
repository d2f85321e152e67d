package querygen

import (
	"math/rand/v2"
)

// Config says what may be generated.
type Config struct {
	Windows bool // window functions
	// Without are productions (as productions.go spells them) to leave out:
	// those that a server doesn't know.
	Without map[string]bool
	// NoTypes are types to leave out.
	NoTypes map[Type]bool
}

// Generator makes cases; the same seed gives the same ones.
type Generator struct {
	Config
	Tables []*Table

	rand     *rand.Rand
	byType   map[Type][]*production // of rows
	aggs     map[Type][]*production
	windows  map[Type][]*production
	variants map[Type][]*production // of conditions over free attributes
	aliases  int
	budget   int     // nodes that the statement may still get
	extreme  float64 // how often values are rare ones
	spoil    bool    // the statement shall hold an expression of a wrong type
	typed    bool    // no literal without its type
	ctes     []*source
}

// New makes a generator.
func New(seed uint64, c Config) *Generator {
	g := &Generator{Config: c, rand: rand.New(rand.NewPCG(seed, 15))}
	g.byType = g.usable(productions)
	g.aggs = g.usable(aggregates)
	g.windows = g.usable(windowFunctions)
	return g
}

func (g *Generator) usable(all []*production) map[Type][]*production {
	m := map[Type][]*production{}
	for _, p := range all {
		if !g.Without[p.line] && !p.needs(g.NoTypes) {
			m[p.result] = append(m[p.result], p)
		}
	}
	return m
}

func (g *Generator) n(n int) int           { return g.rand.IntN(n) }
func (g *Generator) chance(p float64) bool { return g.rand.Float64() < p }
func pick[T any](g *Generator, list []T) T { return list[g.rand.IntN(len(list))] }

// upTo draws from 0 to n, small numbers more often.
func (g *Generator) upTo(n int) int { return min(g.n(n+1), g.n(n+1)) }

func (g *Generator) anyType() Type {
	// The types that most expressions are about come more often.
	if g.chance(0.5) {
		return pick(g, []Type{"int4", "int4", "int8", "text", "numeric", "bool"})
	}
	for {
		if t := pick(g, Types); !g.NoTypes[t] {
			return t
		}
	}
}

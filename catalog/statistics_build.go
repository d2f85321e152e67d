package catalog

import (
	"math"
	"sort"

	"github.com/sparrowdb/sparrow/sql/types"
)

// How much statistics keep of a column: PostgreSQL's default_statistics_target, and
// its bound on the width of values.
const (
	statTarget   = 100
	statValueMax = 1024
)

// Sample collects the values of one column of a sample of rows.
type Sample struct {
	Column ColumnStatistics // Key or Attr; the rest is Finish's
	values []types.Value    // not NULL, in the order of the key
	rows   int
	bytes  float64
	wide   int
}

// Add takes the value of the next row, which it keeps.
func (s *Sample) Add(v types.Value) {
	s.rows++
	if v.IsNull() {
		return
	}
	size := valueWidth(v)
	s.bytes += float64(size)
	if size > statValueMax {
		s.wide++
		return
	}
	s.values = append(s.values, v)
}

// Unordered says that the values can't be compared: they are supposed to differ.
func (s *Sample) Unordered() { s.wide, s.values = s.wide+len(s.values), nil }

func valueWidth(v types.Value) int {
	switch v.OID {
	case types.Bool:
		return 1
	case types.Int2:
		return 2
	case types.Int4, types.Float4, types.Date, types.Oid:
		return 4
	case types.Int8, types.Float8, types.Timestamp, types.TimestampTZ, types.Time:
		return 8
	}
	if v.X == nil {
		return len(v.S) + 1
	}
	return len(types.TextOf(v, types.DefaultFormat))
}

// Finish computes the figures for a table of total rows. ordered says whether the values have
// an order that a histogram can tell.
func (s *Sample) Finish(total float64, ordered bool) ColumnStatistics {
	c := s.Column
	if s.rows == 0 {
		return c
	}
	known := len(s.values) + s.wide
	c.NullFrac = 1 - float64(known)/float64(s.rows)
	if known == 0 {
		return c
	}
	c.Width = s.bytes / float64(known)
	if len(s.values) == 0 {
		c.Distinct = -1 // all are wide: suppose that they differ
		return c
	}
	if ordered {
		c.Correlation = s.correlation()
	}
	sort.SliceStable(s.values, func(i, j int) bool { return types.Compare(s.values[i], s.values[j]) < 0 })
	groups := s.groups()
	c.Distinct = s.distinct(groups, total)
	rest := s.common(&c, groups)
	if ordered {
		s.bounds(&c, rest)
	}
	return c
}

// valueGroup is a value with how often the sample has it.
type valueGroup struct{ first, n int }

func (s *Sample) groups() []valueGroup {
	var out []valueGroup
	for i := range s.values {
		if k := len(out) - 1; k >= 0 && types.Compare(s.values[out[k].first], s.values[i]) == 0 {
			out[k].n++
		} else {
			out = append(out, valueGroup{i, 1})
		}
	}
	return out
}

// distinct is Haas and Stokes' Duj1 estimator, as PostgreSQL uses it: n d / (n - f1 + f1 n/N)
// where d of n sampled values differ, f1 of them came once, and the table has N.
func (s *Sample) distinct(groups []valueGroup, total float64) float64 {
	n, d := float64(len(s.values)), float64(len(groups)+s.wide)
	once := float64(s.wide)
	for _, g := range groups {
		if g.n == 1 {
			once++
		}
	}
	rows := total * (1 - float64(s.rows-len(s.values)-s.wide)/float64(s.rows))
	var out float64
	switch {
	case once == float64(len(groups)+s.wide):
		return -(1 - float64(s.rows-len(s.values)-s.wide)/float64(s.rows)) // all differ
	case once == 0 || rows <= n:
		out = d
	default:
		out = min(max(n*d/(n-once+once*n/rows), d), rows)
	}
	out = math.Floor(out + 0.5)
	if out > 0.1*total {
		return -out / total
	}
	return out
}

// common puts the most common values into c and returns the other groups. All values are
// listed if there are few and the sample has each more than once; else those that are clearly
// more common than the average.
func (s *Sample) common(c *ColumnStatistics, groups []valueGroup) []valueGroup {
	byCount := append([]valueGroup(nil), groups...)
	sort.SliceStable(byCount, func(i, j int) bool { return byCount[i].n > byCount[j].n })
	keep := 0
	average := float64(len(s.values)) / float64(len(groups))
	for _, g := range byCount {
		if keep == statTarget || g.n < 2 || len(groups) > statTarget && float64(g.n) < 1.25*average {
			break
		}
		keep++
	}
	if len(groups) <= statTarget && keep < len(groups) && c.Distinct < 0 {
		for keep > 0 && float64(byCount[keep-1].n) < 1.25*average {
			keep--
		}
	}
	chosen := make(map[int]bool, keep)
	for _, g := range byCount[:keep] {
		chosen[g.first] = true
		c.Common = append(c.Common, StatValue{s.values[g.first]})
		c.CommonFreq = append(c.CommonFreq, float64(g.n)/float64(s.rows))
	}
	rest := groups[:0:0]
	for _, g := range groups {
		if !chosen[g.first] {
			rest = append(rest, g)
		}
	}
	return rest
}

// bounds makes the histogram of the groups that are not common values.
func (s *Sample) bounds(c *ColumnStatistics, rest []valueGroup) {
	if len(rest) < 2 {
		return
	}
	n := 0
	for _, g := range rest {
		n += g.n
	}
	parts := min(statTarget, len(rest)-1)
	k, before := 0, 0
	for i := 0; i <= parts; i++ {
		at := i * (n - 1) / parts
		for before+rest[k].n <= at {
			before += rest[k].n
			k++
		}
		c.Bounds = append(c.Bounds, StatValue{s.values[rest[k].first]})
	}
}

// correlation is that of the values' ranks with the order of the sample.
func (s *Sample) correlation() float64 {
	n := len(s.values)
	if n < 2 {
		return 1
	}
	at := make([]int, n)
	for i := range at {
		at[i] = i
	}
	sort.SliceStable(at, func(i, j int) bool { return types.Compare(s.values[at[i]], s.values[at[j]]) < 0 })
	sum := 0.0
	for rank, i := range at {
		sum += float64(rank) * float64(i)
	}
	x := float64(n)
	mean := (x - 1) / 2
	variance := (x*x - 1) / 12
	return (sum/x - mean*mean) / variance
}

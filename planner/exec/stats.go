package exec

import (
	"time"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
)

// NodeStats is what EXPLAIN ANALYZE shows of a node, summed over its loops.
type NodeStats struct {
	Rows  int64
	Loops int64
	Time  time.Duration // including the inputs'
}

// Stats collects NodeStats by node. A Runtime without one measures nothing.
type Stats struct{ nodes map[planner.Node]*NodeStats }

// NewStats makes an empty collection.
func NewStats() *Stats { return &Stats{nodes: map[planner.Node]*NodeStats{}} }

// Node returns what was measured of n; nil if it never ran.
func (s *Stats) Node(n planner.Node) *NodeStats { return s.nodes[n] }

func (s *Stats) of(n planner.Node) *NodeStats {
	st := s.nodes[n]
	if st == nil {
		st = &NodeStats{}
		s.nodes[n] = st
	}
	st.Loops++
	return st
}

// measured counts what passes an operator.
type measured struct {
	Operator
	stats *NodeStats
}

func (m *measured) Next() (*datum.Batch, error) {
	start := time.Now()
	b, err := m.Operator.Next()
	m.stats.Time += time.Since(start)
	if b != nil {
		m.stats.Rows += int64(b.Rows())
	}
	return b, err
}

// add takes in what another collection has measured.
func (s *Stats) add(o *Stats) {
	if s == nil {
		return
	}
	for n, st := range o.nodes {
		all := s.nodes[n]
		if all == nil {
			all = &NodeStats{}
			s.nodes[n] = all
		}
		all.Rows, all.Loops, all.Time = all.Rows+st.Rows, all.Loops+st.Loops, all.Time+st.Time
	}
}

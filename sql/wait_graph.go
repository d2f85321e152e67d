package sql

import (
	"slices"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/fn"
)

// waitGraph says whom each waiting session waits for, by process number; 0 is
// who has none.
type waitGraph map[int32][]int32

// waitGraph reads the lock tables, one after the other: an edge may be gone
// already, but a circle that is there is seen.
func (e *Engine) waitGraph() waitGraph {
	g := waitGraph{}
	for _, w := range e.contendedLocks() {
		for _, b := range w.Blockers {
			g[int32(w.Owner)] = append(g[int32(w.Owner)], int32(b))
		}
	}
	e.advisory.mu.Lock()
	defer e.advisory.mu.Unlock()
	for _, l := range e.advisory.locks {
		for i, w := range l.queue {
			g[w.s.start.PID] = append(g[w.s.start.PID], l.blockers(i)...)
		}
	}
	return g
}

// contendedLocks are the row locks of the store that somebody waits for.
func (e *Engine) contendedLocks() []kv.LockInfo {
	if l, ok := e.store.Store.(kv.LockLister); ok {
		return l.ContendedLocks()
	}
	return nil
}

// circle reports whether pid waits for itself.
func (g waitGraph) circle(pid int32) bool {
	seen := map[int32]bool{}
	stack := slices.Clone(g[pid])
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p == pid {
			return true
		}
		if !seen[p] && p != 0 {
			seen[p] = true
			stack = append(stack, g[p]...)
		}
	}
	return false
}

// deadlocked reports whether a session waits for itself over advisory and row
// locks. The engine finds circles of row locks alone; whoever waits for an
// advisory lock looks for the others. A circle counts when it is seen
// twice: it does not go away, while edges of different moments may look like one.
func (e *Engine) deadlocked(pid int32) bool {
	return e.waitGraph().circle(pid) && e.waitGraph().circle(pid)
}

var _ fn.LockWaits = sessionInfo{}

// BlockingPIDs implements fn.LockWaits.
func (i sessionInfo) BlockingPIDs(pid int32) []int32 {
	list := i.s.engine.waitGraph()[pid]
	slices.Sort(list)
	return slices.Compact(list)
}

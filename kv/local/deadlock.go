package local

import "github.com/sparrowdb/sparrow/kv"

// deadlocked reports whether the owner, which has just queued, waits for itself:
// whether it can be reached along the wait-for graph. An owner waits for the
// holders that its request is incompatible with and for everybody ahead of it
// in the queue. The caller holds t.mu.
func (t *lockTable) deadlocked(start *lockOwner) bool {
	seen := map[*lockOwner]bool{}
	stack := blockers(start, nil)
	for len(stack) > 0 {
		o := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if o == start {
			return true
		}
		if !seen[o] {
			seen[o] = true
			stack = blockers(o, stack)
		}
	}
	return false
}

// blockers appends to out the owners that o waits for.
func blockers(o *lockOwner, out []*lockOwner) []*lockOwner {
	w := o.waiting
	if w == nil {
		return out
	}
	clash := func(mode kv.LockMode) bool { return w.mode == kv.LockExclusive || mode == kv.LockExclusive }
	for _, h := range w.lock.holders {
		if h.owner != o && clash(h.mode) {
			out = append(out, h.owner)
		}
	}
	for _, ahead := range w.lock.queue {
		if ahead == w {
			break
		}
		// Served strictly in order, a request waits even for a compatible one
		// ahead of it that is itself stuck.
		out = append(out, ahead.owner)
	}
	return out
}

package local

// deadlocked reports whether the owner, which has just queued, waits for itself:
// whether it can be reached along the wait-for graph. An owner waits for the
// holders and for those ahead of it in the queue that its request conflicts
// with. The caller holds t.mu.
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
	for _, h := range w.lock.holders {
		if h.owner != o && h.mode.Conflicts(w.mode) {
			out = append(out, h.owner)
		}
	}
	for _, ahead := range w.lock.queue {
		if ahead == w {
			break
		}
		if ahead.owner != o && ahead.mode.Conflicts(w.mode) {
			out = append(out, ahead.owner)
		}
	}
	return out
}

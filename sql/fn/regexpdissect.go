package fn

// dissect sets the groups below n for a match from i to j, which has to be
// among the ends of n at i. False: back references don't allow it.
func (m *areMatcher) dissect(n *areNode, i, j int) bool {
	if n.exact {
		return true
	}
	if !m.step() {
		return false
	}
	switch n.kind {
	case areGroup:
		if !m.dissect(n.subs[0], i, j) {
			return false
		}
		m.caps[2*n.n], m.caps[2*n.n+1] = i, j
		return true
	case areBackRef:
		return m.sameText(n.n, i, j)
	case areConcat:
		return m.dissectConcat(n, i, j)
	case areAlt:
		for _, s := range n.subs {
			if hasOffset(m.ends(s, i), j) && m.dissect(s, i, j) {
				return true
			}
			m.forget(n.groups)
		}
		return false
	case areRepeat:
		return i == j && n.min == 0 || m.dissectRepeat(n, i, j, 0)
	}
	return true
}

func (m *areMatcher) forget(groups []int) {
	for _, g := range groups {
		m.caps[2*g], m.caps[2*g+1] = -1, -1
	}
}

// sameText reports whether the text from i to j is that of a group.
func (m *areMatcher) sameText(group, i, j int) bool {
	from, to := m.caps[2*group], m.caps[2*group+1]
	if from < 0 || to-from != j-i && m.s[from:to] == "" {
		return false
	}
	ref := m.t.groups[group]
	if m.s[from:to] == m.s[i:j] {
		return true
	}
	return foldsBelow(ref) && lower(m.s[from:to]) == lower(m.s[i:j])
}

// foldsBelow reports whether case doesn't matter, which an expression says as
// a whole.
func foldsBelow(n *areNode) bool {
	if n.kind == areChars {
		return n.set.fold
	}
	for _, s := range n.subs {
		if foldsBelow(s) {
			return true
		}
	}
	return false
}

// dissectConcat tries where the left part ends, in the order that it prefers.
func (m *areMatcher) dissectConcat(n *areNode, i, j int) bool {
	left, right := n.subs[0], n.subs[1]
	ends := m.ends(left, i)
	for k := range ends {
		at := pick(left, ends, k)
		if at > j || !hasOffset(m.ends(right, at), j) {
			continue
		}
		if m.dissect(left, i, at) && m.dissect(right, at, j) {
			return true
		}
		m.forget(n.groups)
		if !m.step() {
			return false
		}
	}
	return false
}

// dissectRepeat finds where repetitions end, after count of them. An empty
// repetition only fills up the number that is needed.
func (m *areMatcher) dissectRepeat(n *areNode, i, j, count int) bool {
	if i == j && count > 0 && count >= n.min {
		return true
	}
	if n.max >= 0 && count == n.max || !m.step() {
		return false
	}
	sub := n.subs[0]
	ends := m.ends(sub, i)
	for k := range ends {
		at := pick(sub, ends, k)
		if at > j || at == i && (count >= n.min && i != j) || !hasOffset(m.ends(n.star, at), j) {
			continue
		}
		m.forget(n.groups)
		if m.dissect(sub, i, at) && m.dissectRepeat(n, at, j, count+1) {
			return true
		}
		if m.err != nil {
			return false
		}
	}
	m.forget(n.groups)
	return false
}

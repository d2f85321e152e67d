package planner

// OnlyPoints reports whether the plan reads rows by whole keys alone, or writes
// rows that the statement lists. Values of constants then change nothing in how it
// should be done.
func (p *Plan) OnlyPoints() bool { return onlyPoints(p.Root) }

func onlyPoints(n Node) bool {
	switch n := n.(type) {
	case *Scan:
		return len(n.Points) > 0
	case *Values:
		return true
	case *Project, *Limit, *LockRows, *Insert, *Update, *Delete:
		for _, c := range n.Children() {
			if !onlyPoints(c) {
				return false
			}
		}
		return true
	}
	return false
}

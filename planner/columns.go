package planner

// Columns of a scan are its Out.
func (n *Scan) Columns() []Column { return n.Out }

// Children of a scan: none.
func (n *Scan) Children() []Node { return nil }

// Columns of a view's scan are its Out.
func (n *VirtualScan) Columns() []Column { return n.Out }

// Children of a view's scan: none.
func (n *VirtualScan) Children() []Node { return nil }

// Columns of VALUES are its Out.
func (n *Values) Columns() []Column { return n.Out }

// Children of VALUES: none.
func (n *Values) Children() []Node { return nil }

// Columns of a function scan are its Out.
func (n *FunctionScan) Columns() []Column { return n.Out }

// Children of a function scan: none.
func (n *FunctionScan) Children() []Node { return nil }

// Columns of a filter are its input's.
func (n *Filter) Columns() []Column { return n.Input.Columns() }

// Children of a filter: its input.
func (n *Filter) Children() []Node { return []Node{n.Input} }

// Columns of a projection are its Out.
func (n *Project) Columns() []Column { return n.Out }

// Children of a projection: its input.
func (n *Project) Children() []Node { return []Node{n.Input} }

// Columns of a sort are its input's.
func (n *Sort) Columns() []Column { return n.Input.Columns() }

// Children of a sort: its input.
func (n *Sort) Children() []Node { return []Node{n.Input} }

// Columns of a lock are its input's.
func (n *LockRows) Columns() []Column { return n.Input.Columns() }

// Children of a lock: its input.
func (n *LockRows) Children() []Node { return []Node{n.Input} }

// Columns of a limit are its input's.
func (n *Limit) Columns() []Column { return n.Input.Columns() }

// Children of a limit: its input.
func (n *Limit) Children() []Node { return []Node{n.Input} }

// Columns of a distinct are its input's.
func (n *Distinct) Columns() []Column { return n.Input.Columns() }

// Children of a distinct: its input.
func (n *Distinct) Children() []Node { return []Node{n.Input} }

// Columns of an aggregation are its Out.
func (n *Aggregate) Columns() []Column { return n.Out }

// Children of an aggregation: its input.
func (n *Aggregate) Children() []Node { return []Node{n.Input} }

// Columns of a join are its Out.
func (n *Join) Columns() []Column { return n.Out }

// Children of a join: left and right.
func (n *Join) Children() []Node { return []Node{n.Left, n.Right} }

// Columns of a set operation are its Out.
func (n *SetOp) Columns() []Column { return n.Out }

// Children of a set operation: left and right.
func (n *SetOp) Children() []Node { return []Node{n.Left, n.Right} }

// Columns of a WITH are its input's.
func (n *With) Columns() []Column { return n.Input.Columns() }

// Children of a WITH: the plans of its CTEs, then its input.
func (n *With) Children() []Node {
	var out []Node
	for _, c := range n.CTEs {
		out = append(out, c.Plan)
		if c.Recursive != nil {
			out = append(out, c.Recursive)
		}
	}
	return append(out, n.Input)
}

// Columns of a CTE's scan are its Out.
func (n *CTEScan) Columns() []Column { return n.Out }

// Children of a CTE's scan: none; the With above holds the CTE's plan.
func (n *CTEScan) Children() []Node { return nil }

// Columns of a feed are its Out.
func (n *Feed) Columns() []Column { return n.Out }

// Children of a feed: none.
func (n *Feed) Children() []Node { return nil }

// Columns of an INSERT are what it returns.
func (n *Insert) Columns() []Column { return n.Out }

// Children of an INSERT: its source.
func (n *Insert) Children() []Node { return []Node{n.Source} }

// Columns of an UPDATE are what it returns.
func (n *Update) Columns() []Column { return n.Out }

// Children of an UPDATE: its source.
func (n *Update) Children() []Node { return []Node{n.Source} }

// Columns of a DELETE are what it returns.
func (n *Delete) Columns() []Column { return n.Out }

// Children of a DELETE: its source.
func (n *Delete) Children() []Node { return []Node{n.Source} }

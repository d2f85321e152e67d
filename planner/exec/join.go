package exec

import "github.com/sparrowdb/sparrow/planner"

// newJoin makes the operator of a Join node: one for each way to join. Joins
// without keys are hash joins in which all rows have the same key.
func newJoin(rt *Runtime, n *planner.Join) (Operator, error) {
	left, err := Build(rt, n.Left)
	if err != nil {
		return nil, err
	}
	if n.Lateral {
		return newLateral(rt, n, left), nil
	}
	right, err := Build(rt, n.Right)
	if err != nil {
		left.Close()
		return nil, err
	}
	if n.Merge && len(n.LeftKeys) > 0 && !n.NullAware {
		return newMergeJoin(rt, n, left, right), nil
	}
	return newHashJoin(rt, n, left, right), nil
}

// keepsLeft reports whether left rows without a partner are padded with NULLs.
func keepsLeft(k planner.JoinKind) bool { return k == planner.JoinLeft || k == planner.JoinFull }

// keepsRight is keepsLeft for right rows.
func keepsRight(k planner.JoinKind) bool { return k == planner.JoinRight || k == planner.JoinFull }

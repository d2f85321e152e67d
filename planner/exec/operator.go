// Package exec runs physical plans. Build turns a planner.Node into an
// operator; operators pull column batches from their inputs. Point reads and
// single-row writes have a path of their own without batches (point.go).
//
// An Operator belongs to one goroutine. State that outlives one operator of a
// statement (CTE rows, results of uncorrelated subqueries) is in the Runtime.
// To debug a plan, start at Build and at the file named for the node.
package exec

import (
	"fmt"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// Operator makes the rows of a node.
type Operator interface {
	// Next returns the next batch, which has at least one live row and is valid
	// until the following call, or nil at the end. After nil or an error it is
	// not called again. The receiver may narrow the batch's selection.
	Next() (*datum.Batch, error)
	// Close releases what the operator and its inputs hold. A second call does
	// nothing.
	Close()
}

// Build makes the operator of n. Nothing is read before the first Next.
func Build(rt *Runtime, n planner.Node) (Operator, error) {
	op, err := build(rt, n)
	if err != nil || rt.Stats == nil {
		return op, err
	}
	return &measured{Operator: op, stats: rt.Stats.of(n)}, nil
}

func build(rt *Runtime, n planner.Node) (Operator, error) {
	switch n := n.(type) {
	case *planner.Scan:
		return newScan(rt, n)
	case *planner.VirtualScan:
		return &virtualScan{rt: rt, node: n}, nil
	case *planner.Values:
		return &values{rt: rt, node: n}, nil
	case *planner.FunctionScan:
		return &functionScan{rt: rt, node: n}, nil
	case *planner.CTEScan:
		return &cteScan{rt: rt, node: n}, nil
	case *planner.Feed:
		return &feed{rt: rt, node: n}, nil
	case *planner.Insert:
		return &insert{rt: rt, node: n}, nil
	case *planner.Update:
		return &update{rt: rt, node: n}, nil
	case *planner.Delete:
		return &deleteRows{rt: rt, node: n}, nil
	case *planner.Merge:
		return &merge{rt: rt, node: n}, nil
	case *planner.Join:
		return newJoin(rt, n)
	case *planner.SetOp:
		return newSetOp(rt, n)
	case *planner.With:
		return newWith(rt, n)
	case *planner.Aggregate:
		if n.Parallel && rt.Workers > 1 {
			return &aggregate{rt: rt, node: n}, nil
		}
	}
	return buildUnary(rt, n)
}

// buildUnary makes the operators that have one input.
func buildUnary(rt *Runtime, n planner.Node) (Operator, error) {
	children := n.Children()
	if len(children) != 1 {
		return nil, pgerr.New(pgerr.InternalError, "no operator for plan node %T", n)
	}
	in, err := Build(rt, children[0])
	if err != nil {
		return nil, err
	}
	switch n := n.(type) {
	case *planner.Filter:
		return &filter{rt: rt, in: in, cond: n.Cond, once: n.Once}, nil
	case *planner.Project:
		wantExprs(in, len(n.Input.Columns()), n.Exprs...)
		return newProject(rt, n, in), nil
	case *planner.Sort:
		return newSorter(rt, n, in), nil
	case *planner.LockRows:
		return newLockRows(rt, n, in), nil
	case *planner.Limit:
		return &limit{rt: rt, node: n, in: in}, nil
	case *planner.Distinct:
		return newDistinct(rt, n, in), nil
	case *planner.Window:
		return newWindow(rt, n, in), nil
	case *planner.Aggregate:
		wantExprs(in, len(n.Input.Columns()), aggregateExprs(n)...)
		return newAggregate(rt, n, in), nil
	}
	in.Close()
	return nil, fmt.Errorf("no operator for plan node %T", n)
}

// columnTypes lists the types of columns.
func columnTypes(cols []planner.Column) []types.T {
	ts := make([]types.T, len(cols))
	for i, c := range cols {
		ts[i] = c.T
	}
	return ts
}

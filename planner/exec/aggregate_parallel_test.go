package exec

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/expr"
	"github.com/sparrowdb/sparrow/sql/fn"
	"github.com/sparrowdb/sparrow/sql/types"
)

// parallelAggregate is an aggregate whose workers have inputs of the test.
type parallelAggregate struct {
	*aggregate
	workers []*aggregate
}

func (p *parallelAggregate) Next() (*datum.Batch, error) {
	if p.sets == nil {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		p.open()
		if err := runWorkers(ctx, cancel, p.workers); err != nil {
			return nil, err
		}
		if err := p.merge(p.workers); err != nil {
			return nil, err
		}
	}
	return p.aggregate.Next()
}

func (p *parallelAggregate) Close() {
	for _, w := range p.workers {
		w.Close()
	}
	p.aggregate.Close()
}

// mergesExactly reports whether the calls can be merged and do not depend on the order
// of rows. Which of 0 and -0 stands for a group does.
func mergesExactly(n *planner.Aggregate) bool {
	for _, k := range n.Keys {
		if k.Type().OID == types.Float8 {
			return false
		}
	}
	for _, c := range n.Aggs {
		if c.Distinct || len(c.OrderBy) > 0 {
			return false
		}
		if c.Agg.F == nil {
			continue
		}
		t := c.Agg.Args[0].Type()
		switch name := c.Agg.F.Name; {
		case fn.NewKernel(c.Agg.F, t) == nil:
			return false
		case t.OID == types.Float8 && name != "count" && name != "sum" && name != "avg":
			return false
		}
	}
	return true
}

// endless gives one batch again and again, until stop says otherwise.
type endless struct {
	b    *datum.Batch
	n    int
	stop func(n int) error
}

func (e *endless) Next() (*datum.Batch, error) {
	e.n++
	return e.b, e.stop(e.n)
}
func (e *endless) Close() {}

func countingWorkers(ctx context.Context, stop ...func(n int) error) []*aggregate {
	int8T := types.Of(types.Int8)
	b := datum.NewBatch([]types.T{int8T})
	b.AppendRow(datum.Row{types.NewInt8(1)})
	node := &planner.Aggregate{
		Input: &planner.Values{Out: columnsOfTypes([]types.T{int8T})},
		Keys:  []expr.Expr{column(0)},
		Aggs:  []planner.AggCall{{Agg: &expr.Aggregate{T: int8T}}},
		Out:   columnsOfTypes([]types.T{int8T, int8T}),
	}
	var list []*aggregate
	for _, f := range stop {
		rt := testRuntime(nil, 0, false)
		rt.Ctx.Context.Context = ctx
		list = append(list, &aggregate{rt: rt, node: node, in: &endless{b: b, stop: f}})
	}
	return list
}

func TestWorkersEndTogether(t *testing.T) {
	defer goleak.VerifyNone(t)
	failed := errors.New("failed")
	forever := func(int) error { return nil }
	for name, c := range map[string]struct {
		stop func(cancel func(error)) func(n int) error
		want error
	}{
		"one fails": {func(func(error)) func(int) error {
			return func(n int) error {
				if n == 100 {
					return failed
				}
				return nil
			}
		}, failed},
		"the statement is cancelled": {func(cancel func(error)) func(int) error {
			return func(n int) error {
				if n == 100 {
					cancel(context.Canceled)
				}
				return nil
			}
		}, context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(context.Background())
			workers := countingWorkers(ctx, forever, c.stop(func(err error) { cancel(err) }), forever)
			require.ErrorIs(t, runWorkers(ctx, cancel, workers), c.want)
			for _, w := range workers {
				w.Close()
				require.Zero(t, w.rt.Memory.Used())
			}
		})
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	workers := countingWorkers(ctx, forever, func(int) error { panic("broken") })
	require.Panics(t, func() { _ = runWorkers(ctx, cancel, workers) })
}

package exec

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/expr"
)

// readParallel lets workers aggregate pieces of the input, each into groups of its own,
// and merges these.
func (a *aggregate) readParallel() error {
	reader, done, err := a.rt.sharedReader()
	if err != nil {
		return err
	}
	defer done()
	ctx, cancel := context.WithCancelCause(a.rt.context())
	defer cancel(nil)
	workers, err := a.hire(ctx, reader)
	defer func() {
		for _, w := range workers {
			w.Close()
		}
	}()
	if err != nil {
		return err
	}
	if err := runWorkers(ctx, cancel, workers); err != nil {
		return err
	}
	for _, w := range workers {
		a.rt.Stats.add(w.rt.Stats)
	}
	return a.merge(workers)
}

// runWorkers has all workers read, until one fails, whose error it returns, or ctx ends.
// The goroutines have ended when it returns. A panic goes on here, where the session
// knows what to do.
func runWorkers(ctx context.Context, cancel context.CancelCauseFunc, workers []*aggregate) error {
	var wg sync.WaitGroup
	panics := make(chan string, len(workers))
	for _, w := range workers {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panics <- fmt.Sprintf("%v\n%s", p, debug.Stack())
					cancel(context.Canceled)
				}
			}()
			if err := w.read(); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	select {
	case p := <-panics:
		panic(p)
	default:
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// sharedReader is the execution's state as several goroutines may read it.
func (rt *Runtime) sharedReader() (kv.Reader, func(), error) {
	if kv.Reader(rt.Txn) != rt.Reader {
		return rt.Reader, func() {}, nil // a view or a snapshot
	}
	view, err := rt.Txn.View()
	if err != nil {
		return nil, nil, err
	}
	return view, view.Close, nil
}

// hire makes the workers: each has a runtime and an input of its own.
func (a *aggregate) hire(ctx context.Context, reader kv.Reader) ([]*aggregate, error) {
	scan := scanBelow(a.node.Input)
	pieces, err := newScanPieces(a.rt, scan, newRowDecoder(a.rt, scan.Table, scan.Cols).codec)
	if err != nil {
		return nil, err
	}
	var list []*aggregate
	for range min(a.rt.Workers, len(pieces.spans)) {
		own := *a.rt
		own.Ctx = &expr.Context{Context: a.rt.Ctx.Context, Params: a.rt.Ctx.Params}
		own.Ctx.Context.Context = ctx
		own.Txn, own.Reader, own.pieces = nil, reader, pieces
		own.results, own.members = nil, nil
		if own.Stats != nil {
			own.Stats = NewStats()
		}
		own.Init()
		in, err := Build(&own, a.node.Input)
		if err != nil {
			return list, err
		}
		wantExprs(in, len(a.node.Input.Columns()), aggregateExprs(a.node)...)
		list = append(list, &aggregate{rt: &own, node: a.node, in: in})
	}
	return list, nil
}

// scanBelow is the scan that a parallel aggregate reads.
func scanBelow(n planner.Node) *planner.Scan {
	for {
		if s, ok := n.(*planner.Scan); ok {
			return s
		}
		n = n.Children()[0]
	}
}

// merge takes over the groups of the workers, then the rows that had no room with them.
func (a *aggregate) merge(workers []*aggregate) error {
	for i, s := range a.sets {
		s.beginMerge()
		for _, w := range workers {
			if err := s.mergeGroups(w.sets[i]); err != nil {
				return err
			}
			w.sets[i].forget()
		}
		s.level = 0
		for _, w := range workers {
			if err := s.mergeRows(w.sets[i]); err != nil {
				return err
			}
		}
	}
	return a.finish()
}

package exec

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// scanRuns reads span in runs. Of an engine without blocks every row is a run.
func scanRuns(ctx context.Context, r kv.Reader, span kv.Span, opts kv.RunOptions) kv.RunIterator {
	if rr, ok := r.(kv.RunReader); ok {
		return rr.ScanRuns(ctx, span, opts)
	}
	return &singleRuns{it: r.Scan(ctx, span, kv.ScanOptions{Reverse: opts.Reverse, KeysOnly: opts.CountOnly})}
}

// singleRuns hands out the rows of an iterator as runs of one.
type singleRuns struct {
	it  kv.Iterator
	run kv.Run
}

func (s *singleRuns) Next() bool {
	if !s.it.Next() {
		return false
	}
	key := s.it.Key()
	s.run = kv.Run{Rows: 1, KeyBytes: int64(len(key)), At: key, Key: key, Value: s.it.Value()}
	return true
}

func (s *singleRuns) Run() *kv.Run { return &s.run }
func (s *singleRuns) Err() error   { return s.it.Err() }
func (s *singleRuns) Close()       { s.it.Close() }

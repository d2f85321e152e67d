package partition

import (
	"bytes"
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// estimateHalf is halfKey by what the engine knows of its sizes: the boundary is
// before or behind the partition-key value that lies in the middle of the bytes.
func estimateHalf(ctx context.Context, engine kv.SizeEstimator, policy Policy, span kv.Span) (best []byte, live int64, err error) {
	if live, err = engine.LiveBytes(ctx, span); err != nil {
		return nil, 0, err
	}
	middle, err := engine.MiddleKey(ctx, span)
	if err != nil || middle == nil {
		return nil, live, err
	}
	snap, err := engine.Snapshot(ctx, 0)
	if err != nil {
		return nil, 0, err
	}
	defer snap.Close()
	first, err := firstPrefix(ctx, snap, policy, span)
	if err != nil || first == nil {
		return nil, live, err
	}
	before, err := firstPrefix(ctx, snap, policy, kv.Span{Start: middle, End: span.End})
	if err != nil || before == nil {
		return nil, live, err
	}
	behind, err := firstPrefix(ctx, snap, policy, kv.Span{Start: prefixEnd(before), End: span.End})
	if err != nil {
		return nil, live, err
	}
	bestLeft := int64(0)
	for _, key := range [][]byte{before, behind} {
		if key == nil || bytes.Compare(key, first) <= 0 {
			continue
		}
		left, err := engine.LiveBytes(ctx, kv.Span{Start: span.Start, End: key})
		if err != nil {
			return nil, 0, err
		}
		if best == nil || distance(left, live) < distance(bestLeft, live) {
			best, bestLeft = key, left
		}
	}
	return best, live, nil
}

// firstPrefix returns the part that no boundary may cut of the first key in span;
// nil when there is none, or the key is no table's.
func firstPrefix(ctx context.Context, r kv.Reader, policy Policy, span kv.Span) ([]byte, error) {
	if span.Empty() {
		return nil, nil
	}
	it := r.Scan(ctx, span, kv.ScanOptions{Limit: 1, KeysOnly: true})
	defer it.Close()
	if !it.Next() {
		return nil, it.Err()
	}
	key := it.Key()
	n := policy.PrefixLen(key)
	if n <= 0 || n > len(key) {
		return nil, nil
	}
	return bytes.Clone(key[:n]), nil
}

// prefixEnd is the first key behind all that begin with prefix.
func prefixEnd(prefix []byte) []byte {
	end := bytes.Clone(prefix)
	for i := len(end) - 1; i >= 0; i-- {
		if end[i] < 0xFF {
			end[i]++
			return end[:i+1]
		}
	}
	return []byte{0xFF}
}

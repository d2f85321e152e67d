package partition

import (
	"bytes"
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// splitBySize looks at all partitions once and splits those that have outgrown
// what the policy allows. An error of the engine ends the look; the next one
// comes soon.
func (s *Store) splitBySize(ctx context.Context) {
	policy := s.currentPolicy()
	if policy == nil {
		return
	}
	infos, err := s.refresh(ctx)
	if err != nil {
		return
	}
	for _, info := range infos {
		limit := policy.SplitBytes(info.Span)
		if limit <= 0 || info.RawBytes <= limit || info.RawBytes < s.retryAt(info.ID) {
			continue
		}
		if err := s.splitHalf(ctx, policy, info, limit); err != nil && ctx.Err() != nil {
			return
		}
	}
}

// splitHalf splits one partition at the partition-key boundary that comes
// nearest to halving its live bytes. One that has no boundary inside is reported
// as unsplittable.
func (s *Store) splitHalf(ctx context.Context, policy Policy, info kv.PartitionInfo, limit int64) error {
	key, live, err := s.halfKey(ctx, policy, info.Span)
	if err != nil {
		return err
	}
	if live > limit && key != nil {
		_, err := s.split(ctx, info.Span, [][]byte{key}, ReasonSize)
		return err
	}
	s.change.Lock()
	defer s.change.Unlock()
	p := s.Locate(info.Span.Start)
	if p.ID != info.ID {
		return nil
	}
	said := s.whole[info.ID]
	report := live > limit && !said.reported
	s.whole[info.ID] = wholePartition{retryBytes: info.RawBytes + info.RawBytes/2, reported: said.reported || report}
	if report {
		e := s.event(EventUnsplittable, ReasonSize, p)
		e.RawBytesBefore = live
		s.events.add(e)
	}
	return nil
}

// wholePartition remembers a partition that a look at its size left whole, so
// that it isn't read again and again in vain.
type wholePartition struct {
	// retryBytes is the size from which it is looked at again.
	retryBytes int64
	// reported says that it has its unsplittable event.
	reported bool
}

// retryAt is the size from which a partition is looked at; 0 for most.
func (s *Store) retryAt(id uint64) int64 {
	s.change.Lock()
	defer s.change.Unlock()
	return s.whole[id].retryBytes
}

// halfKey returns the live bytes of span and the first key of the partition-key
// value at which the bytes before and after come nearest to equal; nil when all
// rows share one value. Dead versions don't move the boundary.
func (s *Store) halfKey(ctx context.Context, policy Policy, span kv.Span) (best []byte, live int64, err error) {
	if engine, ok := s.Store.(kv.SizeEstimator); ok {
		return estimateHalf(ctx, engine, policy, span)
	}
	return s.readHalf(ctx, policy, span)
}

// readHalf is halfKey by reading all rows of span.
func (s *Store) readHalf(ctx context.Context, policy Policy, span kv.Span) (best []byte, live int64, err error) {
	snap, err := s.Store.Snapshot(ctx, 0)
	if err != nil {
		return nil, 0, err
	}
	defer snap.Close()
	if live, err = liveBytes(ctx, snap, span); err != nil {
		return nil, 0, err
	}
	it := snap.Scan(ctx, span, kv.ScanOptions{})
	defer it.Close()
	var group []byte // the partition-key value being read
	var left, bestLeft int64
	for it.Next() {
		key := it.Key()
		n := policy.PrefixLen(key)
		if n <= 0 || n > len(key) {
			return nil, live, nil // no table's key: its rows may belong together
		}
		if prefix := key[:n]; !bytes.Equal(prefix, group) {
			if group != nil && (best == nil || distance(left, live) < distance(bestLeft, live)) {
				best, bestLeft = append(best[:0], prefix...), left
			}
			if best != nil && 2*left >= live {
				break // later boundaries are only further away
			}
			group = append(group[:0], prefix...)
		}
		left += int64(len(key) + len(it.Value()))
	}
	return best, live, it.Err()
}

// liveBytes sums keys and values of the live rows in span.
func liveBytes(ctx context.Context, r kv.Reader, span kv.Span) (int64, error) {
	it := r.Scan(ctx, span, kv.ScanOptions{})
	defer it.Close()
	var n int64
	for it.Next() {
		n += int64(len(it.Key()) + len(it.Value()))
	}
	return n, it.Err()
}

// distance says how far a boundary with so many bytes to its left is from
// halving total.
func distance(left, total int64) int64 {
	d := 2*left - total
	return max(d, -d)
}

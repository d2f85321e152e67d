package partition

import (
	"bytes"
	"context"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// SplitAt makes each of keys the first key of a partition of the table whose
// key range is table, and returns the partitions that now begin there, in key
// order. Keys are encoded prefixes: the table's and the partition key's value.
// All are split, or none. Errors: *KeyError of ErrNotBoundary, ErrBoundaryExists
// or ErrPartitionChanged, and the engine's.
func (s *Store) SplitAt(ctx context.Context, table kv.Span, keys [][]byte) ([]kv.PartitionInfo, error) {
	return s.split(ctx, table, keys, ReasonManual)
}

// PreSplit is SplitAt for a table that was asked for with several partitions.
func (s *Store) PreSplit(ctx context.Context, table kv.Span, keys [][]byte) ([]kv.PartitionInfo, error) {
	return s.split(ctx, table, keys, ReasonPresplit)
}

// Split is kv.Store's: it makes boundaries anywhere, and keeps the map fresh.
func (s *Store) Split(ctx context.Context, keys [][]byte) ([]kv.PartitionInfo, error) {
	s.change.Lock()
	defer s.change.Unlock()
	infos, err := s.Store.Split(ctx, keys)
	if err != nil {
		return nil, err
	}
	_, err = s.refresh(ctx)
	return infos, err
}

// split checks keys against the map as the caller found it, then waits for its
// turn and gives up if another change came first.
func (s *Store) split(ctx context.Context, table kv.Span, keys [][]byte, reason Reason) ([]kv.PartitionInfo, error) {
	seen := s.parts.Load()
	targets, err := s.splitTargets(seen, table, keys)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	s.change.Lock()
	defer s.change.Unlock()
	before, err := s.refresh(ctx)
	if err != nil {
		return nil, err
	}
	for i, p := range targets {
		if now := s.Locate(keys[i]); now.ID != p.ID || !sameSpan(now.Span, p.Span) {
			return nil, &KeyError{Index: i, Key: keys[i], Err: ErrPartitionChanged}
		}
	}
	infos, err := s.Store.Split(ctx, keys)
	if err != nil {
		return nil, err
	}
	after, err := s.refresh(ctx)
	if err != nil {
		return nil, err
	}
	s.recordSplits(reason, before, after, targets)
	return infos, nil
}

// splitTargets returns, by position, the partitions that keys would split.
func (s *Store) splitTargets(m *partitionMap, table kv.Span, keys [][]byte) ([]*Partition, error) {
	policy := s.currentPolicy()
	targets := make([]*Partition, len(keys))
	for i, key := range keys {
		if !table.Contains(key) || policy != nil && policy.PrefixLen(key) != len(key) {
			return nil, &KeyError{Index: i, Key: key, Err: ErrNotBoundary}
		}
		targets[i] = m.locate(key)
		if bytes.Equal(targets[i].Span.Start, key) {
			return nil, &KeyError{Index: i, Key: key, Err: ErrBoundaryExists}
		}
	}
	return targets, nil
}

// recordSplits adds one event for each partition that was split.
func (s *Store) recordSplits(reason Reason, before, after []kv.PartitionInfo, targets []*Partition) {
	targets = slices.Clone(targets)
	slices.SortFunc(targets, compareStarts)
	targets = slices.CompactFunc(targets, func(a, b *Partition) bool { return a.ID == b.ID })
	for _, p := range targets {
		e := s.event(EventSplit, reason, p)
		e.RawBytesBefore = rawBytes(before, p.ID)
		for _, info := range after {
			if !info.Span.Overlaps(p.Span) {
				continue
			}
			e.NewIDs = append(e.NewIDs, info.ID)
			e.RawBytesAfter = append(e.RawBytesAfter, info.RawBytes)
			if len(e.NewIDs) == 2 {
				e.Boundary = bytes.Clone(info.Span.Start)
			}
		}
		delete(s.whole, p.ID)
		s.events.add(e)
	}
}

// event begins an event of p at now.
func (s *Store) event(kind EventKind, reason Reason, p *Partition) Event {
	now := s.now()
	e := Event{
		At: now, Kind: kind, Reason: reason,
		PartitionID: p.ID, Span: p.Span, RawBytesBefore: -1,
	}
	e.ReadRate, e.WriteRate = p.load.over(rateSeconds, now).Rate()
	return e
}

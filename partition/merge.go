package partition

import (
	"context"
	"slices"

	"github.com/sparrowdb/sparrow/kv"
)

// MergeIDs joins partitions of the table whose key range is table into one,
// which keeps the id of the leftmost. The ids, two or more, may come in any
// order. Errors: *IDError of ErrUnknownPartition or ErrNotNeighbours,
// ErrPartitionChanged, kv.ErrUnsupported of an engine that merges by itself.
func (s *Store) MergeIDs(ctx context.Context, table kv.Span, ids []uint64) error {
	seen, err := s.mergeRun(table, ids)
	if err != nil {
		return err
	}
	s.change.Lock()
	defer s.change.Unlock()
	before, err := s.refresh(ctx)
	if err != nil {
		return err
	}
	run, err := s.mergeRun(table, ids)
	if err != nil || !slices.EqualFunc(run, seen, func(a, b *Partition) bool { return a.ID == b.ID && sameSpan(a.Span, b.Span) }) {
		return ErrPartitionChanged
	}
	for _, p := range run[1:] {
		if before, err = s.merge(ctx, run[0], p, before); err != nil {
			return err
		}
	}
	return nil
}

// Merge is kv.Store's: it joins any two neighbours, and keeps the map fresh.
func (s *Store) Merge(ctx context.Context, leftID, rightID uint64) error {
	s.change.Lock()
	defer s.change.Unlock()
	if err := s.Store.Merge(ctx, leftID, rightID); err != nil {
		return err
	}
	_, err := s.refresh(ctx)
	return err
}

// mergeRun returns the partitions called ids in key order, and checks that they
// are the table's and lie side by side.
func (s *Store) mergeRun(table kv.Span, ids []uint64) ([]*Partition, error) {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	parts := s.Of(table)
	var run []*Partition
	last := -1
	for i, p := range parts {
		at, found := slices.BinarySearch(ids, p.ID)
		if !found || !table.Contains(p.Span.Start) {
			continue
		}
		if last >= 0 && i != last+1 {
			return nil, &IDError{ID: p.ID, Err: ErrNotNeighbours}
		}
		last = i
		run = append(run, p)
		ids = slices.Delete(ids, at, at+1)
	}
	if len(ids) > 0 {
		return nil, &IDError{ID: ids[0], Err: ErrUnknownPartition}
	}
	if len(run) == 1 {
		return nil, &IDError{ID: run[0].ID, Err: ErrNotNeighbours}
	}
	return run, nil
}

// merge joins right to left, adds what right was charged to left, records it,
// and returns the figures after it. The caller holds s.change.
func (s *Store) merge(ctx context.Context, left, right *Partition, before []kv.PartitionInfo) ([]kv.PartitionInfo, error) {
	e := s.event(EventMerge, ReasonManual, left)
	if err := s.Store.Merge(ctx, left.ID, right.ID); err != nil {
		return nil, err
	}
	moved := right.load.total()
	left.load.charge(moved)
	left.load.rebase(moved)
	after, err := s.refresh(ctx)
	if err != nil {
		return nil, err
	}
	e.Boundary = right.Span.Start
	e.NewIDs = []uint64{left.ID}
	e.RawBytesBefore = rawBytes(before, left.ID)
	e.RawBytesAfter = []int64{rawBytes(after, left.ID)}
	delete(s.whole, left.ID)
	delete(s.whole, right.ID)
	s.events.add(e)
	return after, nil
}

// rawBytes looks up the size of a partition; -1 is unknown.
func rawBytes(infos []kv.PartitionInfo, id uint64) int64 {
	for _, info := range infos {
		if info.ID == id {
			return info.RawBytes
		}
	}
	return -1
}

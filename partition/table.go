package partition

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
)

// CreateTableRange gives the key range of a new table partitions of its own:
// boundaries at its start and at its end. It is harmless to call again, or for
// a table whose creation is rolled back later.
func (s *Store) CreateTableRange(ctx context.Context, span kv.Span) error {
	s.change.Lock()
	defer s.change.Unlock()
	keys := [][]byte{span.Start}
	if span.End != nil {
		keys = append(keys, span.End)
	}
	if _, err := s.Store.Split(ctx, keys); err != nil {
		return fmt.Errorf("give the table partitions of its own: %w", err)
	}
	_, err := s.refresh(ctx)
	return err
}

// DropTableRange erases the key range of a table that nothing can reach any
// more, and joins its partitions to the neighbour on the left. When it returns,
// the erasure is durable. An engine that merges by itself keeps the partitions.
func (s *Store) DropTableRange(ctx context.Context, span kv.Span) error {
	if err := s.Store.DeleteRange(ctx, span); err != nil {
		return fmt.Errorf("erase the table's keys: %w", err)
	}
	s.change.Lock()
	defer s.change.Unlock()
	if _, err := s.refresh(ctx); err != nil {
		return err
	}
	parts := s.Of(span)
	if len(parts) == 0 || !bytes.Equal(parts[0].Span.Start, span.Start) {
		return nil // never had partitions of its own
	}
	left := s.parts.Load().before(parts[0])
	if left == nil {
		left, parts = parts[0], parts[1:]
	}
	for _, p := range parts {
		err := s.Store.Merge(ctx, left.ID, p.ID)
		if errors.Is(err, kv.ErrUnsupported) {
			break
		}
		if err != nil {
			return fmt.Errorf("join the dropped table's partitions: %w", err)
		}
		delete(s.whole, p.ID)
	}
	_, err := s.refresh(ctx)
	return err
}

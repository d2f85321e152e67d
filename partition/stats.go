package partition

import (
	"context"

	"github.com/sparrowdb/sparrow/kv"
)

// Stats are the figures of one partition.
type Stats struct {
	kv.PartitionInfo
	// Load is the capacity units charged since the server started.
	Load Usage
	// ReadRate and WriteRate are capacity units per second over the last seconds.
	ReadRate, WriteRate float64
	// Window is what was charged during the last minute.
	Window Window
}

// Stats returns the figures of the partitions that overlap span, in key order,
// fresh from the engine. The first and the last are given whole, not cut to
// span.
func (s *Store) Stats(ctx context.Context, span kv.Span) ([]Stats, error) {
	infos, err := s.Store.Partitions(ctx, span)
	if err != nil {
		return nil, err
	}
	parts := *s.parts.Load()
	loads := make(map[uint64]*load, len(parts))
	for _, p := range parts {
		loads[p.ID] = p.load
	}
	now := s.now()
	out := make([]Stats, len(infos))
	for i, info := range infos {
		out[i].PartitionInfo = info
		if l := loads[info.ID]; l != nil {
			out[i].Load = l.total()
			out[i].ReadRate, out[i].WriteRate = l.over(rateSeconds, now).Rate()
			out[i].Window = l.over(windowSeconds, now)
		}
	}
	return out, nil
}

package catalog

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/types"
)

// oidBatch is how many OIDs one small transaction takes from the store. Those
// unused when the server stops are never used.
const oidBatch = 32

// oidAllocator hands out OIDs, each once, from FirstOID up.
type oidAllocator struct {
	store kv.Store
	mu    sync.Mutex
	next  types.OID
	end   types.OID
}

// AllocateOID returns an OID that no object has had.
func (c *Catalog) AllocateOID(ctx context.Context) (types.OID, error) {
	c.oids.mu.Lock()
	defer c.oids.mu.Unlock()
	if c.oids.next == c.oids.end {
		if err := c.oids.refill(ctx); err != nil {
			return 0, err
		}
	}
	c.oids.next++
	return c.oids.next - 1, nil
}

func (a *oidAllocator) refill(ctx context.Context) error {
	var first types.OID
	err := atomically(ctx, a.store, func(txn kv.Txn) error {
		first = FirstOID
		key := catalogKey(keyNextOID)
		switch v, err := txn.Get(ctx, key); {
		case err == nil:
			if first, err = decodeOID(key, v); err != nil {
				return err
			}
		case !errors.Is(err, kv.ErrNotFound):
			return err
		}
		if first > types.Variant-oidBatch-1 {
			return errors.New("catalog: object identifiers are used up")
		}
		return txn.Put(ctx, key, binary.BigEndian.AppendUint32(nil, uint32(first+oidBatch)))
	})
	if err == nil {
		a.next, a.end = first, first+oidBatch
	}
	return err
}

package catalog

import (
	"context"
	"encoding/binary"
	"errors"
	"math"

	"github.com/sparrowdb/sparrow/kv"
)

// Ensure returns the id of a free attribute's name, allocating one for a new
// name. The name becomes visible with the first cell that commits. The error
// is that of CheckColumnName if it is no name for an attribute.
func (d *Dictionary) Ensure(ctx context.Context, table TableID, name string) (AttrID, error) {
	ids, err := d.EnsureAll(ctx, table, []string{name})
	if err != nil {
		return 0, err
	}
	return ids[0], nil
}

// EnsureAll is Ensure for many names, which costs one small transaction however
// many are new. The ids are by position.
func (d *Dictionary) EnsureAll(ctx context.Context, table TableID, names []string) ([]AttrID, error) {
	ids := make([]AttrID, len(names))
	missing := false
	for i, name := range names {
		id, err := d.idOf(ctx, table, name)
		if err != nil {
			return nil, err
		}
		if id == 0 {
			if err := CheckColumnName(d.opts.Limits, name); err != nil {
				return nil, err
			}
			missing = true
		}
		ids[i] = id
	}
	if !missing {
		return ids, nil
	}
	d.allocMu.Lock()
	defer d.allocMu.Unlock()
	err := atomically(ctx, d.store, func(txn kv.Txn) error { return allocateNames(ctx, txn, table, names, ids) })
	return ids, err
}

// allocateNames fills in those of ids that are 0.
func allocateNames(ctx context.Context, txn kv.Txn, table TableID, names []string, ids []AttrID) error {
	for i, name := range names {
		key := dictNameKey(table, name)
		switch v, err := txn.Get(ctx, key); {
		case err == nil:
			if ids[i], err = decodeAttrID(key, v); err != nil {
				return err
			}
			continue
		case !errors.Is(err, kv.ErrNotFound):
			return err
		}
		id, err := takeIDs(ctx, txn, table, 1)
		if err != nil {
			return err
		}
		ids[i] = id
		if err := txn.Put(ctx, key, binary.BigEndian.AppendUint32(nil, uint32(id))); err != nil {
			return err
		}
		if err := txn.Put(ctx, dictIDKey(table, id), []byte(name)); err != nil {
			return err
		}
	}
	return nil
}

// AllocateIDs takes n consecutive ids for declared columns and returns the
// first. They are never used again, also if what wanted them is rolled back.
func (d *Dictionary) AllocateIDs(ctx context.Context, table TableID, n int) (first AttrID, err error) {
	d.allocMu.Lock()
	defer d.allocMu.Unlock()
	err = atomically(ctx, d.store, func(txn kv.Txn) error {
		first, err = takeIDs(ctx, txn, table, n)
		return err
	})
	return first, err
}

// takeIDs moves a table's id sequence on by n and returns the first of them.
func takeIDs(ctx context.Context, txn kv.Txn, table TableID, n int) (AttrID, error) {
	key := dictKey(table, dictNextID)
	next := AttrID(1)
	switch v, err := txn.Get(ctx, key); {
	case err == nil:
		if next, err = decodeAttrID(key, v); err != nil {
			return 0, err
		}
	case !errors.Is(err, kv.ErrNotFound):
		return 0, err
	}
	if uint64(next)+uint64(n) > math.MaxUint32 {
		return 0, errors.New("catalog: attribute ids of the table are used up")
	}
	return next, txn.Put(ctx, key, binary.BigEndian.AppendUint32(nil, uint32(next)+uint32(n)))
}

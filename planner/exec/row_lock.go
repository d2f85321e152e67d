package exec

import (
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/catalog"
	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// lockModes are the engine's modes for the strengths of SQL.
var lockModes = map[planner.LockStrength]kv.LockMode{
	planner.LockUpdate: kv.LockExclusive, planner.LockNoKeyUpdate: kv.LockNoKeyExclusive,
	planner.LockShare: kv.LockShared, planner.LockKeyShare: kv.LockKeyShared,
}

// decodeLatest fills row from a value that lockRow returned; keep is false if the
// row is gone by now.
func (d *rowDecoder) decodeLatest(key, value []byte, row datum.Row) (keep bool, err error) {
	if gone, err := d.gone(value); err != nil || gone {
		return false, err
	}
	if value, err = d.whole(latest{d.rt.Txn}, key, value); err != nil {
		return false, err
	}
	_, err = d.decode(key, value, row)
	return err == nil, err
}

// lockRow locks a row that the statement's snapshot shows. keep is false if the row
// is passed over or has gone. A value that is not nil is the row as it is now: it
// has changed since the snapshot, and READ COMMITTED goes on with that; stricter
// levels fail.
func lockRow(rt *Runtime, table *catalog.Table, lock *planner.RowLock, key []byte) (value []byte, keep bool, err error) {
	opts := kv.LockOptions{Mode: lockModes[lock.Strength]}
	switch lock.Wait {
	case planner.LockNoWait:
		opts.Policy = kv.NoWait
	case planner.LockSkip:
		opts.Policy = kv.Skip
	}
	res, err := rt.Txn.Lock(rt.context(), [][]byte{key}, opts)
	if errors.Is(err, kv.ErrLocked) && lock.Wait == planner.LockNoWait {
		return nil, false, pgerr.Wrap(err, pgerr.LockNotAvailable, "could not obtain lock on row in relation %q", table.Name)
	}
	if err != nil {
		return nil, false, err
	}
	if !res[0].Locked || !res[0].Changed {
		return nil, res[0].Locked, nil
	}
	if !rt.ReadCommitted && lock.Strength != planner.LockKeyShare {
		return nil, false, fmt.Errorf("%w: row changed since the snapshot", kv.ErrConflict)
	}
	value, err = rt.Txn.GetLatest(rt.context(), key)
	switch {
	case errors.Is(err, kv.ErrNotFound) && !rt.ReadCommitted:
		return nil, false, fmt.Errorf("%w: row deleted since the snapshot", kv.ErrConflict)
	case errors.Is(err, kv.ErrNotFound):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	case !rt.ReadCommitted:
		return nil, true, nil // the key is as it was: what FOR KEY SHARE is about
	}
	return value, true, nil
}

package exec

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/planner"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// lockModes are the engine's modes for the strengths of SQL.
var lockModes = map[planner.LockStrength]kv.LockMode{
	planner.LockUpdate: kv.LockExclusive, planner.LockNoKeyUpdate: kv.LockNoKeyExclusive,
	planner.LockShare: kv.LockShared, planner.LockKeyShare: kv.LockKeyShared,
}

// lockRow locks a row that the statement's snapshot shows. keep is false if the row
// is passed over or has gone. A value that is not nil is the row as it is now, for
// dec to decode: it has changed since the snapshot, and READ COMMITTED goes on with
// that; stricter levels fail.
func lockRow(dec *rowDecoder, lock *planner.RowLock, key []byte) (value []byte, keep bool, err error) {
	rt := dec.rt
	opts := kv.LockOptions{Mode: lockModes[lock.Strength]}
	switch lock.Wait {
	case planner.LockNoWait:
		opts.Policy = kv.NoWait
	case planner.LockSkip:
		opts.Policy = kv.Skip
	}
	res, err := rt.Txn.Lock(rt.context(), [][]byte{key}, opts)
	if errors.Is(err, kv.ErrLocked) && lock.Wait == planner.LockNoWait {
		return nil, false, pgerr.Wrap(err, pgerr.LockNotAvailable, "could not obtain lock on row in relation %q", dec.table.Name)
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
	value, err = newest(dec, key)
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

// newest is the row of a locked key as it was committed last, for dec to decode, or
// kv.ErrNotFound also if it is gone.
func newest(dec *rowDecoder, key []byte) ([]byte, error) {
	from := latest{dec.rt.Txn}
	stored, err := from.txn.GetLatest(dec.rt.context(), key)
	for {
		if err != nil {
			return nil, err
		}
		if gone, err := dec.gone(stored); err != nil {
			return nil, err
		} else if gone {
			return nil, kv.ErrNotFound
		}
		value, err := dec.whole(from, key, stored)
		if !errors.Is(err, kv.ErrCorrupt) {
			return value, err
		}
		// FOR KEY SHARE does not keep others from writing the row: its chunks may
		// be those of another head by now.
		again, found := from.txn.GetLatest(dec.rt.context(), key)
		if found != nil {
			return nil, found
		}
		if bytes.Equal(again, stored) {
			return nil, err
		}
		stored = again
	}
}

package exec

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/datum"
	"github.com/sparrowdb/sparrow/sql/pgerr"
)

// conflict handles a row whose key exists: ON CONFLICT DO NOTHING or DO
// UPDATE.
func (in *insert) conflict(key []byte, proposed *storedRow) error {
	part := in.rt.Store.Locate(key)
	if in.node.Conflict.DoNothing {
		in.rt.Meter.AddFailedCheck(part)
		return in.visible(key)
	}
	if in.touched[string(key)] {
		return pgerr.New(pgerr.CardinalityViolation, "ON CONFLICT DO UPDATE command cannot affect row a second time").
			WithHint("Ensure that no rows proposed for insertion within the same command have duplicate constrained values.")
	}
	key = bytes.Clone(key)
	excluded, err := in.excluded(proposed)
	if err != nil {
		return err
	}
	res, err := in.rt.Txn.Lock(in.rt.context(), [][]byte{key}, kv.LockOptions{Mode: lockModes[in.node.Conflict.Lock]})
	if err != nil {
		return err
	}
	if res[0].Changed && !in.rt.ReadCommitted {
		return kv.ErrConflict
	}
	value, err := in.w.latest(key)
	if errors.Is(err, kv.ErrNotFound) {
		// Deleted, or expired, between the check and the lock: there is nothing in the way now.
		return in.reinsert(key, proposed)
	}
	if err != nil {
		return err
	}
	if in.node.Conflict.Replace {
		return in.replace(key, value, proposed)
	}
	width := len(in.node.Shape)
	both := make(datum.Row, 2*width)
	copy(both[width:], excluded)
	old, err := in.w.load(key, value)
	if err != nil {
		return err
	}
	if err := in.w.shapedStored(key, value, old, both[:width]); err != nil {
		return err
	}
	if in.node.Conflict.Where != nil {
		ok, err := isTrue(in.rt, in.node.Conflict.Where, both)
		if err != nil || !ok {
			in.rt.Meter.AddFailedCheck(part)
			return err
		}
	}
	newKey, err := in.w.change(key, old, in.node.Conflict.Set, in.node.Generated, both)
	if err != nil {
		return err
	}
	in.rt.Meter.AddCheck(part, in.w.codec.KeyBytes(old.key))
	in.touched[string(newKey)] = true
	in.rt.Affected++
	return in.returning(in.w.row)
}

// visible is a serialization failure when the row in the way is not one that the
// transaction's snapshot shows: only READ COMMITTED may pass it over.
func (in *insert) visible(key []byte) error {
	if in.rt.ReadCommitted {
		return nil
	}
	value, err := in.rt.Txn.Get(in.rt.context(), key)
	gone := false
	if err == nil {
		gone, err = in.w.dec.gone(value)
	}
	if gone || errors.Is(err, kv.ErrNotFound) {
		return fmt.Errorf("%w: the row in conflict was committed after the snapshot", kv.ErrConflict)
	}
	return err
}

// excluded is the proposed row in Shape.
func (in *insert) excluded(r *storedRow) (datum.Row, error) {
	e, err := in.w.encode(r, nil)
	if err != nil {
		return nil, err
	}
	row := make(datum.Row, len(in.node.Shape))
	return row, in.w.shaped(e, row)
}

// reinsert writes the proposed row over a key whose row has just gone.
func (in *insert) reinsert(key []byte, r *storedRow) error {
	e, err := in.w.encode(r, nil)
	if err != nil {
		return err
	}
	if err := in.w.putOver(key, e.value); err != nil {
		return err
	}
	if err := in.w.putChunks(key, e.chunks.Puts); err != nil {
		return err
	}
	in.w.meterInsert(key, r)
	in.rt.Affected++
	in.touched[string(key)] = true
	if err := in.w.shaped(e, in.row); err != nil {
		return err
	}
	return in.returning(in.row)
}

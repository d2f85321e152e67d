package catalog

import (
	"context"
	"encoding/binary"
	"errors"
	"sync"
	"time"

	"github.com/sparrowdb/sparrow/kv"
	"github.com/sparrowdb/sparrow/sql/pgerr"
	"github.com/sparrowdb/sparrow/sql/types"
)

// SequenceValues hands out the values of sequences: each once, whether or not the
// transaction that took it commits. A small transaction of its own notes some values
// as given out before they are, so that most take no writing; those that are left
// when the server crashes are skipped. It is safe for concurrent use.
type SequenceValues struct {
	store  kv.Store
	mu     sync.Mutex
	states map[types.OID]*sequenceState // by storage
}

// sequenceState is what is known of one storage.
type sequenceState struct {
	mu      sync.Mutex
	version uint64    // of the descriptor that the rest was made under
	value   int64     // given out last; meaningless before there was one
	called  bool      // value was given out
	left    int64     // so many after value are noted as given out
	block   int64     // how many are noted at once
	noted   time.Time // when that was done last
}

// Bounds of how many values are noted at once: more, the faster they go.
const (
	sequenceBlockMin = 32
	sequenceBlockMax = 4096
	sequenceBlockFor = 100 * time.Millisecond
)

// SequenceValues is the catalog's.
func (c *Catalog) SequenceValues() *SequenceValues { return c.sequences }

func newSequenceValues(store kv.Store) *SequenceValues {
	return &SequenceValues{store: store, states: map[types.OID]*sequenceState{}}
}

func (v *SequenceValues) state(q *Sequence) *sequenceState {
	v.mu.Lock()
	defer v.mu.Unlock()
	st := v.states[q.StorageID]
	if st == nil {
		st = &sequenceState{block: sequenceBlockMin}
		v.states[q.StorageID] = st
	}
	return st
}

// Next is nextval. At the bound of a sequence that does not cycle it is 2200H.
func (v *SequenceValues) Next(ctx context.Context, q *Sequence) (int64, error) {
	st := v.state(q)
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.left > 0 && st.version == q.Version {
		st.value += q.Increment
		st.left--
		return st.value, nil
	}
	if time.Since(st.noted) < sequenceBlockFor {
		st.block = min(2*st.block, sequenceBlockMax)
	} else {
		st.block = sequenceBlockMin
	}
	var first, left int64
	err := v.change(ctx, q, func(value int64, called bool) (int64, bool, error) {
		if st.left > 0 { // noted under an older descriptor, and not given out
			value = st.value
		}
		first = value
		if called {
			var err error
			if first, err = q.after(value); err != nil {
				return 0, false, err
			}
		}
		left = min(q.room(first), max(st.block, q.Cache)-1)
		return first + left*q.Increment, true, nil
	})
	if err != nil {
		return 0, err
	}
	st.version, st.value, st.called, st.left, st.noted = q.Version, first, true, left, time.Now()
	return first, nil
}

// giveBack notes, before the server stops, what was really given out.
func (v *SequenceValues) giveBack(ctx context.Context) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	return atomically(ctx, v.store, func(txn kv.Txn) error {
		for storage, st := range v.states {
			if st.left == 0 {
				continue
			}
			key := sequenceValueKey(storage)
			switch _, err := txn.Get(ctx, key); {
			case errors.Is(err, kv.ErrNotFound): // dropped
				continue
			case err != nil:
				return err
			}
			if err := txn.Put(ctx, key, encodeSequenceValue(st.value, true)); err != nil {
				return err
			}
		}
		return nil
	})
}

// after is the value that follows another.
func (q *Sequence) after(value int64) (int64, error) {
	if q.room(value) > 0 {
		return value + q.Increment, nil
	}
	bound, next, what := q.Max, q.Min, "maximum"
	if q.Increment < 0 {
		bound, next, what = q.Min, q.Max, "minimum"
	}
	if !q.Cycle {
		return 0, pgerr.New(pgerr.SequenceGeneratorLimitExceeded, "nextval: reached %s value of sequence %q (%d)", what, q.Name, bound)
	}
	return next, nil
}

// room is how many values there are behind another.
func (q *Sequence) room(value int64) int64 {
	if q.Increment > 0 {
		if value >= q.Max {
			return 0
		}
		return int64((uint64(q.Max) - uint64(value)) / uint64(q.Increment))
	}
	if value <= q.Min {
		return 0
	}
	return int64((uint64(value) - uint64(q.Min)) / -uint64(q.Increment))
}

// Set is setval: called says that value counts as given out. A value out of the
// sequence's bounds is 22003.
func (v *SequenceValues) Set(ctx context.Context, q *Sequence, value int64, called bool) error {
	if value < q.Min || value > q.Max {
		return pgerr.New(pgerr.NumericValueOutOfRange, "setval: value %d is out of bounds for sequence %q (%d..%d)", value, q.Name, q.Min, q.Max)
	}
	st := v.state(q)
	st.mu.Lock()
	defer st.mu.Unlock()
	err := v.change(ctx, q, func(int64, bool) (int64, bool, error) { return value, called, nil })
	if err == nil {
		st.version, st.value, st.called, st.left = q.Version, value, called, 0
	}
	return err
}

// Last is the value given out last, or, if called is false, the one to come.
func (v *SequenceValues) Last(ctx context.Context, q *Sequence) (value int64, called bool, err error) {
	st := v.state(q)
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.left > 0 {
		return st.value, true, nil
	}
	err = atomically(ctx, v.store, func(txn kv.Txn) error {
		value, called, err = q.stored(txn.Get(ctx, sequenceValueKey(q.StorageID)))
		return err
	})
	return value, called, err
}

// change replaces the stored value in a transaction of its own.
func (v *SequenceValues) change(ctx context.Context, q *Sequence, to func(value int64, called bool) (int64, bool, error)) error {
	key := sequenceValueKey(q.StorageID)
	return atomically(ctx, v.store, func(txn kv.Txn) error {
		if _, err := txn.Lock(ctx, [][]byte{key}, kv.LockOptions{Mode: kv.LockExclusive}); err != nil {
			return err
		}
		value, called, err := q.stored(txn.GetLatest(ctx, key))
		if err != nil {
			return err
		}
		if value, called, err = to(value, called); err != nil {
			return err
		}
		return txn.Put(ctx, key, encodeSequenceValue(value, called))
	})
}

// stored decodes what was read under the value's key; nothing is a sequence that
// was never called.
func (q *Sequence) stored(b []byte, err error) (value int64, called bool, _ error) {
	switch {
	case errors.Is(err, kv.ErrNotFound):
		return q.Begin, false, nil
	case err != nil:
		return 0, false, err
	case len(b) != 9:
		return 0, false, &kv.CorruptError{Reason: "value of a sequence"}
	}
	return int64(binary.BigEndian.Uint64(b)), b[8] != 0, nil
}

func encodeSequenceValue(value int64, called bool) []byte {
	b := binary.BigEndian.AppendUint64(nil, uint64(value))
	if called {
		return append(b, 1)
	}
	return append(b, 0)
}
